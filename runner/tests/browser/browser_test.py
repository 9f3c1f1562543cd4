"""Pages in Chromium: samples, and real ones of runs whose programs print what they can.

Usage: as every integration test; with `slow`, the longest frame is judged as well."""

import base64
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from slow import IS_SLOW
from workbench import SOURCE, SUM_C, WRONG_C, Workbench

HERE = pathlib.Path(__file__).resolve().parent
PAGE = SOURCE / "runner/page"
# Without its newline the last line has 100 MB.
HOSTILE_C = r"""
#include <stdio.h>
#include <string.h>
int main(void) {
  static char line[1000000];
  memset(line, 'x', sizeof line);
  fputs("</script><script>alert(1)</script><img src=x onerror=alert(2)>\n", stdout);
  fputs("\x1b[31m\x1b]0;title\a\xff\xfe\xc0\xaf \xe2\x80\xae desrever \xe2\x80\x8b\r\n", stdout);
  fwrite("a\0b\n", 1, 4, stdout);
  for (int i = 0; i < 100; ++i) fwrite(line, 1, sizeof line, stdout);
  fputs("\x1b[2J</script>", stderr);
  return 0;
}
"""


def packages_of(folder):
    """Installs what the lock file of a folder names. Skips where that is impossible."""
    for tool, why in (("node", "node is missing"), ("npm", "npm is missing")):
        if not shutil.which(tool):
            raise unittest.SkipTest(f"{why}; Node 18 or later brings it")
    if subprocess.run(["npm", "ls", "--omit=optional"], cwd=folder, capture_output=True).returncode == 0:
        return
    done = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no reason"])[0]
        raise unittest.SkipTest(f"npm cannot install the packages of {folder.name}: {last}")


def unpacked(page):
    """The page with its program as text: gzip differs from one version of node to the next."""
    (packed,) = re.findall('id="code">([^<]*)<', page)
    return page.replace(packed, gzip.decompress(base64.b64decode(packed)).decode())


class Built(Workbench):
    def test_the_committed_page_is_what_its_sources_make(self):
        packages_of(PAGE)
        shutil.copytree(PAGE, self.folder / "page", ignore=shutil.ignore_patterns("node_modules", "built"))
        (self.folder / "page/node_modules").symlink_to(PAGE / "node_modules")
        for command in (["npm", "run", "check"], ["npm", "run", "build"]):
            done = subprocess.run(command, cwd=self.folder / "page", capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in ("page.html", "LICENSES.txt"):
            made, kept = ((folder / "built" / name).read_text()
                          for folder in (self.folder / "page", PAGE))
            if name == "page.html":
                made, kept = unpacked(made), unpacked(kept)
            self.assertTrue(made == kept, f"{name} is not what its sources make: npm run build")


class InBrowser(Workbench):
    def setUp(self):
        super().setUp()
        if not shutil.which(os.environ.get("CHROMIUM", "chromium")):
            self.skipTest("chromium is missing; the Debian package chromium brings it")
        packages_of(HERE)

    def run_tests(self, name, **environment):
        done = subprocess.run(["node", "--test", name], cwd=HERE, env={**os.environ, **environment},
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout[-20000:] + done.stderr)


class Served(InBrowser):
    def test_pages_are_live_and_judge_and_play(self):
        self.judge(self.problem(), "a.c", "w.c", "--out", "run", status=1)
        journal = self.folder / "run/journal.jsonl"
        first, rest = journal.read_bytes().split(b"\n", 1)
        journal.write_bytes(first + b"\n")
        self.write("rest", rest)
        server = self.started("serve", "run", "--problems", "sum", "--problems", SOURCE / "runner/tests/packages/nim")
        address = server.stdout.readline().decode().strip()
        self.run_tests("serve_page_test.mjs", ADDRESS=address, JOURNAL=str(journal),
                       REST=str(self.folder / "rest"), PROGRAM=str(self.folder / "a.c"))


class Pages(InBrowser):
    def real_pages(self):
        self.problem("sum", {"1": ("1 2\n", "3\n"), "2": ("9 9\n", "18\n")},
                     self.problem().joinpath("problem.yaml").read_text().replace("output: 1", "output: 200"))
        self.write("evil.c", HOSTILE_C)
        self.write("broken.c", "int main(void) { return 0 }\n")
        self.judge("sum", "a.c", "w.c", status=1)
        self.judge("sum", "a.c", "w.c", "evil.c", "broken.c", "-o", self.pages / "real-judge.html", status=1)
        self.arbiter("report", "last", "--against", "last~1", "-o", self.pages / "real-against.html", status=0)
        self.write("roster.csv", "id,name\n7,Ada <b>Berg</b>\n8,Bo Ek\n9,Cleo Lind\n")
        self.write("grading.yaml", "feedback:\n  hidden: full\n")
        for student, source in (("7", SUM_C), ("8", HOSTILE_C), ("9", WRONG_C)):
            self.write(f"in/{student}/sum.c", source)
        self.arbiter("grade", "in", "--problems", "sum", "--roster", "roster.csv", "--out", "out",
                     "--policy", "grading.yaml", "-o", f"html={self.pages / 'real-class.html'}", status=0)
        self.arbiter("report", "out", "--student", "Bo Ek", "-o", self.pages / "real-student.html", status=0)

    def test_pages_open_and_do_what_a_reader_expects(self):
        self.pages = self.folder / "pages"
        self.pages.mkdir()
        self.real_pages()
        frames = {"FRAMES": "judged"} if IS_SLOW else {}
        subprocess.run(["node", PAGE / "samples/make.mjs", self.pages], check=True, capture_output=True,
                       env={**os.environ, **frames})
        self.run_tests("page_test.mjs", PAGES=str(self.pages), **frames)
