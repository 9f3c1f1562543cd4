"""Lays out what a made-up cohort handed in, as people and platforms do: a source for each way."""

import io
import os
import pathlib
import re
import subprocess
import tarfile
import unicodedata
import zipfile

from cohort_problems import put

NOISE = {"__MACOSX/._main.c": b"\0\5\26\7", ".DS_Store": b"Bud1", "__pycache__/a.pyc": b"x"}


def zipped(entries):
    """A ZIP archive of names and bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 31, 12, 0, 0)), content,
                             zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def tarred(entries):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in entries.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def program(problem, attempt):
    """Ending and bytes."""
    ending, text = problem.source(attempt.kind)
    return ending, text.encode()


def last_programs(cohort, student):
    """Problem, ending and bytes of what counts."""
    for problem in cohort.problems:
        if problem.name in student.work:
            yield problem, *program(problem, student.work[problem.name][-1])


def write(cohort):
    top = cohort.folder / "in"
    write_folders(cohort, top / "folders")
    write_flat(cohort, top / "flat")
    write_moodle(cohort, top)
    write_canvas(cohort, top)
    write_gradescope(cohort, top)
    write_github(cohort, top / "lab-submissions")


def write_folders(cohort, top):
    """A folder per student, with folders or files or archives of problems in it."""
    for number, student in enumerate(cohort.of("folder")):
        home = top / student.folder()
        home.mkdir(parents=True, exist_ok=True)
        for name, content in NOISE.items():
            put(home / name, content)
        for problem in cohort.problems:
            attempts = student.work.get(problem.name, [])
            if len(attempts) > 1:
                for rank, attempt in enumerate(attempts, 1):
                    ending, source = program(problem, attempt)
                    put(home / problem.name / f"attempt-{rank}" / f"main{ending}", source)
            elif attempts:
                ending, source = program(problem, attempts[0])
                write_one(home, problem.name, ending, source, number % 6)


def write_one(home, name, ending, source, way):
    if way == 0:
        put(home / f"{name}{ending}", source)
    elif way == 1:
        put(home / name / f"main{ending}", source)
    elif way == 2:
        put(home / f"{name}.zip", zipped({f"src/my work/main{ending}": source, **NOISE}))
    elif way == 3:
        put(home / f"{name}.tar.gz", tarred({f"{name}/lösung{ending}": source}))
    elif way == 4:
        inner = zipped({f"main{ending}": source})
        put(home / f"{name}.zip", zipped({"inner.zip": inner}))
    else:
        put(home / name / f"{name}{ending}", source)
        put(home / name / "util.h", b"int unused;\n" if ending == ".c" else b"")


def write_flat(cohort, top):
    """Files that are named after students and problems, and a list of when they came."""
    rows = ["file,submitted\n"]
    for number, student in enumerate(cohort.of("flat")):
        for problem, ending, source in last_programs(cohort, student):
            name = (f"{student.id}_{problem.name}{ending}" if number % 2 else
                    f"{problem.name}-{student.id}{ending}")
            put(top / name, source)
            when = student.work[problem.name][-1].submitted
            rows.append(f"{name},{when:%Y-%m-%dT%H:%M:%SZ}\n")
    put(top / "submissions.csv", "".join(rows))


def write_moodle(cohort, top):
    """An archive for each problem, in each of the ways in which Moodle writes them."""
    for place, problem in enumerate(cohort.problems):
        entries, seen = {}, set()
        for number, student in enumerate(cohort.of("moodle")):
            if problem.name not in student.work or student.group in seen:
                continue
            ending, source = program(problem, student.work[problem.name][-1])
            prefix = f"{student.name}_{student.lms_id.split()[1]}"
            if student.group:
                seen.add(student.group)
                prefix = f"{student.group}_{31 + place}"
            elif number % 5 == 0:
                prefix = "Participant_" + student.lms_id.split()[1]
            way = "/", "_/", "_"
            entries[f"{prefix}_assignsubmission_file{way[place % 3]}main{ending}"] = source
            if place % 3 != 2:
                entries[f"{prefix}_assignsubmission_onlinetext/onlinetext.html"] = b"<p></p>"
        name = f"KURS24-{problem.name}-{4700 + place}.zip"
        if place == 0:
            lost = "Xtra Typed_9999_assignsubmission_onlinetext"
            entries[f"{lost}/onlinetext.html"] = b"<p>int main() is typed here</p>"
            cohort.lost.append((f"in/{name}/{lost}*", "typed into the platform"))
        put(top / name, zipped(entries))
    typed = type(cohort.students[0])("Xtra Typed", "Xtra Typed", "", "", on_roster=False)
    cohort.students.append(typed)


def squeezed(name):
    """As Canvas writes who somebody is, the last name first."""
    last_first = "".join(reversed(unicodedata.normalize("NFC", name).lower().split()))
    return re.sub(r"[\W_]", "", last_first)


def write_canvas(cohort, top):
    for place, problem in enumerate(cohort.problems):
        entries = {}
        for number, student in enumerate(cohort.of("canvas")):
            late = "_LATE" if number % 3 == 0 else ""
            prefix = f"{squeezed(student.name)}{late}_{student.lms_id}"
            for rank, attempt in enumerate(student.work.get(problem.name, [])):
                ending, source = program(problem, attempt)
                copy = f"-{rank}" if rank else ""
                entries[f"{prefix}_{678900 + 10 * number + rank}_main{copy}{ending}"] = source
        put(top / f"kurs_{problem.name}_submissions.zip", zipped(entries))


def write_gradescope(cohort, top):
    """One export, with a team in it, results of an autograder, and noise."""
    root = "assignment_55_export"
    entries = {f"{root}/.DS_Store": b"Bud1", f"__MACOSX/{root}/._x": b"\0\5\26\7"}
    lines, seen = ["---\n"], set()
    for number, student in enumerate(cohort.of("gradescope")):
        if student.group in seen:
            continue
        members = [student]
        if student.group:
            seen.add(student.group)
            members = [one for one in cohort.of("gradescope") if one.group == student.group]
        key = f"submission_{9000 + number}"
        lines.append(f"{key}:\n  :submitters:\n")
        for one in members:
            name = one.name.replace('"', '\\"')
            lines.append(f'  - :name: "{name}"\n    :sid: "{one.id}"\n    :email: {one.email}\n')
        when = next(iter(student.work.values()))[-1].submitted
        lines.append(f"  :created_at: {when:%Y-%m-%d %H:%M:%S}.000000000 Z\n  :score: 1.0\n"
                     "  :status: processed\n  :results:\n    output: \"a: b\\n:created_at: x\"\n")
        for problem, ending, source in last_programs(cohort, student):
            entries[f"{root}/{key}/{problem.name}{ending}"] = source
    entries[f"{root}/submission_metadata.yml"] = "".join(lines).encode()
    put(top / f"{root}.zip", zipped(entries))


def write_github(cohort, top):
    """Clones, whose last commits say when they were handed in."""
    for student in cohort.of("github"):
        clone = top / f"lab-{student.username}"
        for problem, ending, source in last_programs(cohort, student):
            put(clone / problem.name / f"main{ending}", source)
        put(clone / "README.md", "# Lab\n")
        if student.work:
            commit(clone, next(iter(student.work.values()))[-1].submitted)


def commit(clone, when):
    date = f"{int(when.timestamp())} +0100"
    environment = {"PATH": os.environ["PATH"], "HOME": str(clone), "GIT_CONFIG_NOSYSTEM": "1",
                   "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    git = ["git", "-C", str(pathlib.Path(clone)), "-c", "user.name=A", "-c", "user.email=a@example.org",
           "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "Hand in"]):
        subprocess.run([*git, *words], check=True, env=environment, capture_output=True)
