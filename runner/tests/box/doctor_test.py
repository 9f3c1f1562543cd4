"""Runs `arbiter doctor` here and where it must find something missing."""

import json
import pathlib
import subprocess

import invocation
from schemas import closed, jsonschema, schema_of
from workbench import ARBITER, Workbench


class Doctor(Workbench):
    def doctor(self, *words, program=ARBITER, **extra):
        return invocation.run([str(program), "doctor", *words], self.environment(**extra), self.folder)

    def installed(self):
        invocation.installed(ARBITER, self.folder / "prefix")
        return self.folder / "prefix"

    def valid(self, text):
        document = json.loads(text)
        if jsonschema is not None:
            validator = jsonschema.Draft202012Validator(closed(schema_of("doctor")))
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

    # That switch is each user namespace's own.
    WITHOUT_NAMESPACES = ("unshare", "-Ur", "sh", "-c",
                          'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"', "sh")

    def without_namespaces(self, *words):
        return invocation.run([*self.WITHOUT_NAMESPACES, str(ARBITER), *words], self.environment(),
                              self.folder)

    def test_disabled_user_namespaces_are_told_by_doctor_and_judge(self):
        status, out, err = self.without_namespaces("doctor", "--format", "json")
        if status not in (0, 5):
            self.skipTest(err or "there is no unshare")
        document = self.valid(out)
        self.assertEqual((status, document["missing"][0]), (5, "user namespaces are disabled"))
        self.assertEqual(document["remedy"], "sudo sysctl user.max_user_namespaces=10000")
        marker = self.folder / "ran"
        self.write("a.py", f"open({str(marker)!r}, 'w')\nprint(3)\n")
        self.problem()
        status, out, err = self.without_namespaces("judge", "sum", "a.py")
        self.assertEqual((status, out), (5, ""), err)
        self.assertIn("programs cannot be isolated on this machine: user namespaces are disabled\n", err)
        self.assertIn("sudo sysctl user.max_user_namespaces=10000", err)
        self.assertFalse(marker.exists())

    def test_limits_of_the_shell_are_told_on_every_run(self):
        for limit, words in (("nproc=20", "the limit of processes (ulimit -u) is 20, and Arbiter needs 65"),
                             ("fsize=20480", "the limit of file size (ulimit -f) is 20 KiB")):
            seen = []
            for _ in range(3):
                status, out, err = invocation.run(
                    ["prlimit", f"--{limit}", str(ARBITER), "doctor", "--format", "json"],
                    self.environment(), self.folder)
                self.assertEqual((status, err), (5, ""))
                document = self.valid(out)
                seen.append(document["missing"] + [document["remedy"]])
            self.assertEqual(seen, [seen[0]] * 3)
            self.assertIn(words, seen[0][0])
            self.assertIn("tried: cannot set the limit of ", seen[0][1])
            self.assertNotIn("--security-opt", seen[0][2])

    def test_a_full_disk_is_told(self):
        full = pathlib.Path("/dev/full")
        if not full.exists():
            self.skipTest("there is no /dev/full")
        with full.open("wb") as nowhere:
            done = subprocess.run([ARBITER, "doctor"], env=self.environment(), stdout=nowhere,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 5)
        self.assertIn(b"error", done.stderr)
