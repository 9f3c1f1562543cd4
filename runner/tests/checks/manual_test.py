"""Manual pages and completions that `arbiter --manual DIR` writes.

    manual_test.py ARBITER
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ARBITER = pathlib.Path(sys.argv[1]).resolve()


def run(*words, **how):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=60, check=False, **how)


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        done = run(ARBITER, "--manual", folder.name)
        assert done.returncode == 0, done.stderr
        cls.verbs = re.findall(r"^  ([a-z-]+) +\S", run(ARBITER, "--help").stdout, re.M)

    def needs(self, program):
        found = shutil.which(program)
        if found is None:
            self.skipTest(f"not installed: {program}")
        return found

    def flags(self, verb):
        return set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", run(ARBITER, verb, "--help").stdout, re.M))

    def test_each_verb_has_a_page_with_its_flags(self):
        self.assertIn("judge", self.verbs)
        pages = {path.name for path in (self.folder / "man/man1").iterdir()}
        self.assertEqual(pages, {"arbiter.1"} | {f"arbiter-{verb}.1" for verb in self.verbs})
        for verb in self.verbs:
            page = (self.folder / f"man/man1/arbiter-{verb}.1").read_text().replace("\\-", "-")
            for flag in self.flags(verb):
                self.assertIn(f"\\fB{flag}\\fR", page, verb)

    def test_pages_are_sound(self):
        groff = self.needs("groff")
        for page in sorted((self.folder / "man/man1").iterdir()):
            done = run(groff, "-k", "-man", "-ww", "-z", "-Tutf8", page)
            self.assertEqual(done.stdout + done.stderr, "", page.name)

    def complete(self, *words):
        """What bash offers for the last word."""
        script = (f'. "{self.folder}/bash-completion/completions/arbiter"; COMP_WORDS=("$@"); '
                  'COMP_CWORD=$(($# - 1)); _arbiter arbiter "${COMP_WORDS[COMP_CWORD]}"; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = run(self.needs("bash"), "-c", script, "bash", *words, cwd=self.folder)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completes_verbs_flags_and_files(self):
        self.assertEqual(self.complete("arbiter", "gra"), ["grade"])
        self.assertEqual(self.complete("arbiter", "grade", "--ros"), ["--roster"])
        self.assertEqual(set(self.complete("arbiter", "judge", "--")), self.flags("judge"))
        self.assertEqual(self.complete("arbiter", "judge", "zs"), ["zsh"])

    def test_zsh_reads_its_file(self):
        done = run(self.needs("zsh"), "-n", self.folder / "zsh/vendor-completions/_arbiter")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_fish_completes_flags(self):
        fish = self.needs("fish")
        script = f'source {self.folder}/fish/vendor_completions.d/arbiter.fish; complete -C "arbiter grade --ros"'
        done = run(fish, "--no-config", "-c", script)
        self.assertIn("--roster", done.stdout, done.stderr)

    def test_a_folder_that_cannot_be_written_is_named(self):
        done = run(ARBITER, "--manual", "/proc/nowhere")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/proc/nowhere", done.stderr)
