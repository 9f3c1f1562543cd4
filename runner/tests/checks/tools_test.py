"""Tests of the tools that the other tests rely on: they must notice what is wrong."""

import os
import pathlib
import subprocess
import tempfile
import textwrap
import unittest

import invocation
import normalise
import summary


def start(script, *arguments, **env):
    """A script; CI is what the caller says, whoever runs these tests."""
    clean = {key: value for key, value in os.environ.items() if key != "CI"}
    return subprocess.run(
        invocation.script(script, *arguments), env={**clean, **env}, capture_output=True, text=True,
        check=False,
    )


class Normalise(unittest.TestCase):
    def test_replaces_what_differs_from_run_to_run(self):
        cases = {
            "arbiter 0.1.0+abc1234-dirty": "arbiter <version>",
            "arbiter 0.1.0+unknown, g++ 12.2.0": "arbiter <version>, <compiler>",
            "took 12.3 ms and 3.2 MiB.": "took <time> and <size>.",
            '"max_cpu_s":0.002,"time_s":2.0': '"max_cpu_s":<number>,"time_s":2.0',
            '"started":"2026-01-02T03:04:05Z"': '"started":"<text>"',
            "at /tmp/x/y": "at {work}/y",
            "sandbox  root, cgroup v1\ncached   2 of 3 tests\n         known\n\nx": "sandbox  <mode>\n\nx",
            "at most ~1.5 ms": "at most <time>",
            '<case time="0.001">': '<case time="<number>">',
        }
        for text, expected in cases.items():
            self.assertEqual(normalise.normalised(text, [("/tmp/x", "{work}")]), expected)

    def test_keeps_what_does_not(self):
        for text in ("secret/01-first  WA", "line 12, column 3", "   |  ^^^\n", "v1.5sx 3 B2"):
            self.assertEqual(normalise.normalised(text), text)

    def test_replaces_only_what_the_build_says_of_itself_where_nothing_is_measured(self):
        text = "arbiter 0.1.0+abc1234  3 ms   a\n"
        self.assertEqual(normalise.normalised(text, (), False), "arbiter <version>  3 ms   a\n")

    def test_widths_of_columns_do_not_matter_beside_figures(self):
        a = "a       9 ms  x\n----------\n"
        b = "a  123.4 ms    x\n------------\n"
        self.assertEqual(normalise.normalised(a), normalise.normalised(b))
        self.assertNotEqual(normalise.normalised(a), normalise.normalised(b.replace("x", "y")))


class Golden(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.program = self.folder / "program"
        self.program.write_text('#!/bin/sh\necho "got $*"; cat; cat file; echo bad >&2; exit 3\n')
        self.program.chmod(0o755)
        self.case = self.folder / "case"
        (self.case / "files").mkdir(parents=True)
        (self.case / "files" / "file").write_text("from a file\n")
        (self.case / "argv").write_text("judge 'a b'\n")
        (self.case / "stdin").write_text("typed\n")

    def golden(self, *arguments, **env):
        return start("golden/run_golden.py", *arguments, "--arbiter", self.program, "--cache",
                     self.folder / "cache", self.case, **env)

    def test_passes_only_while_everything_is_as_expected(self):
        self.assertEqual(self.golden("--update").returncode, 0)
        self.assertEqual((self.case / "status").read_text(), "3\n")
        self.assertEqual((self.case / "stdout").read_text(), "got judge a b\ntyped\nfrom a file\n")
        self.assertEqual((self.case / "stderr").read_text(), "bad\n")
        self.assertEqual(self.golden(CI="true").returncode, 0)
        for name in ("status", "stdout", "stderr"):
            path = self.case / name
            right = path.read_text()
            for wrong in (right + "x\n", right.rstrip("\n")):
                path.write_text(wrong)
                self.assertEqual(self.golden().returncode, 1, name)
            path.write_text(right)

    def test_a_missing_file_is_made_here_and_refused_in_ci(self):
        self.assertEqual(self.golden(CI="true").returncode, 1)
        self.assertFalse((self.case / "stdout").exists())
        self.assertEqual(self.golden("--update", CI="true").returncode, 2)
        self.assertEqual(self.golden().returncode, 1)
        self.assertEqual(self.golden().returncode, 0)


class Readme(unittest.TestCase):
    def check(self, text, *number):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            (folder / "program").write_text('#!/bin/sh\necho "$* took 3 ms"; exit "$1"\n')
            (folder / "program").chmod(0o755)
            (folder / "README.md").write_text(textwrap.dedent(text))
            return start("golden/run_readme.py", "--arbiter", folder / "program", "--cache",
                         folder / "cache", folder / "README.md", *number).returncode

    def test_compares_each_block(self):
        good = "<!-- output: 0 a -->\n```console\n$ ./arbiter 0 a\n0 a took 9.5 ms\n```\n"
        bad = "<!-- output 1: 1 b -->\n```\n1 c took 3 ms\n```\n"
        self.assertEqual(self.check(good), 0)
        self.assertEqual(self.check(bad), 1)
        self.assertEqual(self.check(good + bad), 1)
        self.assertEqual(self.check(good + bad, 1), 0)
        self.assertEqual(self.check(good + bad, 2), 1)
        self.assertEqual(self.check(good.replace("0 a", "1 a")), 1, "the status")

    def test_a_block_that_is_not_understood_is_no_success(self):
        self.assertEqual(self.check("no outputs\n"), 1)
        self.assertEqual(self.check("<!-- output: 0 a -->\ntext\n"), 1)


class Summary(unittest.TestCase):
    def summary(self, cases, step="passed", programs=()):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            (folder / "a").mkdir()
            for name, text in dict(programs).items():
                (folder / f"a/{name}.xml").write_text(f"<testsuites>{text}</testsuites>")
            (folder / "format.step").write_text(step + "\n")
            (folder / "a.xml").write_text(f"<testsuite>{cases}</testsuite>")
            return start("checks/summary.py", folder)

    RUN = '<testcase name="x" status="run"/>'
    FAIL = '<testcase name="y" status="fail"><failure message="no"/></testcase>'
    SKIP = ('<testcase name="z" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>'
            "<system-out>skip: no network\n</system-out></testcase>")
    SILENT = '<testcase name="s" status="notrun"><skipped message="x"/><system-out/></testcase>'

    def test_counts(self):
        done = self.summary(self.RUN + self.SKIP)
        self.assertEqual(done.returncode, 0)
        self.assertIn("skipped 1 (no network): a: z\n", done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1], "2 passed, 0 failed, 1 skipped")
        done = self.summary(self.RUN + self.FAIL)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines()[-2:], ["failed: a: y", "2 passed, 1 failed, 0 skipped"])

    def test_a_case_that_a_script_skips_is_counted(self):
        done = self.summary('<testcase name="x" status="run"><system-out>skip: no npm: x_test.A.b\n'
                            "</system-out></testcase>")
        self.assertEqual(done.stdout, "skipped 1 (no npm): a: x: x_test.A.b\n2 passed, 0 failed, 1 skipped\n")

    def test_nothing_passes_silently(self):
        self.assertEqual(self.summary(self.RUN, step="failed").returncode, 1)
        self.assertEqual(self.summary("", step="").returncode, 1)
        self.assertEqual(self.summary(self.RUN + self.SILENT).returncode, 1)

    def test_a_step_can_be_skipped_for_a_reason_only(self):
        done = self.summary(self.RUN, step="skipped: no clang++")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "skipped 1 (no clang++): format\n1 passed, 0 failed, 1 skipped\n")
        self.assertEqual(self.summary(self.RUN, step="skipped:").returncode, 1)

    def test_the_cases_of_a_program_are_counted(self):
        good = '<testcase name="g" status="run" result="completed" classname="C"/>'
        bad = '<testcase name="b" status="run" classname="C"><failure message="no"/></testcase>'
        skipped = ('<testcase name="s" status="run" result="skipped" classname="C">'
                   '<skipped message="c.cpp:3&#x0A;needs root"/></testcase>')
        done = self.summary(self.RUN, programs={"x": good + good + skipped})
        self.assertEqual(done.stdout, "skipped 1 (needs root): a: x: C.s\n3 passed, 0 failed, 1 skipped\n")
        done = self.summary(self.FAIL, programs={"y": good + bad})
        self.assertEqual(done.stdout, "failed: a: y: C.b\n2 passed, 1 failed, 0 skipped\n")
        # All cases passed, and then the program crashed.
        self.assertEqual(self.summary(self.FAIL, programs={"y": good}).returncode, 1)

    def test_finds_the_reason_that_a_unit_test_gave(self):
        output = "[ RUN      ] A.b\n./a_test.cpp:12: Skipped\nneeds root\n\n[  SKIPPED ] A.b (0 ms)\n"
        self.assertEqual(summary.skip_reason(output), "needs root")
