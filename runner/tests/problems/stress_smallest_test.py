"""What `arbiter stress` hands over is the smallest input, or nearly so.

Usage: stress_smallest_test.py ARBITER SOURCE CACHE
For two problems all inputs up to a size are gone through here, up to renaming of letters, and the
smallest on which a wrong program differs from the reference is compared with what stress finds and
shrinks: at least nine of ten must be as small, and none more than 1.5 times as large.
"""

import itertools
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import unittest

from served_program import Builder, Script, Server

ARBITER, SOURCE, CACHE = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# What no enumeration reaches, and the size that its fault needs.
OUT_OF_REACH = {
    "wordduel": {
        "table_for_fourteen_letters.cpp": "15 letters",
        "plain_recursion.cpp": "some 16 letters, since it is only slow",
        "plain_recursion_from_the_end.c": "some 16 letters, since it is only slow"},
    "bokstavslek": {
        "nineteen_letters.py": "a word of 20 letters",
        "small_trie.cpp": "more than 300000 different beginnings of words, some 520 kB",
        "scan_all_words.cpp": "some 520 kB, since it is only slow"}}


def wrong_programs(problem):
    folder = SOURCE / "problems" / problem / "submissions"
    return sorted(path for label in folder.iterdir() if label.is_dir() and label.name != "accepted"
                  for path in label.iterdir())


def searched(problem, program, *words):
    """The document of a search."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(CACHE),
                   "XDG_STATE_HOME": str(CACHE / "state")}
    done = subprocess.run(
        [ARBITER, "stress", SOURCE / "problems" / problem, program, "--seed", "1", "--format", "json",
         *words], env=environment, capture_output=True, check=False)
    return json.loads(done.stdout)


def stressed(problem, program):
    """The failure that a search on one core finds; none."""
    # Amounts and not times, so that a loaded machine finds the same.
    failures = searched(problem, program, "--jobs", "1", "--for", "60s", "--enumerate", "40",
                        "--shrink-for", "60s")["failures"]
    return failures[0] if failures else None


def words(size):
    """All words of so many letters up to renaming that keeps their order: each uses a, b, … up to
    its last letter."""
    for count in range(1, size + 1):
        for word in itertools.product(LETTERS[:count], repeat=size):
            if len(set(word)) == count and any(a >= b for a, b in zip(word, word[1:])):
                yield "".join(word) + "\n"


def partitions(total, most):
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def growing(size, used=0):
    """Words of letters in which each new letter is the next of the alphabet."""
    if size == 0:
        yield ""
        return
    for letter in range(used + 1):
        for rest in growing(size - 1, max(used, letter + 1)):
            yield LETTERS[letter].upper() + rest


def lists(size):
    """All lists of different words of so many letters in all, up to renaming; and those in which
    one of the letters is Z."""
    for letters in growing(size):
        for lengths in partitions(size, size):
            ends = list(itertools.accumulate(lengths))
            for renamed in [letters, *(letters.replace(one, "Z") for one in sorted(set(letters)))]:
                parts = {renamed[end - length:end] for end, length in zip(ends, lengths)}
                if len(parts) == len(lengths):
                    yield f"{len(parts)}\n" + "".join(f"{part}\n" for part in sorted(parts))


class Enumerated(unittest.TestCase):
    def true_minima(self, problem, inputs, sizes, meaning):
        """Of each program the size of the smallest input that it fails on."""
        builder = Builder(SOURCE, CACHE)

        def server(program):
            if program.suffix == ".py":
                return Script(program, empty)
            return Server(builder.build(program), [], empty)

        with tempfile.TemporaryDirectory() as empty:
            reference = server(SOURCE / "problems" / problem / "submissions/accepted/reference.cpp")
            # A script that fails on none of these inputs would take a process for each of them.
            hopeless = [name for name in OUT_OF_REACH[problem] if name.endswith(".py")]
            left = {program: server(program) for program in wrong_programs(problem)
                    if program.name not in hopeless}
            minima = {}
            for size in sizes:
                for given in inputs(size):
                    if not left:
                        break
                    answer = meaning(reference.run(given.encode())[1])
                    for program, server in list(left.items()):
                        status, output = server.run(given.encode())
                        if status != 0 or meaning(output) != answer:
                            minima[program] = size
                            left.pop(program).close()
            reference.close()
            for server in left.values():
                server.close()
        return minima

    def compare(self, problem, minima, size_of):
        reached = {program.name for program in minima}
        asked = {program.name for program in wrong_programs(problem)}
        self.assertEqual(asked - reached, asked & set(OUT_OF_REACH[problem]))
        sizes = {}
        for program, least in minima.items():
            failure = stressed(problem, program)
            with self.subTest(program=program.name):
                self.assertIsNotNone(failure)
                sizes[program] = size_of(failure["input"])
                self.assertLessEqual(sizes[program], 1.5 * least)
                self.assertGreaterEqual(sizes[program], least, failure["input"])
        equal = [program for program, size in sizes.items() if size == minima[program]]
        print(f"{problem}: {len(equal)} of {len(minima)} are the smallest")
        self.assertGreaterEqual(10 * len(equal), 9 * len(minima))
        self.assertGreater(len(minima), 3)

    def test_proofs_hold(self):
        """What --exhaustive says of each labelled program of wordduel, against the enumeration."""
        most = 5
        minima = self.true_minima("wordduel", words, range(2, most + 1), bytes.split)
        # Of the first letters, and of the last.
        count = 2 * sum(size ** size - 1 for size in range(2, most + 1))
        accepted = sorted((SOURCE / "problems/wordduel/submissions/accepted").iterdir())
        for program in [*wrong_programs("wordduel"), *accepted]:
            document = searched("wordduel", program, "--exhaustive", str(most + 3), "--generator",
                                f"tiny --most {most}")
            with self.subTest(program=program.name):
                found = [len(failure["input"].strip()) for failure in document["failures"]]
                self.assertEqual(found, [minima[program]] if program in minima else [])
                if not found:
                    (extent,) = document["exhausted_up_to"]
                    self.assertTrue(extent["complete"])
                    self.assertEqual(extent["inputs"], count)

    def test_wordduel(self):
        minima = self.true_minima("wordduel", words, range(2, 8), bytes.split)
        self.compare("wordduel", minima, lambda text: len(text.strip()))

    def test_bokstavslek(self):
        minima = self.true_minima("bokstavslek", lists, range(1, 7),
                                  lambda output: (b":" in output, *output.rpartition(b":")[2].split()))
        self.compare("bokstavslek", minima, lambda text: len("".join(text.split()[1:])))


class OtherProblems(unittest.TestCase):
    def test_most_words_of_a_dictionary_go(self):
        """Of dictionaries at least as large as the median of those that the package makes."""
        text = (SOURCE / "problems/shiritori/generators/generators.yaml").read_text()
        made = [(int(size), int(count or 1), command) for command, size, count in re.findall(
            r"(dictionary \w+ (\d+) [^\"}{\n]*?) ?\{seed.*?(?:count: (\d+)|$)", text, re.MULTILINE)]
        median = statistics.median_low([size for size, count, _ in made for _ in range(count)])
        large = [word for size, _, command in made if size >= median
                 for word in ("--generator", command)]
        # A smaller one may have been tried before shrinking began.
        before = min(size for size, _, _ in made if size >= median)
        gone = []
        for program in wrong_programs("shiritori"):
            failures = searched("shiritori", program, "--jobs", "1", "--for", "60s", "--enumerate",
                                "0", "--shrink-for", "20s", *large)["failures"]
            if not failures:
                print(f"shiritori: nothing was found in {program.name}")
                continue
            left = int(failures[0]["input"].split()[0])
            gone.append(1 - left / before)
            print(f"shiritori: {program.name} at least {before} words, {left} left")
        self.assertGreater(len(gone), 9)
        self.assertGreaterEqual(statistics.median(gone), 0.8)
