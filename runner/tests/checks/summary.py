"""Adds up what ./check ran: the reasons of skipped tests, the names of failed ones, one last line.

usage: summary.py FOLDER, with FOLDER/*.xml as `ctest --output-junit` writes them and FOLDER/*.step
holding "passed", "failed" or "skipped: reason". Of a test PROGRAM in NAME.xml the cases are counted
where FOLDER/NAME/PROGRAM.xml is there, which GoogleTest writes. The status is 0 when nothing failed and
something passed.
"""

import collections
import pathlib
import re
import sys
import xml.etree.ElementTree


def skip_reason(output):
    """The line in which a test said why: after "skip:", or what GTEST_SKIP() was given."""
    said = re.search(r"^skip(?:ped)?: *(\S.*)$", output, re.MULTILINE | re.IGNORECASE)
    if not said:
        said = re.search(r": Skipped\n(?:\n*)(\S.*)$", output, re.MULTILINE)
    return said.group(1).strip() if said else None


def read_step(path, passed, failed, skipped):
    said = path.read_text().strip()
    reason = said.removeprefix("skipped: ")
    if said == "passed":
        passed.append(path.stem)
    elif said != reason:
        skipped[reason].append(path.stem)
    else:
        failed.append(path.stem)


def read_cases(path, name, passed, failed, skipped):
    """Counts the cases of a program; whether one of them failed."""
    before = len(failed)
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        case_name = f"{name}: {case.get('classname')}.{case.get('name')}"
        said = case.find("skipped")
        if case.find("failure") is not None:
            failed.append(case_name)
        elif said is not None:
            skipped[said.get("message").partition("\n")[2].strip()].append(case_name)
        elif case.get("status") == "run":
            passed.append(case_name)
    return len(failed) > before


def read_junit(path, passed, failed, skipped):
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        name = f"{path.stem}: {case.get('name')}"
        status = case.get("status")
        cases = path.with_suffix("") / f"{case.get('name')}.xml"
        if cases.is_file():
            has_failed = read_cases(cases, name, passed, failed, skipped)
            if status == "run" or has_failed:
                continue
        output = case.findtext("system-out") or ""
        if status == "run":
            passed.append(name)
            # Some of its cases, each with its reason and its name.
            for reason, one in re.findall(r"^skip: (.*): (\S+)$", output, re.MULTILINE):
                skipped[reason].append(f"{name}: {one}")
        elif case.find("skipped") is not None and status in ("notrun", "skipped"):
            reason = skip_reason(output)
            # A test that does not say why it did not run has not been skipped on purpose.
            (skipped[reason] if reason else failed).append(name)
        else:
            failed.append(name)


def main():
    folder = pathlib.Path(sys.argv[1])
    passed, failed, skipped = [], [], collections.defaultdict(list)
    for path in sorted(folder.glob("*.step")):
        read_step(path, passed, failed, skipped)
    for path in sorted(folder.glob("*.xml")):
        read_junit(path, passed, failed, skipped)
    for reason, names in sorted(skipped.items()):
        print(f"skipped {len(names)} ({reason}): {', '.join(names[:3])}{' …' * (len(names) > 3)}")
    for name in failed:
        print(f"failed: {name}")
    count = sum(map(len, skipped.values()))
    print(f"{len(passed)} passed, {len(failed)} failed, {count} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
