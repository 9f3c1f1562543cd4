"""Tests that run as root, where that is possible, and as a user without rights."""

import os
import tempfile
import unittest

import invocation
from workbench import ARBITER, Workbench

NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]


class AsUsers(Workbench):
    """`self.program` is a copy of Arbiter that every user may start."""

    isolating = {}  # by user
    caches = {}  # by user too: what they compile is known to the next test

    def setUp(self):
        super().setUp()
        self.program = invocation.installed(ARBITER, self.folder / "prefix")

    def can_isolate(self, who, env):
        """Asked once for each user."""
        key = " ".join(who)
        if key not in self.isolating:
            self.problem("probe")
            status, out, err = self.run_as(who, env, "judge", "probe", self.write("probe.py", "print(3)\n"))
            self.isolating[key] = status == 0
            if status == 5 and "cannot be isolated" in err:
                print("not tried: programs cannot be isolated as", who or "this user", flush=True)
            else:
                self.assertEqual(status, 0, out + err)
        return self.isolating[key]

    def run_as(self, who, env, *words):
        """Status, standard output and standard error."""
        return invocation.run([*who, str(self.program), *map(str, words)], env, self.folder)

    def cache_of(self, who):
        key = who == NOBODY
        if key not in self.caches:
            folder = tempfile.TemporaryDirectory(prefix="arbiter-test.")
            unittest.addModuleCleanup(folder.cleanup)
            if key:
                os.chown(folder.name, 65534, 65534)
            self.caches[key] = folder.name
        return self.caches[key]

    def users(self, as_root=([],)):
        """A command line for each user to judge as, the folder belonging to that user in the end."""
        is_tried = False
        for who in (*as_root, NOBODY) if os.geteuid() == 0 else ([],):
            if who == NOBODY:
                for path in [self.folder, *self.folder.rglob("*")]:
                    os.chown(path, 65534, 65534)
            env = self.environment(XDG_CACHE_HOME=self.cache_of(who))
            if self.can_isolate(who, env):
                is_tried = True
                yield who, env
        if not is_tried:
            self.skipTest("programs cannot be isolated here")
