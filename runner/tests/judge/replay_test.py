"""`arbiter replay`: games and lines of play as text, as JSON, and in a terminal."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time

from slow import IS_SLOW, slow
from workbench import PATIENCE, PROBLEM_YAML, SOURCE, Workbench

PROBLEMS = SOURCE / "problems"
REPLAY = """\
replay:
  program: replay/show.py
  view: {kind: zones, zones: [{name: digits, title: Digits, items: letters}]}
"""
SHOW = """\
import json, sys
right, printed = open(sys.argv[2]).read().split(), sys.stdin.read().split()
print(json.dumps({"schema": "arbiter-replay/1", "title": "Digits"}))
print(json.dumps({"n": 0, "state": {"digits": []}}))
for n, digit in enumerate(printed[0], 1):
    print(json.dumps({"n": n, "action": "digit", "state": {"digits": list(printed[0][:n][-5:])}}))
print(json.dumps({"end": True, "reason": "done", "result": "right" if right == printed else "wrong"}))
"""
WRONG = {
    "ioiwari": [("first_pit_that_is_not_empty.cpp", "sample/1"), ("pits_from_zero.cpp", "sample/1")],
    "shiritori": [("leaves_most_followers.cpp", "secret/1-easy/46-words"),
                  ("forgets_used_words.cpp", "sample/01-four-words")],
    "102030": [("put_back_reversed.cpp", "sample/01-three-packs"),
               ("win_without_blank.cpp", "sample/01-three-packs")],
    "bokstavslek": [("misere.cpp", "sample/01-fe-fri"), ("unsafe_letters.cpp", "sample/02-none-safe")],
    "twofive": [("reverse_order.cpp", "sample/01-second-word"), ("five_lines.cpp", "sample/03-table")],
    "wordduel": [("inverted.cpp", "sample/01-bad"), ("parity_of_length.cpp", "sample/01-bad")],
}
SAMPLES = {"ioiwari": 1, "shiritori": 1, "102030": 1, "bokstavslek": 2, "twofive": 3,
           "wordduel": 2}


class Problems(Workbench):
    """The programs of the problems that ship."""

    def replay(self, submission, test):
        _, out, _ = self.arbiter("replay", "last", submission, test, "--json", status=0)
        lines = [json.loads(line) for line in out.splitlines()]
        return lines[1:-1], lines[-1]

    @slow
    def test_accepted_programs_are_right_on_samples(self):
        for problem in SAMPLES:
            document = self.document(PROBLEMS / problem, PROBLEMS / problem / "submissions/accepted/reference.cpp",
                                     "--tests", "sample/*")
            tests = [test["name"] for test in document["submissions"][0]["tests"]]
            self.assertEqual(len(tests), SAMPLES[problem])
            for test in tests:
                with self.subTest(problem, test=test):
                    frames, end = self.replay("reference.cpp", test)
                    self.assertEqual(end["result"], "right", end)
                    self.assertFalse([frame for frame in frames if "mark" in frame])

    def test_ends_are_those_of_the_judge_and_mistakes_are_marked(self):
        few = {problem: runs[:1] for problem, runs in WRONG.items() if problem in ("shiritori", "102030", "twofive")}
        for problem, runs in (WRONG if IS_SLOW else few).items():
            for submission, test in runs:
                with self.subTest(problem, submission=submission):
                    path = PROBLEMS / problem / "submissions/wrong_answer" / submission
                    document = self.document(PROBLEMS / problem, path, "--tests", test)
                    judged = document["submissions"][0]["tests"][0]
                    frames, end = self.replay(submission, test)
                    self.assertEqual(end["result"] == "right", judged["verdict"] == "AC", end)
                    if end["result"] == "right":
                        continue
                    marked = [frame for frame in frames if frame.get("mark") == "mistake"]
                    self.assertTrue(marked, end)
                    for frame in marked:
                        self.assertTrue(frame.get("before") and frame.get("after")
                                        or not frame.get("valid", True), frame)

    def test_a_flood_after_the_game_hides_nothing_of_it(self):
        path = PROBLEMS / "shiritori/submissions/wrong_answer/forgets_used_words.cpp"
        self.document(PROBLEMS / "shiritori", path, "--tests", "secret/2-medium/22-words")
        frames, end = self.replay("forgets_used_words.cpp", "secret/2-medium/22-words")
        self.assertFalse(frames[-1].get("valid", True), end)
        self.assertIn("is used", end["reason"])

    def test_a_verdict_of_another_kind_is_told(self):
        path = PROBLEMS / "ioiwari/submissions/run_time_error/reads_on_at_the_end.cpp"
        self.document(PROBLEMS / "ioiwari", path, "--tests", "sample/1")
        _, out, _ = self.arbiter("replay", "last", "reads_on_at_the_end.cpp", "1", status=0)
        self.assertTrue(out.endswith("wrong: won 11-9; but the verdict is RTE\n"), out)

    def test_ioiwari_goes_as_in_the_statement(self):
        done = subprocess.run(
            [self.built(), PROBLEMS / "ioiwari/data/sample/1.in", os.devnull], text=True, check=True,
            input=(PROBLEMS / "ioiwari/data/sample/1.interaction").read_text(), capture_output=True)
        frames = [json.loads(line) for line in done.stdout.splitlines()][1:-1]

        def count(thing):
            return thing["is"] if isinstance(thing, dict) else thing

        boards = [([count(pit) for pit in frame["state"]["pits"]],
                   [count(bank) for bank in frame["state"]["banks"]]) for frame in frames]
        self.assertEqual(boards, [
            ([4, 3, 2, 4, 2, 3, 2], [0, 0]), ([4, 0, 3, 5, 0, 3, 2], [3, 0]),
            ([4, 0, 0, 4, 1, 4, 0], [3, 4]), ([4, 0, 0, 4, 0, 0, 0], [8, 4]),
            ([0, 0, 0, 0, 1, 1, 1], [8, 9]), ([0, 0, 0, 0, 0, 0, 1], [10, 9]),
            ([0, 0, 0, 0, 0, 0, 0], [11, 9])])
        self.assertEqual({frame["value"] for frame in frames}, {"+2"})

    def built(self):
        program = self.folder / "moves"
        subprocess.run(["g++", "-std=c++20", "-O1", f"-I{SOURCE}/checker/include", "-o", program,
                        PROBLEMS / "ioiwari/replay/moves.cpp"], check=True)
        return program


class OwnProblem(Workbench):
    """A problem whose replay shows the digits that were printed."""

    def setUp(self):
        super().setUp()
        self.problem("digits", {"1": ("1\n", "42\n")}, PROBLEM_YAML)
        self.write("digits/arbiter.yaml", REPLAY)
        self.write("digits/replay/show.py", SHOW)
        self.write("seven.py", "print('7' * 30)\n")
        self.judge("digits", "seven.py", status=1)


class AsText(OwnProblem):
    def replay(self, *flags, status=0, **extra):
        return self.arbiter("replay", "last", "seven.py", "1", *flags, status=status,
                            env=self.environment(**extra))

    def test_all_steps_are_written_as_text(self):
        _, wide, _ = self.replay()
        _, narrow, _ = self.replay(COLUMNS="40")
        _, plain, _ = self.replay("--plain")
        self.assertEqual(wide, plain)
        for text, width in ((wide, 80), (narrow, 40)):
            self.assertLessEqual(max(map(len, text.splitlines())), width)
            self.assertEqual(len(re.findall(r"^\d+/30  digit$", text, re.M)), 30)
            self.assertTrue(text.startswith("Digits\n"), text)
            self.assertTrue(text.endswith("wrong: done\n"), text)

    def test_colours_change_nothing_else(self):
        _, plain, _ = self.replay()
        _, colored, _ = self.replay("--color", "always")
        self.assertIn("\x1b[", colored)
        self.assertEqual(re.sub(r"\x1b\[[0-9;]*m", "", colored), plain)

    def test_json_is_what_the_program_wrote(self):
        _, out, _ = self.replay("--json")
        self.assertEqual(json.loads(out.splitlines()[-1]), {"end": True, "reason": "done", "result": "wrong"})

    def test_what_was_not_kept_is_run_again(self):
        self.write("digits/data/secret/1.ans", "7" * 5000 + "\n")
        self.write("seven.py", "print('7' * 5000)\n")
        self.judge("digits", "seven.py", status=0)
        _, out, _ = self.replay("--json")
        self.assertEqual(len(out.splitlines()), 5003)
        self.write("seven.py", "print('8' * 5000)\n")
        self.assertIn("seven.py is not what it was", self.replay(status=4)[2])

    def test_an_input_of_ones_own_has_a_replay(self):
        self.write("digits/submissions/accepted/same.py", "print(input())\n")
        self.write("own.txt", "5\n")
        self.judge("digits", "seven.py", "--input", "own.txt", status=1)
        _, out, _ = self.arbiter("replay", "last", "seven.py", "input", status=0)
        self.assertTrue(out.endswith("wrong: done\n"), out)

    def test_a_changed_problem_is_told(self):
        self.write("digits/data/secret/1.ans", "43\n")
        self.assertIn("problem digits is not what it was", self.replay(status=4)[2])

    def test_a_bad_program_is_the_fault_of_the_package(self):
        self.write("digits/replay/show.py", "print('{}')\nprint('{}')\nprint('{}')\n")
        _, out, err = self.replay(status=3)
        self.assertEqual(out, "")
        self.assertIn("line 1: the header lacks 'schema'", err)
        self.write("digits/replay/show.py", "raise SystemExit('no such move')\n")
        self.assertIn("the replay program show.py failed: exit status 1: no such move", self.replay(status=3)[2])
        self.judge("digits", "seven.py", status=1)

    def test_wrong_words_are_told(self):
        self.assertIn("--plain and --json exclude each other", self.replay("--plain", "--json", status=2)[2])
        self.assertIn("no submission 'eight.py'", self.arbiter("replay", "last", "eight.py", "1", status=4)[2])
        self.assertIn("no test '2'", self.arbiter("replay", "last", "seven.py", "2", status=4)[2])
        self.write("digits/arbiter.yaml", "")
        self.assertIn("problem digits has no replay", self.replay(status=2)[2])


class InATerminal(OwnProblem):
    def setUp(self):
        super().setUp()
        self.main, self.other = pty.openpty()
        self.before = termios.tcgetattr(self.other)
        self.addCleanup(os.close, self.main)
        self.addCleanup(os.close, self.other)
        self.shown = ""

    def start(self):
        return self.started("replay", "last", "seven.py", "1", stdin=self.other, stdout=self.other, stderr=self.other,
                            env=self.environment(TERM="xterm"))

    def wait_for(self, text):
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            self.assertLess(time.monotonic(), end, self.shown)
            if select.select([self.main], [], [], 0.1)[0]:
                self.shown += os.read(self.main, 65536).decode(errors="replace")
        self.shown = self.shown.partition(text)[2]

    def check_restored(self, process):
        self.assertEqual(termios.tcgetattr(self.other), self.before)
        self.wait_for("\x1b[?25h\x1b[?1049l")
        return process.returncode

    def test_keys_step_play_and_quit(self):
        process = self.start()
        self.wait_for("\x1b[?1049h")
        self.wait_for("0/30")
        for keys, shown in ((b"l", "1/30"), (b"\x1b[C", "2/30"), (b"h", "1/30"), (b"G", "wrong: done"),
                            (b"g", "0/30"), (b"++++", "16×"), (b" ", "playing"), (b"", "30/30")):
            os.write(self.main, keys)
            self.wait_for(shown)
        os.write(self.main, b"q")
        process.wait(PATIENCE)
        self.assertEqual(self.check_restored(process), 0)

    def test_signals_restore_the_terminal(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            process = self.start()
            self.wait_for("0/30")
            process.send_signal(number)
            process.wait(PATIENCE)
            self.check_restored(process)
