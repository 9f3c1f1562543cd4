"""A cohort that was graded once, undisturbed, for the tests to look at; and where marks may hide."""

import base64
import csv
import html
import io
import json
import pathlib
import tempfile
import time
import urllib.parse
import zipfile

import invocation
from cohort import Cohort
from normalise import without_measures
from workbench import ARBITER, CACHE

STUDENT_KINDS = {"gradescope": "gradescope", "classroom50": "classroom50", "github": "github.txt",
                 "github-summary": "summary.md", "markdown": "markdown", "zip": "pages.zip",
                 "moodle-zip": "moodle.zip"}
TEACHER_KINDS = {"jsonl": "all.jsonl", "csv-problems": "problems.csv", "junit": "all.xml",
                 "jplag": "jplag"}

# What a run of Classroom 50 is told.
CLASSROOM = {"CLASSROOM": "c1", "ASSIGNMENT": "lab", "ASSIGNMENT_TYPE": "individual", "OWNER": "ada",
             "SUBMISSION_TAG": "submit/1", "COMMIT_URL": "https://example.org/c",
             "RELEASE_URL": "https://example.org/r", "REVIEW_URL": "https://example.org/v"}


def rows_of(path):
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode(), newline="")))


class Bench:
    """A cohort that was graded once, undisturbed; all tests look at it."""

    def __init__(self, is_slow):
        self.temporary = tempfile.TemporaryDirectory(prefix="arbiter-cohort.")
        self.folder = pathlib.Path(self.temporary.name)
        for name in ("home", "tmp", "made"):
            (self.folder / name).mkdir()
        self.cohort = Cohort(self.folder, 300 if is_slow else 36,
                             None if is_slow else {"summa", "102030", "andel"})
        self.whole = self.folder / "whole"
        kinds = {**STUDENT_KINDS, **TEACHER_KINDS}
        outputs = [word for kind, path in kinds.items() for word in ("-o", f"{kind}=made/{path}")]
        begun = time.monotonic()
        self.status, self.out, self.err = self.grade(self.whole, *outputs)
        self.took = time.monotonic() - begun
        self.left_behind = [*self.folder.rglob("evil.c"), *(self.folder / "tmp").iterdir()]
        book = self.whole / "gradebook.json"
        self.book = json.loads(book.read_text()) if book.exists() else {"students": []}
        self.expected = self.outputs(self.whole) if book.exists() else None

    def environment(self):
        return invocation.environment(CACHE, self.folder / "home",
                                      {"TMPDIR": str(self.folder / "tmp"), **CLASSROOM})

    def words(self, out, *more):
        return [str(ARBITER), *self.cohort.words(), "--out", str(out), *more]

    def grade(self, out, *more):
        return invocation.run(self.words(out, *more), self.environment(), self.folder, timeout=1500)

    def outputs(self, out):
        """All that was written but what was measured."""
        rows = rows_of(out / "grades.csv")
        for row in rows:
            row.pop("graded_at")
        feedback = {path.name: path.read_bytes() for path in (out / "feedback").iterdir()}
        return without_measures(json.loads((out / "gradebook.json").read_text())), rows, feedback


def written(mark):
    """The mark in all encodings in which it could be there."""
    raw = mark.encode()
    ways = [raw, raw.hex().encode(), raw.hex().upper().encode(), mark.encode("utf-16-le"),
            mark.encode("utf-16-be")]
    for shift in range(3):
        text = base64.b64encode(bytes(shift) + raw)
        ways.append(text[-(-shift * 8 // 6):][:(len(raw) * 8 - 12) // 6])
    for form in ("%{:02X}", "%{:02x}", "&#{};", "&#x{:x};", "&#x{:X};", "\\u{:04x}", "\\u{:04X}",
                 "\\x{:02x}"):
        ways.append("".join(form.format(ord(letter)) for letter in mark).encode())
    ways += [urllib.parse.quote(mark).encode(), html.escape(mark).encode()]
    return {*ways}


def seen_in(contents, marks):
    """The files that hold a mark, and how it is written there."""
    everything = b"\0".join(contents.values())
    hits = [way for mark in marks for way in written(mark) if way in everything]
    return [(name, way) for way in hits for name, content in contents.items() if way in content]


def contents_of(top):
    """All files below a folder, or the only one, with their names, and with what archives hold."""
    found = {}
    for path in [top] if top.is_file() else sorted(one for one in top.rglob("*") if one.is_file()):
        content = path.read_bytes()
        found[str(path)] = str(path).encode(errors="replace") + content
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for entry in archive.namelist():
                    found[f"{path}/{entry}"] = entry.encode() + archive.read(entry)
    return found
