"""`arbiter play`: people and programs against referees, with questions and without."""

import os
import signal
import subprocess
import time

from workbench import SOURCE, Workbench, descendants, problem_yaml

SHIRITORI = SOURCE / "problems/shiritori"
NIM = SOURCE / "runner/tests/packages/nim"
PERFECT = NIM / "submissions/accepted/perfect.c"
TAKES_ONE = NIM / "submissions/wrong_answer/takes_one.c"
# Leaves multiples of 4 to the other, or, told to, does something else.
SECOND = """\
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int heap, taken;
  if (scanf("%d", &heap) != 1) return 1;
  while (scanf("%d", &taken) == 1) {
    heap -= taken;
    if (heap <= 0) break;
    taken = ANSWER;
    printf("%d\\n", taken);
    fflush(stdout);
    heap -= taken;
  }
  return 0;
}
"""
# Commands of the terminal are words of this dictionary.
WORDS_THAT_ARE_COMMANDS = "6\nteach\nhint\ntail\nlath\nhelp\npath\n"
# Plays nothing but its own game: says a number, wants the next one, and says so once more.
WITHOUT_QUESTIONS = """\
import sys
for number in (4, 8):
    print(number, flush=True)
    if sys.stdin.readline().strip() != str(number + 1):
        with open(sys.argv[3] + "/judgemessage.txt", "w") as message:
            message.write("that was not the next one")
        sys.exit(43)
sys.exit(42)
"""
GAME_YAML = problem_yaml("time_limit: 1, memory: 64", "type: interactive\n")


class Play(Workbench):
    def play(self, *words, stdin="", status=0):
        saved = self.folder / "game.txt"
        _, out, err = self.arbiter("play", *words, "--save", saved, stdin=stdin, status=status)
        return out, (saved.read_text() if saved.exists() else err)

    def next_number(self, referee=WITHOUT_QUESTIONS):
        problem = self.problem("next", {"1": ("x\n", "")}, GAME_YAML)
        self.write("next/output_validator/referee.py", referee)
        return problem

    def test_a_person_wins_and_is_told_what_is_not_allowed(self):
        out, saved = self.play(NIM, stdin="help\n4\nwhy 3\nhint\n2\nmoves\n3\n")
        self.assertIn("hint         what the referee would play", out)
        self.assertIn('  expected a count (1 to 3), got "4"\n', out)
        self.assertIn("  leaves 3\n", out)
        self.assertIn("  heap:\n  ***\n\n", out)
        self.assertIn("  1  you: 2\n", out)
        self.assertIn("  first 2\n  second 1\n", out)
        self.assertIn("\nyou win: took the last one\n", out)
        head, _, moves = saved.partition("sandbox ")
        self.assertEqual(head, "problem nim\ntest sample/1\nfirst you\nsecond referee\n")
        mode, _, moves = moves.partition("\n")
        self.assertNotIn(mode, ("", "unsandboxed"))
        self.assertEqual(moves, "1 first 2\n2 second 1\n3 first 3\n"
                         "outcome win of the first player\nmessage took the last one\n")

    def test_says_that_nothing_isolates_the_programs(self):
        out, saved = self.play(NIM, "--sandbox", "none", stdin="quit\n")
        self.assertTrue(out.startswith("nim, test sample/1: you against referee, unsandboxed\n")
                        or "the referee, unsandboxed\n" in out, out)
        self.assertIn("sandbox unsandboxed\n", saved)

    def test_a_person_who_loses_and_one_who_leaves(self):
        out, saved = self.play(NIM, stdin="1\n1\n")
        self.assertIn("     move 1 (1): gives the win away\n", out)
        self.assertIn("the referee wins: the referee took the last one\n", out)
        self.assertIn("outcome loss of the first player\n", saved)
        for typed in ("1\nquit\n", "1\n"):
            out, saved = self.play(NIM, stdin=typed)
            self.assertIn("you left the game\n", out)
            self.assertTrue(saved.endswith("2 second 1\nleft before its end\n"), saved)

    def test_two_people(self):
        out, _ = self.play(NIM, "--second", "me", stdin="2\n4\n3\n1\n")
        self.assertIn("second, your move (or help):   expected a count", out)
        self.assertIn("first wins: took the last one\n", out)

    def test_programs(self):
        out, saved = self.play(NIM, "--first", PERFECT)
        self.assertIn(f"{PERFECT} wins: took the last one\n", out)
        self.assertIn(f"first {PERFECT}\n", saved)
        right = self.write("right.c", SECOND.replace("ANSWER", "heap % 4 == 0 ? 1 : heap % 4"))
        out, saved = self.play(NIM, "--first", TAKES_ONE, "--second", right)
        self.assertIn("1 first 1\n2 second 1\n3 first 1\n4 second 3\n", saved)
        self.assertIn("outcome loss of the first player\n", saved)
        out, saved = self.play(NIM, "--first", PERFECT, "--second", "me", stdin="1\n")
        self.assertIn("2 second 1\n3 first 3\n", saved)
        out, saved = self.play(NIM, "--second", right, stdin="2\n3\n")
        self.assertIn("you win", out)

    def words_that_are_commands(self):
        problem = self.problem("words", {"1": (WORDS_THAT_ARE_COMMANDS, "")},
                               (SHIRITORI / "problem.yaml").read_text())
        for path in (SHIRITORI / "output_validator").iterdir():
            self.write(f"words/output_validator/{path.name}", path.read_bytes())
        return problem

    def test_words_of_a_game_can_be_commands(self):
        problem = self.words_that_are_commands()
        out, saved = self.play(problem, stdin="hint\n:hint\n= hint\nhint\nlath\n:quit\n")
        self.assertIn("help):   'hint' is a move here: =hint makes it, :hint is the command\n", out)
        self.assertIn("help):   hint\n", out)
        self.assertIn("  1  you: hint\n", out)
        self.assertIn("help):   lath\n", out)
        self.assertTrue(saved.endswith("1 first hint\n2 second tail\n3 first lath\n4 second help\n"
                                       "left before its end\n"), saved)
        out, saved = self.play(problem, stdin="help\n=help\nhelp\n:why path\nwhy path\n=path\n")
        self.assertIn("'help' is a move here", out)
        self.assertEqual(out.count("=hint for the move and :hint for the command"), 1, out)
        self.assertEqual(out.count('"path" is used: it was move 2'), 3, out)
        self.assertTrue(saved.endswith("1 first help\n2 second path\nleft before its end\n"), saved)

    def test_commands_and_moves_that_are_none(self):
        out, saved = self.play(NIM, stdin=":hnt\n:\n=\n=4\n=hint\n?\n:?\n:why 3\n= 2\n:quit\n")
        self.assertIn("  unknown command 'hnt'; help lists the commands\n", out)
        self.assertIn("  unknown command ''; help lists the commands\n", out)
        self.assertIn('  expected a count (1 to 3), got an empty line\n', out)
        self.assertIn('  expected a count (1 to 3), got "4"\n', out)
        self.assertIn('  expected a count (1 to 3), got "hint"\n', out)
        self.assertEqual(out.count("  quit         leave the game\n"), 2, out)
        self.assertIn("  leaves 3\n", out)
        self.assertIn("1 first 2\n2 second 1\nleft before its end\n", saved)

    def test_a_second_program_that_is_wrong_has_lost(self):
        wrong = self.write("wrong.c", SECOND.replace("ANSWER", "9"))
        out, saved = self.play(NIM, "--first", PERFECT, "--second", wrong)
        self.assertIn("its move '9' is not allowed: expected a count (1 to 3), got \"9\"", out)
        self.assertIn("outcome win of the first player\n", saved)
        ends = self.write("ends.c", "int main(void) { return 3; }\n")
        out, _ = self.play(NIM, "--first", PERFECT, "--second", ends)
        self.assertIn("has lost: it gives no reason\n", out)
        self.assertIn(f"{ends}: exit status 3\n", out)

    def test_a_first_program_that_fails_has_lost(self):
        ends = self.write("ends.c", "int main(void) { return 3; }\n")
        out, saved = self.play(NIM, "--first", ends)
        self.assertIn("the referee wins: move 1: the output ended where a move was expected\n", out)
        self.assertIn(f"{ends}: exit status 3\n", out)
        broken = self.write("broken.c", "int main(void) { return\n")
        self.assertIn("broken.c does not compile", self.play_error(NIM, "--first", broken))

    def play_error(self, *words, status=2, stdin=""):
        return self.arbiter("play", *words, status=status, stdin=stdin)[2]

    def test_a_referee_that_answers_no_questions(self):
        problem = self.next_number()
        out, saved = self.play(problem, stdin="5\n9\n")
        self.assertIn("this referee answers no questions", out)
        self.assertIn("referee: 4\n", out)
        self.assertIn("you win", out)
        for move in ("second 4", "first 5", "second 8", "first 9"):
            self.assertIn(f" {move}\n", saved)
        _, saved = self.play(problem, stdin="=5\n:quit\n")
        self.assertTrue(saved.endswith(" first 5\n3 second 8\nleft before its end\n"), saved)
        out, saved = self.play(problem, stdin="=quit\n")
        self.assertIn("the referee wins: that was not the next one\n", out)
        program = self.write("four.py", "print(5, flush=True)\n")
        self.assertIn("only a person can play against it", self.play_error(problem, "--first", program))

    def test_only_a_test_that_is_not_there_is_made(self):
        problem = self.next_number()
        self.write("next/generators/one.py", "print('y')\n")
        self.write("next/generators/generators.yaml",
                   "data: {secret: {data: {made: {generate: one.py}}}}\n")
        self.write("next/submissions/accepted/none.py", "raise SystemExit(1)\n")
        self.assertNotIn("made", self.arbiter("play", problem, stdin="5\n9\n", status=0)[2])
        out, _ = self.play(problem, "--test", "secret/made", stdin="5\n9\n")
        self.assertIn("test secret/made", out)

    def test_a_referee_that_fails_is_the_judges_fault(self):
        problem = self.next_number("raise SystemExit('no idea')\n")
        self.assertIn("exit status 1", self.play_error(problem, status=5))
        later = self.next_number("import sys\nsys.stdin.readline()\nsys.exit('no idea')\n")
        self.assertIn("no idea", self.play_error(later, status=5, stdin="1\n"))

    def test_wrong_usage(self):
        self.problem()
        self.assertIn("is not a game", self.play_error("sum"))
        self.assertIn("only ever is the second", self.play_error(NIM, "--first", "referee"))
        self.assertIn("unexpected word", self.play_error(NIM, "more"))
        self.assertIn("no such file", self.play_error(NIM, "--second", "nobody.c"))
        self.play_error(NIM, "--test", "sample/7", status=4)

    def test_an_interrupted_game_is_saved(self):
        saved = self.folder / "game.txt"
        with self.started("play", NIM, "--save", saved, stdin=subprocess.PIPE) as process:
            process.stdin.write(b"2\n")
            process.stdin.flush()
            text = b""
            while text.count(b"your move") < 2:
                text += os.read(process.stdout.fileno(), 1000)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(60), 130)
            process.stdin.close()
        self.assertIn("2 second 1\nleft before its end\n", saved.read_text())
        self.assertFalse(descendants(process.pid))

    def test_games_are_kept_with_the_runs(self):
        before = time.time()
        _, out, _ = self.arbiter("play", NIM, stdin="quit\n", status=0)
        path = out.split("saved: ")[1].strip()
        self.assertTrue(path.startswith(str(self.home)), path)
        self.assertGreaterEqual(os.stat(path).st_mtime, before - 2)
