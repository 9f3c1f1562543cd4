"""A small class that was graded once, in every kind of output, for the tests to look at."""

import csv
import io
import pathlib
import tempfile

import invocation
from workbench import ARBITER, CACHE, PROBLEM_YAML, SUM_C, WRONG_C

TESTS = {"easy/1": ("1 2\n", "3\n"), "hard/1": ("7 8\n", "15\n"), "hard/2": ("70 8\n", "78\n")}
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
}
# The teacher's own files; {…} is what the program writes.
MOODLE = (
    "\ufeffIdentifier,Full name,Email address,Status,Group,Grade,Maximum grade,Marking workflow state,"
    "Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments\r\n"
    '"Participant 101","Ada Lovelace",ada@x.se,"Submitted, ""ok""; ",G1,{101},37.50,,Yes,-,-,{f101}\r\n'
    "Participant 102,'Bo,bo@x.se, Submitted ,,{102},37.50,,Yes,-,-,{f102}\r\n"
    "Participant 999,Nobody of ours,n@x.se,No submission,,12.00,37.50,,Yes,-,-,kept\r\n"
    "Participant 106,Gil,gil@x.se,No submission,,{106},37.50,,Yes,-,-,{f106}\r\n")
CANVAS = (
    'Student,ID,SIS User ID,SIS Login ID,Section,"Lab 2 (4710)","Lab 3, part: 50% (4711)",Final Score\n'
    ",,,,,Manual Posting,,\n"
    '"    Points Possible",,,,,10.00,37.50,(read only)\n'
    '"Lovelace, Ada",9101,ada,adal,"A, B",9.00,{ada},90\n'
    '"<b>, =Bo_Bo",9102,bo,bo,A,-,EX,\n'
    "Student; Test,9999,,e3b0c442,A,,,\n"
    "Gil,9106,gil,gil,A,,{gil},\n")


def rows_of(content):
    return list(csv.reader(io.StringIO(content.decode(), newline="")))


def cell(text):
    """As a table of commas holds it."""
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n\r') else text


class Bench:
    """A small class, graded once in all kinds; the tests only look at it."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="arbiter-outputs.")
        self.folder = pathlib.Path(self.temporary.name)
        for name in ("home", "tmp", "made"):
            (self.folder / name).mkdir()
        for student, files in COHORT.items():
            for name, text in files.items():
                self.write(f"in/{student}/{name}", text)
        for problem in ("sum", "twice"):
            self.write(f"problems/{problem}/problem.yaml",
                       PROBLEM_YAML.replace("name: Sum", f"name: {problem}"))
            self.write(f"problems/{problem}/data/sample/1.in", "2 2\n")
            self.write(f"problems/{problem}/data/sample/1.ans", "4\n")
            for test, (given, answer) in TESTS.items():
                self.write(f"problems/{problem}/data/secret/{test}.in", given)
                self.write(f"problems/{problem}/data/secret/{test}.ans", answer)
        self.write("problems/twice/data/sample/1.in", "2 2" + " " * 30000 + "end\n")
        self.write("problems/grading.yaml", POLICY)
        self.write("roster.csv", ROSTER)
        self.write("overrides.csv", "student,problem,points,reason\ndag,twice,+1,\"viva: 50%, fine\"\n")
        blank = {f"{letter}{number}": "" for number in range(101, 107) for letter in ("", "f")}
        moodle = MOODLE
        for key in blank:
            moodle = moodle.replace("{" + key + "}", "")
        self.write("moodle.csv", moodle)
        self.write("canvas.csv", CANVAS.replace("{ada}", "").replace("{gil}", "-"))
        outputs = [word for kind, path in KINDS.items() if kind != "canvas"
                   for word in ("-o", f"{kind}=made/{path}")]
        self.runs = [self.grade("--worksheet", "moodle.csv", *outputs),
                     self.grade("--worksheet", "canvas.csv", "-o", "canvas=made/canvas.csv")]
        if any(status for status, _, _ in self.runs):
            raise AssertionError("\n".join(err for _, _, err in self.runs))
        self.comment = "Mind the sign:\n50% <b>, \"please\""
        sheet = self.made("clusters.csv").decode().removesuffix("\n")
        self.write("comments.csv", sheet + cell(self.comment) + "\n")
        self.runs.append(
            self.grade("--comments", "comments.csv", "--worksheet", "moodle.csv", *outputs))

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def made(self, name):
        return (self.folder / "made" / name).read_bytes()

    def grade(self, *more, source="in", out="grades", cwd=".", classroom=None):
        env = invocation.environment(CACHE, self.folder / "home",
                                     {"TMPDIR": str(self.folder / "tmp"),
                                      **(CLASSROOM if classroom is None else classroom)})
        here = self.folder
        words = [str(ARBITER), "grade", source, "--problems", here / "problems", "--roster",
                 here / "roster.csv", "--overrides", here / "overrides.csv", "--times-from-files",
                 "--out", here / out, *more]
        return invocation.run([str(word) for word in words], env, here / cwd)
