"""What a class is told of `arbiter grade`: the rules in force, who handed in what, and tests that may be wrong."""

import csv
import io
import json
import zipfile

from workbench import LOOP_C, SUM_C, WRONG_C, Workbench

TESTS = {"sample/1": ("2 2\n", "4\n"), "secret/1": ("1 2\n", "3\n"), "secret/2": ("3 4\n", "7\n"),
         "secret/3": ("5 6\n", "11\n")}
ROSTER = "id,name\n7,Anna Berg\n8,Anna Lind\n9,Bo Ek\n10,Cy Dahl\n"


class Class(Workbench):
    def setUp(self):
        super().setUp()
        root = self.problem("problems/sum")
        (root / "data/secret/1.in").unlink()
        (root / "data/secret/1.ans").unlink()
        for name, (given, answer) in TESTS.items():
            self.add_test(f"problems/sum/data/{name}", given, answer)
        self.write("roster.csv", ROSTER)
        for student in ("7", "8", "9"):
            self.write(f"in/{student}/sum.c", SUM_C)
        self.out = self.folder / "out"

    def grade(self, *more, problems="problems", out="out", status=0):
        """Standard output and standard error."""
        return self.arbiter("grade", "in", "--problems", problems, "--roster", "roster.csv", "--out", out,
                            *more, status=status)[1:]

    def students(self, out="out"):
        book = json.loads((self.folder / out / "gradebook.json").read_text())
        return {one["id"]: one for one in book["students"]}

    def status_of(self, student):
        return self.students()[student]["grades"][0]["status"]

    def row(self, student):
        rows = csv.DictReader((self.out / "grades.csv").read_text().splitlines())
        return next(row for row in rows if row["id"] == student)


class Rules(Class):
    POLICY = "late: {due: 2026-01-31T23:59+01:00, grace: 10min, per_day: 10%, at_most: 50%}\n"

    def test_the_rules_in_force_are_named_first(self):
        err = self.grade()[1]
        self.assertIn("policy none (no grading.yaml): 100 points for each problem; no deadline; "
                      "the last attempt counts\n", err)
        self.write("problems/grading.yaml", self.POLICY)
        words = ("problems/grading.yaml: 100 points for each problem; due 2026-01-31 23:59 +01:00 (10 min of "
                 "grace), minus 10 % for each day, at most 50 %; the last attempt counts")
        out, err = self.grade("-o", "json=all.json")
        self.assertIn(f"policy {words}\n", err)
        self.assertEqual(json.loads((self.folder / "all.json").read_text())["policy"]["words"], words)
        self.assertIn(words, " ".join(out.split()))

    def test_they_are_found_beside_a_problem(self):
        self.write("problems/grading.yaml", "problems: {sum: 10, other: 20}\n")
        self.problem("problems/other")
        err = self.grade(problems="problems/sum")[1]
        self.assertIn("policy problems/grading.yaml: ", err)
        self.assertEqual(self.students()["7"]["points"], 10)
        self.write("problems/grading.yaml", "problems: {sum: 10, othre: 20}\n")
        self.assertIn("unknown problem 'othre'", self.grade(problems="problems/sum", status=2)[1])

    def test_a_program_that_is_too_slow_is_stopped_for_good(self):
        self.write("problems/grading.yaml", "stop_after_tle: 2\n")
        self.write("problems/sum/problem.yaml",
                   (self.folder / "problems/sum/problem.yaml").read_text().replace("time_limit: 1", "time_limit: 0.1"))
        self.write("in/9/sum.c", LOOP_C)
        for _ in range(2):
            self.grade("-o", "json=all.json", "-j", "2")
            works = json.loads((self.folder / "all.json").read_text())["works"]
            slow = next(work for work in works if work["verdict"] == "TLE")
            self.assertEqual([test["measured"]["ending"] == "not_run" for test in slow["tests"]],
                             [False, False, True, True])
            self.assertEqual(slow["tests"][3]["reason"], "not run, since the program was too slow before")
        self.assertEqual(self.students()["9"]["points"], 0)


    def test_what_waited_is_run_again_alone_before_it_is_recorded(self):
        self.write("problems/grading.yaml", "stop_after_tle: 1\n")
        self.write("problems/sum/problem.yaml",
                   (self.folder / "problems/sum/problem.yaml").read_text().replace("time_limit: 1", "time_limit: 0.1"))
        for student, more in (("8", ""), ("9", " ")):
            self.write(f"in/{student}/sum.c",
                       f"#include <unistd.h>\nint main(void) {{ for (;;) sleep(9); }}{more}\n")
        out = " ".join(self.grade("-o", "json=all.json", "-j", "2")[0].split())
        works = json.loads((self.folder / "all.json").read_text())["works"]
        first = [work["tests"][0] for work in works]
        self.assertEqual(sorted((test["verdict"], test["measured"]["rerun"]) for test in first),
                         [("AC", False), ("TLE", True), ("TLE", True)])
        self.assertEqual(out.count("so it was run again, alone"), 2)


class Arrivals(Class):
    def test_what_arrived_and_was_not_graded_is_no_absence(self):
        self.write("in/10/essay.docx", "PK")
        out, err = self.grade()
        self.assertEqual(self.status_of("10"), "handed_in_not_graded")
        self.assertIn("Cy Dahl (10): handed in, but not graded: 'essay.docx'", " ".join(out.split()))
        self.assertEqual(self.row("10")["score"], "")
        feedback = (self.out / "feedback/10.md").read_text()
        self.assertIn("essay.docx", feedback)
        self.assertNotIn("nothing was handed in", feedback)

    def test_the_absent_have_an_empty_cell_and_count_for_no_mean(self):
        self.write("in/9/sum.c", WRONG_C)
        out = self.grade()[0]
        self.assertEqual(self.status_of("10"), "no_submission")
        self.assertEqual((self.row("10")["score"], self.row("9")["score"]), ("", "0"))
        self.assertIn("66.7/100", out)  # mean of 100, 100 and 0
        self.assertIn("100/100", out)  # their median

    def test_a_file_that_could_be_of_two_is_no_absence_of_either(self):
        self.write("roster.csv", ROSTER.replace("8,Anna Lind", "8,Anna Berg"))
        for student in ("7", "8"):
            (self.folder / f"in/{student}/sum.c").unlink()
            (self.folder / f"in/{student}").rmdir()
        self.write("in/Anna Berg/sum.c", SUM_C)
        self.grade()
        self.assertEqual([self.status_of(one) for one in ("7", "8", "10")],
                         ["handed_in_not_graded", "handed_in_not_graded", "no_submission"])


class Names(Class):
    def test_the_beginning_of_a_name_is_enough(self):
        self.grade()
        self.assertIn("Bo Ek (9)", self.arbiter("explain", "out", "bo", status=0)[1])
        err = self.arbiter("explain", "out", "anna", status=2)[2]
        self.assertIn("'anna' could be Anna Berg (7), Anna Lind (8)", err)
        self.arbiter("repro", "out", "Anna L", "secret/1", status=0)
        self.grade("--only", "Bo", out="other")
        self.assertIn("could be Anna Berg (7), Anna Lind (8)",
                      self.grade("--only", "Anna", out="other", status=2)[1])

    def test_warnings_are_shown_once_on_standard_error(self):
        self.write("in/stranger/sum.c", SUM_C)
        out, err = self.grade()
        self.assertEqual((out.count("is not on the roster"), err.count("is not on the roster")), (0, 1))


class Decisions(Class):
    def test_they_stay_in_force_until_they_are_given_again(self):
        self.write("problems/grading.yaml", "late: {due: 2026-01-01T00:00Z, per_day: 50%}\n")
        self.write("in/submissions.csv", "file,student,problem,submitted\n7/sum.c,7,sum,2026-01-01T12:00Z\n")
        self.write("extensions.csv", "student,problem,extra_minutes\n7,,1000\n")
        self.write("overrides.csv", "student,problem,points\n9,sum,42\n")
        self.grade("--extensions", "extensions.csv", "--overrides", "overrides.csv")
        for _ in range(2):
            students = self.students()
            self.assertEqual((students["7"]["points"], students["9"]["points"]), (100, 42))
            err = self.grade()[1]
            self.assertIn("1 extension of an earlier run, from out/extensions.csv\n", err)
            self.assertIn("1 override of an earlier run, from out/overrides.csv\n", err)
        self.write("no_extensions.csv", "student,problem,extra_minutes\n")
        self.write("no_overrides.csv", "student,problem,points\n")
        self.grade("--extensions", "no_extensions.csv", "--overrides", "no_overrides.csv")
        students = self.students()
        self.assertEqual((students["7"]["points"], students["9"]["points"]), (50, 100))
        self.assertNotIn("of an earlier run", self.grade()[1])
        self.write("out/overrides.csv", "student,problem,points\nnobody,sum,4\n")
        self.assertIn("overrides.csv:2", self.grade(status=2)[1])

    def test_more_points_than_there_are_must_be_meant(self):
        self.write("overrides.csv", "student,problem,points\n9,sum,120\n")
        err = self.grade("--overrides", "overrides.csv", status=2)[1]
        self.assertIn("line 2: 120 points for Bo Ek (9) at sum, where students can get 100", err)
        self.assertFalse((self.out / "grades.csv").exists())
        self.grade("--overrides", "overrides.csv", "--allow-extra")
        self.assertEqual(self.students()["9"]["points"], 120)
        self.write("overrides.csv", "student,problem,points\n9,sum,+20\n")
        self.assertIn("would be 120; they are 100", self.grade("--overrides", "overrides.csv")[1])
        self.assertEqual(self.students()["9"]["points"], 100)

    def test_a_new_folder_uses_results_that_are_known(self):
        self.assertIn(" judged by ", self.grade()[1])
        self.assertNotIn(" judged by ", self.grade(out="other")[1])
        self.assertEqual(self.students("other")["7"]["points"], 100)
        self.assertIn(" judged by ", self.grade("--no-cache", out="third")[1])
        self.add_test("problems/sum/data/secret/new", "5 6\n", "11\n")
        self.assertRegex(self.grade(out="fourth")[1], r"(?m)^(\d+) programs? judged by \1 runs? in ")


class DoubtfulTests(Class):
    def test_one_that_nobody_passes_is_named(self):
        self.add_test("problems/sum/data/secret/2", "3 4\n", "8\n")
        self.write("problems/sum/submissions/accepted/mine.c", SUM_C)
        err = self.grade()[1]
        self.assertIn("sum: none of 3 programs passes secret/2; is its answer right?", " ".join(err.split()))
        self.assertIn("sum: your own accepted solution mine.c fails secret/2 (WA)", " ".join(err.split()))

    def test_one_that_takes_much_away_is_named(self):
        self.write("problems/grading.yaml", "problems: {sum: {groups: {secret: 100}}}\n")
        for student in ("7", "8"):
            self.write(f"in/{student}/sum.c", SUM_C.replace("a + b", "a == 3 ? 0 : a + b"))
        err = self.grade()[1]
        self.assertIn("sum: secret/2 takes away 67 % of the points of the class; is it fair?",
                      " ".join(err.split()))


class Explaining(Class):
    def setUp(self):
        super().setUp()
        self.write("in/9/sum.c", WRONG_C)
        self.write("problems/grading.yaml", "feedback: {public_tests: [secret/1]}\ntime_factors: {c: 1.5}\n")
        self.grade()

    def test_a_teacher_sees_both_names_and_the_command(self):
        out = self.arbiter("explain", "out", "9", "sum", status=0)[1]
        self.assertRegex(out, r"secret/2 +hidden test 2 +WA")
        self.assertRegex(out, r"secret/1 +secret/1 +WA")
        self.assertIn("arbiter repro out 9 sum/", out)
        self.assertIn("did you mean 'sum'?", self.arbiter("explain", "out", "9", "sun", status=4)[2])

    def test_one_case_can_be_handed_out(self):
        self.arbiter("repro", "out", "9", "secret/2", "--for-student", "case.md", status=0)
        self.assertIn("--time-factor c=1.5 ", self.arbiter("repro", "out", "9", "secret/2")[1])
        text = (self.folder / "case.md").read_text()
        for part in ("# Sum, hidden test 2", "Wrong answer. ", "3 4\n", "7\n", "-1\n", "\n< input.txt\n"):
            self.assertIn(part, text)
        for part in ("secret", str(self.folder), "Bo", "/"):
            self.assertNotIn(part, text)


class Pages(Class):
    """What students read."""

    def page(self, student):
        return (self.out / f"feedback/{student}.md").read_text()

    def test_a_failure_is_told_once_with_its_place_and_meaning(self):
        self.write("in/9/sum.c", WRONG_C)
        self.write("problems/grading.yaml", "feedback: {public: full, public_tests: [secret/2]}\n")
        self.grade()
        page = self.page("9")
        for part in ("0 of 100 points", "0 of 3 test cases passed", "A test case that fails: sample/1",
                     "Expected output:", "expected  4\ngot       0", "What the results mean", "Graded: sum.c"):
            self.assertIn(part, page)
        for part in ("in/9", "|", "WA "):
            self.assertNotIn(part, page)

    def test_it_is_in_the_language_of_the_course(self):
        self.write("in/9/sum.c", WRONG_C)
        self.write("problems/grading.yaml", "language: de\nlate: {due: 2026-01-01T00:00+01:00, per_day: 50%}\n")
        self.write("in/submissions.csv", "file,student,problem,submitted\n7/sum.c,7,sum,2026-01-01T00:30Z\n")
        self.grade("-o", "zip=pages.zip")
        self.assertIn("Falsche Antwort", self.page("9"))
        self.assertIn("Du hast um 2026-01-01 01:30 +01:00 abgegeben. Die Frist war 2026-01-01 00:00 +01:00. "
                      "Das ist 1 h 30 min zu spät. Das kostet dich 50 von 100 Punkten; 50 bleiben.",
                      self.page("7"))
        self.assertIn("Es wurde nichts abgegeben.", self.page("10"))
        with zipfile.ZipFile(self.folder / "pages.zip") as pages:
            self.assertIn('<html lang="de">', pages.read("9.html").decode())
        self.write("problems/grading.yaml", "language: tlh\n")
        self.assertIn("en, de, sv, ru, zh, es", self.grade(status=2)[1])

    def test_a_teacher_may_write_the_template(self):
        self.write("problems/grading.yaml", "assignment: Lab 3\n")
        self.write("problems/feedback/template.md", "Dear {{student}}, in {{assignment}}: {{ points }}\n{{problems}}")
        self.grade()
        self.assertTrue(self.page("7").startswith("Dear Anna Berg, in Lab 3: 100 of 100 points\n## "))
        self.assertNotIn("What the results mean", self.page("7"))
        self.write("problems/feedback/template.md", "Dear\n{{name}}\n")
        err = self.grade(status=2)[1]
        self.assertIn("template.md: line 2: there is no field '{{name}}'", err)
        self.assertIn("{{student}}", err)

    def test_the_compiler_names_the_students_own_file(self):
        (self.folder / "in/9/sum.c").unlink()
        self.write("in/9/my_sum.c", "int main(void) { return x; }\n")
        self.grade()
        self.assertIn("my_sum.c:1:", self.page("9"))
        self.assertNotIn("main.c:", self.page("9"))
        self.assertIn("Your program does not compile.", self.page("9"))


class NeedsAPerson(Class):
    def rows(self):
        text = (self.folder / "todo.csv").read_text()
        return {(row["kind"], row["student"], row["file"]): row for row in csv.DictReader(text.splitlines())}

    def decide(self, key, decision):
        rows = self.rows()
        rows[key]["decision"] = decision
        lines = io.StringIO(newline="")
        writer = csv.DictWriter(lines, next(iter(rows.values())).keys())
        writer.writeheader()
        writer.writerows(rows.values())
        self.write("todo.csv", lines.getvalue())

    def test_decisions_are_carried_out_and_kept(self):
        self.write("in/cy.d/sum.c", SUM_C)
        self.write("in/notes.docx", "PK")
        self.grade("-o", "needs-a-person=todo.csv")
        stranger = next(key for key in self.rows() if key[0] == "stranger")
        lost = next(key for key in self.rows() if key[0] == "file")
        self.assertEqual(self.status_of("10"), "no_submission")
        self.decide(stranger, "10")
        self.decide(lost, "ignore")
        for more in (["--decisions", "todo.csv"], []):
            err = self.grade(*more, "-o", "needs-a-person=todo.csv")[1]
            self.assertEqual(self.students()["10"]["points"], 100)
            self.assertNotIn("notes.docx", err)
            self.assertEqual(self.rows()[stranger]["decision"], "10")
            self.assertEqual(self.rows()[lost]["decision"], "ignore")
        self.assertIn("2 decisions of an earlier run", err)

    def test_one_that_names_nobody_is_refused(self):
        self.write("in/cy.d/sum.c", SUM_C)
        self.grade("-o", "needs-a-person=todo.csv")
        self.decide(next(key for key in self.rows() if key[0] == "stranger"), "11")
        err = self.grade("--decisions", "todo.csv", status=2)[1]
        self.assertIn("'11' is nobody's id", err)
        self.assertIn("todo.csv:2", err)


class Platforms(Class):
    def test_files_are_for_their_owner_alone(self):
        self.grade("-o", "csv=mine.csv")
        for name in ("mine.csv", "out/grades.csv", "out/feedback/7.md"):
            self.assertEqual((self.folder / name).stat().st_mode & 0o077, 0, name)
        self.assertEqual((self.row("7")["sum"], self.row("10")["sum"]), ("100", ""))

    def test_what_an_editor_of_windows_adds_to_a_name_is_passed_over(self):
        self.write("in/10/sum.c.txt", SUM_C)
        self.grade()
        self.assertEqual(self.students()["10"]["points"], 100)

    def test_comments_for_canvas_are_called_as_it_called_the_files(self):
        self.write("canvas/bergannA_7_501_sum.c", SUM_C)
        self.arbiter("grade", "canvas", "--problems", "problems/sum", "--out", "out", "-o", "canvas-zip=c.zip", status=0)
        with zipfile.ZipFile(self.folder / "c.zip") as comments:
            self.assertEqual(comments.namelist(), ["bergannA_7_501_feedback.html"])
