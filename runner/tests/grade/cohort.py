"""Makes a cohort whose grades are known: students, what they handed in, and where it lies.

    cohort = Cohort(folder, students=300, seed=1)

Everything follows from the seed. `in/` holds a source for each way of handing in, and `truth` has the
points of everyone. How other platforms lay out what they export, and what hostile archives hold, the
unit tests of intake know.
"""

import dataclasses
import datetime
import io
import math
import random
import unicodedata
import zipfile

from cohort_problems import KINDS, OPEN, make_problems, put

DUE = datetime.datetime(2026, 1, 31, 23, 0, tzinfo=datetime.timezone.utc)
GRACE_MINUTES = 10
STEPS = ((24 * 60, 20), (48 * 60, 50))  # late by at most so many minutes costs so many percent

STRANGE_IDS = ["åsa öberg", "李明", "per  åke", "o'neil", 'say "hi"', "🎉party", "..dots", "new\nline",
               "tab\there", "%2e%2e", "semi;colon", "comma,one", "=1+1", "<b>bold&lt;", "$(id)", "back`tick"]
FIRST_NAMES = ["Åsa", "李", "Bo", "Zoë", "Æsa", "Iñaki", "Ľubica", "O'Neil", "Jean-Luc", "Ngọc"]
LAYOUTS = ["folder"] * 6 + ["flat"] * 4 + ["moodle"] * 4 + ["absent"]


@dataclasses.dataclass
class Attempt:
    kind: str
    submitted: datetime.datetime = None


@dataclasses.dataclass
class Student:
    id: str
    name: str
    layout: str
    lms_id: str = ""
    group: str = ""
    work: dict = dataclasses.field(default_factory=dict)  # problem name -> attempts, oldest first

    def folder(self):
        """As a Mac writes it for some."""
        return unicodedata.normalize("NFD" if len(self.id) % 2 else "NFC", self.id)


@dataclasses.dataclass
class Due:
    """What a student gets for a problem."""
    status: str
    verdict: str = None
    raw: float = 0.0
    late_minutes: int = 0
    points: float = 0.0
    attempts: int = 0


def rounded(points):
    return math.floor(points * 100 + 0.5 + 1e-7) / 100


def zipped(entries):
    """A ZIP archive of names and bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 31, 12, 0, 0)), content)
    return buffer.getvalue()


class Cohort:
    def __init__(self, folder, students, seed=1):
        self.folder = folder
        self.rng = random.Random(seed)
        self.problems = make_problems(seed)
        self.students = []
        self.extensions = {}  # student and problem -> minutes
        self.overrides = {}  # student and problem -> text of the points
        self.make_students(students)
        self.hand_in()
        self.decide()
        for problem in self.problems:
            problem.write(folder / "problems")
        self.write_tables()
        self.write_folders(folder / "in/folders")
        self.write_flat(folder / "in/flat")
        self.write_moodle(folder / "in")
        self.truth = {(student.id, problem.name): self.due(student, problem)
                      for student in self.students for problem in self.problems}

    def make_students(self, count):
        strange = iter(STRANGE_IDS)
        for number in range(count):
            layout = LAYOUTS[number * 8 % len(LAYOUTS)]
            student = Student(f"s{number:03}", f"{FIRST_NAMES[number % len(FIRST_NAMES)]} Xen{number}", layout)
            if layout == "folder":
                student.id = next(strange, student.id)
            elif layout == "moodle":
                student.lms_id = f"Participant {7000 + number}"
            self.students.append(student)
        for student in self.of("moodle")[:2]:
            student.group = "Team"

    def of(self, layout):
        return [one for one in self.students if one.layout == layout]

    def hand_in(self):
        """Chooses what everybody hands in, and when; members of a team hand in one thing."""
        teams = {}
        for number, student in enumerate(self.students):
            if student.layout == "absent":
                continue
            if student.group in teams:
                student.work = teams[student.group]
                continue
            when = self.submission_time(student)
            for place, problem in enumerate(self.problems):
                if number % 11 == 5 and place == number % len(self.problems):
                    continue  # they handed in nothing for this one
                chosen = KINDS[(number * 5 + place * 3) % len(KINDS)]
                student.work[problem.name] = [Attempt(chosen, when)]
                if student.layout == "folder" and number % 4 == place % 4:
                    earlier = KINDS[(number + place) % 7]
                    student.work[problem.name].insert(0, Attempt(earlier, when))
            if student.group:
                teams[student.group] = student.work

    def submission_time(self, student):
        if student.layout != "flat":
            return None
        minutes = self.rng.choice([-3000, -60, -1, 0, 5, 10, 11, 90, 1440, 1441, 2880, 2881, 9000])
        return DUE + datetime.timedelta(minutes=minutes, seconds=self.rng.choice([0, 0, 30]))

    def decide(self):
        """Extensions and overrides of some."""
        timed = [one for one in self.of("flat") if one.work]
        for student in timed[::4]:
            self.extensions[student.id, ""] = 60
        for student in timed[1::5]:
            self.extensions[student.id, self.problems[0].name] = 1500
        for number, student in enumerate(self.students[::9]):
            problem = self.problems[number % len(self.problems)]
            self.overrides[student.id, problem.name] = ("+2", "-1.5", "3", "0")[number % 4]

    def late_minutes(self, student, problem, attempt):
        if attempt.submitted is None:
            return 0
        minutes = max([self.extensions.get((student.id, name), 0) for name in ("", problem.name)])
        late = (attempt.submitted - DUE).total_seconds() - minutes * 60
        return math.ceil(late / 60) if late > GRACE_MINUTES * 60 else 0

    @staticmethod
    def percent(late):
        if late == 0:
            return 0
        return next((percent for most, percent in STEPS if late <= most), 100)

    def due(self, student, problem):
        attempts = student.work.get(problem.name, [])
        given = Due("no_submission")
        if attempts:
            last = attempts[-1]
            late = self.late_minutes(student, problem, last)
            raw = problem.raw_points(last.kind)
            status = "compile_error" if last.kind == "broken" else "graded"
            given = Due(status, problem.verdict(last.kind), rounded(raw), late,
                        rounded(raw * (1 - self.percent(late) / 100)), len(attempts))
        change = self.overrides.get((student.id, problem.name))
        if change:
            base = given.points if change[0] in "+-" else 0
            given.points = max(0.0, rounded(base + float(change)))
        return given

    def write_tables(self):
        put(self.folder / "roster.csv", table(
            ["id", "name", "lms_id", "group"],
            [[one.id, one.name, one.lms_id, one.group] for one in self.students]))
        put(self.folder / "extensions.csv", table(
            ["id", "assignment", "extra_minutes", "reason"],
            [[*key, minutes, "ill"] for key, minutes in self.extensions.items()]))
        put(self.folder / "overrides.csv", table(
            ["student", "problem", "points", "reason"],
            [[*key, points, "viva, in person"] for key, points in self.overrides.items()]))
        put(self.folder / "problems/grading.yaml",
            "assignment: Lab\nproblems:\n" + "".join(one.policy() for one in self.problems)
            + "attempts: last\ntime_factors: {python3: 4}\n"
            + f"late:\n  due: {DUE:%Y-%m-%dT%H:%M:%SZ}\n  grace: {GRACE_MINUTES}min\n"
            + "  steps: {24h: 20%, 48h: 50%}\n"
            + f"feedback: {{public_tests: [{OPEN}]}}\n")

    def write_folders(self, top):
        """A folder per student, with folders or files or archives of problems in it."""
        for number, student in enumerate(self.of("folder")):
            home = top / student.folder()
            home.mkdir(parents=True, exist_ok=True)
            put(home / ".DS_Store", b"Bud1")
            for problem in self.problems:
                attempts = student.work.get(problem.name, [])
                for rank, attempt in enumerate(attempts, 1):
                    ending, source = problem.source(attempt.kind)
                    if len(attempts) > 1:
                        put(home / problem.name / f"attempt-{rank}" / f"main{ending}", source)
                    elif number % 3 == 0:
                        put(home / f"{problem.name}{ending}", source)
                    elif number % 3 == 1:
                        put(home / problem.name / f"main{ending}", source)
                    else:
                        inner = zipped({f"src/my work/lösung{ending}": source})
                        put(home / f"{problem.name}.zip", zipped({"inner.zip": inner}))

    def write_flat(self, top):
        """Files that are named after students and problems, and a list of when they came."""
        rows = ["file,submitted\n"]
        for number, student in enumerate(self.of("flat")):
            for problem, attempt in self.last_attempts(student):
                ending, source = problem.source(attempt.kind)
                name = (f"{student.id}_{problem.name}{ending}" if number % 2 else
                        f"{problem.name}-{student.id}{ending}")
                put(top / name, source)
                rows.append(f"{name},{attempt.submitted:%Y-%m-%dT%H:%M:%SZ}\n")
        put(top / "submissions.csv", "".join(rows))

    def write_moodle(self, top):
        """An archive for each problem; of a team there is one copy."""
        entries = {problem.name: {} for problem in self.problems}
        for student in self.of("moodle"):
            for problem, attempt in self.last_attempts(student):
                ending, source = problem.source(attempt.kind)
                who = f"{student.group}_31" if student.group else f"{student.name}_{student.lms_id.split()[1]}"
                entries[problem.name][f"{who}_assignsubmission_file/main{ending}"] = source
        for number, (name, files) in enumerate(entries.items()):
            put(top / f"KURS24-{name}-{4700 + number}.zip", zipped(files))

    def last_attempts(self, student):
        """What counts, with its problem."""
        return [(problem, student.work[problem.name][-1]) for problem in self.problems
                if problem.name in student.work]

    def words(self):
        """Arguments of `arbiter grade`, but for what is written."""
        sources = sorted(f"in/{path.name}" for path in (self.folder / "in").iterdir())
        return ["grade", *sources, "--problems", "problems", "--roster", "roster.csv",
                "--extensions", "extensions.csv", "--overrides", "overrides.csv", "--allow-extra"]

    def marks(self):
        return [mark for problem in self.problems for mark in problem.marks()]


def table(header, rows):
    def cell(value):
        text = str(value)
        return '"' + text.replace('"', '""') + '"' if set(text) & set(',;"\n\t') else text
    return "".join(",".join(map(cell, row)) + "\r\n" for row in [header, *rows])
