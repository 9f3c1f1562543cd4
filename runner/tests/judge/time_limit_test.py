"""`judge --time-limit auto`: limits that are found by the package's own submissions.

Programs spin for a share of the CPU time that they measure themselves, so nothing here depends on
how fast the machine is, but for being able to tell a tenth of a second from a whole one.
"""

import json

import schemas
from slow import slow
from workbench import LOOP_C, SUM_C, Workbench, problem_yaml

UNLIMITED = problem_yaml(
    "time_resolution: 0.25, time_multipliers: {ac_to_time_limit: 1, time_limit_to_tle: 2}")
SPIN_C = """\
#include <stdio.h>
#include <time.h>
int main(void) {
  long a, b;
  if (scanf("%%ld %%ld", &a, &b) != 2) return 1;
  while (a == 5 && clock() < %s * CLOCKS_PER_SEC) { }
  return printf("%%ld\\n", a + b) < 0;
}
"""
TESTS = {"1": ("1 2\n", "3\n"), "2": ("5 5\n", "10\n")}


class Limits(Workbench):
    has_own_cache = True

    def limits(self, *words, status=0):
        _, out, _ = self.arbiter("limits", *words, "--format", "json", status=status)
        document = json.loads(out)
        schemas.validate(document, "limits")
        return document

    def test_they_are_shown_and_written(self):
        before = UNLIMITED.replace("limits: {", "limits: {  # by measuring\n  ")
        self.problem("p", TESTS, yaml=before)
        self.write("p/submissions/accepted/fast.c", SUM_C)
        self.write("p/submissions/accepted/slow.c", SPIN_C % 0.1)
        self.write("p/submissions/time_limit_exceeded/loop.c", LOOP_C)
        found = self.limits("p")
        self.assertEqual(found["slowest"]["submission"], "accepted/slow.c")
        self.assertEqual([(one["submission"], one["must_be_slow"], one["stopped"]) for one in found["submissions"]],
                         [("accepted/fast.c", False, False), ("accepted/slow.c", False, False),
                          ("time_limit_exceeded/loop.c", True, True)])
        self.assertIsNone(found["time_limit_before_s"])
        self.assertEqual((self.folder / "p/problem.yaml").read_text(), before)
        written = self.limits("p", "--write")
        self.assertEqual(written["written"], "problem.yaml")
        limit = f"{written['time_limit_s']:g}"
        self.assertEqual((self.folder / "p/problem.yaml").read_text(),
                         before.replace("limits: {", f"limits: {{time_limit: {limit}, "))
        self.assertEqual(self.document("p")["limits"]["time_s"], written["time_limit_s"])
        self.assertIn("(as in the package)", self.arbiter("limits", "p", status=0)[1])

    def test_older_packages_have_a_file_for_it(self):
        self.problem("p", TESTS, yaml="name: Sum\n")
        self.write("p/submissions/accepted/fast.c", SUM_C)
        self.assertEqual(self.limits("p", "--write")["written"], ".timelimit")
        self.assertEqual(float((self.folder / "p/.timelimit").read_text()), 1)

    def test_nothing_to_measure(self):
        self.problem("p", TESTS)
        self.assertIn("no submission", self.arbiter("limits", "p", "--write", status=4)[2])
        self.assertIn("limits takes one problem", self.arbiter("limits", "p", "a.c", status=2)[2])


class Auto(Workbench):
    has_own_cache = True  # what was measured while the machine was busy must not be believed later

    def setUp(self):
        super().setUp()
        self.problem("p", TESTS, yaml=UNLIMITED)

    def own(self, name, source):
        return self.write(f"p/submissions/{name}", source)

    def judged(self, *words, status=0):
        return self.document("p", *words, "--time-limit", "auto", status=status)

    def test_the_slowest_accepted_decides(self):
        self.own("accepted/fast.c", SUM_C)
        self.own("accepted/slow.c", SPIN_C % 0.3)
        self.own("time_limit_exceeded/loop.c", LOOP_C)
        document = self.judged()
        found = document["found_time_limit"]
        self.assertEqual((found["submission"], found["test"]), ("accepted/slow.c", "secret/2"))
        self.assertEqual((found["ac_to_time_limit"], found["time_resolution_s"]), (1, 0.25))
        self.assertGreaterEqual(found["slowest_cpu_s"], 0.3)
        self.assertEqual(found["time_limit_s"] % 0.25, 0)
        self.assertGreaterEqual(found["time_limit_s"], found["slowest_cpu_s"])
        self.assertLess(found["time_limit_s"] - 0.25, found["slowest_cpu_s"])
        self.assertEqual(document["limits"]["time_s"], found["time_limit_s"])
        self.assertEqual(found["warnings"], [])

    def test_the_limit_is_of_the_package_whoever_is_judged(self):
        self.own("accepted/slow.c", SPIN_C % 0.3)
        self.write("mine.c", SPIN_C % 0.35)
        self.write("slower.c", SPIN_C % 20)
        document = self.judged("mine.c", "slower.c", "--tests", "secret/1")
        self.assertEqual(document["found_time_limit"]["test"], "secret/2")
        self.assertEqual([one["verdict"] for one in document["submissions"]], ["AC", "AC"])
        document = self.judged("slower.c", status=1)
        self.assertEqual(document["submissions"][0]["verdict"], "TLE")
        limit = document["limits"]["time_s"]
        _, out, _ = self.judge("p", "slower.c", "--time-limit", "auto", status=1)
        self.assertIn("accepted/slow.c is the slowest", out)
        self.assertIn(f"--time-limit {limit:g}s --tests secret/2", out)

    @slow
    def test_what_was_measured_is_not_run_again(self):
        self.own("accepted/slow.c", SPIN_C % 0.3)
        first = self.judged()["submissions"][0]["tests"]
        self.assertEqual([test["cached"] for test in first], [False, False])
        self.assertEqual(first[1]["cpu_s"], self.judged()["found_time_limit"]["slowest_cpu_s"])
        again = self.judged("--no-cache")
        self.assertEqual([test["cached"] for test in again["submissions"][0]["tests"]],
                         [False, False])
        self.assertEqual(again["submissions"][0]["tests"][1]["cpu_s"],
                         again["found_time_limit"]["slowest_cpu_s"])
        spread = self.judged("--repeat", "2")["submissions"][0]["tests"]
        self.assertEqual([len(test["repeats_cpu_s"]) for test in spread], [2, 2])

    def test_without_anything_to_measure(self):
        self.own("time_limit_exceeded/loop.c", LOOP_C)
        _, _, err = self.judge("p", "--time-limit", "auto", status=2)
        self.assertIn("problem p has no accepted submission to measure", err)
        self.own("accepted/broken.c", "int main(void) { return x; }\n")
        _, _, err = self.judge("p", "--time-limit", "auto", status=3)
        self.assertIn("accepted/broken.c does not count: it does not compile", err)
        self.own("accepted/broken.c", SUM_C)
        self.write("in", "1 2\n")
        self.assertIn("--input", self.judge("p", "--time-limit", "auto", "--input", "in", status=2)[2])

    def test_a_plan_says_what_would_be_measured(self):
        self.own("accepted/fast.c", SUM_C)
        _, out, _ = self.judge("p", "w.c", "--time-limit", "auto", "--dry-run", status=0)
        self.assertIn("first, p/submissions/accepted/fast.c ran to find", out)
        _, out, _ = self.judge("p", "w.c", "--time-limit", "auto", "--dry-run", "--format",
                               "json", status=0)
        self.assertEqual(json.loads(out)["measured_first"], ["p/submissions/accepted/fast.c"])
