"""Starts a script of a room with the kit at hand: python3 runner/tests ROOM/SCRIPT.py ARGUMENT…"""

import pathlib
import runpy
import sys

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = HERE / sys.argv[1]

sys.dont_write_bytecode = True
sys.path[:1] = [str(SCRIPT.parent), str(HERE / "kit")]
sys.argv = [str(SCRIPT), *sys.argv[2:]]
runpy.run_path(str(SCRIPT), run_name="__main__")
