"""Runs `arbiter doctor` here and where it must find something missing.

usage: doctor_test.py ARBITER SCHEMA
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import invocation

from closed_schema import closed

try:
    import jsonschema
except ImportError:
    jsonschema = None

ARBITER, SCHEMA = (pathlib.Path(argument) for argument in sys.argv[1:3])


class Doctor(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def doctor(self, *arguments, program=ARBITER, **extra):
        env = invocation.environment(self.folder / "cache", self.folder, extra.items())
        return invocation.run([str(program), "doctor", *arguments], env, self.folder)

    def installed(self):
        invocation.installed(ARBITER, self.folder / "prefix")
        return self.folder / "prefix"

    def valid(self, text):
        document = json.loads(text)
        if jsonschema is not None:
            validator = jsonschema.Draft202012Validator(closed(json.loads(SCHEMA.read_text())))
            validator.validate(document)
            for key in document:
                damaged = {name: value for name, value in document.items() if name != key}
                self.assertFalse(validator.is_valid(damaged), f"without {key}")
        return document

    def test_document_and_text_tell_the_same(self):
        status, out, err = self.doctor("--format", "json")
        document = self.valid(out)
        self.assertEqual((status, err), (0 if document["can_isolate"] else 5, ""))
        status_of_text, text, _ = self.doctor(COLUMNS="1000")
        self.assertEqual(status_of_text, status)
        for line in document["guarantees"] + document["missing"]:
            self.assertIn(line, text)
        if document["can_isolate"]:
            self.assertIn(f"Programs can be isolated: {document['sandbox']['mode']}\n", text)
        for language in document["languages"]:
            if language["installed"] and language["tool"] and document["can_isolate"]:
                self.assertTrue(language["version"], language)
                self.assertIn(f"{language['tool']}, {language['version']}\n", text)

    def test_an_arbiter_box_that_may_not_be_executed(self):
        prefix = self.installed()
        helper = prefix / "libexec/arbiter/arbiter-box"
        helper.chmod(0o644)
        status, out, _ = self.doctor("--format", "json", program=prefix / "bin/arbiter")
        document = self.valid(out)
        self.assertEqual((status, document["can_isolate"], document["sandbox"]["flag"]),
                         (5, False, "none"))
        self.assertEqual(document["remedy"], f"chmod +x {helper}")
        self.assertTrue(all(each["version"] is None for each in document["languages"]))

    def test_no_arbiter_box_at_all(self):
        prefix = self.installed()
        (prefix / "libexec/arbiter/arbiter-box").unlink()
        status, out, err = self.doctor(program=prefix / "bin/arbiter", COLUMNS="1000")
        self.assertEqual(status, 5, out + err)
        self.assertIn(f"arbiter-box is not at {prefix / 'libexec/arbiter/arbiter-box'}\n", out)

    # That switch is each user namespace's own.
    WITHOUT_NAMESPACES = ("unshare", "-Ur", "sh", "-c",
                          'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"', "sh")

    def test_disabled_user_namespaces_are_told_by_doctor_and_judge(self):
        env = invocation.environment(self.folder / "cache", self.folder)
        status, out, err = invocation.run(
            [*self.WITHOUT_NAMESPACES, str(ARBITER), "doctor", "--format", "json"], env, self.folder)
        if status not in (0, 5):
            self.skipTest(err or "there is no unshare")
        document = self.valid(out)
        self.assertEqual((status, document["missing"][0]), (5, "user namespaces are disabled"))
        self.assertEqual(document["remedy"], "sudo sysctl user.max_user_namespaces=10000")
        marker = self.folder / "ran"
        (self.folder / "a.py").write_text(f"open({str(marker)!r}, 'w')\nprint(3)\n")
        problem = self.folder / "sum"
        (problem / "data/secret").mkdir(parents=True)
        (problem / "data/secret/1.in").write_text("1 2\n")
        (problem / "data/secret/1.ans").write_text("3\n")
        (problem / "problem.yaml").write_text(
            "problem_format_version: 2025-09\nname: Sum\nuuid: 9a3f5c1e-8e0a-4a93-b8a4-2f1c7b6d5e0a\n")
        status, out, err = invocation.run(
            [*self.WITHOUT_NAMESPACES, str(ARBITER), "judge", "sum", "a.py"], env, self.folder)
        self.assertEqual((status, out), (5, ""), err)
        self.assertIn("programs cannot be isolated on this machine: user namespaces are disabled\n", err)
        self.assertIn("sudo sysctl user.max_user_namespaces=10000", err)
        self.assertFalse(marker.exists())

    def test_colour_is_as_asked_for(self):
        self.assertNotIn("\x1b", self.doctor()[1])
        self.assertIn("\x1b[", self.doctor(CLICOLOR_FORCE="1")[1])
        self.assertNotIn("\x1b", self.doctor(NO_COLOR="1", CLICOLOR_FORCE="1")[1])

    def test_a_full_disk_is_told(self):
        full = pathlib.Path("/dev/full")
        if not full.exists():
            self.skipTest("there is no /dev/full")
        env = invocation.environment(self.folder / "cache", self.folder)
        with full.open("wb") as nowhere:
            done = subprocess.run([str(ARBITER), "doctor"], env=env, stdout=nowhere,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 5)
        self.assertIn(b"error", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
