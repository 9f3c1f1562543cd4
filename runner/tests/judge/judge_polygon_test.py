"""Packages of Polygon and grammars: judged with the checkers, interactors, validators and labels that
they carry. What each status and message of testlib means call_protocol_test.cpp says."""

import io
import os
import zipfile

from workbench import LOOP_C, SUM_C, WRONG_C, Workbench

# Of the name and the contract of testlib's own, and nothing more.
TESTLIB = r"""
#pragma once
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
enum Result { _ok = 0, _wa = 1, _pe = 2, _fail = 3, _points = 7, _eof = 8 };
inline std::ifstream inf, ouf, ans;
inline std::ofstream tout;
inline std::string report;
inline void registerTestlibCmd(int argc, char* argv[]) {
  if (argc < 4) std::exit(_fail);
  inf.open(argv[1]), ouf.open(argv[2]), ans.open(argv[3]);
  if (argc > 4) report = argv[4];
}
inline void registerInteraction(int argc, char* argv[]) {
  if (argc < 3) std::exit(_fail);
  inf.open(argv[1]), tout.open(argv[2]);
  if (argc > 4) report = argv[4];
}
[[noreturn]] inline void quitf(Result result, const char* text) {
  if (!report.empty()) std::ofstream(report) << text;
  else std::fprintf(stderr, "%s\n", text);
  tout.close();
  std::exit(result);
}
"""
# The output may be one too large for 5 points.
CHECK = r"""
#include "testlib.h"
int main(int argc, char* argv[]) {
  registerTestlibCmd(argc, argv);
  long a, b, expected, got;
  if (!(inf >> a >> b) || !(ans >> expected)) quitf(_fail, "the test is damaged");
  if (!(ouf >> got)) quitf(_pe, "no number");
  if (got == 999) quitf(_fail, "the checker gives up");
  if (got == expected + 1) quitf(_points, "5 nearly");
  quitf(got == expected ? _ok : _wa, got == expected ? "fine" : "another sum");
}
"""
VALIDATOR = r"""
#include "testlib.h"
#include <iostream>
int main() {
  long a, b;
  if (std::cin >> a >> b && a >= 0) return _ok;
  std::cerr << "FAIL negative\n";
  return _fail;
}
"""
CHECKER = '<checker><source path="files/check.cpp" type="cpp.g++17"/></checker>'


def printing(number):
    return f'#include <stdio.h>\nint main(void) {{ puts("{number}"); }}\n'


def problem_xml(tests=2, checker=CHECKER, solutions=(("main", "a.c"),), judging="", more="", rows=None,
                groups=""):
    if rows is None:
        rows = '<test method="manual" sample="true"/>' + '<test method="manual"/>' * (tests - 1)
    listed = "".join(f'<solution tag="{tag}"><source path="solutions/{name}"/></solution>'
                     for tag, name in solutions)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<problem short-name="sum"><names><name language="english" value="Sum"/></names>
<judging {judging}><testset name="tests"><time-limit>1000</time-limit>
<memory-limit>67108864</memory-limit><test-count>{tests}</test-count>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests>{rows}</tests>
{groups}</testset></judging>
<assets>{checker}
<validators><validator><source path="files/val.cpp" type="cpp.g++17"/></validator></validators>
<solutions>{listed}</solutions>{more}</assets></problem>
"""


FILES = {
    "problem.xml": problem_xml(),
    "files/testlib.h": TESTLIB,
    "files/check.cpp": CHECK,
    "files/val.cpp": VALIDATOR,
    "tests/01": "1 2\n", "tests/01.a": "3\n",
    "tests/02": "5 -7\n", "tests/02.a": "-2\n",
    "solutions/a.c": SUM_C,
}


class PolygonBench(Workbench):
    def package(self, **changed):
        for file, text in {**FILES, **changed}.items():
            if text is not None:
                self.write(f"sum/{file}", text)
        return "sum"


class Polygon(PolygonBench):
    def test_verdicts_and_labels(self):
        sources = {"b.c": WRONG_C, "c.c": LOOP_C, "d.c": printing("")}
        tags = [("main", "a.c"), ("wrong-answer", "b.c"), ("time-limit-exceeded", "c.c"),
                ("presentation-error", "d.c"), ("time-limit-exceeded-or-accepted", "a.c")]
        name = self.package(**{"problem.xml": problem_xml(solutions=tags)},
                            **{"solutions/" + key: text for key, text in sources.items()})
        document = self.document(name)
        seen = [(one["verdict"], one["as_expected"]) for one in document["submissions"]]
        self.assertEqual(seen, [(verdict, True) for verdict in ("AC", "WA", "TLE", "WA", "AC")])
        tests = document["submissions"][0]["tests"]
        self.assertEqual([test["name"] for test in tests], ["sample/01", "secret/02"])
        wrong = document["submissions"][1]["tests"][0]
        self.assertEqual(wrong["message"], "another sum")
        self.assertEqual(document["limits"]["time_s"], 1.0)

    def test_a_tag_is_compared(self):
        name = self.package(**{"problem.xml": problem_xml(solutions=[("wrong-answer", "a.c")])})
        self.judge(name, status=1)
        # Named, it has the same label.
        document = self.document(name, f"{name}/solutions/a.c", status=1)
        self.assertEqual(document["submissions"][0]["expected"], ["WA"])

    def test_a_checker_that_fails_is_the_judges_fault(self):
        name = self.package(**{"solutions/a.c": printing(999)})
        submission, = self.document(name, status=5)["submissions"]
        self.assertEqual(submission["verdict"], "JE")
        self.assertIn("status 3 (FAIL): the checker gives up", submission["tests"][0]["message"])

    def test_files_in_place_of_streams(self):
        source = SUM_C.replace("int main(void) {", "int main(void) {"
                               ' freopen("sum.in", "r", stdin); freopen("sum.out", "w", stdout);')
        name = self.package(**{"problem.xml": problem_xml(
            judging='input-file="sum.in" output-file="sum.out"'), "solutions/a.c": source})
        self.assertEqual(self.verdicts(name), ["AC"])

    def test_validators_speak_testlib(self):
        name = self.package()
        self.write("good", "4 5\n")
        self.write("bad", "-4 5\n")
        self.judge(name, f"{name}/solutions/a.c", "--input", "good", status=0)
        _, _, err = self.judge(name, f"{name}/solutions/a.c", "--input", "bad", status=2)
        self.assertIn("val.cpp refuses it: FAIL negative", err)

    def test_where_testlib_comes_from(self):
        name = self.package(**{"files/testlib.h": None})
        _, _, err = self.judge(name, status=3)
        self.assertIn("check.cpp includes testlib.h", err)
        self.assertIn("ARBITER_TESTLIB", err)
        header = self.write("elsewhere/testlib.h", TESTLIB)
        self.judge(name, status=0, env=self.environment(ARBITER_TESTLIB=str(header.parent)))

    def test_standard_checkers_need_no_source(self):
        xml = problem_xml(checker='<checker name="std::wcmp.cpp" type="testlib"/>')
        name = self.package(**{"problem.xml": xml, "files/check.cpp": None,
                               "files/testlib.h": None})
        self.assertEqual(self.verdicts(name), ["AC"])
        out = self.judge(name, "--dry-run", status=0)[1]
        self.assertIn("the standard checker 'tokens'", out)

    def test_in_an_archive_and_from_inside(self):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as made:
            for entry, text in FILES.items():
                made.writestr(entry, text)
        self.write("sum.zip", file.getvalue())
        document = self.document("sum.zip")
        self.assertEqual([(one["path"], one["verdict"]) for one in document["submissions"]],
                         [("sum.zip/solutions/a.c", "AC")])
        self.package()
        self.judge(cwd=self.folder / "sum" / "files", status=0)

    def test_in_kattis_packages_testlib_is_called_as_they_say(self):
        folder = self.problem()
        patched = CHECK.replace("registerTestlibCmd(argc, argv)", "inf.open(argv[1]), "
                                "ans.open(argv[2]), ouf.open(\"/dev/stdin\")")
        patched = patched.replace("quitf(got == expected ?", "std::exit(got == expected ? 42 : 43);"
                                  " quitf(got == expected ?")
        self.write("sum/output_validator/check.cpp", patched)
        self.write("sum/include/testlib.h", TESTLIB)
        self.write("sum/submissions/accepted/a.c", SUM_C)
        self.write("sum/submissions/wrong_answer/b.c", WRONG_C)
        self.assertEqual(self.verdicts(folder), ["AC", "WA"])

    def test_generators_find_testlib_too(self):
        folder = self.problem()
        self.write("sum/generators/gen.cpp", '#include <testlib.h>\nint main(int, char** argv) '
                   '{ std::printf("%s 1\\n", argv[_wa]); }\n')
        self.write("sum/generators/generators.yaml", "data: {secret: {data: {a: gen.cpp 5 6}}}\n")
        self.write("sum/submissions/accepted/a.c", SUM_C)
        self.assertIn("set ARBITER_TESTLIB", self.arbiter("generate", folder, status=3)[2])
        header = self.write("elsewhere/testlib.h", TESTLIB)
        env = self.environment(ARBITER_TESTLIB=str(header))
        self.arbiter("generate", folder, status=0, env=env)
        self.assertEqual((folder / "data/secret/a.in").read_text(), "5 1\n")
        # Another header is another generator.
        self.write("elsewhere/testlib.h", TESTLIB.replace("_wa = 1", "_wa = 2"))
        self.arbiter("generate", folder, status=0, env=env)
        self.assertEqual((folder / "data/secret/a.in").read_text(), "6 1\n")

    def test_groups_and_the_checker_give_points(self):
        groups = ('<groups><group name="whole" points-policy="complete-group"/>'
                  '<group name="each" points-policy="each-test"/></groups>')
        rows = '<test group="whole" points="30"/><test group="each" points="40"/>'
        sources = {"all": "0", "nearly": "b < 0", "none": "9"}
        tags = {"all": "main", "nearly": "wrong-answer", "none": "rejected"}
        name = self.package(
            **{"problem.xml": problem_xml(rows=rows, groups=groups, solutions=[
                (tag, f"{file}.c") for file, tag in tags.items()])},
            **{f"solutions/{file}.c": SUM_C.replace("a + b", f"a + b + ({adds})")
               for file, adds in sources.items()})
        self.assertEqual([(one["verdict"], one["score"], one["as_expected"])
                          for one in self.document(name)["submissions"]],
                         [("AC", 70, True), ("AC", 35, True), ("WA", 0, True)])


INTERACTOR = r"""
#include "testlib.h"
#include <iostream>
int main(int argc, char* argv[]) {
  registerInteraction(argc, argv);
  std::string mode;
  long count = 0, sum;
  inf >> mode >> count;
  if (mode == "fails") quitf(_fail, "the interactor gives up");
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
    if (got != expected) quitf(_wa, "another sum");
  }
  quitf(_ok, "fine");
}
"""
PLAYER = r"""
#include <stdio.h>
int main(void) {
  long a, b;
  while (scanf("%ld %ld", &a, &b) == 2) printf("%ld\n", a + b), fflush(stdout);
  return 0;
}
"""
WRONG_PLAYER = PLAYER.replace("a + b", "a - b")
NCMP = '<checker name="std::ncmp.cpp" type="testlib"/>'


class Interactors(PolygonBench):
    def game(self, mode, checker=CHECKER, tag="main", player=PLAYER, **xml):
        more = '<interactor><source path="files/play.cpp" type="cpp.g++17"/></interactor>'
        text = problem_xml(tests=1, more=more, solutions=[(tag, "a.c")], checker=checker, **xml)
        return self.package(**{
            "problem.xml": text, "files/val.cpp": "int main() {}\n", "files/play.cpp": INTERACTOR,
            "files/check.cpp": LOG_CHECK, "solutions/a.c": player, "tests/01": f"{mode} 3\n",
            "tests/01.a": "2\n6\n12\n"})

    def test_who_judges_and_who_is_to_blame(self):
        for mode, tag, player, checker, verdict, words in (
                ("plays", "main", PLAYER, CHECKER, "AC", ""),
                ("plays", "main", PLAYER, NCMP, "AC", ""),
                ("plays", "wrong-answer", WRONG_PLAYER, CHECKER, "WA", "another sum"),
                ("plays", "wrong-answer", WRONG_PLAYER, NCMP, "WA", ""),
                ("plays", "wrong-answer", "int main(void) { return 0; }\n", NCMP, "WA", "no sum"),
                ("plays", "time-limit-exceeded", LOOP_C, NCMP, "TLE", "CPU time"),
                ("refuses", "rejected", PLAYER, NCMP, "WA", "not today"),
                ("fails", "main", PLAYER, NCMP, "JE", "status 3 (FAIL): the interactor gives up")):
            with self.subTest(mode=mode, tag=tag, checker=checker):
                name = self.game(mode, checker, tag, player)
                judged, = self.document(name, status=5 if verdict == "JE" else 0)["submissions"]
                self.assertEqual(judged["verdict"], verdict)
                self.assertIn(words, judged["tests"][0]["message"])
        out = self.judge(name, "--dry-run", status=0)[1]
        self.assertIn("the package's interactor, whose log is judged by the standard checker "
                      "'tokens' (blame as kattis)", out)

    def test_points_of_the_interactor_are_final(self):
        name = self.game("points", rows='<test points="10"/>', tag="wrong-answer", player=WRONG_PLAYER)
        judged = self.document(name)["submissions"][0]
        self.assertEqual((judged["verdict"], judged["score"], judged["max_score"]), ("AC", 7, 10))

    def test_an_input_by_hand_is_judged_by_the_interactor_alone(self):
        name = self.game("plays", player=WRONG_PLAYER)
        self.write("hand", "plays 2\n")
        self.judge(name, f"{name}/solutions/a.c", "--input", "hand", status=0)
        self.write("hand", "refuses 2\n")
        out = self.judge(name, f"{name}/solutions/a.c", "--input", "hand", status=1)[1]
        self.assertIn("not today", out)


class Grammars(Workbench):
    def setUp(self):
        super().setUp()
        self.problem()
        yaml = self.folder / "sum/problem.yaml"
        yaml.write_text(yaml.read_text() + "constants: {most: 9}\n")
        self.write("sum/input_validators/sum.ctd", "INT(0, {{most}}) SPACE INT(0, 9) NEWLINE EOF\n")
        self.write("sum/submissions/accepted/a.c", SUM_C)

    def judged(self, given, status, path="/usr/bin:/bin"):
        """What standard error says of an input by hand."""
        return self.judge("sum", "sum/submissions/accepted/a.c", "--input", "-", stdin=given,
                          status=status, env=self.environment(PATH=path))[2]

    def test_the_program_decides(self):
        # In its place: the same call, the same statuses.
        tool = self.write("tools/checktestdata", """\
            #!/usr/bin/python3
            import re, sys
            if open(sys.argv[1]).read() != "INT(0, 9) SPACE INT(0, 9) NEWLINE EOF\\n":
                sys.exit(2)
            text = sys.stdin.read()
            if text == "broken":
                sys.exit(2)
            if not re.fullmatch("[0-9] [0-9]\\n", text):
                sys.stderr.write("ERROR: invalid INT\\n")
                sys.exit(1)
            """, 0o755)
        path = f"{tool.parent}:/usr/bin:/bin"
        self.judged("4 5\n", 0, path)
        self.assertIn("sum.ctd refuses it: ERROR: invalid INT", self.judged("44 5\n", 2, path))
        self.assertIn("status 2, which is neither 0 nor 1", self.judged("broken", 3, path))

    def test_without_the_program(self):
        if any(os.path.exists(f"{folder}/checktestdata")
               for folder in ("/usr/local/bin", "/usr/bin", "/bin")):
            self.skipTest("checktestdata is installed")
        err = self.judged("4 5\n", 5)
        self.assertIn("input validator sum.ctd is a Checktestdata grammar", err)
        self.assertIn("install checktestdata", err)
        # Judging needs no validator.
        self.judge("sum", status=0)
