"""Every kind of output of `arbiter grade`, made of one real run, and the options that belong to them.

What each of them holds the unit tests of the reports say, field by field.
"""

import csv
import io
import json
import pathlib
import tempfile
import unittest
import zipfile

import invocation
from schemas import closed, jsonschema, schema_of
from workbench import ARBITER, CACHE, PROBLEM_YAML, SUM_C, WRONG_C

TESTS = {"sample/1": ("2 2" + " " * 30000 + "end\n", "4\n"), "secret/easy/1": ("1 2\n", "3\n"),
         "secret/hard/1": ("7 8\n", "15\n"), "secret/hard/2": ("70 8\n", "78\n")}
LOUD_PY = """\
import sys
sys.stdout.buffer.write(b"\\x1b[31m\\xff\\x00" + b"much " * 20000)
sys.stderr.write("50%, a: b\\n" * 5000)
"""
COHORT = {
    "ada": {"sum.c": SUM_C, "twice.c": SUM_C},
    "bo": {"sum.c": WRONG_C, "twice.py": LOUD_PY},
    "cy": {"sum.c": WRONG_C.replace("long a", "long  a"), "twice.c": "int main(void) { return 3; }\n"},
    "dag": {"sum.c": "int main(void) { return 0 }\n", "twice.c": WRONG_C},
    "åsa 李": {"sum.py": "a, b = map(int, input().split())\nprint(a + b)\n"},
}
ROSTER = """\
id,name,email,username,lms_id
ada,Ada Lovelace,ada@x.se,adal,Participant 101
bo,=Bo_Bo <b>,bo@x.se,bo,Participant 102
cy,"Cy ""C"", Jr",cy@x.se,cy,Participant 103
dag,~Dag/Ö,dag@x.se,dag,Participant 104
åsa 李,Åsa 李,asa@x.se,asa,Participant 105
gil,Gil,gil@x.se,gil,Participant 106
"""
POLICY = """\
assignment: "Lab 3, part: 50%"
problems:
  sum: {title: "Sum: a, b", groups: {secret/easy: 10, secret/hard: {points: 20, rule: sum}}}
  twice: 7.5
feedback: {sample: full, public: full, public_tests: [secret/easy/*]}
"""
CLASSROOM = {"CLASSROOM": "c1", "ASSIGNMENT": "lab", "ASSIGNMENT_TYPE": "individual",
             "SUBMISSION_TAG": "submit/1", "COMMIT_URL": "https://example.org/c",
             "RELEASE_URL": "https://example.org/r", "REVIEW_URL": "https://example.org/v",
             "GITHUB_ACTOR": "octocat", "GITHUB_ACTOR_ID": "583231"}
# Every kind, and where it is written.
KINDS = {
    "human": "all.txt", "json": "all.json", "jsonl": "all.jsonl", "csv": "grades.csv",
    "csv-problems": "problems.csv", "clusters": "clusters.csv", "junit": "all.xml",
    "gradescope": "gradescope", "classroom50": "classroom50", "moodle": "moodle.csv",
    "canvas": "canvas.csv", "github": "github.txt", "github-summary": "summary.md",
    "markdown": "markdown", "zip": "pages.zip", "moodle-zip": "moodle.zip", "jplag": "jplag",
    "look-alikes": "alike.html", "needs-a-person": "todo.csv", "canvas-zip": "canvas.zip", "html": "class.html",
    "pages": "student-pages",
}
# The teacher's own files; GRADE stands for what the program writes.
WORKSHEETS = {
    "moodle": "\ufeffIdentifier,Full name,Status,Grade,Maximum grade,Last modified (grade)\r\n"
              'Participant 101,"Ada Lovelace","Submitted, ""ok""; ",GRADE,37.50,-\r\n'
              "Participant 999,Nobody of ours,No submission,12.00,37.50,-\r\n",
    "canvas": 'Student,ID,SIS User ID,SIS Login ID,Section,"Lab 2 (4710)","Lab 3, part: 50% (4711)"\n'
              ",,,,,Manual Posting,\n"
              '"Lovelace, Ada",9101,ada,adal,"A, B",9.00,GRADE\n'
              '"<b>, =Bo_Bo",9102,bo,bo,A,-,EX\n',
}
COMMENT = "Mind the sign:\n50% <b>, \"please\""


class Outputs(unittest.TestCase):
    """A small class, graded once in all kinds, with a comment on a mistake that two have made."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="arbiter-outputs.")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.top = cls.folder / "made"
        for name in ("home", "tmp", "made"):
            (cls.folder / name).mkdir()
        for student, files in COHORT.items():
            for name, text in files.items():
                cls.write(f"in/{student}/{name}", text)
        for problem in ("sum", "twice"):
            cls.write(f"problems/{problem}/problem.yaml",
                      PROBLEM_YAML.replace("name: Sum", f"name: {problem}"))
            for test, (given, answer) in TESTS.items():
                cls.write(f"problems/{problem}/data/{test}.in", given)
                cls.write(f"problems/{problem}/data/{test}.ans", answer)
        cls.write("problems/grading.yaml", POLICY)
        cls.write("roster.csv", ROSTER)
        cls.write("overrides.csv", "student,problem,points,reason\ndag,twice,+1,\"viva: 50%, fine\"\n")
        for kind, text in WORKSHEETS.items():
            cls.write(f"{kind}.csv", text.replace("GRADE", ""))
        cls.done("--worksheet", "canvas.csv", "-o", "canvas=made/canvas.csv", "-o",
                 "clusters=made/clusters.csv")
        sheet = (cls.top / "clusters.csv").read_text().removesuffix("\n")
        cls.write("comments.csv", sheet + '"' + COMMENT.replace('"', '""') + '"\n')
        cls.done("--comments", "comments.csv", "--worksheet", "moodle.csv",
                 *(word for kind, path in KINDS.items() if kind != "canvas"
                   for word in ("-o", f"{kind}=made/{path}")))

    @classmethod
    def write(cls, name, text):
        path = cls.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    @classmethod
    def grade(cls, *more, source="in", out="grades", cwd=".", classroom=None):
        env = invocation.environment(CACHE, cls.folder / "home",
                                     {"TMPDIR": str(cls.folder / "tmp"),
                                      **(CLASSROOM if classroom is None else classroom)})
        here = cls.folder
        words = [ARBITER, "grade", source, "--problems", here / "problems", "--roster",
                 here / "roster.csv", "--overrides", here / "overrides.csv", "--times-from-files",
                 "--out", here / out, *more]
        return invocation.run([str(word) for word in words], env, here / cwd)

    @classmethod
    def done(cls, *more, **how):
        """Standard output of a call that ends well."""
        status, out, err = cls.grade(*more, **how)
        if status != 0:
            raise AssertionError(err)
        return out

    def refused(self, words, *more, **how):
        status, _, err = self.grade(*more, **how)
        self.assertEqual(status, 2, err)
        self.assertIn(words, err)
        return err

    def test_every_kind_was_written(self):
        err = self.refused("there are: ", "-o", "nothing=x")
        kinds = err.split("there are: ")[1].split("\n")[0].split(", ")
        self.assertEqual(sorted(kinds), sorted(KINDS))
        for path in KINDS.values():
            self.assertTrue((self.top / path).exists(), path)
        for row in csv.DictReader(io.StringIO((self.top / "grades.csv").read_text())):
            self.assertTrue((self.top / row["feedback_file"]).is_file(), row)

    @unittest.skipIf(jsonschema is None, "python3-jsonschema is missing")
    def test_json_and_its_lines_have_the_fields_of_the_schema_and_no_others(self):
        schema = schema_of("grade")
        jsonschema.validate(json.loads((self.top / "all.json").read_text()), closed(schema))
        head = {"schema", "run", "student"}
        lines = [json.loads(line) for line in (self.top / "all.jsonl").read_text().splitlines()]
        self.assertEqual(len(lines), 12)
        for line in lines:
            self.assertEqual(set(line), head | set(schema["$defs"]["grade"]["properties"]))
            jsonschema.validate({key: value for key, value in line.items() if key not in head},
                                closed({**schema["$defs"]["grade"], "$defs": schema["$defs"]}))

    def test_worksheets_keep_every_other_byte(self):
        for kind, text in WORKSHEETS.items():
            self.assertEqual((self.top / f"{kind}.csv").read_bytes().decode(),
                             text.replace("GRADE", "37.50"))

    def test_what_is_missing_is_said_before_anything_is_judged(self):
        for kind in ("moodle", "canvas"):
            self.refused("--worksheet FILE", "-o", f"{kind}=made/none.csv", out="never")
        self.refused("set CLASSROOM in the environment", "-o", "classroom50=made/none.json",
                     out="never", classroom={})
        self.assertFalse((self.folder / "never").exists())

    def test_gradescope_hides_as_it_is_told(self):
        out = self.done("--only", "bo", "--hidden-as", "after_published", "--format", "gradescope")
        self.assertEqual({test["visibility"] for test in json.loads(out)["tests"]},
                         {"visible", "after_published"})
        self.refused("after_due_date", "--hidden-as", "invisible")

    def test_points_of_classroom50_are_scaled(self):
        document = json.loads(self.done("--only", "ada", "--score-scale", "100",
                                        "--format", "classroom50"))
        self.assertEqual(document["submitted_by"], {"username": "octocat", "id": 583231})
        self.assertEqual((document["owner"], document["max-score"]), ("adal", 3750))

    def test_annotations_name_files_as_a_checkout_has_them(self):
        lines = (self.top / "github.txt").read_text().split("\n")
        files = [line.split("file=")[1].split(",")[0] for line in lines if "file=" in line]
        self.assertEqual(len(files), 9)
        for name in files:
            self.assertTrue((self.folder / name).is_file(), name)
        self.write("checkouts/ada/sum.c", "int main(void) { return }\n")
        cwd = self.folder / "checkouts/ada"
        for source in (".", cwd, "..", cwd.parent, "../../checkouts"):
            out = self.done("--format", "github", "--only", "ada", "--only", "sum",
                            source=source, out="of-ada", cwd=cwd)
            self.assertTrue(out.startswith("::error file=sum.c,line=1,col="), out)

    def test_a_second_export_for_jplag_leaves_nothing_of_the_first(self):
        self.write("two/ada/sum/main.c", '#include "part.h"\nint main(void) { return part; }\n')
        self.write("two/ada/sum/part.h", "enum { part = 1 };\n")
        self.write("two/bo/sum.py", "print(4)\n")
        export = self.folder / "export"
        for source, count in (("two", 3), ("in", 9)):
            self.done("-o", "jplag=export", source=source, out=f"of-{source}")
            self.assertEqual(len([path for path in export.glob("*/*/*") if path.is_file()]), count)
        names = "\n".join(str(path.relative_to(export)) for path in export.rglob("*"))
        self.assertFalse([one for one in COHORT if one in names])
        self.write("export/mine.txt", "kept")
        self.done("-o", "jplag=export", "--only", "twice")
        self.assertEqual(sorted(path.name for path in export.glob("*/*/*")),
                         ["file1.c"] * 3 + ["file1.py"])
        self.assertTrue((export / "mine.txt").exists())

    def test_utf8_line_ends_and_no_control_characters(self):
        texts = {}
        for path in self.top.rglob("*"):
            if zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as archive:
                    texts |= {name: archive.read(name) for name in archive.namelist()}
            elif path.is_file() and ("jplag" not in path.parts or path.suffix == ".csv"):
                texts[str(path.relative_to(self.top))] = path.read_bytes()
        self.assertGreater(len(texts), 40)
        for name, content in texts.items():
            text = content.decode()
            self.assertEqual(text.startswith("\ufeff"), name == "moodle.csv", name)
            self.assertEqual("\r" in text, name == "moodle.csv", name)
            self.assertEqual([one for one in text if ord(one) < 32 and one not in "\t\n\r"], [], name)
            self.assertTrue(text.endswith("\n"), name)

    def test_one_comment_for_a_mistake_reaches_all_who_made_it_and_nobody_else(self):
        for kind in ("markdown", "gradescope", "classroom50"):
            found = {path.stem for path in (self.top / kind).iterdir()
                     if "Mind the sign: 50%" in path.read_text()}
            self.assertEqual(found, {"bo", "cy"}, kind)
        cluster, = json.loads((self.top / "all.json").read_text())["clusters"]
        self.assertEqual((cluster["students"], cluster["comment"]), (["bo", "cy"], COMMENT))
        self.assertEqual((self.top / "clusters.csv").read_bytes(),
                         (self.folder / "comments.csv").read_bytes())

    def test_a_comment_for_a_mistake_that_nobody_makes_is_warned_of(self):
        self.write("old.csv", "cluster,comment\nm000000000000,gone\n")
        status, _, err = self.grade("--comments", "old.csv")
        self.assertEqual(status, 0, err)
        self.assertIn("m000000000000", err)
        self.write("bad.csv", "cluster,remark\nm1,x\n")
        self.refused("cluster,comment", "--comments", "bad.csv")
