"""Judges programs of one language in a mode of the sandbox that works on this machine.

usage: languages_test.py ARBITER SOURCE CACHE LANGUAGE [slow]
With `slow` in every mode that works.

The programs are those in fixtures/languages/LANGUAGE or, if that is not there, of the language
that is the same. Their names say what must come of them:
[WHAT.]VERDICT.EXTENSION, where `sum` and `threads` (programs that add numbers up, the second in
threads) and a folder without such a suffix stand for AC.
"""

import functools
import itertools
import json
import pathlib
import sys

import workbench
from workbench import Workbench

LANGUAGE = sys.argv[4]
SAME = {"pypy3": "python3"}  # judged by the programs of another
PROGRAMS = pathlib.Path(__file__).parents[1] / "fixtures/languages" / SAME.get(LANGUAGE, LANGUAGE)
JUDGE_FAILED = 5
MODES = ("root-v1", "root-v2", "delegated-v2", "userns")
YAML = workbench.problem_yaml("time_limit: 10, memory: 256, output: 1")
VALUES = range(-70, 130)
SUM = (f"{len(VALUES)}\n{' '.join(map(str, VALUES))}\n", f"{sum(VALUES)}\n")


def expected(path):
    word = path.name.split(".")[-2] if path.is_file() else path.suffix[1:] or "sum"
    return {"sum": "AC", "threads": "AC"}.get(word, word.upper())


class Languages(Workbench):
    @functools.cached_property
    def modes(self):
        """The modes that a program which needs no language works in, the best first."""
        self.problem("probe")
        self.write("probe.c", workbench.SUM_C)
        works = (mode for mode in MODES
                 if self.judge("probe", "probe.c", "--sandbox", mode)[0] == 0)
        return list(itertools.islice(works, None if sys.argv[5:] == ["slow"] else 1))

    @functools.cached_property
    def row(self):
        """What `doctor` says of the language, which asks every compiler for its version."""
        _, out, _ = self.arbiter("doctor", "--format", "json")
        return next(row for row in json.loads(out)["languages"] if row["id"] == LANGUAGE)

    @functools.cached_property
    def sum_program(self):
        return next(path for path in PROGRAMS.iterdir() if path.stem == "sum")

    @functools.cached_property
    def is_installed(self):
        self.problem("installed", {"1": SUM}, YAML)
        status = self.judge("installed", self.sum_program, "--language", LANGUAGE)[0]
        return status != JUDGE_FAILED or self.row["installed"]

    def require(self):
        if not self.modes:
            self.skipTest("programs cannot be isolated here")
        if not self.is_installed:
            self.skipTest(f"{self.row['tool']} is missing; the Debian package "
                          f"{self.row['package']} brings it")

    def judged(self, mode, problem, *programs):
        words = ["--language", LANGUAGE, "--sandbox", mode, "--no-cache", "--format", "json"]
        status, out, err = self.judge(problem, *programs, *words)
        self.assertIn(status, (0, 1), out + err)
        return json.loads(out)["submissions"]

    def check(self, judged, verdict):
        """It says so, and why."""
        tests = judged["tests"]
        self.assertEqual(judged["verdict"], verdict, json.dumps(judged, indent=1))
        self.assertEqual(judged["language"], LANGUAGE)
        if verdict == "CE":
            self.assertIsNotNone(judged["compile"]["log"])
            path = pathlib.Path(judged["path"])
            names = [one.name for one in path.iterdir()] if path.is_dir() else [path.name]
            self.assertRegex(judged["compile"]["log"],
                             "|".join([*names, "error: no class has a method"]))
        elif verdict == "RTE":
            self.assertTrue(tests[0]["exit_status"] or tests[0]["signal"], tests)
        elif verdict == "MLE":
            self.assertRegex(tests[0]["message"], "limit of 256 MiB")
        elif verdict == "TLE":
            self.assertIn("CPU time", tests[0]["message"])

    def test_programs(self):
        self.require()
        self.problem("sum", {"1": SUM}, YAML)
        self.problem("quick", {"1": SUM}, YAML.replace("time_limit: 10", "time_limit: 0.5"))
        programs = sorted(PROGRAMS.iterdir())
        for mode in self.modes:
            quick = [one for one in programs if expected(one) == "TLE"]
            others = [one for one in programs if expected(one) != "TLE"]
            for problem, some in (("quick", quick), ("sum", others)):
                judged = self.judged(mode, problem, *some)
                self.assertEqual(len(judged), len(some))
                for path, one in zip(some, judged):
                    with self.subTest(mode=mode, program=path.name):
                        self.check(one, expected(path))

    def test_a_missing_toolchain_is_the_judges_fault(self):
        if self.is_installed:
            return
        self.problem("sum", {"1": SUM}, YAML)
        document = self.document("sum", self.sum_program, "--language", LANGUAGE,
                                 status=JUDGE_FAILED)
        judged = document["submissions"][0]
        self.assertEqual(judged["verdict"], "JE")
        self.assertIn(self.row["package"] or "no package of it", json.dumps(judged))
