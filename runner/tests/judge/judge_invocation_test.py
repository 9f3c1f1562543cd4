"""Every way to say what is judged: problems, submissions, inputs, tests."""

import json
import os
import shutil
import subprocess

from workbench import SOURCE, SUM_C, WRONG_C, Workbench

PROBLEMS = SOURCE / "problems"
TWOFIVE = PROBLEMS / "twofive/submissions"
RIGHT = TWOFIVE / "accepted/reading_order.c"


class Problems(Workbench):
    def setUp(self):
        super().setUp()
        self.problem("problems/sum")
        self.root = self.folder / "problems/sum"

    def test_found_by_path_name_variable_and_place(self):
        self.assertEqual(self.verdicts("problems/sum", "a.c"), ["AC"])
        self.assertEqual(self.verdicts("sum", "a.c"), ["AC"])
        self.assertEqual(self.verdicts("sum", "../a.c", cwd=self.folder / "problems"), ["AC"])
        self.assertEqual(self.verdicts(self.folder / "a.c", cwd=self.root / "data"), ["AC"])
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        os.rename(self.folder / "problems", self.folder / "moved")
        env = self.environment(ARBITER_PROBLEMS=f"/nonexistent:{self.folder / 'moved'}")
        self.assertEqual(self.verdicts("sum", self.folder / "a.c", cwd=elsewhere, env=env), ["AC"])

    def test_an_existing_path_wins(self):
        self.problem("sum", {"other": ("5 5\n", "10\n")})
        document = self.document("sum", "a.c")
        self.assertEqual(document["submissions"][0]["tests"][0]["name"], "secret/other")

    def test_a_folder_that_hides_a_problem_is_named(self):
        self.write("sum/mine.c", SUM_C)
        err = self.judge("sum", "a.c", status=3)[2]
        self.assertIn("name the folder as ./sum, or the problem as problems/sum", err)
        self.assertNotIn("problems/sum", self.judge("./sum", "a.c", status=3)[2])
        err = self.judge("--problems", "sum", "{problem}.c", status=4)[2]
        self.assertIn("name the folder as ./sum, or the problem as problems/sum", err)

    def test_without_submissions_its_own_are_judged(self):
        self.write("problems/sum/submissions/accepted/a.c", SUM_C)
        self.write("problems/sum/submissions/wrong_answer/w.c", WRONG_C)
        self.assertEqual(self.verdicts("sum"), ["AC", "WA"])
        self.assertEqual(self.verdicts(cwd=self.root), ["AC", "WA"])
        os.rename(self.root / "submissions/wrong_answer/w.c",
                  self.root / "submissions/accepted/w.c")
        document = self.document("sum", status=1)
        self.assertEqual([s["as_expected"] for s in document["submissions"]], [True, False])

    def test_none_of_its_own(self):
        self.assertEqual(self.judge("sum", status=4)[1], "")


class Submissions(Workbench):
    def setUp(self):
        super().setUp()
        self.problem()

    def test_file_folder_binary_and_standard_input(self):
        self.write("folder/add.h", "long add(long, long);\n")
        self.write("folder/a.c", '#include "add.h"\n' + SUM_C.replace("a + b", "add(a, b)")
                   + "long add(long a, long b) { return a + b; }\n")
        subprocess.run(["gcc", "-static", "-o", "ready", "a.c"], cwd=self.folder, check=True)
        document = self.document("sum", "a.c", "folder", "ready")
        self.assertEqual([s["language"] for s in document["submissions"]], ["c", "c", "binary"])
        self.assertEqual([s["verdict"] for s in document["submissions"]], ["AC"] * 3)
        self.assertEqual(self.verdicts("sum", "-", "--language", "c", stdin=SUM_C), ["AC"])

    def test_standard_input_needs_a_language_and_is_one(self):
        self.assertIn("--language", self.judge("sum", "-", stdin=SUM_C, status=2)[2])
        self.judge("sum", "-", "-", "--language", "c", stdin=SUM_C, status=2)
        err = self.judge("sum", "-", "--language", "c", "--input", "-", status=2)[2]
        self.assertIn("--input", err)

    def test_language_overrides(self):
        self.write("a.txt", SUM_C)
        self.assertIn("--language", self.judge("sum", "a.txt", status=2)[2])
        self.assertEqual(self.verdicts("sum", "a.txt", "--language", "c"), ["AC"])
        self.assertIn("cpp20", self.judge("sum", "a.txt", "--language", "cpp2", status=2)[2])

    def test_add_compiles_a_file_with_each(self):
        attachment = PROBLEMS / "wordduel/attachments/who_main.c"
        folder = PROBLEMS / "wordduel/submissions/accepted/as_function"
        shutil.copytree(folder, self.folder / "who")
        (self.folder / "who/main.c").unlink()
        # Other test cases would be made first.
        samples = ("--tests", "sample/*")
        self.assertIn("--add", self.judge("wordduel", "who", *samples, status=1)[1])
        self.assertEqual(self.verdicts("wordduel", "who", "--add", attachment, *samples),
                         ["AC"])
        for bad in ("missing.c", "."):
            self.assertIn("--add", self.judge("wordduel", "who", "--add", bad, status=2)[2])

    def test_an_addition_fits_a_submission(self):
        self.write("more.h", "")
        self.assertEqual(self.verdicts("sum", "a.c", "--add", "more.h"), ["AC"])
        self.write("more.py", "")
        err = self.judge("sum", "a.c", "--add", "more.py", status=2)[2]
        self.assertIn("more.py is in the language of no submission (C)", err)

    def test_what_is_no_program_among_several_is_skipped(self):
        self.write("handed/a.c", SUM_C)
        self.write("handed/README.md", "mine")
        document = self.document("sum", "handed/README.md", "handed/a.c")
        self.assertEqual([s["path"] for s in document["submissions"]], ["handed/a.c"])
        self.assertIn("--> handed/README.md", self.judge("sum", "handed/README.md", "a.c")[2])
        self.write("handed/notes", "mine, too")
        for words in (["handed/README.md"], ["handed/README.md", "handed/notes"]):
            err = self.judge("sum", *words, status=2)[2]
            self.assertIn("error: the language of handed/", err)

    def test_a_folder_is_in_one_language(self):
        self.write("both/a.c", SUM_C)
        self.write("both/b.py", "print(sum(map(int, input().split())))\n")
        err = self.judge("sum", "both", status=2)[2]
        self.assertIn("both holds programs in several languages (a.c, b.py)", err)
        self.assertEqual(self.verdicts("sum", "both", "--language", "c"), ["AC"])

    def test_programs_that_write_files(self):
        for name in ("TWOFIVE.OUT", "twofive.out"):
            self.write("writes.py", f"""\
                import subprocess, sys
                open("{name}", "w").write("12345")
                """)
            self.assertIn("12345", self.judge("twofive", "writes.py", "--tests", "sample/02*", status=1)[1])
        self.write("reads.py", """\
            import glob
            print(sorted(glob.glob("*")))
            """)
        document = self.document("bokstavslek", "reads.py", "--tests", "sample/*", status=1)
        names = document["submissions"][0]["tests"][0]["output_head"]
        self.assertEqual(names.count("'"), 8, names)


class SeveralProblems(Workbench):
    def setUp(self):
        super().setUp()
        for name in ("one", "other", "third"):
            self.problem(f"set/{name}")
        self.write("ports/one/a.c", SUM_C)
        self.write("ports/one/w.c", WRONG_C)
        self.write("ports/other/a.c", SUM_C)

    def test_each_is_judged_and_named(self):
        _, out, err = self.judge("--problems", "set", "ports/{problem}/*", status=1)
        self.assertIn("one: 2 submissions", out)
        self.assertIn("other: ports/other/a.c", out)
        self.assertEqual([line.split() for line in out.splitlines()[-3:]],
                         [["problem", "submissions", "as", "expected", "not", "not", "judged"],
                          ["one", "2", "1", "1", "0"], ["other", "1", "1", "0", "0"]])
        self.assertIn("were skipped: third", err)
        _, out, _ = self.judge("--problems", "set", "ports/{problem}/a*", "--format", "jsonl",
                               "-o", "json={problem}.json", status=0)
        problems = [line["problem"] for line in map(json.loads, out.splitlines())
                    if "problem" in line]
        self.assertEqual(problems, ["one", "other"])
        for name in problems:
            document = json.loads((self.folder / f"{name}.json").read_text())
            self.assertEqual(document["problem"], name)

    def test_a_workflow_sees_the_annotations_of_all(self):
        out = self.judge("--problems", "set", "ports/{problem}/*", "--format", "github", status=1)[1]
        for line in ("::error file=ports/one/w.c,title=one%3A WA", "::notice file=ports/other/a.c,title=other%3A AC"):
            self.assertIn(line, out)

    def test_one_that_cannot_be_judged_does_not_end_it(self):
        self.write("set/one/problem.yaml", "name: [")
        _, out, _ = self.judge("--problems", "set", "ports/{problem}/a.c", status=3)
        self.assertIn("other: ports/other/a.c", out)
        self.assertEqual([line.split() for line in out.splitlines()[-2:]],
                         [["one", "all"], ["other", "1", "1", "0", "0"]])

    def test_what_would_mix_problems_is_refused(self):
        for words in (["ports/one/a.c"], ["{problem}", "--format", "json"],
                      ["{problem}", "-o", "json=all.json"], ["{problem}", "--out", "runs"],
                      ["{problem}", "--input", "a.c"]):
            self.assertIn("--problems", self.judge("--problems", "set", *words, status=2)[2])
        err = self.judge("--problems", "set", "nowhere/{problem}/*", status=4)[2]
        self.assertIn("'nowhere/{problem}/*'", err)


class Inputs(Workbench):
    def test_output_is_shown_and_judged_by_the_reference(self):
        wrong = TWOFIVE / "wrong_answer/lower_case.cpp"
        self.write("input", "N\n3\n")
        self.assertIn("| ABCDEFGHIJKLMNOPQRS", self.judge("twofive", RIGHT, "--input", "input", status=0)[1])
        _, out, _ = self.judge("twofive", wrong, "--input", "-", stdin="N\n3\n", status=0)
        self.assertRegex(out, "--input (-|input)")
        test = self.document("twofive", RIGHT, "--input", "-", stdin="N\n3\n")
        self.assertEqual(test["submissions"][0]["tests"][0]["name"], "input")

    def test_what_labels_require_need_not_show_on_one_input(self):
        wrong = TWOFIVE / "wrong_answer/sixteen_bit.cpp"
        self.assertEqual(self.verdicts("twofive", wrong, "--input", "-", stdin="N\n3\n"), ["AC"])

    def test_bad_ones_are_refused(self):
        err = self.judge("twofive", RIGHT, "--input", "-", stdin="Q\n3\n", status=2)[2]
        self.assertIn("--input", err)
        for bad in ("missing", "."):
            self.assertIn("--input", self.judge("twofive", RIGHT, "--input", bad, status=2)[2])
        err = self.judge("twofive", RIGHT, "--input", "-", "--tests", "sample/*", status=2)[2]
        self.assertIn("--tests", err)


class Tests(Workbench):
    def test_globs(self):
        self.problem("sum", {"g/1-a": ("1 2\n", "3\n"), "g/2-b": ("2 2\n", "4\n"),
                             "h": ("3 2\n", "5\n")})

        def names(*words):
            tests = self.document("sum", "a.c", *words)["submissions"][0]["tests"]
            return [test["name"] for test in tests]

        self.assertEqual(names("--tests", "secret/g/*"), ["secret/g/1-a", "secret/g/2-b"])
        self.assertEqual(names("--tests", "*b", "--tests", "*h"), ["secret/g/2-b", "secret/h"])
        err = self.judge("sum", "a.c", "--tests", "secret/hh", status=4)[2]
        self.assertIn("secret/h", err)

    def test_odd_names(self):
        odd = ["a b", "q'uote", "ü", "$(x)", "-dash", "a=b", "semi;colon"]
        for name in odd:
            self.add_test(f"plain/{name}", "1 2\n", "3\n")
        tests = self.document("plain", "a.c")["submissions"][0]["tests"]
        self.assertEqual({test["name"] for test in tests}, set(odd))
