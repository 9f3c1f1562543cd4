<?php
echo fgets(STDIN);
