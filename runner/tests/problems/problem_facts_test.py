"""Facts of the problems that their statements and solution documents name, asked of the programs
that ship.

Usage: problem_facts_test.py SOURCE CACHE
"""

import functools
import itertools
import math
import pathlib
import random
import re
import runpy
import subprocess
import sys
import tempfile
import unittest

from served_program import Builder, Server

SOURCE, CACHE = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
PROBLEMS = SOURCE / "problems"


class Facts(unittest.TestCase):
    """`answer` runs a program of the problem on a text."""

    problem = ""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="arbiter-facts.")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.builder = Builder(SOURCE, CACHE)
        cls.servers = {}

    @classmethod
    def tearDownClass(cls):
        for server in cls.servers.values():
            server.close()

    def run_program(self, path, arguments=(), given=""):
        key = (path, *arguments)
        if key not in self.servers:
            binary = self.builder.build(PROBLEMS / self.problem / path)
            self.servers[key] = Server(binary, arguments, self.folder)
        status, output = self.servers[key].run(given.encode())
        self.assertEqual(status, 0, f"{path} on {given[:200]}")
        return output.decode()

    def answer(self, given, program="accepted/reference.cpp"):
        return self.run_program(f"submissions/{program}", given=given)


class Bokstavslek(Facts):
    problem = "bokstavslek"

    def safe(self, words, program="accepted/reference.cpp"):
        given = f"{len(words)}\n" + "".join(f"{word}\n" for word in sorted(words))
        return "".join(self.answer(given, program).rpartition(":")[2].split())

    def generated(self, name, *arguments):
        made = self.run_program(f"generators/{name}.cpp", arguments)
        return made.split()[1:]

    def test_the_worked_example(self):
        self.assertEqual(self.safe("FE FRI FRIA KO SE STUGA STUGBY STUP".split()), "KS")
        # S, T and U have been said: what is left is the same game for the player to move.
        self.assertEqual(self.safe(["GA", "GBY", "P"]), "")
        self.assertEqual(self.safe(["A", "BY"]), "B")

    def test_the_game_ends_at_the_shortest_word(self):
        self.assertEqual(self.safe(["FRI"]), self.safe(["FRI", "FRIA", "FRIAS"]))
        self.assertEqual(self.safe(["A", "AB", "B"]), "")

    def test_the_largest_tree(self):
        self.assertEqual(26 + 26 ** 2 + 26 ** 3 + 40000 * 17, 698278)
        words = self.generated("largest", "tree", "1")
        self.assertEqual((len(words), len(set(words))), (40000, 40000))
        beginnings = {word[:length] for word in words for length in range(1, len(word) + 1)}
        self.assertEqual(len(beginnings), 698278)

    def test_levels_are_not_enough(self):
        matrices = [f"wrong_answer/level_matrix{end}.cpp" for end in ("", "_without_ends")]
        self.assertEqual([self.safe(["AA", "BAA"], one) for one in matrices], ["AB", ""])
        self.assertEqual(self.safe(["AA", "BAA"]), "A")
        chooser = random.Random(20261)
        wrong = [0, 0]
        for _ in range(300):
            words = {chooser.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
                     + "".join(chooser.choices("AEIOU", k=chooser.randint(3, 8)))
                     for _ in range(500)}
            truth = self.safe(words)
            for number, matrix in enumerate(matrices):
                wrong[number] += self.safe(words, matrix) != truth
        self.assertEqual(wrong, [300, 300])


class Wordduel(Facts):
    problem = "wordduel"

    def test_words_of_the_statement(self):
        for word, winner in (("bad", "1"), ("aaa", "0"), ("bdca", "1"), ("dca", "0"),
                             ("ca", "1"), ("da", "1"), ("dc", "1")):
            self.assertEqual(self.answer(word + "\n").strip(), winner, word)

    def search(self, word, seen):
        """A search from the left, a dot for each deleted letter: the words as they are met with
        who wins them, W the player to move, and the deletions that it need not try at once."""
        letters = word.replace(".", "")
        is_over = list(letters) == sorted(set(letters))
        is_won = not is_over and self.answer(letters).strip() == "1"
        met, left_out = [(word, "W" if is_won else "L")], []
        if is_over or word in seen:
            return met, left_out
        seen.add(word)
        has_won = False
        for place, letter in enumerate(word):
            after = word[:place] + "." + word[place + 1:]
            if letter == ".":
                continue
            if has_won:
                left_out.append(after)
                continue
            below, _ = self.search(after, seen)
            met += below
            has_won = below[0][1] == "L"
        self.assertEqual(has_won, is_won, word)
        return met, left_out

    def test_the_larger_example(self):
        met, left_out = self.search("bdca", set())
        self.assertEqual(len({word for word, _ in met}), 7)
        self.assertEqual(left_out, ["b.ca", "bd.a", "bdc."])
        folder = PROBLEMS / self.problem / "statement"
        for path in folder.glob("problem.*.md"):
            text = path.read_text()
            tree = text.partition("```\nbdca")[2].partition("```")[0]
            self.assertEqual(re.findall(r"([.a-d]{4})  ([WL])", "bdca" + tree), met, path)
            self.assertRegex(text, "7 of the 15|15 .{,20} 7 ", path)
        shown = re.findall(r'monospace">([.a-d]{4})</text>\s*<text[^>]*>([WL]?)</text>',
                           (folder / "tree.svg").read_text())
        self.assertEqual(sorted(shown), sorted(met + [(word, "") for word in left_out]))

    def test_equal_letters_are_won_by_parity(self):
        for length in range(2, 16):
            self.assertEqual(self.answer("a" * length).strip(), str((length - 1) % 2))

    def test_one_letter_to_be_deleted_wins(self):
        sorted_word = "abcdefghijklmno"
        for place in range(15):
            word = sorted_word[:place] + "a" + sorted_word[place + 1:]
            if word != sorted_word:
                self.assertEqual(self.answer(word).strip(), "1", word)


class Twofive(Facts):
    problem = "twofive"
    numbered = {1: "ABCDEFGHIJKLMNOPQRSTUVWXY", 2: "ABCDEFGHIJKLMNOPQRSUTVWXY",
                3: "ABCDEFGHIJKLMNOPQRSVTUWXY", 681695431: "ADJPTBEKQUCGLRVFINSWHMOXY",
                701149020: "AFKPUBGLQVCHMRWDINSXEJOTY"}

    def test_numbers_and_words(self):
        for number, word in self.numbered.items():
            self.assertEqual(self.answer(f"W\n{word}\n").strip(), str(number))
            self.assertEqual(self.answer(f"N\n{number}\n").strip(), word)

    def test_the_number_of_words_by_hook_lengths(self):
        hooks = math.prod(5 - row + 5 - column - 1 for row in range(5) for column in range(5))
        self.assertEqual(math.factorial(25) // hooks, max(self.numbered))
        self.assertLess(max(self.numbered), 2 ** 31)

    def test_the_number_of_words_that_begin_with_five_letters_in_order(self):
        hooks = math.prod(4 - row + 5 - column - 1 for row in range(4) for column in range(5))
        number = math.factorial(20) // hooks
        self.assertEqual(number, 1662804)
        columns = "".join(chr(ord("F") + row + 4 * column)
                          for row in range(4) for column in range(5))
        self.assertEqual(self.answer(f"W\nABCDE{columns}\n").strip(), str(number))
        self.assertNotEqual(self.answer(f"N\n{number + 1}\n")[:5], "ABCDE")

    def test_the_number_of_row_lengths(self):
        lengths = list(itertools.product(range(6), repeat=5))
        falling = [one for one in lengths if list(one) == sorted(one, reverse=True)]
        self.assertEqual((len(lengths), len(falling), math.comb(10, 5)), (7776, 252, 252))

    def test_there_and_back(self):
        chooser = random.Random(20262)
        before = None
        for number in sorted(chooser.randint(1, max(self.numbered)) for _ in range(500)):
            word = self.answer(f"N\n{number}\n").strip()
            self.assertEqual(self.answer(f"W\n{word}\n").strip(), str(number))
            rows = [word[start:start + 5] for start in range(0, 25, 5)]
            for line in rows + ["".join(column) for column in zip(*rows)]:
                self.assertEqual(list(line), sorted(line))
            self.assertTrue(before is None or before <= word)
            before = word


# Of programs in wrong_answer/, as the solution of 102030 has them.
SHARES_OF_ERRORS = {
    "one_hash_1000003": 0.015, "no_boundaries": 0.003, "repetition_of_piles_only": 0.052,
    "repetition_once_a_round": 0.004, "last_three_before_first_and_last_two": 0.33,
    "last_three_first": 0.73, "one_removal_per_card": 0.71, "empty_piles_stay": 0.80,
    "put_back_reversed": 0.97, "put_back_sorted": 0.97, "put_back_on_top": 0.98,
    "first_seven_not_counted": 1,
}


class TenTwentyThirty(Facts):
    problem = "102030"
    packs = 10000

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        chooser = random.Random(20263)
        pack = [value for value in range(1, 10) for _ in range(4)] + [10] * 16
        lines = []
        for _ in range(cls.packs):
            chooser.shuffle(pack)
            lines.append(" ".join(map(str, pack)) + "\n")
        cls.given = "".join(lines)

    def first(self, packs):
        return "".join(self.given.splitlines(True)[:packs]) + "0\n"

    @functools.lru_cache
    def results(self, program="accepted/reference.cpp", packs=packs):
        lines = self.answer(self.first(packs), program).splitlines()
        self.assertEqual(len(lines), packs)
        return [(line[:4].strip(), int(line[6:])) for line in lines]

    def test_shares_of_random_packs_that_mistakes_get_wrong(self):
        truth = self.results()
        for program, share in SHARES_OF_ERRORS.items():
            packs = self.packs if share < 0.02 else self.packs // 10
            results = self.results(f"wrong_answer/{program}.cpp", packs)
            errors = sum(one != other for one, other in zip(truth, results)) / packs
            # Five standard deviations, and half a digit of the figure.
            spread = 5 * math.sqrt(share * (1 - share) / packs)
            digit = 0.005 if share > 0.1 else 0.0005
            self.assertLess(abs(errors - share), spread + digit, program)

    def test_mistakes_in_the_form_of_the_results(self):
        given = self.first(1000)
        right = self.answer(given)
        self.assertEqual(self.answer(given, "wrong_answer/win_without_blank.cpp"),
                         right.replace("Win :", "Win:"))
        self.assertEqual(self.answer(given, "wrong_answer/nothing_between_results.cpp").strip(),
                         right.replace("\n", " ").strip())

    def test_states_of_earlier_packs_matter_only_when_a_pack_comes_again(self):
        program = "wrong_answer/seen_not_cleared.cpp"
        self.assertEqual(self.results(program, 1000), self.results()[:1000])
        pack = self.first(1).splitlines(True)[0]
        twice = pack + pack + "0\n"
        self.assertNotEqual(self.answer(twice, program), self.answer(twice))

    def test_long_games(self):
        folder = PROBLEMS / self.problem / "data"
        longest = {}
        for answer in folder.rglob("*.ans"):
            for line in answer.read_text().splitlines():
                kind, _, length = line.partition(":")
                longest[kind.strip()] = max(longest.get(kind.strip(), 0), int(length))
        self.assertEqual(longest, {"Win": 1803, "Loss": 2215, "Draw": 1738})


class Statements(unittest.TestCase):
    def test_each_shows_every_sample_once(self):
        for statement in sorted(PROBLEMS.glob("*/statement/problem.*.md")):
            samples = {path.stem for path in (statement.parents[1] / "data/sample").iterdir()
                       if path.suffix in (".in", ".interaction")}
            shown = statement.read_text().count("{{nextsample}}")
            self.assertEqual(shown, len(samples), statement)

    def test_each_problem_has_one_in_english_and_in_its_own_language(self):
        for problem in sorted(PROBLEMS.iterdir()):
            languages = {path.name.split(".")[1] for path in problem.glob("statement/problem.*.md")}
            self.assertIn("en", languages, problem)
            self.assertEqual(len(languages), 2, problem)


class Pictures(unittest.TestCase):
    def test_each_is_what_its_program_draws(self):
        programs = sorted(PROBLEMS.glob("*/statement/draw_*.py"))
        self.assertTrue(programs)
        for program in programs:
            with self.subTest(program=program):
                drawn = subprocess.run([sys.executable, "-B", program], capture_output=True,
                                       check=True).stdout
                picture = program.with_name(program.stem.removeprefix("draw_") + ".svg")
                self.assertEqual(picture.read_bytes(), drawn)

    def test_each_is_shown_in_every_language(self):
        for picture in PROBLEMS.glob("*/statement/*.svg"):
            for statement in picture.parent.glob("problem.*.md"):
                self.assertIn(f"]({picture.name})", statement.read_text(), statement)

    def drawn_by(self, program):
        return runpy.run_path(str(PROBLEMS / program))

    def test_the_drawn_game_ends_as_in_the_sample(self):
        sample = PROBLEMS / "102030/data/sample/01-three-packs.in"
        values = [int(word) for word in sample.read_text().split()]
        ends = []
        for start in range(0, len(values) - 1, 52):
            game = self.drawn_by("102030/statement/cards.py")["Game"](values[start:start + 52])
            seen, kind = set(), ""
            while not kind:
                game.deal()
                state = str((game.deck, game.piles))
                kind = ("Win " if not any(game.piles) else "Loss" if not game.deck
                        else "Draw" if state in seen else "")
                seen.add(state)
            ends.append(f"{kind}: {game.dealt}\n")
        self.assertEqual("".join(ends), sample.with_suffix(".ans").read_text())

    def test_the_drawn_words_are_won_as_in_the_sample(self):
        program = self.drawn_by("bokstavslek/statement/draw_words.py")
        _, *words = program["SAMPLE"].read_text().split()
        safe = [one for one in program["children"](words, "") if program["wins"](words, one)]
        self.assertEqual(program["SAMPLE"].with_suffix(".ans").read_text().split()[2:], safe)
        program = self.drawn_by("wordduel/statement/draw_tree.py")
        self.assertEqual([program["is_won"](word) for word in ("bad", "aaa")], [True, False])

    def test_the_drawn_tables_increase_as_the_validator_says(self):
        program = self.drawn_by("twofive/statement/draw_tables.py")
        refused = PROBLEMS / "twofive/data/invalid_input"
        right, wrong = program["WORDS"]
        self.assertEqual((program["falls"](right), len(program["falls"](wrong))), ([], 2))
        self.assertTrue(any(wrong in path.read_text() for path in refused.glob("*.in")))
