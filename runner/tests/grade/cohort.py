"""Makes a cohort whose grades are known: students, what they handed in, and where it lies.

    cohort = Cohort(folder, students=300, problems=None, seed=1)

Everything follows from the seed. `in/` holds a source for each way in which platforms and people lay
out submissions (cohort_layouts.py), with hostile archives among them (cohort_hostile.py). `truth`
has the points of everyone, and `lost` what nobody can attribute.
"""

import dataclasses
import datetime
import math
import random
import unicodedata

import cohort_hostile
import cohort_layouts
from cohort_problems import OPEN, make_problems, put

DUE = datetime.datetime(2026, 1, 31, 23, 0, tzinfo=datetime.timezone.utc)
GRACE_MINUTES = 10
STEPS = ((24 * 60, 20), (48 * 60, 50))  # late by at most so many minutes costs so many percent

STRANGE_IDS = ["åsa öberg", "李明", "per  åke", "o'neil", 'say "hi"', "🎉party", "..dots", "new\nline",
               "tab\there", "%2e%2e", "semi;colon", "comma,one", "=1+1", "<b>bold&lt;", "$(id)", "back`tick"]
FIRST_NAMES = ["Åsa", "李", "Bo", "Zoë", "Æsa", "Iñaki", "Ľubica", "O'Neil", "Jean-Luc", "Ngọc"]

LAYOUTS = {"folder": 9, "flat": 4, "moodle": 6, "canvas": 5, "gradescope": 5, "github": 4, "absent": 2}


@dataclasses.dataclass
class Attempt:
    kind: str
    submitted: datetime.datetime = None


@dataclasses.dataclass
class Student:
    id: str
    name: str
    email: str
    username: str
    lms_id: str = ""
    group: str = ""
    layout: str = "folder"
    on_roster: bool = True
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


class Cohort:
    def __init__(self, folder, students, problems=None, seed=1):
        self.folder = folder
        self.rng = random.Random(seed)
        self.problems = make_problems(problems, seed)
        self.students = []
        self.lost = []  # path, and a part of the reason
        self.extensions = {}  # student and problem -> minutes
        self.overrides = {}  # student and problem -> text of the points
        self.make_students(students)
        self.hand_in()
        self.decide()
        for problem in self.problems:
            problem.write(folder / "problems")
        self.write_tables()
        cohort_layouts.write(self)
        cohort_hostile.write(self)
        self.truth = {(student.id, problem.name): self.due(student, problem)
                      for student in self.students for problem in self.problems}

    def make_students(self, count):
        layouts = [name for name, weight in LAYOUTS.items() for _ in range(weight)]
        for number in range(count):
            layout = layouts[number * 8 % len(layouts)]
            code = "".join(chr(ord("a") + number // 26 ** i % 26) for i in range(3))
            self.students.append(Student(
                f"s{number:03}", f"{FIRST_NAMES[number % len(FIRST_NAMES)]} Xen{code}",
                f"mail{code}@example.org", f"gh{code}", layout=layout))
        strange = iter(STRANGE_IDS)
        for student in self.students:
            if student.layout == "folder":
                student.id = next(strange, student.id)
            elif student.layout == "moodle":
                student.lms_id = f"Participant {7000 + int(student.id[1:])}"
            elif student.layout == "canvas":
                student.lms_id = str(880000 + int(student.id[1:]))
        for layout in ("moodle", "gradescope"):
            team = [one for one in self.students if one.layout == layout][:2]
            for student in team:
                student.group = f"Team {layout}"
        self.students += [
            Student("stranger", "", "", "", on_roster=False),
            Student("twin1", "Anna Twinson", "t1@example.org", "twa", layout="absent"),
            Student("twin2", "Anna Twinson", "t2@example.org", "twb", layout="absent"),
        ]

    def of(self, layout):
        return [one for one in self.students if one.layout == layout]

    def hand_in(self):
        """Chooses what everybody hands in, and when; members of a team hand in one thing."""
        order = {problem.name: problem.kinds() for problem in self.problems}
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
                kinds = order[problem.name]
                chosen = kinds[(number * 5 + place * 3) % len(kinds)]
                student.work[problem.name] = [Attempt(chosen, when)]
                has_more = student.layout == "folder" or (student.layout == "canvas"
                                                          and chosen != "python")
                if has_more and number % 4 == place % 4:
                    earlier = kinds[(number + place) % 8]
                    student.work[problem.name].insert(0, Attempt(earlier, when))
            if student.group:
                teams[student.group] = student.work
        # What takes long is handed in once by one.
        self.of("moodle")[2].work[self.problems[0].name] = [Attempt("stuck")]

    def submission_time(self, student):
        if student.layout not in ("flat", "gradescope", "github"):
            return None
        minutes = self.rng.choice([-3000, -60, -1, 0, 5, 10, 11, 90, 1440, 1441, 2880, 2881, 9000])
        return DUE + datetime.timedelta(minutes=minutes, seconds=self.rng.choice([0, 0, 30]))

    def decide(self):
        """Extensions and overrides of some."""
        timed = [one for one in self.students if one.work and one.layout in ("flat", "gradescope", "github")]
        for student in timed[::4]:
            self.extensions[student.id, ""] = 60
        for student in timed[1::5]:
            self.extensions[student.id, self.problems[0].name] = 1500
        graded = [one for one in self.students if one.on_roster]
        for number, student in enumerate(graded[::9]):
            problem = self.problems[number % len(self.problems)]
            self.overrides[student.id, problem.name] = ("+2", "-1.5", "3", "0")[number % 4]

    def late_minutes(self, student, problem, attempt):
        if attempt.submitted is None:
            return 0
        minutes = max([self.extensions.get((student.id, name), 0) for name in ("", problem.name)])
        late = (attempt.submitted - DUE).total_seconds() - minutes * 60
        return math.ceil(late / 60) if late > GRACE_MINUTES * 60 else 0

    @staticmethod
    def percent(problem, late):
        if late == 0:
            return 0
        if problem.per_hour:
            return min(50, problem.per_hour * math.ceil(late / 60))
        return next((percent for most, percent in STEPS if late <= most), 100)

    def due(self, student, problem):
        attempts = student.work.get(problem.name, [])
        given = Due("no_submission")
        if attempts:
            last = attempts[-1]
            late = self.late_minutes(student, problem, last)
            raw = rounded(problem.raw_points(last.kind))
            points = rounded(problem.raw_points(last.kind) * (1 - self.percent(problem, late) / 100))
            status = "compile_error" if last.kind == "broken" else "graded"
            given = Due(status, problem.verdict(last.kind), raw, late, points, len(attempts))
        change = self.overrides.get((student.id, problem.name))
        if change:
            base = given.points if change[0] in "+-" else 0
            given.points = max(0.0, rounded(base + float(change)))
        return given

    def write_tables(self):
        put(self.folder / "roster.csv", table(
            ["id", "name", "email", "username", "lms_id", "group"],
            [[one.id, one.name, one.email, one.username, one.lms_id, one.group]
             for one in self.students if one.on_roster]))
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

    def words(self):
        """Arguments of `arbiter grade`, but for what is written."""
        sources = sorted(f"in/{path.name}" for path in (self.folder / "in").iterdir())
        return ["grade", *sources, "--problems", "problems", "--roster", "roster.csv",
                "--extensions", "extensions.csv", "--overrides", "overrides.csv"]

    def marks(self):
        return [mark for problem in self.problems for mark in problem.marks()]


def table(header, rows):
    def cell(value):
        text = str(value)
        return '"' + text.replace('"', '""') + '"' if set(text) & set(',;"\n\t') else text
    return "".join(",".join(map(cell, row)) + "\r\n" for row in [header, *rows])
