"""Tests that run as root, where that is possible, and as a user without rights."""

import os

import invocation
from workbench import ARBITER, Workbench

NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]


class AsUsers(Workbench):
    """`self.program` is a copy of Arbiter that every user may start."""

    isolating = {}  # by user

    def setUp(self):
        super().setUp()
        self.program = invocation.installed(ARBITER, self.folder / "prefix")

    def can_isolate(self, who, env):
        """Asked once for each user: the doctor asks all compilers for their versions."""
        key = " ".join(who)
        if key not in self.isolating:
            status, out, err = self.run_as(who, env, "doctor")
            self.isolating[key] = status == 0
            if status == 5 and "cannot be isolated" in out:
                print("not tried: programs cannot be isolated as", who or "this user", flush=True)
            else:
                self.assertEqual(status, 0, out + err)
        return self.isolating[key]

    def run_as(self, who, env, *words):
        """Status, standard output and standard error."""
        return invocation.run([*who, str(self.program), *map(str, words)], env, self.folder)

    def users(self, as_root=([],)):
        """A command line for each user to judge as, the folder belonging to that user in the end."""
        is_tried = False
        for who in (*as_root, NOBODY) if os.geteuid() == 0 else ([],):
            if who == NOBODY:
                for path in [self.folder, *self.folder.rglob("*")]:
                    os.chown(path, 65534, 65534)
            env = self.environment(XDG_CACHE_HOME=str(self.home / f"cache-{who == NOBODY}"))
            if self.can_isolate(who, env):
                is_tried = True
                yield who, env
        if not is_tried:
            self.skipTest("programs cannot be isolated here")
