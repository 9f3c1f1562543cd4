"""What goes wrong in a cohort: broken and hostile archives, links, and files of nobody."""

import os
import random
import stat

from cohort_layouts import zipped
from cohort_problems import put


def slip(source):
    """Entries that lead out, beside a good one."""
    return zipped({"../../evil.c": b"x", "/abs/evil.c": b"x", "main.c": source})


def bomb(_):
    return zipped({"main.c": bytes(80 << 20)})


def cut(source):
    whole = zipped({"main.c": source, "more.h": random.Random(3).randbytes(3000)})
    return whole[:len(whole) // 2]


# One of each fate; hostile_intake_test.cpp has the other kinds.
# Name: ending, maker, what of it is lost (below its own path), why, whether a program is left.
ARCHIVES = {
    "hslip": (".zip", slip, ["/../../evil.c", "//abs/evil.c"], "", True),
    "hbomb": (".zip", bomb, ["*"], "", False),
    "hcut": (".zip", cut, ["*"], "", False),
}


def write(cohort):
    top = cohort.folder / "in" / "folders"
    first = cohort.problems[0]
    good = first.source("right")[1].encode()
    make = type(cohort.students[0])
    attempt = type(next(iter(next(one for one in cohort.students if one.work).work.values()))[0])
    for name, (ending, maker, parts, why, is_left) in ARCHIVES.items():
        student = make(name, "", "", "", on_roster=False)
        put(top / name / f"{first.name}{ending}", maker(good))
        for part in parts:
            cohort.lost.append((f"in/folders/{name}/{first.name}{ending}{part}", why))
        if is_left:
            student.work[first.name] = [attempt("right")]
        # What else they handed in is graded all the same.
        other = cohort.problems[1]
        put(top / name / f"{other.name}.c", other.source("odd")[1])
        student.work[other.name] = [attempt("odd")]
        cohort.students.append(student)
    write_special(cohort, top, make, attempt)


def write_special(cohort, top, make, attempt):
    """A student whose files are links, pipes, texts and riddles, and files of nobody."""
    first, second = cohort.problems[:2]
    home = top / "hmixed"
    put(home / f"{second.name}.c", second.source("right")[1])
    (home / first.name).mkdir()
    os.symlink("/etc/passwd", home / first.name / "main.c")
    cohort.lost.append((f"in/folders/hmixed/{first.name}/main.c", "leads out"))
    cohort.lost.append((f"in/folders/hmixed/{first.name}", ""))
    os.mkfifo(home / "pipe.c", stat.S_IRUSR | stat.S_IWUSR)
    cohort.lost.append(("in/folders/hmixed/pipe.c", "neither a file nor a folder"))
    put(home / "riddle.c", first.source("right")[1])
    cohort.lost.append(("in/folders/hmixed/riddle.c", "the problem is not clear"))
    student = make("hmixed", "", "", "", on_roster=False)
    student.work[second.name] = [attempt("right")]
    cohort.students.append(student)
    for name in ("a.c", "b.c"):
        put(top / "hmains" / first.name / name, first.source("right")[1] + f"/* {name} */\n")
    cohort.lost.append((f"in/folders/hmains/{first.name}", "main function"))
    put(top / "hpdf" / first.name / "report.pdf", b"%PDF-1.4\n")
    cohort.lost.append((f"in/folders/hpdf/{first.name}", "no source file"))
    put(top / "Anna Twinson" / f"{first.name}.c", first.source("right")[1])
    cohort.lost.append(("in/folders/Anna Twinson", "could be"))
    for name in ("hmains", "hpdf"):
        cohort.students.append(make(name, "", "", "", on_roster=False))
