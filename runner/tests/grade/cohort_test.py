"""A whole cohort, graded as planned: killed, on a full disk, and with a damaged journal, too.

    cohort_test.py ARBITER SOURCE CACHE [slow]

With `slow` 300 students, six problems and 50 kills; else few of each.
"""

import base64
import csv
import io
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import unittest

from cohort_run import STUDENT_KINDS, Bench, contents_of, rows_of, seen_in
from schemas import validate
from workbench import main

SLOW = "slow" in sys.argv[4:]
BENCH = None


def setUpModule():
    global BENCH
    BENCH = Bench(SLOW)


def tearDownModule():
    if BENCH is not None:
        BENCH.temporary.cleanup()


class Graded(unittest.TestCase):
    maxDiff = 4000

    def test_everybody_gets_what_is_due(self):
        self.assertEqual(BENCH.status, 0, BENCH.err)
        found = {}
        for student in BENCH.book["students"]:
            for grade in student["grades"]:
                verdict, attempt = grade["verdict"], grade["attempt"]
                found[student["id"], grade["problem"]] = (
                    grade["status"], verdict, grade["raw_points"], grade["late_minutes"],
                    grade["points"], attempt["number"] if attempt else 0)
        expected = {key: (due.status, due.verdict, due.raw, due.late_minutes, due.points, due.attempts)
                    for key, due in BENCH.cohort.truth.items()}
        wrong = [f"{key}: {found.get(key)} instead of {expected.get(key)}"
                 for key in {**expected, **found} if found.get(key) != expected.get(key)]
        self.assertEqual(wrong, [], f"{len(wrong)} of {len(expected)}\n{BENCH.err[-3000:]}")

    def test_the_document_has_the_fields_of_its_schema(self):
        validate(BENCH.book, "grade")

    def test_everybody_has_one_row(self):
        ids = [one.id for one in BENCH.cohort.students]
        sheet = rows_of(BENCH.whole / "grades.csv")
        self.assertEqual([row["id"].lstrip("'") for row in sheet],
                         [one["id"] for one in BENCH.book["students"]])
        self.assertEqual(sorted(row["id"].lstrip("'") for row in sheet), sorted(ids))
        on_roster = [one.id for one in BENCH.cohort.students if one.on_roster]
        self.assertEqual([one["id"] for one in BENCH.book["students"] if one["on_roster"]], on_roster)
        count = len(ids) * len(BENCH.cohort.problems)
        lines = (BENCH.folder / "made/all.jsonl").read_text().splitlines()
        self.assertEqual(len({(row["student"], row["problem"]) for row in map(json.loads, lines)}), count)
        self.assertEqual(len(rows_of(BENCH.folder / "made/problems.csv")), count)
        for row in sheet:
            feedback = BENCH.whole / row["feedback_file"]
            self.assertTrue(feedback.is_file(), feedback)
            self.assertEqual(feedback.resolve().parent, (BENCH.whole / "feedback").resolve())

    def test_what_nobody_can_attribute_is_listed(self):
        rows = [(one["path"], one["why"]) for one in BENCH.book["unattributed"]]
        for path, why in BENCH.cohort.lost:
            about = [text for place, text in rows if self.is_at(place, path)]
            self.assertTrue(any(why in text for text in about), f"{path}, {why}: {about}\n{rows}")
        strange = [row for row in rows
                   if not any(self.is_at(row[0], path) for path, _ in BENCH.cohort.lost)]
        self.assertEqual(strange, [])

    @staticmethod
    def is_at(place, path):
        return place.startswith(path[:-1]) if path.endswith("*") else place == path

    def test_every_layout_was_found(self):
        for words in ("a folder per student", "flat files", "Moodle", "Canvas", "Gradescope",
                      "GitHub Classroom"):
            self.assertIn(words, BENCH.book["layout"])
        self.assertIn(BENCH.book["layout"], BENCH.err.splitlines()[0])

    def test_nothing_was_written_elsewhere(self):
        self.assertEqual(BENCH.left_behind, [])
        self.assertFalse(pathlib.Path("/abs/evil.c").exists())

    def test_the_second_time_nothing_is_run(self):
        journal = (BENCH.whole / "journal.jsonl").read_bytes()
        _, _, err = BENCH.grade(BENCH.whole)
        self.assertNotIn("judged in", err)
        self.assertEqual((BENCH.whole / "journal.jsonl").read_bytes(), journal)
        self.assertEqual(BENCH.outputs(BENCH.whole), BENCH.expected)


class Hidden(unittest.TestCase):
    """Marks of hidden tests are in no file that a student may see."""

    @staticmethod
    def seen(contents):
        return seen_in(contents, BENCH.cohort.marks())

    def test_nothing_hidden_reaches_students(self):
        contents = contents_of(BENCH.whole / "feedback")
        for path in STUDENT_KINDS.values():
            more = contents_of(BENCH.folder / "made" / path)
            self.assertTrue(more, path)
            contents |= more
        self.assertEqual(self.seen(contents), [])
        # What is told of samples and open tests is there.
        samples = [one.words[name].encode() for one in BENCH.cohort.problems
                   for name in one.words if name.startswith("sample")]
        self.assertTrue(any(word in content for word in samples for content in contents.values()))

    def test_hidden_texts_reach_students_if_the_policy_says_so_alone(self):
        policy = (BENCH.folder / "problems/grading.yaml").read_text()
        out = BENCH.folder / "told"
        shutil.copytree(BENCH.whole, out)
        for rule, is_told in (("first-difference", False), ("full", True)):
            chosen = BENCH.folder / f"{rule}.yaml"
            chosen.write_text(policy.replace("feedback: {", f"feedback: {{hidden: {rule}, "))
            kinds = [word for kind, path in STUDENT_KINDS.items()
                     for word in ("-o", f"{kind}={BENCH.folder}/{rule}-{path}")]
            status, _, err = BENCH.grade(out, "--policy", chosen, *kinds)
            self.assertEqual(status, 0, err)
            self.assertNotIn("judged in", err)
            for top in (out / "feedback", *BENCH.folder.glob(f"{rule}-*")):
                is_seen = bool(self.seen(contents_of(top)))
                shows_tests = not any(word in top.name for word in ("classroom50", "github"))
                self.assertEqual(is_seen, is_told and shows_tests, top)

    def test_marks_are_found_where_they_may_be(self):
        book = {"book": (BENCH.whole / "gradebook.json").read_bytes()}
        self.assertTrue(self.seen(book))
        mark = BENCH.cohort.marks()[0]
        for shift in range(3):
            self.assertTrue(self.seen({"b": base64.b64encode(b"x" * shift + mark.encode() + b"yy")}))
        self.assertTrue(self.seen({"h": mark.encode().hex().encode()}))

    def sheet(self, kind, text):
        path = BENCH.folder / f"{kind}.csv"
        path.write_bytes(text)
        made = BENCH.folder / f"{kind}-filled.csv"
        status, _, err = BENCH.grade(BENCH.whole, "--worksheet", path, "-o", f"{kind}={made}")
        self.assertEqual(status, 0, err)
        self.assertEqual(self.seen({kind: made.read_bytes()}), [])
        before = list(csv.reader(io.StringIO(text.decode("utf-8-sig"), newline="")))
        after = list(csv.reader(io.StringIO(made.read_bytes().decode("utf-8-sig"), newline="")))
        self.assertEqual(len(before), len(after))
        return before, after, made.read_bytes()

    @staticmethod
    def total(student):
        return sum(BENCH.cohort.truth[student.id, one.name].points for one in BENCH.cohort.problems)

    def test_a_worksheet_of_moodle_is_filled_in(self):
        head = ("\ufeffIdentifierare,Fullständigt namn,Status,Betyg,Högsta betyg,"
                "Betyg kan ändras,Senast ändrad (betyg),Kommentarer\r\n")
        students = BENCH.cohort.of("moodle")
        text = head + "".join(f'"Deltagare {one.lms_id.split()[1]}","{one.name}","Inlämnad, ""ok""",,'
                              f"500,Ja,-,\r\n" for one in students)
        before, after, raw = self.sheet("moodle", text.encode())
        self.assertTrue(raw.startswith(b"\xef\xbb\xbf") and raw.count(b"\r\n") >= len(before))
        for old, new, student in zip(before[1:], after[1:], students):
            self.assertEqual([old[i] for i in (0, 1, 2, 4, 5)], [new[i] for i in (0, 1, 2, 4, 5)])
            self.assertAlmostEqual(float(new[3].replace(",", ".")), self.total(student), places=2)

    def test_a_grade_book_of_canvas_is_filled_in(self):
        students = BENCH.cohort.of("canvas")
        lines = ["Student,ID,SIS User ID,SIS Login ID,Section,Other (11),Lab (12),Final Score\n",
                 "    Points Possible,,,,,5.00,500.00,(read only)\n"]
        for one in students:
            last = " ".join(reversed(one.name.split(" ", 1)))
            lines.append(f'"{last}",{one.lms_id},{one.id},{one.username},"A, B",EX,,12.5\n')
        before, after, _ = self.sheet("canvas", "".join(lines).encode())
        for old, new, student in zip(before[2:], after[2:], students):
            self.assertEqual(old[:6] + old[7:], new[:6] + new[7:])
            self.assertAlmostEqual(float(new[6]), self.total(student), places=2)


class Disturbed(unittest.TestCase):
    """What is written in the end is what an undisturbed run writes."""

    maxDiff = 4000

    def check(self, out):
        self.assertEqual(BENCH.outputs(out), BENCH.expected)

    def test_killed_at_random_moments(self):
        rng = random.Random(5)
        out, wanted = BENCH.folder / "killed", 50 if SLOW else 4
        longest = max(1.0, BENCH.took / (10 if SLOW else 4))
        kills = 0
        while kills < wanted:
            process = subprocess.Popen(BENCH.words(out), cwd=BENCH.folder, env=BENCH.environment(),
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
        status, _, err = BENCH.grade(out)
        self.assertEqual(status, 0, err)
        self.assertNotIn("damaged", err)
        self.check(out)

    def test_a_damaged_journal_is_found_redone_and_said(self):
        rng = random.Random(6)
        out = BENCH.folder / "spoilt"
        shutil.copytree(BENCH.whole, out)
        journal = out / "journal.jsonl"
        for damage in (self.flip, self.cut, self.flip) if SLOW else (self.flip, self.cut):
            journal.write_bytes(damage(rng, journal.read_bytes()))
            status, _, err = BENCH.grade(out)
            self.assertEqual(status, 0, err)
            self.assertRegex(err, r"journal\.jsonl: \d+ records? (is|are) damaged")
            self.check(out)
            _, _, err = BENCH.grade(out)
            self.assertNotIn("damaged", err)

    @staticmethod
    def flip(rng, content):
        """Flips a bit in each of some places, but not in the first line, which says what it is."""
        first = content.index(b"\n") + 1
        damaged = bytearray(content)
        for place in rng.sample(range(first, len(content)), 20 if SLOW else 5):
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
        disk = BENCH.folder / "disk"
        disk.mkdir()
        prefix = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        if subprocess.run([*prefix, "mount", "-t", "tmpfs", "none", str(disk)], check=False,
                          stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("no file system can be mounted here")
        journal = (BENCH.whole / "journal.jsonl").stat().st_size // 1024
        sizes = [journal // 3, journal * 2 // 3, journal] if SLOW else [journal // 2]
        script = "".join(
            f'mount {"-o remount," if number else "-t tmpfs -o "}size={max(size, 8)}k none "$D"; '
            '"$@" 2>&1 >/dev/null; echo "status $?"; ' for number, size in enumerate(sizes))
        script += ('mount -o remount,size=1g none "$D"; "$@" 2>&1 >/dev/null; echo "last $?"; '
                   'cp -r "$D/out" "$D.copied"')
        done = subprocess.run([*prefix, "sh", "-c", script, "sh", *BENCH.words(disk / "out")],
                              cwd=BENCH.folder, env={**BENCH.environment(), "D": str(disk)},
                              capture_output=True, text=True, timeout=1500, check=False)
        self.assertEqual(done.stdout.count("status 6\n"), len(sizes), done.stdout + done.stderr)
        self.assertIn("run the same command", done.stdout)
        self.assertIn("last 0\n", done.stdout)
        self.check(pathlib.Path(f"{disk}.copied"))


if __name__ == "__main__":
    main()
