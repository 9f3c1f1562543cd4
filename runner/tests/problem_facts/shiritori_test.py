"""usage: shiritori_test.py SOURCE_FOLDER C++_COMPILER

Whole games of shiritori between programs of the package, and the commands that its statement shows.
"""

import shlex
import subprocess

from built_programs import PATIENCE, SOURCE, BuiltPrograms

PROBLEM = SOURCE / "problems/shiritori"
ORIGINALS = ("1-easy/46-words", "2-medium/22-words", "3-hard/187-words")
COMPILING = "g++ -O2 -std=c++17 -o shiritori-server shiritori-server.cpp"
EXAMPLE = "apple\nelephant\ntower\nrat\n"
# Prints how many positions the solver of the reference searches to find out who wins.
COUNTING = """\
#include <arbiter/trail_game.hpp>
#include <iostream>
#include <string>
int main() {
  int count;
  std::string word;
  arbiter::TrailPosition game;
  std::cin >> count >> word;
  game.at = word.back() - 'a';
  while (std::cin >> word) game.add(word.front() - 'a', word.back() - 'a');
  arbiter::TrailSolver solver;
  if (solver.mover_wins(game) != true) return 1;
  std::cout << solver.searched() << std::endl;
}
"""


def path_of(test):
    return PROBLEM / f"data/secret/{test}.in"


def shell_blocks(language):
    """The commands of a statement, a text for each block of them."""
    text = (PROBLEM / f"statement/problem.{language}.md").read_text()
    return text.split("```")[1::2]


class AgainstTheReferee(BuiltPrograms):
    problem = PROBLEM

    def play(self, player, test):
        return self.play_on(player, path_of(test))

    def play_on(self, player, path):
        """The referee's status and message."""
        message = self.folder / "feedback/judgemessage.txt"
        message.unlink(missing_ok=True)
        referee = self.built("output_validator/referee.cpp")
        status, _ = self.joined([referee, path, "/dev/null", self.folder / "feedback"], player)
        return status, message.read_text()

    def words_said(self, message):
        """How many, the "-" of who has lost not counted."""
        moves = message.rpartition("moves:")[2].split()
        return sum(move != "-" for move in moves)

    def reference_in_little_memory(self):
        """In 16 MiB, its libraries and all that is only mapped included."""
        reference = shlex.quote(str(self.built("submissions/accepted/reference.cpp")))
        return ["sh", "-c", f"ulimit -v 16384; exec {reference}"]

    def test_hardest_test_is_near_the_bound_of_the_validator(self):
        text = (PROBLEM / "generators/generators.yaml").read_text()
        words = text.partition("near-the-bound: ")[2].partition("\n")[0].split()
        generator = self.built(f"generators/{words[0]}.cpp")
        path = self.folder / "hardest.in"
        path.write_bytes(subprocess.run([generator, *words[1:]], stdout=subprocess.PIPE,
                                        check=True).stdout)
        (self.folder / "counting.cpp").write_text(COUNTING)
        counting = self.built(self.folder / "counting.cpp")
        searched = subprocess.run([counting], input=path.read_bytes(), stdout=subprocess.PIPE,
                                  check=True).stdout
        self.assertEqual(int(searched), 42558)
        self.assertIn("k_most_positions = 50'000;",
                      (PROBLEM / "input_validators/validate.cpp").read_text())
        status, message = self.play_on(self.reference_in_little_memory(), path)
        self.assertEqual(status, 42, message)

    def test_games_last_as_long_as_the_solution_says(self):
        player = self.reference_in_little_memory()
        for test, words in zip(ORIGINALS, (11, 17, 43)):
            status, message = self.play(player, test)
            self.assertEqual((status, self.words_said(message)), (42, words), message)

    def test_letters_that_win_end_as_the_solution_says(self):
        fixed = [self.built("submissions/wrong_answer/letters_x_k_b.cpp")]
        self.assertEqual(self.play(fixed, ORIGINALS[0])[0], 43)
        self.assertEqual(self.play(fixed, ORIGINALS[1])[0], 43)
        status, message = self.play(fixed, ORIGINALS[2])
        self.assertEqual((status, self.words_said(message)), (42, 51), message)
        found = [self.built("submissions/wrong_answer/letters_with_surplus.cpp")]
        for test in ORIGINALS:
            self.assertEqual(self.play(found, test)[0], 42, test)

    def test_who_stops_or_gives_up_has_lost(self):
        status, message = self.play(["true"], ORIGINALS[0])
        self.assertEqual(status, 43)
        self.assertIn("move 1: the output ended where a move was expected", message)
        status, message = self.play(["echo", "-"], ORIGINALS[0])
        self.assertEqual(status, 43)
        self.assertIn('move 1: said "-", though 4 words beginning with "k" were left', message)


class Server(BuiltPrograms):
    """The opponent in attachments/, compiled as the statement says."""

    problem = PROBLEM

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        source = PROBLEM / "attachments/shiritori-server.cpp"
        (cls.folder / source.name).write_bytes(source.read_bytes())
        done = subprocess.run(COMPILING, shell=True, cwd=cls.folder, capture_output=True,
                              text=True, check=True)
        cls.warnings = done.stderr

    def file_of(self, text, name="list.txt"):
        (self.folder / name).write_text(text)
        return name

    def dialogue(self):
        return (self.folder / "dialogue.txt").read_text()

    def test_commands_of_the_statement_work(self):
        self.assertEqual(self.warnings, "")
        self.assertEqual(shell_blocks("en"), shell_blocks("ja"))
        alone, with_program = shell_blocks("en")
        first, second = alone.split("\n")[1:-1]
        self.assertEqual(first, COMPILING)
        self.assertIn(f"//   {COMPILING}\n", (self.folder / "shiritori-server.cpp").read_text())
        self.file_of(EXAMPLE)
        typed = subprocess.run(second, shell=True, input="elephant\nrat\n", cwd=self.folder,
                               capture_output=True, text=True, timeout=PATIENCE, check=True)
        self.assertEqual(typed.stdout, f"4\n{EXAMPLE}tower\n-\n")
        by_hand = self.dialogue()
        (self.folder / "dialogue.txt").unlink()
        (self.folder / "my-program").symlink_to(self.built("submissions/accepted/reference.cpp"))
        subprocess.run(with_program, shell=True, cwd=self.folder, timeout=PATIENCE,
                       capture_output=True, check=True)
        sample = (PROBLEM / "data/sample/01-four-words.interaction").read_text()
        self.assertEqual((by_hand, self.dialogue()), (sample, sample))

    def test_a_list_may_begin_with_its_number_of_words(self):
        for text in (EXAMPLE, f"4\n{EXAMPLE}", EXAMPLE.replace("\n", "\r\n"), EXAMPLE.rstrip()):
            done = subprocess.run(["./shiritori-server", self.file_of(text)], input="elephant\n",
                                  cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (1, f"4\n{EXAMPLE}tower\n"), text)
            written = (self.folder / "shiritori.txt").read_text()
            self.assertTrue(written.endswith("<rat\n>elephant\n<tower\n"), written)

    def test_lists_that_are_none_are_refused(self):
        for text, why in (("", "there are no words"), ("4\n", "there are no words"),
                          ("apple\n4\n", "'4' is no word"), ("apple\nE\n", "'E' is no word")):
            done = subprocess.run(["./shiritori-server", self.file_of(text)], cwd=self.folder,
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""), text)
            self.assertIn(why, done.stderr)

    def test_words_that_are_not_allowed_lose(self):
        for typed, why in (("apple\n", "'apple' was said before"),
                           ("rat\n", "'rat' begins with the wrong letter"),
                           ("egg\n", "'egg' is not in the dictionary"),
                           ("elephant\ntower\n", "'tower' was said before"),
                           ("-\n", "you have given up"), ("", "your output has ended")):
            done = subprocess.run(["./shiritori-server", self.file_of(EXAMPLE)], input=typed,
                                  cwd=self.folder, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (1, f"you have lost: {why}\n"))

    def test_reference_wins_on_the_originals(self):
        for test in ORIGINALS:
            server = ["./shiritori-server", path_of(test), "dialogue.txt"]
            reference = self.built("submissions/accepted/reference.cpp")
            self.assertEqual(self.joined(server, [reference])[0], 0, test)
            self.assertTrue(self.dialogue().endswith("\n<-\n"), test)
            self.assertEqual(self.joined(server, ["echo", "nonsense"])[0], 1, test)
