"""The Debian package and the archive for other systems, installed and used in clean roots.

    packages_test.py FOLDER

FOLDER is what `runner/cmake/package.sh` filled. The roots come from Debian's archive.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(sys.argv[1]).resolve()
SOURCE = pathlib.Path(__file__).resolve().parents[3]
MIRROR = "http://deb.debian.org/debian"
JUDGE = "judge twofive /PLACE/share/arbiter/problems/twofive/submissions/accepted/reference.cpp"


def only(pattern):
    [found] = FOLDER.glob(pattern)
    return found


def run(*words, status=0, **how):
    how.setdefault("input", "")
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=600, check=False, **how)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


class Root:
    """A Debian system in a folder, with /proc and /dev, in namespaces of its own for each command."""

    def __init__(self, folder, release, packages=""):
        self.folder = folder / release
        words = ["mmdebstrap", "--quiet", "--variant=apt", release, str(self.folder), MIRROR]
        run(*words, *([f"--include={packages}"] if packages else []))
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")

    def __call__(self, command, user=None, status=0):
        as_user = f"su -s /bin/sh {user} -c" if user else "sh -c"
        # Who has only another root directory may make no user namespace; another root of all mounts is right.
        return self.in_mounts("mkdir -p .old; pivot_root . .old; "
                              f"exec chroot . sh -c 'umount -l /.old; exec {as_user} \"$1\"' sh \"$2\"",
                              command, status)

    def without_privileges(self, command, status=0):
        """As root of a container that may make no namespaces."""
        return self.in_mounts('exec setpriv --bounding-set=-sys_admin chroot . sh -c "$2"', command, status)

    def in_mounts(self, then, command, status):
        script = ('mount --bind "$1" "$1"; cd "$1"; mount -t proc proc proc; '
                  f"mount --rbind /dev dev; mount --rbind /sys sys; {then}")
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": "/root",
                       "DEBIAN_FRONTEND": "noninteractive"}
        return run("unshare", "--mount", "--pid", "--fork", "sh", "-c", script, "sh", self.folder, command,
                   status=status, env=environment)

    def put(self, path):
        shutil.copy(path, self.folder / path.name)
        return f"/{path.name}"

    def files(self):
        return {path for place in ("usr", "etc", "var/lib", "opt", "lib") for path in
                map(str, (self.folder / place).rglob("*")) if "arbiter" in path}


@unittest.skipUnless(os.geteuid() == 0, "only root can make roots")
class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for program in ("mmdebstrap", "unshare", "lintian"):
            if shutil.which(program) is None:
                raise unittest.SkipTest(f"not installed: {program}")
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.folder.chmod(0o755)

    def root(self, release, packages=""):
        root = Root(self.folder, release, packages)
        self.addCleanup(shutil.rmtree, root.folder, ignore_errors=True)
        root("useradd --create-home ada")
        return root

    def judge(self, root, program, place, user):
        if user:
            said = root(f"{program} doctor", user, status=None)
            self.assertIn("Programs can be isolated", said)
        self.assertIn("AC Accepted", root(f"{program} {JUDGE.replace('/PLACE', place)}", user))

    def test_lintian_finds_no_error(self):
        said = run("lintian", "--fail-on", "none", "--allow-root", only("*.deb"))
        self.assertEqual([line for line in said.splitlines() if line.startswith("E:")], [])

    def test_the_debian_package_works_and_leaves_nothing(self):
        root = self.root("bookworm", "man-db,bash-completion")
        deb = root.put(only("*.deb"))
        root(f"apt-get update -q && apt-get install -qy {deb}")
        self.judge(root, "arbiter", "/usr", None)
        self.judge(root, "arbiter", "/usr", "ada")
        self.assertIn("arbiter-judge", root("man --warnings -P cat arbiter-judge", "ada"))
        said = root("""bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader arbiter;
                        complete -p arbiter'""")
        self.assertIn("_arbiter arbiter", said)
        self.upgrade(root, deb)
        root("apt-get purge -qy arbiter")
        self.assertEqual({path for path in root.files() if "/var/lib/apt" not in path}, set())

    def upgrade(self, root, deb):
        """To the same with a higher version."""
        root(f"dpkg-deb -R {deb} /new && sed -i 's/^Version: .*/&+1/' /new/DEBIAN/control && "
             "dpkg-deb --root-owner-group -b /new /new.deb && apt-get install -qy /new.deb && rm -r /new")
        self.assertIn("+1", root("dpkg-query -W arbiter"))
        self.judge(root, "arbiter", "/usr", "ada")

    def unpack(self, root):
        run("tar", "-C", root.folder / "opt", "-xJf", only("*.tar.xz"))
        [place] = (root.folder / "opt").glob("arbiter-*")
        return f"/opt/{place.name}"

    def test_the_archive_works_on_an_older_debian(self):
        root = self.root("bullseye", "g++")
        place = self.unpack(root)
        self.judge(root, f"{place}/bin/arbiter", place, None)
        self.judge(root, f"{place}/bin/arbiter", place, "ada")

    def test_gitlab_judges_with_the_debian_package(self):
        recipe = re.search(r"image: debian:12\n  script:\n((?:    - .*\n)+)", (SOURCE / "runner/docs/ci.md").read_text())
        root = self.root("bookworm")
        problem = "problems/twofive"
        # The recipe installs no Pascal.
        shutil.copytree(SOURCE / problem, root.folder / "work" / problem, ignore=shutil.ignore_patterns("*.pas"))
        shutil.copy(only("*.deb"), root.folder / "work/arbiter.deb")
        said = root.without_privileges("set -e; cd /work\n" + recipe[1].replace("    - ", ""))
        self.assertIn("programs run without isolation here", said)
        self.assertIn("<testsuite", (root.folder / "work/twofive.xml").read_text())
        self.assertIn("</html>", (root.folder / "work/twofive.html").read_text())

    def test_gradescope_grades_with_it(self):
        root = self.root("bookworm")
        archive = root.folder / "autograder.zip"
        run("./arbiter", "export", "--to", "gradescope-autograder", "twofive", "--arbiter", only("*.tar.xz"),
            "-o", archive, cwd=SOURCE)
        autograder = root.folder / "autograder"
        (autograder / "submission").mkdir(parents=True)
        run("unzip", "-q", archive, "-d", autograder / "source")
        root.without_privileges("/autograder/source/setup.sh && cp /autograder/source/run_autograder /autograder")
        for program, score in (("accepted/reference.cpp", 100), ("accepted/dictionary.py", 100),
                               ("wrong_answer/rows_only.cpp", 5.97)):
            with self.subTest(program=program):
                path = shutil.copy(SOURCE / "problems/twofive/submissions" / program, autograder / "submission")
                said = root.without_privileges("/autograder/run_autograder")
                self.assertIn("sandbox  none", said)
                results = json.loads((autograder / "results/results.json").read_text())
                self.assertEqual(results["score"], score, said)
                pathlib.Path(path).unlink()

    def test_the_archive_works_where_there_is_nothing_else(self):
        root = self.folder / "minimal"
        for name in ("proc", "dev", "sys", "tmp", "bin", "opt", "etc"):
            (root / name).mkdir(parents=True)
        self.addCleanup(shutil.rmtree, root, ignore_errors=True)
        run("tar", "-C", root / "opt", "-xJf", only("*.tar.xz"))
        [place] = (root / "opt").glob("arbiter-*")
        minimal = Root.__new__(Root)
        minimal.folder = root
        shutil.copy(self.busybox(), root / "bin/busybox")
        for name in ("sh", "umount", "chroot", "true"):
            (root / "bin" / name).symlink_to("busybox")
        arbiter = f"/opt/{place.name}/bin/arbiter"
        self.assertIn("arbiter ", minimal(f"{arbiter} --version"))
        said = minimal(f"{arbiter} doctor", status=None)
        self.assertIn("Programs can be isolated", said)
        problem = root / "echo"
        problem.mkdir()
        (problem / "1.in").write_text("7\n")
        (problem / "1.ans").write_text("7\n")
        run("gcc", "-static", "-x", "c", "-o", problem / "ready", "-", input=(
            '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("%d\\n", n); }\n'))
        self.assertIn("AC Accepted", minimal(f"{arbiter} judge /echo /echo/ready"))

    def busybox(self):
        found = shutil.which("busybox")
        if found is None:
            self.skipTest("not installed: busybox")
        return found
