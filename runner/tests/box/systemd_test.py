"""Control groups come from systemd where it runs, and nothing that arbiter did not start is moved.

Usage: systemd_test.py ARBITER SOURCE CACHE
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess

from workbench import ARBITER, Workbench, problem_yaml

GREEDY_C = """\
#include <stdlib.h>
#include <string.h>
int main(void) {
  for (;;) {
    char *block = malloc(1 << 20);
    if (block) memset(block, 1, 1 << 20);
  }
}
"""
# What runs beside arbiter in the same unit, as a shell does, says where it is before and after.
SHELL = 'cat /proc/self/cgroup; "$@"; echo status $?; cat /proc/self/cgroup'


def why_no_systemd(of_user):
    if not pathlib.Path("/run/systemd/system").is_dir() or shutil.which("systemd-run") is None:
        return "systemd does not run here"
    controllers = pathlib.Path("/sys/fs/cgroup/cgroup.controllers")
    if not controllers.is_file() or "memory" not in controllers.read_text().split():
        return "control groups v2 have no memory controller here"
    if (os.geteuid() != 0) != of_user:
        return "only a normal user asks a systemd of their own" if of_user else "only root asks the system's"
    if of_user and not pathlib.Path(f"/run/user/{os.geteuid()}/bus").exists():
        return "this user has no systemd of their own"
    return ""


class Scopes(Workbench):
    def in_unit(self, mode, *options):
        self.problem(yaml=problem_yaml("time_limit: 30, memory: 64"))
        self.write("greedy.c", GREEDY_C)
        # Compiled before the unit is watched.
        words = [str(ARBITER), "judge", "sum", "a.c", "greedy.c", "--format", "json", "--no-cache"]
        done = subprocess.run(
            ["systemd-run", "--quiet", "--pipe", "--wait", "--collect", *options,
             f"--working-directory={self.folder}",
             *(f"--setenv={key}={value}" for key, value in self.environment().items()),
             "sh", "-c", SHELL, "sh", *words],
            capture_output=True, text=True, timeout=600, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        before, rest = done.stdout.split("\n", 1)
        report, end = rest.rsplit("status ", 1)
        document = json.loads(report)
        self.assertEqual(end.split("\n")[:2], ["1", before])
        self.assertEqual([one["verdict"] for one in document["submissions"]], ["AC", "MLE"])
        self.assertEqual(document["sandbox"]["mode"], mode)
        left = [str(path) for path in pathlib.Path("/sys/fs/cgroup").glob("**/arbiter-box*")
                if f"{before.split('::')[1]}/" in str(path)]
        self.assertEqual(left, [])

    def test_a_service_goes_on_when_a_program_needs_too_much_memory(self):
        if why := why_no_systemd(False):
            self.skipTest(why)
        self.in_unit("root, cgroup v2", "-p", "OOMPolicy=stop")

    def test_a_normal_user_has_the_exact_mode_without_doing_anything(self):
        if why := why_no_systemd(True):
            self.skipTest(why)
        for option in ("OOMPolicy=stop", "Delegate=yes"):
            self.in_unit("user namespaces, delegated cgroup v2", "--user", "-p", option)

    def test_a_systemd_that_never_answers_is_not_waited_for(self):
        if os.geteuid() != 0 or shutil.which("unshare") is None:
            self.skipTest("only root can pretend that there is a systemd")
        self.problem()
        with socket.socket(socket.AF_UNIX) as silent:
            silent.bind(str(self.folder / "bus"))
            silent.listen()
            env = self.environment(DBUS_SYSTEM_BUS_ADDRESS=f"unix:path={self.folder}/bus")
            done = subprocess.run(
                ["unshare", "-m", "sh", "-c",
                 'mount -t tmpfs none /run && mkdir -p /run/systemd/system && exec "$@"', "sh",
                 ARBITER, "judge", "sum", "a.c", "--sandbox", "root-v2"],
                env=env, cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)
        if "mount:" in done.stderr or "unshare:" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        self.assertIn("systemd gave no control group: no answer within 5 s", done.stderr)
