"""Polygon packages with points, and interactive ones."""

from polygon_package import CHECK, PolygonBench, problem_xml
from workbench import LOOP_C, SUM_C, main

# The output may be one too large, for 5 points, or two, for the part 20.
POINTS = CHECK.replace("quitf(got == expected ?", """
  if (got == expected + 1) quitf(_points, "5 nearly");
  if (got == expected + 2) std::exit(20);
  if (got == expected + 3) quitf(_points, "500 far too much");
  if (got == expected + 4) quitf(_points, "0 not at all");
  if (got == expected + 5) quitf(_points, "many");
  quitf(got == expected ?""")
# Whole: 30 points, of which test 2 has none; each: 10, 20 and 40, if whole is passed.
ROWS = """<test sample="true" group="0"/><test group="whole"/><test group="whole" points="30"/>
<test group="each" points="10"/><test group="each" points="20"/><test group="each" points="40"/>"""
GROUPS = """<groups><group name="0" points="0.0" points-policy="complete-group"/>
<group name="whole" points="30.0" points-policy="complete-group">
<dependencies><dependency group="0"/></dependencies></group>
<group name="each" points-policy="each-test">
<dependencies><dependency group="whole"/></dependencies></group></groups>
"""
FIRST = [1, 3, 5, 10, 20, 40]


def sum_that(adds):
    """Adds two numbers and what `adds` says, a term of a."""
    return SUM_C.replace("a + b", f"a + b + ({adds})")


class Points(PolygonBench):
    def points(self, tags, judging="", **sources):
        files = {"files/check.cpp": POINTS}
        for number, first in enumerate(FIRST, 1):
            files[f"tests/{number:02}"] = f"{first} 1\n"
            files[f"tests/{number:02}.a"] = f"{first + 1}\n"
        for name, adds in sources.items():
            files[f"solutions/{name}.c"] = sum_that(adds)
        xml = problem_xml(tests=6, rows=ROWS, groups=GROUPS, judging=judging,
                          solutions=[(tag, name + ".c") for name, tag in tags.items()])
        return self.package(**{"problem.xml": xml}, **files)

    def scores(self, *words, status=0):
        return [(one["verdict"], one["score"], one["as_expected"])
                for one in self.document(*words, status=status)["submissions"]]

    def test_groups_count_by_their_policy(self):
        name = self.points({"all": "main", "some": "wrong-answer", "none": "rejected"},
                           all="0", some="a >= 20 ? 9 : 0", none="a == 3 ? 9 : 0")
        self.assertEqual(self.scores(name), [("AC", 100, True), ("WA", 40, True), ("WA", 0, True)])
        document = self.document(name, f"{name}/solutions/none.c")
        groups = {one["name"]: one for one in document["submissions"][0]["groups"]}
        self.assertEqual(groups["secret/each-10"]["note"], "not counted: requires secret/whole")
        self.assertEqual(document["submissions"][0]["max_score"], 100)

    def test_the_checker_gives_points(self):
        name = self.points({"nearly": "wrong-answer", "part": "rejected", "zero": "wrong-answer"},
                           nearly="a == 40", part="a == 40 ? 2 : 0", zero="a == 40 ? 4 : 0")
        self.assertEqual(self.scores(name), [("AC", 65, True), ("AC", 80, True), ("WA", 60, True)])
        # What has not all of the points is not what main promises.
        name = self.points({"nearly": "main"}, nearly="a == 40")
        self.assertEqual(self.scores(name, status=1), [("AC", 65, False)])

    def test_a_group_as_a_whole_has_the_least_of_its_tests(self):
        name = self.points({"nearly": "wrong-answer"}, nearly="a == 3")
        self.assertEqual(self.scores(name), [("AC", 75, True)])

    def test_points_may_be_hundredths(self):
        name = self.points({"nearly": "wrong-answer", "whole": "wrong-answer"},
                           judging='treat-points-from-checker-as-percent="true"',
                           nearly="a == 40", whole="a == 3")
        self.assertEqual(self.scores(name), [("AC", 62, True), ("AC", 71.5, True)])

    def test_points_that_cannot_be_are_the_judges_fault(self):
        for adds, judging, words in (
                (3, "", "the score 500 is over the test's maximum of 40"),
                (3, 'treat-points-from-checker-as-percent="true"', "500 % of the test's points"),
                (5, "", "status 7 (points), but no number of them: many")):
            with self.subTest(words):
                name = self.points({"odd": "main"}, judging, odd=f"a == 40 ? {adds} : 0")
                judged = self.document(name, status=5)["submissions"][0]
                self.assertEqual(judged["verdict"], "JE")
                self.assertIn(words, " ".join(test["message"] for test in judged["tests"]))

    def test_without_points_only_what_is_right_is_accepted(self):
        name = self.package(**{"files/check.cpp": POINTS, "solutions/a.c": sum_that("1"),
                               "problem.xml": problem_xml(solutions=[("wrong-answer", "a.c")])})
        judged = self.document(name)["submissions"][0]
        self.assertEqual((judged["verdict"], judged["score"]), ("WA", None))
        self.assertEqual(judged["tests"][0]["message"], "points: 5 nearly")


INTERACTOR = r"""
#include "testlib.h"
#include <iostream>
int main(int argc, char* argv[]) {
  registerInteraction(argc, argv);
  std::string mode;
  long count = 0, sum;
  inf >> mode >> count;
  if (mode == "fails") quitf(_fail, "the interactor gives up");
  if (mode == "odd") std::exit(5);
  if (mode == "crashes") std::abort();
  if (mode == "refuses") quitf(_wa, "not today");
  for (long i = 1; i <= count; ++i) {
    std::cout << i << ' ' << i * i << std::endl;
    if (!(std::cin >> sum)) quitf(_pe, "no sum");
    tout << sum << '\n';
  }
  if (mode == "points") quitf(_points, "7 by the interactor");
  quitf(_ok, "played");
}
"""
LOG_CHECK = r"""
#include "testlib.h"
int main(int argc, char* argv[]) {
  registerTestlibCmd(argc, argv);
  long expected, got;
  while (ans >> expected) {
    if (!(ouf >> got)) quitf(_fail, "the log is too short");
    if (got == 999) quitf(_fail, "the checker gives up");
    if (got != expected) quitf(_wa, "another sum");
  }
  quitf(_ok, "fine");
}
"""
PLAYER = r"""
#include <stdio.h>
int main(void) {
  long a, b;
  while (scanf("%ld %ld", &a, &b) == 2) printf("%ld\n", SUM), fflush(stdout);
  return 0;
}
"""
NCMP = '<checker name="std::ncmp.cpp" type="testlib"/>'


class Interactors(PolygonBench):
    def game(self, *modes, checker=None, tag="main", player=PLAYER.replace("SUM", "a + b"), **xml):
        files = {"files/play.cpp": INTERACTOR, "files/check.cpp": LOG_CHECK,
                 "solutions/a.c": player}
        for number, mode in enumerate(modes, 1):
            files[f"tests/{number:02}"] = f"{mode} 3\n"
            files[f"tests/{number:02}.a"] = "2\n6\n12\n"
        more = '<interactor><source path="files/play.cpp" type="cpp.g++17"/></interactor>'
        given = {"checker": checker} if checker else {}
        text = problem_xml(tests=len(modes), more=more, solutions=[(tag, "a.c")], **given, **xml)
        return self.package(**{"problem.xml": text, "files/val.cpp": "int main() {}\n"}, **files)

    def outcome(self, *words, status=0):
        test = self.document(*words, status=status)["submissions"][0]["tests"][0]
        return test["verdict"], test["message"]

    def test_the_checker_judges_the_log(self):
        self.assertEqual(self.verdicts(self.game("plays", "plays")), ["AC"])
        wrong = PLAYER.replace("SUM", "a - b")
        for checker, words in ((None, "another sum"), (NCMP, "")):
            with self.subTest(checker):
                name = self.game("plays", tag="wrong-answer", player=wrong, checker=checker)
                verdict, message = self.outcome(name)
                self.assertEqual(verdict, "WA")
                self.assertIn(words, message)
        name = self.game("plays", player=PLAYER.replace("SUM", "a + b"), checker=NCMP)
        self.assertEqual(self.verdicts(name), ["AC"])
        out = self.judge(name, "--dry-run", status=0)[1]
        self.assertIn("the package's interactor, whose log is judged by the standard checker "
                      "'tokens' (blame as kattis)", out)

    def test_who_is_to_blame(self):
        for player, tag, expected in (
                ("int main(void) { return 0; }\n", "wrong-answer", ("WA", "no sum")),
                ("int main(void) { return 3; }\n", "run-time-error", ("RTE", "exit status 3")),
                (LOOP_C, "time-limit-exceeded", ("TLE", "CPU time"))):
            with self.subTest(expected[0]):
                verdict, message = self.outcome(self.game("plays", tag=tag, player=player))
                self.assertEqual(verdict, expected[0])
                self.assertIn(expected[1], message)
        self.assertEqual(self.outcome(self.game("refuses", tag="rejected")), ("WA", "not today"))

    def test_faults_are_the_judges(self):
        for mode, words in (("fails", "status 3 (FAIL): the interactor gives up"),
                            ("odd", "status 5, which means nothing in testlib"),
                            ("crashes", "signal 6")):
            with self.subTest(mode):
                verdict, message = self.outcome(self.game(mode), status=5)
                self.assertEqual(verdict, "JE")
                self.assertIn("the referee", message)
                self.assertIn(words, message)
        verdict, message = self.outcome(
            self.game("plays", player=PLAYER.replace("SUM", "999L + 0 * (a + b)")), status=5)
        self.assertEqual((verdict, message),
                         ("JE", "the output validator ended with status 3 (FAIL): "
                                "the checker gives up"))

    def test_points_of_the_interactor_are_final(self):
        rows = '<test points="10"/>'
        name = self.game("points", rows=rows, tag="wrong-answer",
                         player=PLAYER.replace("SUM", "999L + 0 * (a + b)"))
        judged = self.document(name)["submissions"][0]
        self.assertEqual((judged["verdict"], judged["score"], judged["max_score"]), ("AC", 7, 10))

    def test_an_input_by_hand_is_judged_by_the_interactor_alone(self):
        name = self.game("plays", player=PLAYER.replace("SUM", "a - b"))
        self.write("hand", "plays 2\n")
        self.judge(name, f"{name}/solutions/a.c", "--input", "hand", status=0)
        self.write("hand", "refuses 2\n")
        out = self.judge(name, f"{name}/solutions/a.c", "--input", "hand", status=1)[1]
        self.assertIn("not today", out)


if __name__ == "__main__":
    main()
