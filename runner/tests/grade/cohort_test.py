"""A whole cohort, graded as planned: killed, on a full disk, and with a damaged journal, too.

    cohort_test.py ARBITER SOURCE CACHE [slow]

With `slow` 300 students and 50 kills; else few of each.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import zipfile

import invocation
from cohort import Cohort
from normalise import written_by_grade
from schemas import validate
from slow import IS_SLOW
from workbench import ARBITER, CACHE

# What students get to see, but for the feedback that is always written.
STUDENT_KINDS = {"gradescope": "gradescope", "github": "github.txt", "github-summary": "summary.md",
                 "markdown": "markdown", "zip": "pages.zip"}


def contents_of(top):
    """All files below a folder, or the only one, with their names, and with what archives hold."""
    found = {}
    for path in [top] if top.is_file() else sorted(one for one in top.rglob("*") if one.is_file()):
        found[str(path)] = str(path).encode(errors="replace") + path.read_bytes()
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for entry in archive.namelist():
                    found[f"{path}/{entry}"] = entry.encode() + archive.read(entry)
    return found


class Graded(unittest.TestCase):
    """A cohort that is graded once, undisturbed. What is written in the end of other runs is what
    this one writes."""

    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="arbiter-cohort.")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        for name in ("home", "tmp", "made"):
            (cls.folder / name).mkdir()
        cls.cohort = Cohort(cls.folder, 300 if IS_SLOW else 36)
        cls.whole = cls.folder / "whole"
        outputs = [word for kind, path in STUDENT_KINDS.items() for word in ("-o", f"{kind}=made/{path}")]
        begun = time.monotonic()
        status, _, cls.err = cls.grade(cls.whole, *outputs)
        cls.took = time.monotonic() - begun
        if status != 0:
            raise AssertionError(cls.err)
        cls.book = json.loads((cls.whole / "gradebook.json").read_text())
        cls.expected = written_by_grade(cls.whole)

    @classmethod
    def environment(cls):
        return invocation.environment(CACHE, cls.folder / "home", {"TMPDIR": str(cls.folder / "tmp")})

    @classmethod
    def words(cls, out, *more):
        return [str(ARBITER), *cls.cohort.words(), "--out", str(out), *map(str, more)]

    @classmethod
    def grade(cls, out, *more):
        return invocation.run(cls.words(out, *more), cls.environment(), cls.folder, timeout=1500)

    def check(self, out):
        self.assertEqual(written_by_grade(out), self.expected)

    def test_everybody_gets_what_is_due(self):
        found = {}
        for student in self.book["students"]:
            for grade in student["grades"]:
                attempt = grade["attempt"]
                found[student["id"], grade["problem"]] = (
                    grade["status"], grade["verdict"], grade["raw_points"], grade["late_minutes"],
                    grade["points"], attempt["number"] if attempt else 0)
        expected = {key: (due.status, due.verdict, due.raw, due.late_minutes, due.points, due.attempts)
                    for key, due in self.cohort.truth.items()}
        wrong = [f"{key}: {found.get(key)} instead of {expected.get(key)}"
                 for key in {**expected, **found} if found.get(key) != expected.get(key)]
        self.assertEqual(wrong, [], f"{len(wrong)} of {len(expected)}\n{self.err[-3000:]}")
        self.assertEqual(self.book["unattributed"], [])
        validate(self.book, "grade")

    def test_everybody_has_one_row(self):
        ids = [one.id for one in self.cohort.students]
        sheet = self.expected[1]
        self.assertEqual([row["id"].lstrip("'") for row in sheet], ids)
        for row in sheet:
            feedback = self.whole / row["feedback_file"]
            self.assertTrue(feedback.is_file(), feedback)
            self.assertEqual(feedback.resolve().parent, (self.whole / "feedback").resolve())

    def test_every_layout_was_found(self):
        for words in ("a folder per student", "flat files", "Moodle"):
            self.assertIn(words, self.book["layout"])
        self.assertIn(self.book["layout"], self.err.splitlines()[0])

    def seen(self, contents):
        """The files that hold a mark of a hidden test."""
        return [name for name, content in contents.items()
                if any(mark.encode() in content for mark in self.cohort.marks())]

    def test_nothing_hidden_reaches_students(self):
        contents = contents_of(self.whole / "feedback")
        for path in STUDENT_KINDS.values():
            more = contents_of(self.folder / "made" / path)
            self.assertTrue(more, path)
            contents |= more
        self.assertEqual(self.seen(contents), [])
        # What is told of samples and open tests is there, and a teacher sees the marks.
        samples = [one.words[name].encode() for one in self.cohort.problems
                   for name in one.words if name.startswith("sample")]
        self.assertTrue(any(word in content for word in samples for content in contents.values()))
        self.assertTrue(self.seen({"book": (self.whole / "gradebook.json").read_bytes()}))

    def test_hidden_texts_reach_students_if_the_policy_says_so_alone(self):
        policy = (self.folder / "problems/grading.yaml").read_text()
        out = self.folder / "told"
        shutil.copytree(self.whole, out)
        for rule, is_told in (("first-difference", False), ("full", True)):
            chosen = self.folder / f"{rule}.yaml"
            chosen.write_text(policy.replace("feedback: {", f"feedback: {{hidden: {rule}, "))
            status, _, err = self.grade(out, "--policy", chosen)
            self.assertEqual(status, 0, err)
            self.assertNotIn(" judged by ", err)
            self.assertEqual(bool(self.seen(contents_of(out / "feedback"))), is_told)

    def test_killed_at_random_moments(self):
        rng = random.Random(5)
        out, wanted = self.folder / "killed", 50 if IS_SLOW else 4
        longest = max(1.0, self.took / (10 if IS_SLOW else 4))
        kills = 0
        while kills < wanted:
            process = subprocess.Popen(self.words(out), cwd=self.folder, env=self.environment(),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            try:
                _, err = process.communicate(timeout=rng.uniform(0.05, longest))
                self.assertEqual(process.returncode, 0, err)
                self.check(out)
                shutil.rmtree(out)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                kills += 1
        status, _, err = self.grade(out)
        self.assertEqual(status, 0, err)
        self.assertNotIn("damaged", err)
        self.check(out)

    def test_a_damaged_journal_is_found_redone_and_said(self):
        rng = random.Random(6)
        out = self.folder / "spoilt"
        shutil.copytree(self.whole, out)
        journal = out / "journal.jsonl"
        for damage in (self.flip, self.cut):
            journal.write_bytes(damage(rng, journal.read_bytes()))
            status, _, err = self.grade(out)
            self.assertEqual(status, 0, err)
            self.assertRegex(err, r"journal\.jsonl: \d+ records? (is|are) damaged")
            self.check(out)
            self.assertNotIn("damaged", self.grade(out)[2])

    @staticmethod
    def flip(rng, content):
        """Flips a bit in each of some places, but not in the first line, which says what it is."""
        damaged = bytearray(content)
        for place in rng.sample(range(content.index(b"\n") + 1, len(content)), 5):
            damaged[place] ^= 1 << rng.randrange(8)
        return bytes(damaged)

    @staticmethod
    def cut(rng, content):
        """Ends in the middle of a line."""
        place = rng.randrange(len(content) * 3 // 4, len(content))
        while content[place - 1] == ord("\n") or content[place] == ord("\n"):
            place -= 1
        return content[:place]

    def test_a_full_disk(self):
        disk = self.folder / "disk"
        disk.mkdir()
        prefix = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        if subprocess.run([*prefix, "mount", "-t", "tmpfs", "none", str(disk)], check=False,
                          stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("no file system can be mounted here")
        size = (self.whole / "journal.jsonl").stat().st_size // 2048
        script = (f'mount -t tmpfs -o size={max(size, 8)}k none "$D"; "$@" 2>&1 >/dev/null; '
                  'echo "status $?"; mount -o remount,size=1g none "$D"; "$@" 2>&1 >/dev/null; '
                  'echo "last $?"; cp -r "$D/out" "$D.copied"')
        done = subprocess.run([*prefix, "sh", "-c", script, "sh", *self.words(disk / "out")],
                              cwd=self.folder, env={**self.environment(), "D": str(disk)},
                              capture_output=True, text=True, timeout=1500, check=False)
        for words in ("status 6\n", "run the same command", "last 0\n"):
            self.assertIn(words, done.stdout, done.stderr)
        self.check(pathlib.Path(f"{disk}.copied"))
