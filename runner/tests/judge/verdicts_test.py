"""Judges one program for each verdict and compares what people and machines are told.

Usage: verdicts_test.py ARBITER PACKAGES SCHEMA
Every program of PACKAGES/sum/programs is judged into both formats; expected.txt says what must come
out. Every JSON document must fit the schema.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

ARBITER, PACKAGES, SCHEMA = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
STATUS = {"AC": 0, "JE": 5}


def judge(*arguments):
    command = [ARBITER, "judge", *map(str, arguments), "--no-cache"]
    return subprocess.run(command, capture_output=True, check=False)


def rows():
    for line in (PACKAGES / "sum/programs/expected.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            program, verdict, *words = line.split(": ", 2)
            yield program, verdict, words[0] if words else ""


class Verdicts(unittest.TestCase):
    def document(self, *arguments):
        """What was printed for people, and the document of the same run."""
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            done = judge(*arguments, "--color", "never", "-o", file.name)
            document = json.loads(pathlib.Path(file.name).read_text())
        if jsonschema is not None:
            jsonschema.validate(document, json.loads(SCHEMA.read_text()))
        return done, document

    def check(self, package, program, verdict, words):
        for _ in range(3):
            done, document = self.document(package, program)
            # Where others take the cores, a program meets its wall limit before its CPU limit.
            if "wall" in words or b"the machine was busy" not in b" ".join(done.stdout.split()):
                break
        judged = document["submissions"][0]
        self.assertEqual(judged["verdict"], verdict, done.stdout)
        self.assertEqual(done.returncode, STATUS.get(verdict, 1), done.stderr)
        text = done.stdout.decode("utf-8")
        self.assertIn(verdict, text)
        self.assertIn(" ".join(words.split()), " ".join(text.split()))
        for character in text:
            self.assertTrue(character >= " " or character in "\n\t", repr(text))
        return judged

    def test_every_program(self):
        for program, verdict, words in rows():
            with self.subTest(program=program):
                self.check(PACKAGES / "sum", PACKAGES / "sum/programs" / program, verdict, words)

    def test_checker_at_fault(self):
        program = PACKAGES / "sum/programs/ac.cpp"
        judged = self.check(PACKAGES / "bad_checker", program, "JE", "status 7")
        self.assertIn("confused", judged["tests"][0]["message"])

    def test_compile_error_has_no_tests(self):
        _, document = self.document(PACKAGES / "sum", PACKAGES / "sum/programs/ce.cpp")
        judged = document["submissions"][0]
        self.assertEqual(judged["tests"], [])
        self.assertIsNone(judged["max_cpu_s"])
        self.assertIsNone(judged["max_memory_kib"])
        self.assertFalse(judged["compile"]["ok"])

    def test_signal_or_status(self):
        for program, status, signal in (("rte_signal.cpp", None, 11), ("rte_status.cpp", 3, None)):
            _, document = self.document(PACKAGES / "sum", PACKAGES / "sum/programs" / program)
            test = document["submissions"][0]["tests"][0]
            self.assertEqual((test["exit_status"], test["signal"]), (status, signal))

    def test_fail_fast_gives_the_same_verdict(self):
        program = PACKAGES / "sum/programs/wa.cpp"
        for jobs in ("1", "2"):
            _, document = self.document(PACKAGES / "sum", program, "--fail-fast", "--jobs", jobs)
            judged = document["submissions"][0]
            self.assertEqual(judged["verdict"], "WA")
            self.assertEqual(judged["tests"][-1]["name"], "secret/2-large")


if __name__ == "__main__":
    if jsonschema is None:
        print("skip: python3-jsonschema is missing")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
