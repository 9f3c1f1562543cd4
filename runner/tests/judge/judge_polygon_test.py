"""Packages of Polygon and grammars: judged with the checkers, validators and labels they carry."""

import io
import os
import zipfile

from polygon_package import CHECK, FILES, TESTLIB, PolygonBench, printing, problem_xml
from workbench import LOOP_C, SUM_C, WRONG_C, Workbench, main

class Polygon(PolygonBench):
    def test_verdicts_and_labels(self):
        sources = {"b.c": WRONG_C, "c.c": LOOP_C, "d.c": printing(""), "e.c": printing(997),
                   "f.c": printing(996)}
        tags = [("main", "a.c"), ("wrong-answer", "b.c"), ("time-limit-exceeded", "c.c"),
                ("presentation-error", "d.c"), ("rejected", "e.c"), ("failed", "f.c"),
                ("time-limit-exceeded-or-accepted", "a.c")]
        name = self.package(**{"problem.xml": problem_xml(solutions=tags)},
                            **{"solutions/" + key: text for key, text in sources.items()})
        document = self.document(name)
        seen = [(one["verdict"], one["as_expected"]) for one in document["submissions"]]
        self.assertEqual(seen, [(verdict, True) for verdict in
                                ("AC", "WA", "TLE", "WA", "WA", "WA", "AC")])
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
        for number, words in ((999, "status 3 (FAIL): the checker gives up"),
                              (998, "status 5, which means nothing in testlib")):
            with self.subTest(number):
                name = self.package(**{"solutions/a.c": printing(number)})
                document = self.document(name, status=5)
                self.assertEqual(document["submissions"][0]["verdict"], "JE")
                self.assertIn(words, document["submissions"][0]["tests"][0]["message"])

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
        for setting in (header, header.parent):
            with self.subTest(setting):
                env = self.environment(ARBITER_TESTLIB=str(setting))
                self.judge(name, status=0, env=env)
        env = self.environment(ARBITER_TESTLIB="/nowhere")
        _, _, err = self.judge(name, status=3, env=env)
        self.assertIn("/nowhere", err)
        (self.folder / name / "testlib.h").symlink_to(header)
        _, _, err = self.judge(name, status=3)
        self.assertIn("leaves the package", err)

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
        patched = patched.replace("quitf(got == expected", "std::exit(got == expected ? 42 : 43);"
                                  " quitf(got == expected")
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
        _, _, err = self.arbiter("generate", folder, status=3)
        self.assertIn("set ARBITER_TESTLIB", err)
        header = self.write("elsewhere/testlib.h", TESTLIB)
        env = self.environment(ARBITER_TESTLIB=str(header))
        self.arbiter("generate", folder, status=0, env=env)
        self.assertEqual((folder / "data/secret/a.in").read_text(), "5 1\n")
        # Another header is another generator.
        self.write("elsewhere/testlib.h", TESTLIB.replace("_wa = 1", "_wa = 2"))
        self.arbiter("generate", folder, status=0, env=env)
        self.assertEqual((folder / "data/secret/a.in").read_text(), "6 1\n")


class Grammars(Workbench):
    GRAMMAR = "INT(0, 9) SPACE INT(0, 9) NEWLINE EOF\n"

    def package(self):
        folder = self.problem()
        self.write("sum/input_validators/sum.ctd", self.GRAMMAR)
        self.write("sum/submissions/accepted/a.c", SUM_C)
        self.write("good", "4 5\n")
        self.write("bad", "44 5\n")
        return folder

    def judged(self, name, status, **extra):
        _, _, err = self.judge("sum", "sum/submissions/accepted/a.c", "--input", name,
                               status=status, env=self.environment(**extra))
        return err

    def test_the_program_decides(self):
        self.package()
        # In its place: the same call, the same statuses.
        self.write("tools/checktestdata", """\
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
        path = f"{self.folder / 'tools'}:/usr/bin:/bin"
        self.judged("good", 0, PATH=path)
        self.assertIn("sum.ctd refuses it: ERROR: invalid INT", self.judged("bad", 2, PATH=path))
        self.write("odd", "broken")
        self.assertIn("status 2, which is neither 0 nor 1", self.judged("odd", 3, PATH=path))

    def test_constants_are_replaced(self):
        folder = self.package()
        self.write("sum/input_validators/sum.ctd", "INT(0, {{most.value}}) NEWLINE\n")
        yaml = (folder / "problem.yaml").read_text()
        self.write("sum/problem.yaml", yaml + "constants: {most: 7}\n")
        self.write("tools/checktestdata", """\
            #!/usr/bin/python3
            import sys
            sys.exit(open(sys.argv[1]).read() != "INT(0, 7) NEWLINE\\n")
            """, 0o755)
        self.judged("good", 0, PATH=f"{self.folder / 'tools'}:/usr/bin:/bin")

    def test_without_the_program(self):
        if any(os.path.exists(f"{folder}/checktestdata")
               for folder in ("/usr/local/bin", "/usr/bin", "/bin")):
            self.skipTest("checktestdata is installed")
        self.package()
        err = self.judged("good", 5)
        self.assertIn("input validator sum.ctd is a Checktestdata grammar", err)
        self.assertIn("install checktestdata", err)
        # Judging needs no validator.
        self.judge("sum", status=0)


if __name__ == "__main__":
    main()
