"""Every test that the threat model names must be there.

usage: threat_model_test.py SOURCE
"""

import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1])
RUNNER = SOURCE / "runner"


def texts(pattern):
    return "\n".join(path.read_text() for path in sorted(RUNNER.glob(pattern)))


class ThreatModel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = (RUNNER / "docs/threat-model.md").read_text()
        promises = cls.page.split("## Promises")[1].split("## By mode")[0]
        rows = re.findall(r"^\| (?!promise|---)(.*) \| (.*) \| (\w+) \|$", promises, re.MULTILINE)
        cls.rows = {promise: shown for promise, shown, _ in rows}
        cls.modes = {promise: modes for promise, _, modes in rows}
        cls.tests = "".join(map(texts, ("arbiter_box/**/*_test.cpp", "box/*_test.cpp",
                                         "judge/**/*_test.cpp", "tests/*/*_test.py")))

    def test_every_promise_names_a_test(self):
        self.assertGreater(len(self.rows), 20)
        for promise, shown in self.rows.items():
            self.assertIn("`", shown, promise)

    def test_every_promise_names_its_modes_and_is_shown_there(self):
        shows = {"each": r"[Bb]ox tests? `|attacks? `|every attack", "both": r"(policies|neighbours)_test",
                 "any": "`", "counted": "`", "root": "`"}
        promises = re.findall(r"^\| .*`.* \|$", self.page.split("### The machine")[1].split("## By mode")[0],
                              re.MULTILINE)
        self.assertEqual(len(promises), len(self.rows))
        for promise, modes in self.modes.items():
            self.assertRegex(self.rows[promise], shows[modes], promise)

    def names(self):
        for shown in self.rows.values():
            yield from re.findall(r"`([^`]+)`", shown)

    ATTACK = r"[a-z0-9]+(-[a-z0-9]+)*"

    def test_every_attack_is_there(self):
        attacks = {path.name for path in (RUNNER / "tests/hostile").glob("*")}
        named = {name for name in self.names() if re.fullmatch(self.ATTACK, name)}
        self.assertEqual(named - attacks, set())

    def test_every_other_test_is_there(self):
        for name in self.names():
            with self.subTest(name=name):
                if re.fullmatch(self.ATTACK, name):
                    continue
                if name.endswith("_fuzz"):
                    self.assertTrue((RUNNER / f"tests/fuzz/{name}.cpp").is_file())
                elif name.endswith((".py", ".cpp")):
                    self.assertEqual(len(list(RUNNER.glob(f"**/{name}"))), 1)
                else:
                    found = re.search(rf"(, {name}\)|def {name}\(|class {name} )", self.tests)
                    self.assertTrue(found, "no test has that name")
