use strict;
use warnings;

print scalar <STDIN>;
