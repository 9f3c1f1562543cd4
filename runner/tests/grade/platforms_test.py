"""A class with every oddity that teachers meet, exported by four platforms: the same grades from all.

    platforms_test.py ARBITER SOURCE CACHE [slow]

With `slow` the whole class is judged again while six programs keep the processors busy; else some of it.
"""

import csv
import dataclasses
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import invocation
from cohort import DUE, rounded, table, zipped
from cohort_problems import KINDS, make_problems, put
from slow import IS_SLOW
from workbench import ARBITER, CACHE

STUDENTS = 30
LATE = datetime.timedelta(minutes=90)  # costs 20 percent
# What is odd about some; the others hand in one program for each problem, in time.
ODD = {3: "absent", 6: "document", 9: "editor", 12: "latin", 15: "late", 18: "copied", 19: "copier", 21: "two",
       24: "namesake", 25: "namesake"}
LATIN = "# l\u00f6sung\nprint(1)\n".encode("latin-1")


@dataclasses.dataclass
class Student:
    number: int
    id: str
    name: str
    oddity: str
    files: dict = dataclasses.field(default_factory=dict)  # problem -> names and bytes
    due: dict = dataclasses.field(default_factory=dict)  # problem -> status, verdict and points

    def email(self):
        return f"{self.id}@example.org"

    def submitted(self):
        return DUE + LATE if self.oddity == "late" else DUE - LATE


def renamed(source):
    return source.replace(b"drow", b"turned").replace(b"size", b"length").replace(b"length_t", b"size_t")


class Class:
    def __init__(self, folder):
        self.folder = folder
        self.problems = make_problems(7)
        self.students = [Student(n, f"s{n:02}", f"Ada{n} Berg{n}", ODD.get(n, "")) for n in range(STUDENTS)]
        for student in self.students:
            if student.oddity == "namesake":
                student.name = "Kim Berg"
            for place, problem in enumerate(self.problems):
                self.hand_in(student, problem, KINDS[(student.number + place * 5) % len(KINDS)])
        self.stranger = Student(99, "x99", "Xo Unknown", "")
        self.hand_in(self.stranger, self.problems[0], "right")
        for problem in self.problems:
            problem.write(folder / "problems")
        put(folder / "problems/grading.yaml",
            "assignment: Lab\nproblems:\n" + "".join(one.policy() for one in self.problems)
            + f"time_factors: {{python3: 4}}\nlate: {{due: {DUE:%Y-%m-%dT%H:%M:%SZ}, steps: {{24h: 20%}}}}\n")
        put(folder / "roster.csv", table(
            ["id", "name", "email", "lms_id"],
            [[one.id, one.name, one.email(), f"Participant {7000 + one.number}"] for one in self.students]))

    def hand_in(self, student, problem, kind):
        if student.oddity in ("copied", "copier"):
            kind = "odd"
        ending, source = problem.source(kind)
        name = f"main{ending}"
        status = "compile_error" if kind == "broken" else "graded"
        points = problem.raw_points(kind) * (0.8 if student.oddity == "late" else 1)
        student.due[problem.name] = (status, problem.verdict(kind), rounded(points))
        student.files[problem.name] = {name: renamed(source) if student.oddity == "copier" else source}
        if student.oddity == "editor":
            student.files[problem.name] = {name + ".txt": source}
        elif student.oddity == "latin":
            student.files[problem.name] = {"main.py": LATIN}
            student.due[problem.name] = ("graded", "RTE", 0)
        elif student.oddity == "document":
            student.files[problem.name] = {"essay.docx": b"PK"}
        elif student.oddity == "two":
            student.files[problem.name] = {"one.c": source, "two.c": source + b"\n"}
        if student.oddity in ("document", "two"):
            student.due[problem.name] = ("handed_in_not_graded", None, 0)
        if student.oddity == "absent":
            student.files.pop(problem.name)
            student.due[problem.name] = ("no_submission", None, 0)

    def entries(self):
        """Student, problem, name and bytes of all files."""
        for student in [*self.students, self.stranger]:
            for problem, files in student.files.items():
                for name, content in files.items():
                    yield student, problem, name, content

    def times(self, name_of):
        """submissions.csv, where the platform exports no times."""
        rows = {(name_of(student, problem, name), f"{student.submitted():%Y-%m-%dT%H:%M:%SZ}")
                for student, problem, name, _ in self.entries()}
        return table(["file", "submitted"], sorted(rows))

    def folders(self, top):
        for student, problem, name, content in self.entries():
            put(top / "in" / student.id / problem / name, content)
        put(top / "in/submissions.csv", self.times(lambda student, problem, _: f"{student.id}/{problem}"))
        return [top / "in"]

    def moodle(self, top):
        """For each assignment an archive and a grading worksheet, whose times are those of Berlin."""
        for place, problem in enumerate(self.problems):
            files = {f"{student.name}_{7000 + student.number}_assignsubmission_file/{name}": content
                     for student, of, name, content in self.entries() if of == problem.name}
            put(top / f"KURS-{problem.name}-{4700 + place}.zip", zipped(files))
            local = datetime.timezone(datetime.timedelta(hours=1))
            put(top / f"Bewertungen-KURS-{problem.name}-{4700 + place}.csv", table(
                ["ID", "Vollst\u00e4ndiger Name", "E-Mail-Adresse", "Status", "Bewertung", "Bestwertung",
                 "Bewertung kann ge\u00e4ndert werden", "Zuletzt ge\u00e4ndert (Abgabe)",
                 "Zuletzt ge\u00e4ndert (Bewertung)", "Feedback als Kommentar"],
                [[f"Teilnehmer/in{7000 + one.number}", one.name, one.email(), "", "", "100,00", "Ja",
                  self.german(one.submitted().astimezone(local)) if problem.name in one.files else "-", "-", ""]
                 for one in self.students]))
        return sorted(top.iterdir())

    @staticmethod
    def german(time):
        days = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
        months = ["Januar", "Februar"]
        return f"{days[time.weekday()]}, {time.day}. {months[time.month - 1]} {time.year}, {time:%H:%M}"

    def canvas(self, top):
        """For each assignment a folder, as the archive is called."""
        def name_of(student, problem, name):
            who = "".join(reversed(student.name.lower().split()))
            return f"{who}_{7000 + student.number}_{50000 + student.number}_{name}"
        for problem in self.problems:
            for student, of, name, content in self.entries():
                if of == problem.name:
                    put(top / "in" / problem.name / name_of(student, of, name), content)
        put(top / "in/submissions.csv",
            self.times(lambda student, problem, name: f"{problem}/{name_of(student, problem, name)}"))
        return [top / "in"]

    def gradescope(self, top):
        for place, problem in enumerate(self.problems):
            export = top / "in" / problem.name / f"assignment_{place}_export"
            lines = ["---\n"]
            for student in [*self.students, self.stranger]:
                if problem.name not in student.files:
                    continue
                folder = f"submission_{1000 * (place + 1) + student.number}"
                lines.append(f"{folder}:\n  :submitters:\n  - :name: {student.name}\n    :sid: {student.id}\n"
                             f"    :email: {student.email()}\n"
                             f"  :created_at: {student.submitted():%Y-%m-%d %H:%M:%S} Z\n")
                for name, content in student.files[problem.name].items():
                    put(export / folder / name, content)
            put(export / "submission_metadata.yml", "".join(lines))
        return [top / "in"]


class Platforms(unittest.TestCase):
    maxDiff = 6000

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="arbiter-platforms.")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        for name in ("home", "tmp"):
            (cls.folder / name).mkdir()
        cls.members = Class(cls.folder)
        cls.books = {}
        for name in ("folders", "moodle", "canvas", "gradescope"):
            top = cls.folder / name
            top.mkdir()
            cls.books[name] = cls.graded(name, getattr(cls.members, name)(top))

    @classmethod
    def graded(cls, name, sources, *more):
        """The grade book, and what needs a person."""
        out = cls.folder / f"out-{name}"
        todo = cls.folder / f"todo-{name}.csv"
        status, text, err = invocation.run(
            [str(ARBITER), "grade", *map(str, sources), "--problems", "problems", "--roster", "roster.csv",
             "--timezone", "Europe/Berlin", "--out", str(out), "-o", f"needs-a-person={todo}", *more],
            invocation.environment(CACHE, cls.folder / "home", {"TMPDIR": str(cls.folder / "tmp")}),
            cls.folder, timeout=1200)
        if status != 0:
            raise AssertionError(f"{name}: {text}\n{err}")
        return (json.loads((out / "gradebook.json").read_text()),
                list(csv.DictReader(todo.read_text().splitlines())))

    @staticmethod
    def grades(book):
        return {(student["id"], grade["problem"]): (grade["status"], grade["verdict"], grade["points"])
                for student in book["students"] if student["id"].startswith("s") for grade in student["grades"]}

    def test_everybody_gets_what_is_due_from_all_four(self):
        expected = {(student.id, problem): due
                    for student in self.members.students for problem, due in student.due.items()}
        for name, (book, _) in self.books.items():
            found = self.grades(book)
            wrong = [f"{key}: {found.get(key)} instead of {due}" for key, due in expected.items()
                     if found.get(key) != due]
            self.assertEqual((name, wrong, set(found) - set(expected)), (name, [], set()))

    def test_every_oddity_is_listed_where_it_belongs(self):
        for name, (book, rows) in self.books.items():
            kinds = {}
            for row in rows:
                kinds.setdefault(row["kind"], []).append(row)
            with self.subTest(name):
                lost = {row["student"] for row in kinds["file"]}
                self.assertEqual(lost, {"s06", "s21"})
                self.assertEqual(sum("essay.docx" in row["file"] for row in kinds["file"]), 3)
                self.assertEqual(len(kinds["stranger"]), 1)
                pairs = {row["student"] for row in kinds["look-alike"]}
                self.assertTrue(any({"s18", "s19"} <= set(pair.split()) for pair in pairs), pairs)
                self.assertEqual([row for row in rows if row["kind"] == "judge error"], [])
                late = {grade["late_minutes"] for student in book["students"] if student["id"] == "s15"
                        for grade in student["grades"]}
                self.assertEqual(late, {90})

    def test_load_changes_no_grade(self):
        chosen = [] if IS_SLOW else [word for one in ("s00", "s04", "s16") for word in ("--only", one)]
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(6 if IS_SLOW else 2)]
        try:
            out = self.folder / "out-busy"
            status, text, err = invocation.run(
                [str(ARBITER), "grade", str(self.folder / "folders/in"), "--problems", "problems", "--roster",
                 "roster.csv", "--no-cache", "--out", str(out), "--format", "json", *chosen],
                invocation.environment(CACHE, self.folder / "home", {"TMPDIR": str(self.folder / "tmp")}),
                self.folder, timeout=1800)
        finally:
            for one in busy:
                one.kill()
                one.wait()
        self.assertEqual(status, 0, err)
        quiet = self.grades(self.books["folders"][0])
        found = self.grades(json.loads(text))
        self.assertEqual(found, {key: quiet[key] for key in found})
        self.assertEqual(len(found), 3 * (STUDENTS if IS_SLOW else 3))
