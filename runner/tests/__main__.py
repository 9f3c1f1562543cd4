"""Starts a script of a room with the kit at hand: python3 runner/tests ROOM/SCRIPT.py ARGUMENT…

Of a *_test.py it runs all tests, or those that arguments name: CLASS or CLASS.TEST. Those that are slow it leaves
out unless an argument is `slow`.
"""

import pathlib
import re
import runpy
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = HERE / sys.argv[1]


class Loader(unittest.TestLoader):
    def getTestCaseNames(self, testCaseClass):
        return [name for name in super().getTestCaseNames(testCaseClass)
                if "slow" in sys.argv or not hasattr(getattr(testCaseClass, name), "is_slow")]


sys.dont_write_bytecode = True
sys.path[:1] = [str(SCRIPT.parent), str(HERE / "kit")]
sys.argv = [str(SCRIPT), *sys.argv[2:]]
if SCRIPT.stem.endswith("_test"):
    named = [word for word in sys.argv[1:] if re.fullmatch(r"[A-Z]\w*(\.\w+)?", word)]
    done = unittest.main(SCRIPT.stem, argv=[SCRIPT.name, *named], exit=False, testLoader=Loader()).result
    is_whole = done.testsRun == len(done.skipped) > 0
    for test, reason in done.skipped:
        print(f"skip: {reason}" + ("" if is_whole else f": {test.id()}"), flush=True)
    sys.exit(77 if is_whole else not done.wasSuccessful())
runpy.run_path(str(SCRIPT), run_name="__main__")
