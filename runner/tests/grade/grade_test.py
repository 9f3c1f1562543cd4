"""`arbiter grade` and `repro`: a small cohort, interrupted, damaged, and graded again."""

import csv
import json
import shutil
import signal
import subprocess
import tempfile
import unittest

from normalise import written_by_grade
from workbench import LOOP_C, PROBLEM_YAML, SUM_C, WRONG_C, Workbench

TESTS = {f"{n:02}": (f"{n} {n + 1}\n", f"{2 * n + 1}\n") for n in range(1, 9)}
SLOW_PY = "import time\ntime.sleep(0.05)\na, b = map(int, input().split())\nprint(a + b)\n"
COHORT = {
    "ada": ("sum.c", SUM_C),
    "bo": ("sum.py", SLOW_PY),
    "cy": ("sum.c", WRONG_C),
    "dag": ("sum.c", "int main(void) { return 0 }\n"),
    "eve": ("sum.c", SUM_C),
    "åsa 李": ("sum.py", SLOW_PY + "# mine\n"),
    "fay": ("sum.py", SLOW_PY.replace("print(a + b)", "print(a + b if a < 5 else a)")),
}
POINTS = {"ada": 100, "bo": 100, "cy": 0, "dag": 0, "eve": 100, "åsa 李": 100, "fay": 50, "gil": 0}


class Cohort(Workbench):
    # What the first test that asks for it has graded; the others begin with a copy.
    kept = None

    def setUp(self):
        super().setUp()
        self.problem("problems/sum", TESTS)
        for student, (name, source) in COHORT.items():
            self.write(f"in/{student}/{name}", source)
        names = list(COHORT) + ["gil"]
        self.write("roster.csv", "id,name\n" + "".join(f"{name},{name.title()}\n" for name in names))
        self.out = self.folder / "out"

    def words(self, *more, out=None):
        return ["grade", "in", "--problems", "problems", "--roster", "roster.csv", "--out",
                out or self.out, *more]

    def grade(self, *more, status=0, out=None, **how):
        return self.arbiter(*self.words(*more, out=out), status=status, **how)

    def graded(self, out=None):
        """As after grade(), which is asked once for all tests."""
        if Cohort.kept is None:
            Cohort.kept = tempfile.TemporaryDirectory(prefix="arbiter-test.")
            unittest.addModuleCleanup(Cohort.kept.cleanup)
            self.grade(out=out)
            shutil.copytree(out or self.out, f"{Cohort.kept.name}/out")
        else:
            shutil.copytree(f"{Cohort.kept.name}/out", out or self.out)

    def book(self, out=None):
        return json.loads(((out or self.out) / "gradebook.json").read_text())

    def points(self, out=None):
        return {one["id"]: one["points"] for one in self.book(out)["students"]}

    def start(self, *more, **how):
        return self.started(*self.words(*more), stdout=subprocess.DEVNULL, **how)


class Grades(Cohort):
    def test_a_folder_that_hides_a_problem_is_named(self):
        self.write("sum/mine.c", SUM_C)
        err = self.arbiter("grade", "in", "--problems", "sum", "--dry-run", status=3)[2]
        self.assertIn("name the folder as ./sum, or the problem as problems/sum", err)

    def test_everybody_on_the_roster_gets_the_points_that_are_due(self):
        _, out, err = self.grade()
        self.assertEqual(self.points(), POINTS)
        self.assertIn("8 students", err.splitlines()[0])
        self.assertIn("7 attempts", err.splitlines()[0])
        self.assertIn("6 different programs", err.splitlines()[0])
        rows = list(csv.DictReader((self.out / "grades.csv").read_text().splitlines()))
        self.assertEqual([row["id"] for row in rows], list(POINTS))
        self.assertEqual({row["id"]: row["status"] for row in rows if row["status"] != "graded"},
                         {"dag": "compile_error", "gil": "no_submission"})
        for suffix in (".md", ".html"):
            self.assertEqual({path.stem for path in (self.out / "feedback").glob("*" + suffix)}, set(POINTS))
        self.assertTrue(out)

    def test_a_line_for_each_program_where_there_is_no_terminal(self):
        _, _, err = self.grade()
        lines = [line for line in err.splitlines() if line[:2] in {f"{n}/" for n in range(1, 7)}]
        self.assertEqual(len(lines), 6, err)
        self.assertTrue(any("Ada (ada) and 1 more" in line and "AC" in line for line in lines), err)

    def test_a_hopeless_program_holds_up_nobody(self):
        self.write("problems/sum/problem.yaml", PROBLEM_YAML.replace("time_limit: 1", "time_limit: 0.3"))
        self.write("in/aaron/sum.c", LOOP_C)
        _, _, err = self.grade("--jobs", "1")
        lines = [line for line in err.splitlines() if line[1:3] == "/7"]
        self.assertEqual(len(lines), 7, err)
        # It is begun first and ends last.
        self.assertIn("aaron", lines[-1])
        self.assertIn("TLE", lines[-1])
        self.assertIn("0 of 8 test cases passed", lines[-1])

    def test_a_changed_test_judges_only_what_it_touches(self):
        self.graded()
        before = len((self.out / "journal.jsonl").read_text().splitlines())
        self.add_test("problems/sum/data/secret/08", "80 1\n", "81\n")
        self.grade()
        after = (self.out / "journal.jsonl").read_text().splitlines()[before:]
        # Each of the five programs that compile ran on one test.
        tests = [line for line in after if json.loads(line)["kind"] == "test"]
        self.assertEqual(len(tests), 5)

    def test_rules_and_decisions_only_compute_again(self):
        self.graded()
        journal = (self.out / "journal.jsonl").read_bytes()
        self.write("problems/grading.yaml", "problems: {sum: 10}\n")
        self.write("overrides.csv", "student,problem,points,reason\ncy,sum,4,viva\nfay,sum,+1,bonus\n")
        self.grade("--overrides", "overrides.csv")
        self.assertEqual(self.points()["ada"], 10)
        self.assertEqual(self.points()["cy"], 4)
        self.assertEqual(self.points()["fay"], 6)
        self.assertEqual((self.out / "journal.jsonl").read_bytes(), journal)
        self.write("in/cy/sum.c", SUM_C)
        _, _, err = self.grade("--overrides", "overrides.csv")
        self.assertEqual(self.points()["cy"], 4)
        self.assertRegex(err, r"warning: .*cy")

    def test_only_some_are_judged_and_then_the_rest(self):
        _, out, err = self.grade("--only", "cy", "--format", "json")
        book = json.loads(out)
        self.assertEqual([one["id"] for one in book["students"]], ["cy"])
        self.assertIn("were not changed", err)
        self.assertFalse((self.out / "gradebook.json").exists())
        self.grade()
        whole = written_by_grade(self.out)
        _, out, _ = self.grade("--only", "cy", "--only", "sum", "--format", "json")
        self.assertEqual(len(json.loads(out)["students"]), 1)
        self.assertEqual(written_by_grade(self.out), whole)
        self.arbiter(*self.words("--only", "cyy"), status=4)

    def test_who_gains_and_who_loses(self):
        self.graded()
        self.write("in/cy/sum.c", SUM_C)
        self.write("in/eve/sum.c", WRONG_C)
        other = self.folder / "other"
        self.grade("--baseline", self.out, out=other)
        changes = {one["student"]: (one["before"], one["after"])
                   for one in self.book(other)["changes"]}
        self.assertEqual(changes, {"cy": (0, 100), "eve": (100, 0)})
        self.grade("--baseline", "nowhere", status=2)

    def test_feedback_of_whoever_is_graded_no_more_is_removed(self):
        self.graded()
        self.write("out/feedback/mine.md", "kept")
        self.write("roster.csv", "id,name\nada,Ada\nhal,Hal\n")
        shutil.rmtree(self.folder / "in/bo")
        self.grade()
        left = {path.stem for path in (self.out / "feedback").iterdir()}
        self.assertEqual(left, set(POINTS) - {"bo", "gil"} | {"hal", "mine"})

    def test_a_dry_run_writes_nothing(self):
        _, out, _ = self.grade("--dry-run")
        self.assertIn("Dag (dag)  sum", out)
        self.assertIn("no submission: Gil (gil)", out)
        self.assertFalse(self.out.exists())

    def test_who_handed_in_what_nobody_can_grade_is_told_so(self):
        self.write("in/gil/notes.md", "later\n")
        _, out, _ = self.grade("--dry-run")
        self.assertIn("no submission that can be graded: Gil (gil)", out)
        self.assertRegex(out, "not attributed: in/gil/notes.md: is not a source file.*; sources have extensions")
        self.grade()
        feedback = (self.out / "feedback" / "gil.md").read_text()
        self.assertIn("You handed in 'notes.md', but it could not be graded. Reason: is not a source file", feedback)

    def test_what_a_killed_run_left_is_removed(self):
        temporary = self.folder / "temporary"
        temporary.mkdir()
        environment = {**self.environment(), "TMPDIR": str(temporary)}
        running = self.start(env=environment)
        running.stderr.readline()  # what was handed in is read
        running.kill()
        running.communicate()
        self.assertEqual(len(list(temporary.glob("arbiter-intake.t-*"))), 1)
        self.grade("--dry-run", env=environment)
        self.assertEqual(list(temporary.glob("arbiter-intake.t-*")), [])

    def test_a_broken_list_of_submissions_grades_nobody(self):
        for text in ("file,submitted\nada/sum.c,yesterday\n", "file,colour\nada/sum.c,red\n"):
            self.write("in/submissions.csv", text)
            _, out, err = self.grade(status=2)
            self.assertIn("in/submissions.csv:", err)
            self.assertIn("in/submissions.csv cannot be used", err)
            self.assertEqual(out, "")
            self.assertFalse(self.out.exists())

    def test_times_of_a_worksheet_are_of_the_zone(self):
        sheet = ("Identifikator,Fullständigt namn,Status,Betyg,Högsta betyg,Betyget kan ändras,"
                 "Senast ändrad (inlämning),Senast ändrad (betyg)\n"
                 "Deltagare 1,Ada,Inlämnad,,100,Ja,\"söndag, 22 november 2026, 13:40\",-\n"
                 "Deltagare 2,Bo,Inlämnad,,100,Ja,\"söndag, 22 november 2026, 14:40\",-\n")
        self.write("moodle.csv", sheet)
        self.write("problems/grading.yaml", "late: {due: 2026-11-22T13:00:00Z, per_hour: 10%}\n")
        for zone, points in (("UTC", (90, 80)), ("Europe/Berlin", (100, 90))):
            _, _, err = self.grade("--worksheet", "moodle.csv", "--timezone", zone)
            self.assertIn(f"times without a zone are those of {zone}\n", err)
            self.assertEqual((self.points()["ada"], self.points()["bo"]), points)
        words = self.words("--dry-run", "--timezone", "UTC")
        words[1:2] = ["in", "moodle.csv"]
        self.assertIn("are those of UTC", self.arbiter(*words, status=0)[2])
        self.assertIn("did you mean Europe/Berlin?", self.grade("--timezone", "Europe/Berln", status=2)[2])
        self.assertIn("this machine's", self.grade("--dry-run", "--worksheet", "moodle.csv")[2])

    def test_statuses(self):
        self.graded()
        self.grade("--fail-under", "50", status=1)
        self.grade("--fail-under", "0", status=0)
        self.grade("--fail-under", "many", status=2)
        self.arbiter("grade", "in", "--problems", "nowhere", "--out", self.out, status=2)
        (self.folder / "empty").mkdir()
        self.arbiter("grade", "empty", "--problems", "problems", "--out", self.out, status=4)
        self.write("own/journal.jsonl", "a diary\n")
        self.grade(out=self.folder / "own", status=2)
        self.assertEqual((self.folder / "own/journal.jsonl").read_text(), "a diary\n")

    def test_a_judge_that_fails_is_never_held_against_anybody(self):
        self.write("problems/sum/output_validator/check.py", "import sys\nsys.exit(7)\n")
        self.grade(status=5)
        statuses = {one["id"]: one["grades"][0]["status"] for one in self.book()["students"]}
        self.assertEqual(statuses["ada"], "judge_error")
        self.assertEqual(statuses["dag"], "compile_error")
        shutil.rmtree(self.folder / "problems/sum/output_validator")
        self.grade()
        self.assertEqual(self.points(), POINTS)


class Resumed(Cohort):
    def setUp(self):
        super().setUp()
        self.graded(out=self.folder / "whole")
        self.expected = written_by_grade(self.folder / "whole")

    def test_interrupted_it_says_how_far_it_came(self):
        process = self.start("--jobs", "1")
        line = process.stderr.readline()
        while b"1/6" not in line and line:
            line = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn(b"run the same command", err)
        self.grade()
        self.assertEqual(written_by_grade(self.out), self.expected)


class Repro(Cohort):
    def setUp(self):
        super().setUp()
        self.graded()

    def test_one_case_is_run_again_and_shown(self):
        shutil.rmtree(self.folder / "in")
        _, out, _ = self.arbiter("repro", self.out, "cy", "sum/secret/03", status=0)
        self.assertIn("WA then, WA now", out)
        for text in ("3 4", "7", "-1", "input", "expected"):
            self.assertIn(text, out)
        self.assertIn("AC then, AC now", self.arbiter("repro", self.out, "ada", "secret/03", status=0)[1])
        self.assertIn("CE then, CE now", self.arbiter("repro", self.out, "dag", "secret/03", status=0)[1])

    def test_another_verdict_than_then_is_status_1(self):
        self.write("problems/sum/data/secret/03.ans", "-1\n")
        self.assertIn("WA then, AC now", self.arbiter("repro", self.out, "cy", "sum/secret/03", status=1)[1])

    def test_what_is_not_there_is_said(self):
        self.assertIn("did you mean 'ada'", self.arbiter("repro", self.out, "adda", "sum/secret/03", status=4)[2])
        self.assertIn("did you mean", self.arbiter("repro", self.out, "ada", "sum/secret/33", status=4)[2])
        self.arbiter("repro", self.out, "gil", "sum/secret/03", status=4)
        self.arbiter("repro", "nowhere", "ada", "sum/secret/03", status=2)
