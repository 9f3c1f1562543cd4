"""Tries Arbiter inside the virtual machine in every mode, as root there.

usage: guest.py FACTOR [PART…]

A line for each test: "passed: NAME", "skipped: NAME (REASON)", or "failed: NAME" after indented lines
that say how. FACTOR multiplies limits on time: the machine is that much slower than a real one.
"""

import json
import os
import pathlib
import pwd
import re
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
BIN = ROOT / "build/release/bin"
CACHE = ROOT / "build/release/test-cache"
USER = "plain"
SHARDS = 2
# Of each kind of attack some; a container has modes of its own, but no code of its own.
SAMPLE = ("hello", "endless-loop", "fork-bomb", "thread-bomb", "daemons", "kills-everybody", "memory-heap",
          "memory-in-files", "memory-in-processes", "burns-in-unseen-children", "call-namespaces", "call-network",
          "call-ptrace", "call-kernel-surface", "secret-files", "secret-environment", "file-mess",
          "output-flood", "game-fair", "game-dies", "compile-include-secret")

failed = []
telling = threading.Lock()


def tell(outcome, name, detail=""):
    with telling:
        if outcome == "failed":
            failed.append(name)
        for line in detail.splitlines()[-25:]:
            print(f"  {line}")
        print(f"{outcome}: {name}", flush=True)


def as_service(*properties):
    """How systemd starts a command: as a unit of its own, which it stops after an OOM kill."""
    settings = [word for one in (f"WorkingDirectory={ROOT}", *properties) for word in ("-p", one)]
    return ["systemd-run", "--quiet", "--pipe", "--wait", "--collect", *settings]


AS_ROOT = [*as_service(), "env", "HOME=/root"]
IN_SESSION = [*as_service("PAMName=login", f"User={USER}"), "env", f"HOME=/home/{USER}"]
DELEGATED = [*IN_SESSION, "systemd-run", "--quiet", "--user", "--scope", "-p", "Delegate=yes"]
# Orphans, and the process in which systemd keeps a login session, are this shell's, not the tests'.
BESIDE = ["sh", "-c", '"$@"; exit $?', "sh"]
OWN_SYSTEMD = [f"{unit}@{pwd.getpwnam(USER).pw_uid}.service" for unit in ("user", "user-runtime-dir")]
BY_ITSELF = ["setpriv", "--reuid", USER, "--regid", USER, "--init-groups",
               "env", "-i", f"PATH={os.environ['PATH']}", f"HOME=/home/{USER}"]


def without_bus():
    """How the user starts a command where no systemd of their own runs: none is left of a session."""
    subprocess.run(["systemctl", "stop", *OWN_SYSTEMD], check=True)
    return BY_ITSELF


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                          check=False, **more)


def give_cache(user):
    """What the tests keep belongs to who runs them."""
    CACHE.mkdir(exist_ok=True)
    subprocess.run(["chown", "-R", f"{user}:{user}", CACHE], check=True)


class Suite(threading.Thread):
    """Starts a program of GoogleTest's, and tells what it says of each test as it says it."""

    def __init__(self, mode, command):
        super().__init__()
        self.mode, self.command, self.seen, self.lines = mode, command, 0, []

    def run(self):
        process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, errors="replace")
        for line in process.stdout:
            self.read(line.rstrip("\n"))
        if process.wait() not in (0, 1):
            tell("failed", f"{self.mode}: a program of tests ended with status {process.returncode}",
                 "\n".join(self.lines))

    def read(self, line):
        said = re.match(r"\[ +(RUN|OK|FAILED|SKIPPED) +\] (\S+?)(,| \(|$)", line)
        if not said:
            self.lines.append(line)
        elif said[1] == "RUN":
            self.lines = []
        elif line.endswith("ms)"):
            name = said[2].rpartition("/")[2] if "IsHeld" in said[2] else said[2]
            self.end(said[1], f"{self.mode}: {name}")

    def end(self, word, name):
        self.seen += 1
        if word == "SKIPPED":
            reason = [line for line in self.lines if line.strip() and not re.search(r": Skipped$", line)]
            tell("skipped", f"{name} ({reason[0] if reason else 'no reason'})")
        else:
            tell("passed" if word == "OK" else "failed", name, "\n".join(self.lines) if word == "FAILED" else "")


def gtest(mode, how, program, wanted, factor):
    """Runs the tests of a program that `wanted` names, in as many processes as there are cores."""
    suites = []
    for shard in range(SHARDS):
        settings = [f"GTEST_TOTAL_SHARDS={SHARDS}", f"GTEST_SHARD_INDEX={shard}", "GTEST_COLOR=no",
                    f"ARBITER_HOSTILE_TIME_FACTOR={factor}"]
        suites.append(Suite(mode, [*how, *BESIDE, "env", *settings, BIN / program, f"--gtest_filter={wanted}"]))
    for suite in suites:
        suite.start()
    for suite in suites:
        suite.join()
    if not any(suite.seen for suite in suites):
        tell("failed", f"{mode}: {program} had nothing to run", "\n".join(suites[0].lines))


def give_compilers_time(factor):
    """The problems' limits on compiling grow too; these files are a copy."""
    for path in (ROOT / "problems").glob("*/problem.yaml"):
        path.write_text(path.read_text().replace("limits:\n", f"limits:\n  compilation_time: {60 * factor}\n", 1))


def doctor(mode, how, flag):
    """What doctor finds; told as a test that it is the mode with this flag."""
    done = run([*how, BIN / "arbiter", "doctor", "--format", "json"])
    try:
        seen = json.loads(done.stdout)
    except ValueError:
        tell("failed", f"{mode}: doctor", done.stdout + done.stderr)
        return None
    holds = seen["sandbox"]["flag"] == flag and seen["can_isolate"] == (flag != "none") == (done.returncode == 0)
    tell("passed" if holds else "failed", f"{mode}: doctor finds {flag}",
         "" if holds else json.dumps({**seen, "languages": []}, indent=1))
    return seen


def judge(mode, how, flag, problems=None):
    """The reference of each problem on its samples must be right, and said to be judged in this mode."""
    for problem in problems or sorted(path.name for path in (ROOT / "problems").iterdir()):
        done = run([*how, BIN / "arbiter", "judge", ROOT / "problems" / problem,
                    ROOT / "problems" / problem / "submissions/accepted/reference.cpp",
                    "--tests", "sample/*", "--time-limit", "60s", "--no-generate", "--format", "json"])
        try:
            seen = json.loads(done.stdout)
            verdict = seen["submissions"][0]["verdict"]
        except (ValueError, LookupError):
            seen, verdict = None, None
        holds = done.returncode == 0 and verdict == "AC" and flag in seen["sandbox"].values()
        tell("passed" if holds else "failed", f"{mode}: judges {problem}",
             "" if holds else done.stdout[-1500:] + done.stderr)


def refused(mode, how, remedy):
    """doctor names one remedy; judge says the same, and judges nothing."""
    seen = doctor(mode, how, "none")
    if seen is None:
        return
    holds = seen["remedy"] and re.search(remedy, seen["remedy"])
    tell("passed" if holds else "failed", f"{mode}: doctor names the remedy",
         "" if holds else f"remedy: {seen['remedy']}\nmissing: {seen['missing']}")
    done = run([*how, BIN / "arbiter", "judge", ROOT / "problems/102030",
                ROOT / "problems/102030/submissions/accepted/reference.cpp", "--format", "json"])
    says = " ".join(done.stderr.split())
    holds = (done.returncode == 5 and seen["remedy"] and seen["remedy"] in says
             and json.loads(done.stdout or "{}").get("schema") == "arbiter/error/1")
    tell("passed" if holds else "failed", f"{mode}: judge says the same and judges nothing",
         "" if holds else f"status {done.returncode}\n{done.stdout[-500:]}{done.stderr}")


def sample(way):
    return ":".join(f"*IsHeld/{way}_{name.replace('-', '_')}" for name in SAMPLE)


def scopes(mode, how):
    done = run([*how, sys.executable, ROOT / "runner/tests", "box/systemd_test.py", BIN / "arbiter", ROOT, CACHE])
    tell("failed" if done.returncode else "passed", f"{mode}: systemd_test.py",
         done.stderr if done.returncode else "")


def root(factor):
    give_cache("root")
    doctor("root", AS_ROOT, "root-v2")
    judge("root", AS_ROOT, "root, cgroup v2")
    scopes("root", AS_ROOT)
    gtest("root", AS_ROOT, "box_test", "*/root_v2", factor)
    gtest("root", AS_ROOT, "hostile_test", "*IsHeld/root_v2_*:*AreTried/root_v2", factor)


def session(_factor):
    give_cache(USER)
    # The first command of a session finds systemd on its way to the bus.
    for number in range(1, 4):
        without_bus()
        doctor(f"user, login {number}", IN_SESSION, "delegated-v2")
    for mode, how in (("user, login session", IN_SESSION), ("user, systemd-run --user --scope", DELEGATED)):
        doctor(mode, how, "delegated-v2")
        judge(mode, how, "user namespaces, delegated cgroup v2", None if how is IN_SESSION else ["102030"])
    scopes("user, login session", IN_SESSION)


def delegated(factor):
    give_cache(USER)
    mode = "user, login session"
    gtest(mode, IN_SESSION, "box_test", "*/delegated_v2", factor)
    gtest(mode, IN_SESSION, "hostile_test", "*IsHeld/delegated_v2_*:*AreTried/delegated_v2", factor)


def userns(factor):
    give_cache(USER)
    mode, how = "user, no bus", without_bus()
    doctor(mode, how, "userns")
    judge(mode, how, "user namespaces, no cgroup")
    gtest(mode, how, "box_test", "*/userns", factor)
    gtest(mode, how, "hostile_test", "*IsHeld/userns_*:*AreTried/userns", factor)


class Sysctl:
    """A setting of the kernel, as it was before when the block ends."""

    def __init__(self, name, value):
        self.file, self.value = pathlib.Path("/proc/sys", name.replace(".", "/")), value

    def __enter__(self):
        self.before = self.file.read_text()
        self.file.write_text(self.value)

    def __exit__(self, *_):
        self.file.write_text(self.before)


def no_namespaces(_factor):
    for name in ("kernel.unprivileged_userns_clone", "user.max_user_namespaces"):
        with Sysctl(name, "0"):
            refused(f"user, {name}=0", IN_SESSION, re.escape(name))
            refused(f"user, no bus, {name}=0", without_bus(), re.escape(name))
            if name.startswith("kernel"):
                doctor(f"root, {name}=0", AS_ROOT, "root-v2")
            else:
                refused(f"root, {name}=0", AS_ROOT, re.escape(name))


def image_for(user):
    """This system as the files of a container that belongs to `user`. What is written stays apart."""
    base = pathlib.Path("/var/tmp/container", user)
    for name in ("files", "upper", "work"):
        (base / name).mkdir(parents=True)
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o",
                    f"lowerdir=/,upperdir={base}/upper,workdir={base}/work", base / "files"], check=True)
    changed = [base / "files" / name for name in ("", "dev", "etc", "proc", "run", "sys", "tmp", "var", "root")]
    subprocess.run(["chown", f"{user}:{user}", *changed], check=True)
    return base / "files"


def podman(how, files, *options):
    return [*how, "podman", "--log-level=error", "run", "--rm", "--network=none", "--volume", f"{ROOT}:{ROOT}",
            "--workdir", ROOT, *options, "--rootfs", files,
            "env", "HOME=/root"]


def containers(factor):
    for user, how in (("root", AS_ROOT), (USER, IN_SESSION)):
        files = image_for(user)
        give_cache(user)
        who = "podman as root" if user == "root" else "podman, rootless"
        needed = r"podman run --security-opt seccomp=unconfined --security-opt unmask=ALL"
        refused(f"{who}, default profile", podman(how, files), needed)
        refused(f"{who}, seccomp=unconfined", podman(how, files, "--security-opt", "seccomp=unconfined"), needed)
        refused(f"{who}, without privileges as CI runs it",
                podman(how, files, "--cap-drop=ALL", "--cap-add=CHOWN,DAC_OVERRIDE,FOWNER,FSETID,KILL,SETGID,SETUID,"
                       "SETPCAP,NET_BIND_SERVICE,SYS_CHROOT,SETFCAP", "--security-opt", "no-new-privileges"), needed)
        as_told = podman(how, files, "--security-opt", "seccomp=unconfined", "--security-opt", "unmask=ALL",
                         "--cgroupns=private")
        mode = f"{who}, as doctor says"
        # Its control groups may be written then, and are its own while it is the only program.
        doctor(mode, as_told, "root-v2")
        judge(mode, as_told, "root, cgroup v2")
        beside = [*as_told, *BESIDE]
        mode = f"{who}, beside another program"
        doctor(mode, beside, "userns")
        judge(mode, beside, "user namespaces, no cgroup", ["102030"])
        gtest(mode, beside, "hostile_test", sample("userns"), factor)


PARTS = {"session": session, "no-namespaces": no_namespaces, "containers": containers, "root": root,
         "delegated": delegated, "userns": userns}


def main():
    factor = int(sys.argv[1])
    os.chmod("/tmp", 0o1777)
    give_compilers_time(factor)
    for part in sys.argv[2:] or PARTS:
        began = time.monotonic()
        PARTS[part](factor)
        print(f"{part} took {time.monotonic() - began:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
