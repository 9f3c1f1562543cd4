"""What compilers and a package's own programs can reach: nothing but what they are given.

usage: policies_test.py ARBITER SOURCE CACHE

Each test runs as root, where that is possible, and as a user without rights whose own secrets are
then at stake.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import textwrap

import workbench
from as_users import AsUsers
from workbench import SUM_C

# Who may not make the network namespace that all boxes share.
ROOT_IN_A_CONTAINER = ["setpriv", "--bounding-set", "-sys_admin", "--inh-caps", "-sys_admin"]
SECRET = "The-Cake-Is-A-Lie-7351"

# Looks into every place given as an argument of the checker, and tells what it could do that it
# must not. Then it tries to change what it was given.
NOSY_PYTHON = """\
import os, socket, sys
found = []
for path in sys.argv[4:]:
    try:
        found.append(f"read {path}: {open(path, errors='replace').read(40)}")
    except OSError:
        pass
    try:
        open(path, "a").close()
        found.append(f"opened for writing {path}")
    except OSError:
        pass
for folder in ("/root", "/home", "/var", "/etc/ssh", "/run", "/sys"):
    if os.path.exists(folder):
        found.append(f"saw {folder}")
for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):
    try:
        socket.socket(family)
        found.append(f"made a socket of {family}")
    except OSError:
        pass
others = [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
if others:
    found.append(f"saw processes {others}")
for folder in ("/", "/usr", "/etc", "/program", "/proc", "/dev", "/work/.."):
    try:
        open(folder + "/left", "w").close()
        found.append(f"wrote into {folder}")
    except OSError:
        pass
if "SECRET_VARIABLE" in os.environ:
    found.append("saw the judge's environment")
for path in ("/proc/self/fd/0", "/dev/stdin", "/work/input", "/work/answer"):
    try:
        with open(path, "r+") as file:
            file.write("666")
    except OSError:
        pass
if found:
    print(*found, sep="\\n", file=sys.stderr)
    sys.exit(1)
sys.exit(42)
"""


def nosy(places, duty, is_alone=True):
    """The same for a program that is not called as a checker, and what it does if it found nothing.
    One that others start sees them."""
    source = NOSY_PYTHON.replace("sys.argv[4:]", repr([str(path) for path in places]))
    source = source.replace("sys.exit(42)\n", textwrap.dedent(duty))
    return source if is_alone else source.replace("if others:", "if not others:")


NOSY_CPP = r"""
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <initializer_list>

int main(int argc, char** argv) {
  bool found = false;
  for (int i = 4; i < argc; ++i) {
    for (int how : {O_RDONLY, O_WRONLY, O_PATH}) {
      if (open(argv[i], how) >= 0) {
        std::fprintf(stderr, "opened %s\n", argv[i]);
        found = true;
      }
    }
  }
  for (int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK}) {
    if (socket(family, SOCK_STREAM, 0) >= 0 || socket(family, SOCK_RAW, 0) >= 0) {
      std::fprintf(stderr, "made a socket of %d\n", family);
      found = true;
    }
  }
  for (const char* path : {"/proc/self/fd/0", "/dev/stdin", "/work/input", "/work/answer"}) {
    int fd = open(path, O_RDWR);
    if (fd >= 0 && write(fd, "666", 3) != 3) std::perror(path);
  }
  return found ? 1 : 43;
}
"""


class Policies(AsUsers):
    def setUp(self):
        super().setUp()
        self.secrets = [self.write("secret.txt", SECRET + "\n"),
                        self.write("home/.ssh/id_rsa", SECRET + "\n"),
                        self.write("tmp/secret.h", f'const char* s = "{SECRET}";\n')]
        for secret in self.secrets:
            secret.chmod(0o666)

    def environment(self, **extra):
        return super().environment(**{"SECRET_VARIABLE": SECRET, **extra})

    def judged(self, *words, as_root=([],)):
        """The document and all that was told, as each user."""
        for who, env in self.users(as_root):
            _, out, err = self.run_as(who, env, "judge", *words, "--no-cache", "--format", "json")
            yield json.loads(out), out + err

    def test_a_compiler_includes_no_file_of_the_host(self):
        problem = self.problem(tests={"1": ("1 2\n", f"3 {SECRET}\n")})
        lines = [line for path in [*self.secrets, problem / "data/secret/1.ans", "/etc/shadow",
                                   "/proc/1/environ"]
                 for line in (f'#include "{path}"', f'#include "../../../../..{path}"',
                              f'__asm__(".incbin \\"{path}\\"");',
                              f'__asm__(".include \\"{path}\\"");')]
        for number, line in enumerate(lines):
            self.write(f"{number}.c", f"{line}\nint main(void) {{ return 0; }}\n")
        for document, told in self.judged("sum", *(f"{number}.c" for number in range(len(lines)))):
            self.assertNotIn(SECRET, told)
            for line, submission in zip(lines, document["submissions"]):
                with self.subTest(line=line):
                    self.assertEqual(submission["verdict"], "CE", told)
                    self.assertNotEqual(submission["compile"]["log"], "")

    def test_a_compiler_knows_nothing_of_the_judges_environment(self):
        self.problem()
        self.write("a.c", '__asm__(".incbin \\"/proc/self/environ\\"");\n' + SUM_C)
        for document, told in self.judged("sum", "a.c"):
            self.assertIn(document["submissions"][0]["verdict"], ("CE", "AC"))
            self.assertNotIn(SECRET, told)

    def test_a_link_in_a_submission_leads_nowhere(self):
        self.problem()
        self.write("linked/main.c", '#include "stolen.h"\n' + SUM_C)
        (self.folder / "linked/stolen.h").symlink_to(self.secrets[2])
        (self.folder / "linked/folder").symlink_to(self.folder / "tmp")
        for _, told in self.judged("sum", "linked"):
            self.assertNotIn(SECRET, told)

    def judged_from(self, cache, source):
        """As root, with that cache: the verdict, and what was told."""
        env = self.environment(XDG_CACHE_HOME=str(cache))
        if os.geteuid() != 0 or not self.can_isolate([], env):
            self.skipTest("root must judge here, with folders of somebody else")
        _, out, err = self.run_as([], env, "judge", "sum", source, "--no-cache", "--format", "json")
        return json.loads(out)["submissions"][0]["verdict"], err

    def test_root_trusts_no_folder_of_others(self):
        """Not one that they own, as after sudo, and not what they put into one of root's."""
        self.problem()
        self.write("b.c", SUM_C + "/* not compiled before */\n")
        (self.folder / "made").mkdir()
        for name, owned in ("theirs", ""), ("ours", "arbiter/programs"):
            cache = self.folder / name
            self.assertEqual(self.judged_from(cache, "a.c"), ("AC", ""))
            for record in cache.glob("arbiter/programs/*/record"):
                planted = {"help": "", "log": "planted\n"}  # and no "ok": it did not compile
                for file, text in planted.items():
                    (record.parent / file).write_text(text)
                record.write_text("".join(
                    f"{hashlib.sha256(text.encode()).hexdigest()} {file}\n"
                    for file, text in planted.items()) + "end\n")
            for number in range(256) if not owned else ():
                lock = cache / f"arbiter/locks/program-{number:02x}"
                lock.unlink(missing_ok=True)
                lock.symlink_to(self.folder / f"made/{name}-{number:02x}")
            for path in [cache / owned, *(cache / owned).rglob("*")]:
                os.chown(path, 65534, 65534, follow_symlinks=False)
            for source in "a.c", "b.c":
                with self.subTest(folder=name, source=source):
                    verdict, told = self.judged_from(cache, source)
                    self.assertEqual(verdict, "AC", told)
                    self.assertEqual(told.count("belongs to user 65534"), 1, told)
                    self.assertIn("XDG_CACHE_HOME", told)
        self.assertEqual(list((self.folder / "made").iterdir()), [])

    def test_a_file_that_is_swapped_for_a_link_is_not_read(self):
        """By somebody else, while it is looked at: a file that only root may read is not shown."""
        env = self.environment()
        if os.geteuid() != 0 or not self.can_isolate([], env):
            self.skipTest("root must judge here, what somebody else hands in")
        self.problem()
        secret = self.secrets[0]
        secret.chmod(0o600)
        places = ("swapped", "sum/output_validator/check")
        self.write("swapped/main.c", '#include "header.h"\n' + SUM_C)
        self.write("sum/output_validator/check/main.c", '#include "header.h"\nint main() { return 42; }\n')
        for place in places:
            self.write(f"{place}/own.h", "")
            (self.folder / place / ".link").symlink_to(secret)
        swapper = ("import os, sys\n"
                   "while True:\n"
                   "    for place in sys.argv[1:]:\n"
                   "        os.chdir(place)\n"
                   "        for name in 'own.h', '.link':\n"
                   "            os.link(name, '.new', follow_symlinks=False)\n"
                   "            os.rename('.new', 'header.h')\n"
                   "            if os.path.exists('.new'): os.unlink('.new')\n")
        swapping = subprocess.Popen([sys.executable, "-c", swapper,
                                     *(self.folder / place for place in places)])
        try:
            for _ in range(60):
                told = self.run_as([], env, "judge", "sum", "swapped", "--no-cache")
                self.assertNotIn(SECRET, "".join(map(str, told)))
                self.assertIsNone(swapping.poll(), "the swapper ended")
        finally:
            swapping.kill()
            swapping.wait()

    def places(self):
        """Where no program of the package may look."""
        return [*self.secrets, self.folder / "sum/data/secret/2.ans",
                self.folder / "sum/data/secret/1.ans", self.folder / "a.c", self.program,
                "/etc/shadow", "/etc/hostname", "/proc/1/environ", "/proc/1/root/etc/shadow"]

    def opened_to_all(self):
        """The files of the package, which everybody may write from now on."""
        kept = {path: path.read_bytes() for path in (self.folder / "sum").rglob("*.*")
                if path.is_file()}
        for path in kept:
            path.chmod(path.stat().st_mode | 0o666)
        return kept

    def checked_by(self, name, source, verdict):
        self.problem(tests={"1": ("1 2\n", "3\n"), "2": ("5 5\n", "10\n")})
        self.write(f"sum/output_validator/{name}", source)
        self.write("sum/data/secret/test_group.yaml",
                   "output_validator_args: [" + ", ".join(map(str, self.places())) + "]\n")
        kept = self.opened_to_all()
        for document, told in self.judged("sum", "a.c"):
            submission = document["submissions"][0]
            self.assertEqual(submission["verdict"], verdict, told)
            self.assertEqual({path: path.read_bytes() for path in kept}, kept)
            if verdict == "WA":
                self.assertEqual(submission["tests"][0]["output_head"], "3\n")

    def test_a_checker_in_python_reaches_nothing(self):
        self.checked_by("nosy.py", NOSY_PYTHON, "AC")

    def test_a_checker_in_cpp_reaches_nothing(self):
        self.checked_by("nosy.cpp", NOSY_CPP, "WA")

    def accepted(self, yaml=workbench.PROBLEM_YAML):
        """Judges a right program with the nosy one beside it."""
        self.problem(tests={"1": ("1 2\n", "3\n"), "2": ("5 5\n", "10\n")}, yaml=yaml)
        kept = self.opened_to_all()
        for document, told in self.judged("sum", "a.c"):
            self.assertEqual(document["submissions"][0]["verdict"], "AC", told)
            self.assertNotIn(SECRET, told)
            self.assertEqual({path: path.read_bytes() for path in kept}, kept)
            yield document["submissions"][0]

    def test_a_referee_reaches_nothing(self):
        self.write("sum/output_validator/nosy.py", nosy(self.places(), """\
            print(1, 2, flush=True)
            sys.exit(42 if input() == "3" else 43)
            """))
        list(self.accepted(workbench.PROBLEM_YAML + "type: interactive\n"))

    def test_a_grader_reaches_nothing(self):
        self.write("sum/graders/nosy.py", nosy(self.places(), "print('AC 17')\n"))
        self.write("sum/data/secret/testdata.yaml", "grading: custom\n")
        for judged in self.accepted("name: Sum\ntype: scoring\nlimits: {time_limit: 1}\n"):
            self.assertEqual(judged["score"], 17)

    def test_a_build_script_reaches_nothing(self):
        self.write("sum/output_validator/build",
                   "#!/usr/bin/python3\n" + nosy(self.places(), """\
            with open("run", "w") as file:
                file.write("#!/bin/sh\\nexit 42\\n")
            os.chmod("run", 0o755)
            """, is_alone=False), 0o755)
        list(self.accepted())

    def test_generators_and_input_validators_reach_nothing(self):
        self.problem(tests={})
        made = self.folder / "sum/data/secret"
        self.write("sum/generators/nosy.py", nosy(self.places(), "print(1, 2)\n"))
        self.write("sum/input_validators/nosy.py", nosy(self.places(), """\
            sys.exit(42 if input() == "1 2" else 43)
            """))
        self.write("sum/submissions/accepted/a.c", SUM_C)
        self.write("sum/generators/generators.yaml",
                   "solution: /submissions/accepted/a.c\ndata: {secret: {data: {made: nosy.py}}}\n")
        kept = self.opened_to_all()
        for who, env in self.users():
            shutil.rmtree(self.folder / "sum/data")
            status, out, err = self.run_as(who, env, "generate", "sum")
            self.assertEqual(status, 0, out + err)
            self.assertNotIn(SECRET, out + err)
            self.assertEqual((made / "made.ans").read_text(), "3\n")
            kept = {path: text for path, text in kept.items() if made not in path.parents}
            self.assertEqual({path: path.read_bytes() for path in kept}, kept)

    def test_a_submission_has_an_empty_network_whoever_judges(self):
        self.problem()
        self.write("a.py", textwrap.dedent("""\
            # Two lines of headings, then one for each device.
            names = [line.split(":")[0].strip() for line in open("/proc/self/net/dev")][2:]
            print(sum(map(int, input().split())) if names == ["lo"] else names)
            """))
        for document, told in self.judged("sum", "a.py", as_root=([], ROOT_IN_A_CONTAINER)):
            self.assertEqual(document["submissions"][0]["verdict"], "AC", told)

    def test_a_submission_rewrites_no_input_that_all_may_write(self):
        problem = self.problem(tests={"1": ("1 2\n", "3\n"), "2": ("5 5\n", "10\n")})
        self.write("a.py", textwrap.dedent("""\
            import sys
            a, b = map(int, input().split())
            for path in ("/proc/self/fd/0", "/dev/stdin"):
                try:
                    with open(path, "r+") as file:
                        file.write("6 6")
                except OSError:
                    pass
            print(a + b)
            """))
        inputs = sorted((problem / "data/secret").glob("*.in"))
        before = [path.read_bytes() for path in inputs]
        for path in inputs:
            path.chmod(0o666)
        for document, told in self.judged("sum", "a.py"):
            self.assertEqual(document["submissions"][0]["verdict"], "AC", told)
            self.assertEqual([path.read_bytes() for path in inputs], before)
