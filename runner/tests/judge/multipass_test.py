"""Problems whose submissions run several times on a test, from the package to the reports."""

import random

from workbench import PROBLEM_YAML, Workbench, problem_yaml

# An input is the number of its pass and a value, the right output their sum; the answer says how
# the validator behaves. Its own count of passes lies in the feedback folder.
VALIDATOR = """\
import os, sys
given, mode, feedback = open(sys.argv[1]).read().split(), open(sys.argv[2]).read(), sys.argv[3]
if {interactive}:
    print(*given, flush=True)
    got = sys.stdin.readline().split()
else:
    got = sys.stdin.read().split()
os.makedirs(feedback + "state", exist_ok=True)
with open(feedback + "state/passes", "a+") as state:
    state.write(".")
    state.seek(0)
    seen = state.read()
number, value = int(given[0]), int(given[1])
if len(seen) != number or os.path.exists(feedback + "nextpass.in"):
    sys.exit(f"pass {{number}}, but the feedback folder knows of {{len(seen)}}")
with open(feedback + "judgemessage.txt", "a") as message:
    message.write(f"pass {{number}}: {{' '.join(got)}}; ")
if got != [str(number + value)]:
    sys.exit(43)
if "litters" in mode:
    for i in range(100):
        open(feedback + str(i), "w").close()
last = {{"one": 1, "endless": 99}}.get(mode.strip(), 2)
if number < last:
    if "link" in mode:
        os.symlink("state/passes", feedback + "nextpass.in")
    else:
        open(feedback + "nextpass.in", "w").write(f"{{number + 1}} {{got[0]}}\\n")
if "odd" in mode:
    sys.exit(1)
sys.exit(43 if "rejects" in mode else 42)
"""

PROGRAM = """\
import os, sys, time
number, value = map(int, input().split())
{before}
print(number + value)
"""

STATE = """\
for folder in ".", "/tmp", "/dev/shm":
    path = folder + "/state"
    value += os.path.exists(path)
    open(path, "w").write("here")
"""

# Tells a number in the first pass and asks for it in the second.
FORGETFUL = """\
import sys
given, feedback = open(sys.argv[1]).read().split(), sys.argv[3]
if {interactive}:
    print(*given, flush=True)
    got = sys.stdin.readline().split()
else:
    got = sys.stdin.read().split()
if given[0] == "1":
    open(feedback + "number", "w").write(given[1])
    open(feedback + "nextpass.in", "w").write("2 0\\n")
    sys.exit(42)
sys.exit(42 if got == [open(feedback + "number").read()] else 43)
"""

# Keeps it in the nanoseconds of times that nobody else sets.
MEMORY = """\
import os
number, value = map(int, input().split())
folders = ["/work", "/tmp", "/dev/shm"]
if number == 1:
    for folder in folders:
        os.utime(folder, ns=(value & 0xfffffff, value >> 28 & 0xfffffff))
        value >>= 56
    print("kept")
else:
    found = 0
    for folder in reversed(folders):
        times = os.stat(folder)
        found = (found << 28 | times.st_mtime_ns) << 28 | times.st_atime_ns
    print(found)
"""

# What a submission does before it answers, the verdict on a test of two passes, that in how many.
SUBMISSIONS = {
    "good": ("", "AC", 2),
    "wrong_at_once": ("value -= 1", "WA", 1),
    "wrong_later": ("value -= number - 1", "WA", 2),
    "slow": ("while number == 2: pass", "TLE", 2),
    "crashes": ("assert number < 2", "RTE", 2),
    "eats": ("x = 'x' * (number - 1) * (100 << 20)", "MLE", 2),
    # After its answer, which had been accepted in a game by then.
    "fails_later": ("print(number + value, flush=True); sys.exit(3)", "RTE", 1),
    "loops_later": ("if number == 2:\n    print(8, flush=True)\n    while True: pass", "TLE", 2),
    "remembers": (STATE, "AC", 2),
    # Limits are for a pass.
    "works": ("while time.process_time() < 0.4: pass", "AC", 2),
}

# What a validator does, the verdict, after how many passes, and a part of the message.
MODES = {
    "one": ("AC", 1, ""),
    "two": ("AC", 2, ""),
    "rejects": ("JE", 1, "nextpass.in"),
    "odd": ("JE", 1, "status 1, which is neither 42 nor 43"),
    "endless": ("JE", 2, "asks for pass 3, but there are at most 2"),
    "link": ("JE", 1, "not a regular file"),
    "litters": ("JE", 1, "more than 64 files"),
}


class Passes:
    """The same for outputs and for games."""

    has_own_cache = True  # what another version of the program found out must not be believed
    interactive = False
    types = "[multi-pass]"
    legacy = "custom multi-pass"

    def yaml(self, passes=2):
        return problem_yaml(f"time_limit: 0.6, memory: 64, output: 1, validation_passes: {passes}",
                            f"type: {self.types}\n")

    def package(self, tests, yaml=None, submissions=("good",)):
        data = {name: ("1 5\n", mode + "\n") for name, mode in tests.items()}
        self.problem("steps", data, yaml=yaml or self.yaml())
        self.write("steps/output_validator/validate.py",
                   VALIDATOR.format(interactive=self.interactive))
        for name in submissions:
            self.write(f"steps/programs/{name}.py", PROGRAM.format(before=SUBMISSIONS[name][0]))
        return [f"steps/programs/{name}.py" for name in submissions]

    def judged(self, *words, status=0):
        """The tests of each submission, by name."""
        document = self.document("steps", *words, status=status)
        return [{test["name"].removeprefix("secret/"): test for test in one["tests"]}
                for one in document["submissions"]]

    def test_what_submissions_do(self):
        programs = self.package({"1": "two"}, submissions=SUBMISSIONS)
        for name, tests in zip(SUBMISSIONS, self.judged(*programs, status=1)):
            with self.subTest(name):
                _, verdict, passes = SUBMISSIONS[name]
                self.assertEqual((tests["1"]["verdict"], tests["1"]["passes"]), (verdict, passes),
                                 tests)
                failing = passes == 2 and verdict != "AC"
                self.assertEqual(tests["1"]["pass_input"], "2 6\n" if failing else "")

    def test_what_validators_do(self):
        programs = self.package({mode: mode for mode in MODES})
        tests, = self.judged(*programs, status=5)
        for mode, (verdict, passes, part) in MODES.items():
            with self.subTest(mode):
                test = tests[mode]
                self.assertEqual((test["verdict"], test["passes"]), (verdict, passes), test)
                self.assertIn(part, test["message"])

    def test_nothing_is_known_of_the_pass_before(self):
        self.problem("steps", {"1": (f"1 {random.getrandbits(160)}\n", "\n")},
                     yaml=self.yaml())
        self.write("steps/output_validator/validate.py",
                   FORGETFUL.format(interactive=self.interactive))
        test = self.judged(self.write("memory.py", MEMORY), status=1)[0]["1"]
        self.assertEqual((test["verdict"], test["passes"]), ("WA", 2), test)

    def test_reports_name_the_pass(self):
        program, = self.package({"1": "two"}, submissions=["wrong_later"])
        words = ["--transcript"] if self.interactive else []
        _, out, _ = self.judge("steps", program, *words, status=1)
        self.assertIn("wrong answer on secret/1 in pass 2", out.lower())
        # Messages are those of all passes, for validators that append them.
        self.assertIn("pass 1: 6; pass 2: 7;", out)
        _, out, _ = self.arbiter("show", "last", program, "secret/1", status=0)
        shown = " ".join(out.split())
        self.assertIn("input of pass 2 (its beginning) | 2 6", shown)
        if self.interactive:
            self.assertIn("2 6", out.split("referee\n")[-1])
            self.assertNotIn("1 5", out)
        self.assertIn("in pass 2", self.judge("steps", program, "--format", "junit", status=1)[1])

    def test_results_are_kept_for_as_many_passes(self):
        programs = self.package({"1": "two", "2": "endless"}, submissions=["good", "wrong_later"])
        first = self.judged(*programs, status=5)
        second = self.judged(*programs, status=5)
        self.assertTrue(second[1]["1"]["cached"])
        self.assertEqual({**second[1]["1"], "cached": False}, first[1]["1"])
        self.write("steps/problem.yaml", self.yaml(3))
        tests = self.judged(*programs, status=5)[0]
        self.assertFalse(tests["1"]["cached"])
        self.assertEqual(tests["2"]["passes"], 3)

    def test_legacy_packages(self):
        yaml = f"validation: {self.legacy}\nlimits: {{validation_passes: 3}}\n"
        programs = self.package({"1": "two", "2": "endless"}, yaml)
        self.write("steps/.timelimit", "1\n")
        tests, = self.judged(*programs, status=5)
        self.assertEqual([tests[name]["passes"] for name in "12"], [2, 3])

    def test_by_hand_and_dry(self):
        program, = self.package({"1": "two"}, submissions=["wrong_later"])
        _, out, _ = self.judge("steps", program, "--input", "-", stdin="1 7\n", status=1)
        self.assertIn("pass 1: 8; pass 2: 9;", out)
        self.assertIn("output in pass 2", out)
        _, out, _ = self.judge("steps", program, "--dry-run", status=0)
        self.assertIn("multi-pass: at most 2 runs a test", out)
        self.assertEqual(self.document("steps", program, "--dry-run")["most_passes"], 2)


class Outputs(Passes, Workbench):
    def test_a_validator_that_asks_where_it_must_not(self):
        """Outside multi-pass problems the file means nothing."""
        programs = self.package({"1": "one", "2": "two"}, PROBLEM_YAML)
        tests, = self.judged(*programs)
        self.assertEqual([test["verdict"] for test in tests.values()], ["AC", "AC"])


class Games(Passes, Workbench):
    interactive = True
    types = "[interactive, multi-pass]"
    legacy = "custom interactive multi-pass"
