"""What the integration tests share: a folder of their own, and the program as a user starts it.

Usage of every such test: TEST.py ARBITER SOURCE CACHE
CACHE may be shared by tests that run at the same time; results are never taken from it, since
every folder of a test has a state and, where it matters, a cache of its own.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import invocation

ARBITER, SOURCE, CACHE = (pathlib.Path(word).resolve() for word in sys.argv[1:4])


def problem_yaml(limits="time_limit: 1, memory: 64, output: 1", more=""):
    """Of the current format."""
    return ("problem_format_version: 2025-09\nname: Sum\nuuid: 9a3f5c1e-8e0a-4a93-b8a4-2f1c7b6d5e0a\n"
            f"limits: {{{limits}}}\n{more}")


PROBLEM_YAML = problem_yaml()
SUM_C = """\
#include <stdio.h>
int main(void) { long a, b; return scanf("%ld %ld", &a, &b) == 2 ? !printf("%ld\\n", a + b) : 1; }
"""
WRONG_C = SUM_C.replace("a + b", "a - b")
PATIENCE = 60  # seconds after which something hangs
LOOP_C = "int main(void) { for (;;) { } }\n"


class Workbench(unittest.TestCase):
    """`self.folder` is the current folder of everything that is started. It holds a.c, which is
    right for the package of problem(), and w.c, which is not."""

    has_own_cache = False  # else results of other tests may be known

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="arbiter-test.")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.home = self.folder / "home"
        self.home.mkdir()
        self.tmp = self.folder / "tmp"
        self.tmp.mkdir()
        self.write("a.c", SUM_C)
        self.write("w.c", WRONG_C)

    def environment(self, **extra):
        cache = self.folder / "cache" if self.has_own_cache else CACHE
        return invocation.environment(cache, self.home, {"TMPDIR": str(self.tmp), **extra})

    def write(self, name, text, mode=None):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, str):
            text = textwrap.dedent(text).encode()
        path.write_bytes(text)
        if mode is not None:
            path.chmod(mode)
        return path

    def problem(self, name="sum", tests=None, yaml=PROBLEM_YAML):
        """A package with these tests, a map from name to input and answer."""
        self.write(f"{name}/problem.yaml", yaml)
        for test, (given, answer) in (tests or {"1": ("1 2\n", "3\n")}).items():
            self.add_test(f"{name}/data/secret/{test}", given, answer)
        return self.folder / name

    def add_test(self, name, given, answer):
        """Writes a test case: its input and its answer."""
        self.write(f"{name}.in", given)
        self.write(f"{name}.ans", answer)

    def arbiter(self, *words, stdin=b"", cwd=None, status=None, env=None):
        """Status, standard output, standard error."""
        done = invocation.run([str(ARBITER), *map(str, words)],
                              env or self.environment(), cwd or self.folder,
                              stdin if isinstance(stdin, bytes) else stdin.encode())
        if status is not None:
            self.assertEqual(done[0], status, f"{words}\n{done[1]}\n{done[2]}")
        return done

    def started(self, *words, **how):
        """The program while it runs; killed when the test ends."""
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen([str(ARBITER), *map(str, words)], cwd=self.folder,
                                   **{"env": self.environment(), **pipes, **how})
        self.addCleanup(process.kill)
        return process

    def judge(self, *words, **how):
        return self.arbiter("judge", *words, **how)

    def document(self, *words, status=0, **how):
        """The JSON document of `judge`, which is all that stands on standard output."""
        _, out, _ = self.judge(*words, "--format", "json", status=status, **how)
        return json.loads(out)

    def verdicts(self, *words, **how):
        return [one["verdict"] for one in self.document(*words, **how)["submissions"]]


def wait_for(what, holds, patience=PATIENCE):
    end = time.monotonic() + patience
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"in vain: {what}")
        time.sleep(0.03)


def command_line(pid):
    """Its words, each ended by a zero byte; nothing once it has ended."""
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def descendants(pid):
    """All processes below `pid`."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                parents[int(entry.name)] = int(fields[1])
        except OSError:
            pass
    found = {pid}
    while True:
        more = {child for child, parent in parents.items() if parent in found} - found
        if not more:
            return found - {pid}
        found |= more
