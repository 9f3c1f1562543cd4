"""Judges one program for each verdict and compares what people and machines are told.

Every program of packages/sum/programs is judged; expected.txt says what must come out. Every JSON
document must fit the schema.
"""

import json

from invocation import TESTS
from schemas import validate
from workbench import Workbench

PACKAGE = TESTS / "packages/sum"
PROGRAMS = PACKAGE / "programs"
# Exit status and signal.
ENDINGS = {"rte_signal.cpp": (None, 11), "rte_status.cpp": (3, None)}


def rows():
    for line in (PROGRAMS / "expected.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            program, verdict, *words = line.split(": ", 2)
            yield program, verdict, words[0] if words else ""


class Verdicts(Workbench):
    def judged(self, program, *words):
        """Status, what was printed for people, and the submission of the same run."""
        status, out, err = self.judge(PACKAGE, PROGRAMS / program, *words, "--no-cache",
                                      "--color", "never", "-o", "run.json")
        self.assertNotEqual(out, "", err)
        document = json.loads((self.folder / "run.json").read_text())
        validate(document, "judge")
        return status, out, document["submissions"][0]

    def check(self, program, verdict, words):
        # What takes long does so on every test.
        few = ["--tests", "sample/*"] if verdict == "TLE" else []
        status, out, judged = self.judged(program, *few)
        self.assertEqual((status, judged["verdict"]), (0 if verdict == "AC" else 1, verdict), out)
        self.assertIn(verdict, out)
        self.assertIn(" ".join(words.split()), " ".join(out.split()))
        for character in out:
            self.assertTrue(character >= " " or character in "\n\t", repr(out))
        return judged

    def test_every_program(self):
        for program, verdict, words in rows():
            with self.subTest(program=program):
                judged = self.check(program, verdict, words)
                if verdict == "CE":
                    self.assertEqual((judged["tests"], judged["max_cpu_s"], judged["max_memory_kib"],
                                      judged["compile"]["ok"]), ([], None, None, False))
                if program in ENDINGS:
                    test = judged["tests"][0]
                    self.assertEqual((test["exit_status"], test["signal"]), ENDINGS[program])

    def test_fail_fast_gives_the_same_verdict(self):
        for jobs in ("1", "2"):
            _, _, judged = self.judged("wa.cpp", "--fail-fast", "--jobs", jobs)
            self.assertEqual((judged["verdict"], judged["tests"][-1]["name"]),
                             ("WA", "secret/2-large"))
