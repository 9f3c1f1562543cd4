"""Problems with points, from the package to exit status and documents."""

import pathlib

from workbench import PROBLEM_YAML, Workbench

# Prints what it reads, but 7 for what is over its limit.
ECHO_PY = "n = int(input())\nprint(n if n <= {} else 7)\n"
CURRENT = PROBLEM_YAML + "type: scoring\n"
LEGACY = "name: Echo\ntype: scoring\nlimits: {time_limit: 2}\n"
DATA = {"small/1": ("1\n", "1\n"), "large/1": ("20\n", "20\n"), "large/2": ("30\n", "30\n")}

SCORING_VALIDATOR = """\
import sys
answer, feedback = open(sys.argv[2]).read().split(), sys.argv[3]
if sys.stdin.read().split() != answer:
    sys.exit(43)
open(feedback + "score.txt", "w").write("5")
sys.exit(42)
"""

GRADER = """\
import sys
rows = [line.split() for line in sys.stdin]
good = sum(verdict == "AC" for verdict, _ in rows)
print("AC" if good else "WA", good * int(sys.argv[1]))
"""


class Scoring(Workbench):
    def echo(self, yaml, groups, name="echo"):
        self.problem(name, DATA, yaml=yaml)
        for path, text in groups.items():
            self.write(f"{name}/data/{path}", text)
        self.write(f"{name}/submissions/accepted/all.py", ECHO_PY.format(100))

    def scores(self, *arguments, status=0):
        document = self.document(*arguments, status=status)
        return {pathlib.Path(one["path"]).stem: (one["verdict"], one["score"], one["max_score"],
                                                 one["as_expected"])
                for one in document["submissions"]}

    def current(self):
        self.echo(CURRENT, {
            "secret/small/test_group.yaml": "max_score: 30\n",
            "secret/large/test_group.yaml": "max_score: 70\nscore_aggregation: sum\n"})
        self.write("echo/submissions/partially_accepted/some.py", ECHO_PY.format(25))


class Current(Scoring):
    """Format 2025-09."""

    def test_groups_give_their_points(self):
        self.current()
        self.assertEqual(self.scores("echo"), {"all": ("AC", 100, 100, True),
                                               "some": ("WA", 65, 100, True)})
        alone = self.document("echo", "echo/submissions/partially_accepted/some.py")
        groups = {one["name"]: one for one in alone["submissions"][0]["groups"]}
        self.assertEqual(groups["secret/large"]["score"], 35)
        self.assertEqual(groups["secret/large"]["note"], "fails secret/large/2, WA")
        self.assertTrue(alone["scoring"])

    def test_scores_against_the_rules_are_the_judges_fault(self):
        self.current()
        self.write("echo/output_validator/v.py", SCORING_VALIDATOR)
        judged = self.document("echo", "echo/submissions/accepted/all.py", status=5)
        tests = {one["name"]: one for one in judged["submissions"][0]["tests"]}
        self.assertEqual(tests["secret/small/1"]["verdict"], "JE")
        self.assertIn("pass-fail", tests["secret/small/1"]["message"])
        self.assertEqual((tests["secret/large/1"]["verdict"], tests["secret/large/1"]["score"]),
                         ("AC", 5))

    def test_a_run_is_shown_as_it_was_judged(self):
        self.current()
        some = "echo/submissions/partially_accepted/some.py"
        printed = self.arbiter("judge", "echo", some)[1]
        self.assertIn("score 65/100", printed)
        self.assertIn("35/70", printed)
        shown = self.arbiter("show", "last", status=0)[1]
        self.assertIn("score 65/100", shown)
        self.assertIn("fails secret/large/2, WA", shown)

    def test_fail_fast_is_refused(self):
        self.current()
        refused = self.arbiter("judge", "echo", "--fail-fast", status=2)
        self.assertIn("judged by groups", refused[2])


class Legacy(Scoring):
    """Packages of the format before, by the rules of Kattis and of DOMjudge."""

    GROUPS = {"testdata.yaml": "on_reject: continue\ngrader_flags: always_accept\nrange: 0 70\n",
              "secret/small/testdata.yaml": "accept_score: 20\ngrader_flags: min\n",
              "secret/large/testdata.yaml": "accept_score: 50\ngrader_flags: min\n"}

    def test_the_tag_of_a_score_chooses_domjudge(self):
        self.echo(LEGACY, self.GROUPS)
        self.write("echo/submissions/partially_accepted/some.py", ECHO_PY.format(5))
        self.assertEqual(self.scores("echo"), {"all": ("AC", 70, 70, True),
                                               "some": ("AC", 20, 70, True)})
        self.write("echo/submissions/partially_accepted/some.py",
                   "# @EXPECTED_RESULTS@: WRONG-ANSWER\n# @EXPECTED_SCORE@: 20\n"
                   + ECHO_PY.format(5))
        self.assertEqual(self.scores("echo")["some"], ("WA", 20, 70, True))
        self.assertTrue(self.arbiter("judge", "echo")[1].startswith(
            "echo: points by the rules of DOMjudge"))
        kattis = self.scores("echo", "--scoring-policy", "kattis", status=1)
        self.assertEqual(kattis["some"], ("AC", 20, 70, False))

    def test_a_grader_of_the_package_is_asked(self):
        self.echo(LEGACY, {"testdata.yaml": "on_reject: continue\n",
                           "secret/testdata.yaml": "grading: custom\ngrader_flags: 9\n",
                           "secret/small/testdata.yaml": "grading: default\ngrader_flags: min\n",
                           "secret/large/testdata.yaml": "grading: default\ngrader_flags: min\n"})
        self.write("echo/graders/count.py", GRADER)
        self.write("some.py", ECHO_PY.format(5))
        self.assertEqual(self.scores("echo", "some.py")["some"][:2], ("AC", 9))
        self.write("echo/graders/count.py", "print('AC')\n")
        judged = self.document("echo", "some.py", status=5)["submissions"][0]
        self.assertEqual((judged["verdict"], judged["score"]), ("JE", None))
        self.assertIn("the grader printed 'AC",
                      "".join(one["note"] for one in judged["groups"]))

    def test_the_policy_is_for_legacy_problems_with_points(self):
        self.current()
        refused = self.arbiter("judge", "echo", "--scoring-policy", "domjudge", status=2)
        self.assertIn("only for scoring problems", refused[2])
        unknown = self.arbiter("judge", "echo", "--scoring-policy", "ioi", status=2)
        self.assertIn("known: kattis, domjudge", unknown[2])
