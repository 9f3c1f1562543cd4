"""Writes the lines of guest.py as JUnit does."""

import xml.etree.ElementTree as tree


class Results:
    def __init__(self):
        self.suite, self.detail = tree.Element("testsuite", name="vm"), []

    def see(self, line):
        """Takes a line of the guest."""
        print(line, flush=True)
        outcome, _, name = line.partition(": ")
        if outcome not in ("passed", "failed", "skipped"):
            self.detail.append(line)
            return
        reason = ""
        if outcome == "skipped":
            name, _, reason = name.removesuffix(")").partition(" (")
        self.add(outcome, name, reason)

    def add(self, outcome, name, reason=""):
        case = tree.SubElement(self.suite, "testcase", name=name)
        case.set("status", {"passed": "run", "failed": "fail", "skipped": "notrun"}[outcome])
        if outcome != "passed":
            tree.SubElement(case, "failure" if outcome == "failed" else "skipped")
        said = [f"skip: {reason}"] if outcome == "skipped" else self.detail
        tree.SubElement(case, "system-out").text = "\n".join(said)
        self.detail = []

    def write(self, path):
        tree.ElementTree(self.suite).write(path, encoding="utf-8", xml_declaration=True)
