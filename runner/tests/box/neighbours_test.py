"""Submissions that mean harm beside honest ones: what others get is what they get alone.

usage: neighbours_test.py ARBITER SOURCE CACHE

Each test runs as root, where that is possible, and as a user without rights, whose programs have
that user's id.
"""

import json
import shutil

from as_users import AsUsers
from normalise import without_measures
from workbench import SUM_C, WRONG_C, problem_yaml

TESTS = {f"{n}": (f"{n} {n + 1}\n", f"{2 * n + 1}\n") for n in range(1, 7)}

# Changes modes, times, attributes, locks and sizes of all that it can reach, after the right answer.
MEDDLER_C = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static void meddle(int fd) {
  struct timespec long_ago[2] = {{1, 2}, {3, 4}};
  struct flock whole = {.l_type = F_RDLCK};
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  if (fd == 0) {
    int again = open(path, O_RDWR);
    if (write(again, "9 9 9 9\n", 8) == 8) fprintf(stderr, "the input was overwritten\n");
    ftruncate(again, 2);
  }
  fsetxattr(fd, "user.left", "behind", 6, 0);
  flock(fd, LOCK_EX | LOCK_NB);
  fcntl(fd, F_OFD_SETLK, &whole);
  fcntl(fd, F_SETLEASE, F_RDLCK);
  fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK);
  fchown(fd, 1, 1);
  futimens(fd, 0);
  futimens(fd, long_ago);
  fchmod(fd, 0);
}

int main(void) {
  const char* paths[] = {"/", "/work", "/tmp", "/dev/shm", "/program", "/program/sum", "/dev/null",
                         "/dev/zero", "/dev/urandom", "/usr/bin", "/usr/bin/true", "/etc/passwd"};
  long a, b;
  if (scanf("%ld %ld", &a, &b) != 2) return 1;
  printf("%ld\n", a + b);
  fflush(stdout);
  for (int fd = 0; fd < 3; ++fd) meddle(fd);
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; ++i) {
    int fd = open(paths[i], O_RDONLY);
    if (fd >= 0) meddle(fd);
  }
  return 0;
}
"""

# Fails on purpose, and tells on standard error all that it can see of the files that it was given.
OBSERVER_C = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

static void look(const char* name, int fd, int is_own) {
  char attributes[256];
  struct stat s;
  fstat(fd, &s);
  fprintf(stderr, "%s: mode %o links %d size %d attributes %d", name, s.st_mode, (int)s.st_nlink,
          (int)s.st_size, (int)flistxattr(fd, attributes, sizeof attributes));
  fprintf(stderr, " locks %d seals %x", flock(fd, LOCK_EX | LOCK_NB), fcntl(fd, F_GET_SEALS));
  if (is_own) {
    fprintf(stderr, " made now %d", s.st_ctime > time(0) - 600 && s.st_mtime > time(0) - 600 &&
                                        s.st_atime > time(0) - 600);
  } else {
    fprintf(stderr, " times %ld.%ld %ld.%ld", s.st_atim.tv_sec, s.st_atim.tv_nsec, s.st_mtim.tv_sec,
            s.st_mtim.tv_nsec);
  }
  fprintf(stderr, "\n");
}

int main(void) {
  const char* paths[] = {"/work", "/tmp", "/dev/shm", "/dev/null", "/dev/zero", "/usr/bin"};
  long a, b;
  if (scanf("%ld %ld", &a, &b) != 2) return 1;
  printf("%ld\n", a + b);
  fflush(stdout);
  look("input", 0, 1);
  look("output", 1, 1);
  look("error", 2, 1);
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; ++i)
    look(paths[i], open(paths[i], O_RDONLY), 0);
  return 3;
}
"""

# Leaves as many descriptors on their way as it can, for as long as the test may last.
FLOOD_OF_DESCRIPTORS_C = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  long a, b;
  if (scanf("%ld %ld", &a, &b) != 2) return 1;
  printf("%ld\n", a + b);
  fflush(stdout);
  for (int pairs = 0; pairs < 100; ++pairs) {
    int ends[2], given[253] = {0};
    char byte = 0, control[CMSG_SPACE(sizeof given)] = {0};
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr* head = CMSG_FIRSTHDR(&message);
    *head = (struct cmsghdr){CMSG_LEN(sizeof given), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(head), given, sizeof given);
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) break;
    while (sendmsg(ends[1], &message, MSG_DONTWAIT) > 0) { }
  }
  nanosleep(&(struct timespec){0, 300000000}, 0);
  return 0;
}
"""

# Tells which file its input is.
NUMBERED_C = r"""
#include <stdio.h>
#include <sys/stat.h>
int main(void) {
  struct stat s;
  fstat(0, &s);
  fprintf(stderr, "%llu/%llu", (unsigned long long)s.st_dev, (unsigned long long)s.st_ino);
  return 3;
}
"""

CHECKER_PY = """\
import sys
given = sys.stdin.read()
sys.exit(42 if given == open(sys.argv[2]).read() else 43)
"""


class Neighbours(AsUsers):
    """Honest programs are what the hostile ones of a test are judged together with."""

    def setUp(self):
        super().setUp()
        self.write("observer.c", OBSERVER_C)
        self.honest = ["a.c", "w.c", "observer.c"]

    def judged(self, who, env, problem, *programs):
        """The submissions of the document, by name."""
        status, out, err = self.run_as(who, env, "judge", problem, *programs, "-j", "2", "--no-cache",
                                       "--format", "json")
        self.assertIn(status, (0, 1), out + err)
        return {one["path"]: without_measures(one) for one in json.loads(out)["submissions"]}

    def expect_no_harm(self, problem, hostile, verdict):
        for who, env in self.users():
            alone = self.judged(who, env, problem, *self.honest)
            together = self.judged(who, env, problem, *[word for one in self.honest
                                                        for word in (hostile, one)])
            with self.subTest(who=who, problem=problem):
                self.assertEqual(together.pop(hostile)["verdict"], verdict)
                self.assertEqual([one["verdict"] for one in alone.values()], ["AC", "WA", "RTE"])
                self.maxDiff = None
                self.assertEqual(together, alone)

    def test_modes_and_times_of_everything(self):
        self.problem(tests=TESTS)
        self.write("meddler.c", MEDDLER_C)
        self.expect_no_harm("sum", "meddler.c", "AC")

    def test_modes_and_times_before_a_checker(self):
        self.problem(tests=TESTS)
        self.write("sum/output_validator/check.py", CHECKER_PY)
        self.write("meddler.c", MEDDLER_C)
        self.expect_no_harm("sum", "meddler.c", "AC")

    def test_descriptors_on_their_way(self):
        self.problem(tests=TESTS)
        self.write("flood.c", FLOOD_OF_DESCRIPTORS_C)
        for who, env in self.users():
            # As some machines have it: few descriptors unless one asks for more.
            judged = self.judged(["prlimit", "--nofile=128:4096", *who], env, "sum",
                                 *[word for one in self.honest for word in ("flood.c", one)])
            with self.subTest(who=who):
                self.assertEqual([one["verdict"] for one in judged.values()],
                                 ["AC", "AC", "WA", "RTE"])

    def test_no_two_runs_share_an_input(self):
        self.problem(tests=TESTS)
        for name in "ab":
            self.write(f"{name}.c", NUMBERED_C)
        for who, env in self.users():
            judged = self.judged(who, env, "sum", "a.c", "b.c")
            seen = [test["stderr_tail"] for one in judged.values() for test in one["tests"]]
            self.assertEqual(len(seen), 2 * len(TESTS))
            self.assertEqual(len(set(seen)), len(seen), seen)


# What a program does after its answer so that the judge fails, which is never the judge's fault.
SELF_HARM = {
    "modes": """
        fchmod(0, 0); fchmod(1, 0); fchmod(2, 0); chmod("out.txt", 0); chmod("in.txt", 0);
        chmod("/work", 0); chmod("/tmp", 0); chmod("/dev/shm", 0);""",
    "closed": "for (int fd = 0; fd < 9; ++fd) close(fd);",
    "folder": 'unlink("out.txt"); mkdir("out.txt", 0); unlink("in.txt"); mkdir("in.txt", 0);',
    "link": 'unlink("out.txt"); symlink("/proc/self/mem", "out.txt");',
    "fifo": 'unlink("out.txt"); mkfifo("out.txt", 0666); mkfifo("/tmp/out.txt", 0666);',
    "renamed": 'rename("out.txt", "in.txt"); rename("/work", "/tmp/work"); rmdir("/work");',
    "longest": """
        char name[256] = {0}; memset(name, 'n', 255); close(creat(name, 0));
        for (int i = 0; i < 3000; ++i) if (mkdir(name, 0777) || chdir(name)) break;""",
    "sparse": 'signal(SIGXFSZ, SIG_IGN); truncate("out.txt", 1L << 62); ftruncate(1, 1L << 62); truncate("out.txt", 280L << 20);',
    "full": """
        static char block[1 << 20]; memset(block, 'x', sizeof block); char name[9];
        for (int i = 0; i < 1000; ++i) {
          sprintf(name, "%d", i); int fd = creat(name, 0);
          for (int n = 0; n < 200 && write(fd, block, sizeof block) > 0; ++n) { }
        }
        truncate("out.txt", 150L << 20);""",
    "flood": """
        char name[99];
        for (int i = 0; i < 100000; ++i) { sprintf(name, "/tmp/%d", i); if (mknod(name, S_IFREG, 0)) break; }""",
}
SELF_HARM_C = """\
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  long a, b;
  if (scanf("%%ld %%ld", &a, &b) != 2) return 1;
  FILE* out = fopen("out.txt", "w");
  fprintf(out, "%%ld\\n", a + b);
  fclose(out);
  printf("%%ld\\n", a + b);
  fflush(stdout);
  %s
  _exit(0);
}
"""


class AgainstItself(AsUsers):
    def test_never_a_fault_of_the_judge(self):
        self.problem(tests={"1": TESTS["1"]},
                     yaml=problem_yaml("time_limit: 5, memory: 64, output: 300"))
        self.write("sum/arbiter.yaml", "input_files: [in.txt]\noutput_files: [out.txt]\n")
        for name, deed in SELF_HARM.items():
            self.write(f"{name}.c", SELF_HARM_C % deed)
        for who, env in self.users():
            status, out, err = self.run_as(
                who, env, "judge", "sum", *(f"{name}.c" for name in SELF_HARM), "-j", "2", "--no-cache",
                "--format", "json")
            with self.subTest(who=who):
                self.assertIn(status, (0, 1), err)
                for one in json.loads(out)["submissions"]:
                    self.assertNotIn("JE", [test["verdict"] for test in one["tests"]], one)

    def test_a_huge_source_does_not_compile(self):
        self.problem()
        self.write("huge.c", SUM_C + "//" + "x" * (70 << 20))
        for who, env in self.users():
            _, out, err = self.run_as(who, env, "judge", "sum", "huge.c", "--format", "json")
            submission, = json.loads(out)["submissions"]
            self.assertEqual(submission["verdict"], "CE", err)
            self.assertIn("Arbiter reads at most 64 MiB", submission["compile"]["log"])


# Of a class, and the points that they may get: what is counted differs between modes.
HARMFUL = {"modes": (MEDDLER_C, [100]), "descriptors": (FLOOD_OF_DESCRIPTORS_C, [100]),
           "full": (SELF_HARM_C % SELF_HARM["full"], [0, 100]),
           "flood": (SELF_HARM_C % SELF_HARM["flood"], [0, 100])}


class AClass(AsUsers):
    """Some of the students mean harm."""

    def test_a_class_is_graded_as_if_nobody_meant_harm(self):
        self.problem("problems/sum", {"1": TESTS["1"]})
        sources = {"ada": SUM_C, "bo": WRONG_C, "cy": OBSERVER_C, "dag": SUM_C + "// mine\n"}
        for student, source in sources.items():
            self.write(f"in/{student}/sum.c", source)
        for student, (source, _) in HARMFUL.items():
            self.write(f"{student}.c", source)
        for who, env in self.users():
            alone = self.graded(who, env)
            for student in HARMFUL:
                (self.folder / "in" / student).mkdir()
                shutil.copy(self.folder / f"{student}.c", self.folder / "in" / student / "sum.c")
            together = self.graded(who, env)
            for student, (_, points) in HARMFUL.items():
                shutil.rmtree(self.folder / "in" / student)
                with self.subTest(who=who, student=student):
                    self.assertIn(together.pop(student)["points"], points)
            with self.subTest(who=who):
                self.assertEqual([one["points"] for one in alone.values()], [100, 0, 0, 100])
                self.maxDiff = None
                self.assertEqual(together, alone)

    def graded(self, who, env):
        """What each student gets."""
        status, out, err = self.run_as(who, env, "grade", "in", "--problems", "problems", "--out", "out",
                                       "-j", "2")
        self.assertEqual(status, 0, out + err)
        book = json.loads((self.folder / "out/gradebook.json").read_text())
        shutil.rmtree(self.folder / "out")
        return {one["id"]: without_measures(one) for one in book["students"]}
