"""The page first-problem.md: its files make a problem, its commands do what it shows."""

import re
import shlex
import subprocess

from workbench import SOURCE, Workbench

PAGE = (SOURCE / "runner/docs/first-problem.md").read_text(encoding="utf-8")
# Text since the last block, kind and content of each block.
BLOCKS = re.findall(r"(.*?)^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


class FirstProblem(Workbench):
    def setUp(self):
        super().setUp()
        for before, kind, content in BLOCKS:
            if kind != "console":
                self.write(re.findall(r"`(peaks/[\w./-]+)`", before)[-1], content.encode())

    def test_every_command_does_what_it_shows(self):
        commands = 0
        for _, kind, content in BLOCKS:
            if kind != "console":
                continue
            command, *shown = content.splitlines()
            self.assertTrue(command.startswith("$ arbiter "), command)
            status, out, err = self.arbiter(*shlex.split(command)[2:])
            self.assertIn(status, (0, 1), err)
            for line in shown:
                self.assertTrue(line == "…" or re.search(f"^{re.escape(line)}", out, re.M), f"{line}\n{out}\n{err}")
            commands += 1
        self.assertEqual(commands, 4)
        self.assertIn("Peaks", (self.folder / "peaks.html").read_text(encoding="utf-8"))

    def test_the_page_names_all_files(self):
        self.assertEqual(len([kind for _, kind, _ in BLOCKS if kind != "console"]), 9)

    def test_programs_of_the_other_pages_compile(self):
        for page in ("validators", "checkers"):
            text = (SOURCE / f"runner/docs/{page}.md").read_text(encoding="utf-8")
            programs = re.findall(r"^```cpp\n(.*?)^```$", text, re.M | re.S)
            self.assertTrue(programs)
            for program in programs:
                path = self.write("program.cpp", program.encode())
                subprocess.run(["g++", "-std=c++20", "-fsyntax-only", "-I", str(SOURCE / "checker/include"), str(path)],
                               check=True, timeout=120)
