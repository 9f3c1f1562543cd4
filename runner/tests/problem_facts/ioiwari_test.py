"""usage: ioiwari_test.py SOURCE_FOLDER C++_COMPILER

The programs of ioiwari that no judge runs: the opponent in attachments/ against the reference, the
generators, the picture; and the referee against the game that the statement shows.
"""

import functools
import random
import subprocess
import sys
import unittest

from built_programs import SOURCE, BuiltPrograms

PROBLEM = SOURCE / "problems/ioiwari"
FIRST_LINE = "4 3 2 4 2 3 2"
GAME = "2 3 5 4 5 7".split()


def sown(board, pit):
    """The board after a move, and what it brings to the mover more than to the other."""
    pits, gain = list(board), 0
    hand, pits[pit] = pits[pit], 0
    while True:
        pit = (pit + 1) % 7
        if hand == 1:
            break
        if pits[pit] == 5:
            pits[pit] -= 1
            gain += 1
        else:
            pits[pit] += 1
            hand -= 1
    if pits[pit] in (0, 5):
        return tuple(pits), gain - 1
    gain += pits[pit] + 1
    pits[pit] = 0
    return tuple(pits), gain


@functools.lru_cache(maxsize=None)
def value(board):
    """What the player to move gets more than the other from here on, if both play best."""
    after = (sown(board, pit) for pit in range(7) if board[pit])
    return max((gain - value(rest) for rest, gain in after), default=0)


class Programs(BuiltPrograms):
    problem = PROBLEM
    flags = ("-Wall", "-Wextra", "-Werror")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.opponent = cls.built("attachments/ioiwari2.cpp")
        cls.validator = cls.built("input_validators/start_board.cpp")
        cls.every_board = cls.built("generators/every_board.cpp")
        cls.some_board = cls.built("generators/some_board.cpp")

    def dialogue(self, *arguments):
        """What the opponent writes into its file in a game against the reference."""
        reference = self.built("submissions/accepted/reference.cpp")
        self.assertEqual(self.joined([self.opponent, *arguments], [reference]), (0, 0))
        return (self.folder / "IOIWARI.OUT").read_text().split("\n")

    def told(self, moves, *arguments):
        """The opponent's status and its file when these lines are all that it hears."""
        ended = subprocess.run([self.opponent, *arguments], input=moves, cwd=self.folder,
                               capture_output=True, text=True, check=False)
        dialogue = (self.folder / "IOIWARI.OUT").read_text()
        if ended.returncode != 2:
            self.assertEqual(ended.stderr, dialogue.splitlines(keepends=True)[-1])
        return ended.returncode, dialogue

    def test_opponent_plays_the_game_of_the_statement(self):
        self.assertEqual(self.dialogue(), [FIRST_LINE, *GAME, "banks 11-9", ""])

    def test_opponent_loses_to_the_reference_on_other_boards(self):
        for board in ("2 3 3 3 3 3 3", "4 2 3 2 4 2 3", "2 2 2 4 4 4 2"):
            dialogue = self.dialogue(*board.split())
            self.assertEqual(dialogue[0], board)
            first, second = map(int, dialogue[-2].removeprefix("banks ").split("-"))
            self.assertEqual(first + second, 20)
            self.assertGreater(first, second)

    def random_game(self, board, draw):
        """Against a player who makes any move: faults of the opponent, and whether the player has
        made a mistake."""
        opponent = subprocess.Popen([self.opponent, *map(str, board)], cwd=self.folder, text=True,
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        faults, has_erred, lead, expected = [], False, 0, value(board)
        with opponent as process:
            process.stdout.readline()
            while any(board):
                pit = draw.choice([pit for pit in range(7) if board[pit]])
                print(pit + 1, file=process.stdin, flush=True)
                board, gain = sown(board, pit)
                lead += gain
                has_erred |= lead - value(board) < expected
                expected = lead - value(board)
                if not any(board):
                    break
                answer = process.stdout.readline().strip()
                board, gain = sown(board, int(answer) - 1)
                lead -= gain
                if lead + value(board) != expected:
                    faults.append(answer)
            process.stdin.close()
        banks = (self.folder / "IOIWARI.OUT").read_text().split("\n")[-2]
        first, second = map(int, banks.removeprefix("banks ").split("-"))
        if (opponent.returncode, first - second) != (0, expected):
            faults.append(f"status {opponent.returncode}, {banks}, where {expected} was due")
        return faults, has_erred

    def test_opponent_plays_best_whatever_it_meets(self):
        draw = random.Random(3)
        mistakes = 0
        for number in range(120):
            # Any board, and boards at which games begin.
            board = tuple(draw.choices(range(6), k=7))
            if number % 2:
                board = tuple(draw.sample([2, 2, 3, 3, 3, 3, 4], 7))
            faults, has_erred = self.random_game(board if any(board) else (1,) * 7, draw)
            self.assertEqual(faults, [], board)
            mistakes += has_erred
        self.assertGreater(mistakes, 80)

    def test_opponent_says_what_is_wrong(self):
        no_more = f"{FIRST_LINE}\n2\n3\nno more moves\n"
        self.assertEqual(self.told("2\n"), (1, no_more))
        for line in ("2", "8", "x", ""):
            wrong = f"{FIRST_LINE}\n2\n3\n{line}\nthis move is not allowed\n"
            self.assertEqual(self.told(f"2\n{line}\n"), (1, wrong))
        for board in ("1 2 3", "1 2 3 4 5 6 7", "0 0 0 0 0 0 0", "1 1 1 1 1 1 1 1"):
            self.assertEqual(self.told("", *board.split())[0], 2)

    def test_referee_plays_the_game_of_the_statement(self):
        sample = PROBLEM / "data/sample"
        shown = (sample / "1.interaction").read_text().splitlines()
        heard = [line[1:] for line in shown if line[0] == "<"]
        said = [line[1:] for line in shown if line[0] == ">"]
        feedback = self.folder / "feedback"
        ended = subprocess.run([self.built("output_validator/referee.cpp"), sample / "1.in", sample / "1.ans", feedback],
                               input="\n".join(said) + "\n", capture_output=True, text=True,
                               check=False)
        self.assertEqual(ended.stdout.splitlines(), heard)
        self.assertEqual(ended.returncode, 42)
        self.assertEqual((feedback / "judgemessage.txt").read_text(),
                         f"won 11-9\nmoves: {' '.join(GAME)}\n")

    def generated(self, *command):
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def test_every_board_is_each_board_once(self):
        boards = [self.generated(self.every_board, str(number)) for number in range(1, 358)]
        self.assertEqual(boards, sorted(set(boards)))
        self.assertEqual((boards[0], boards[-1]), ("2 2 2 2 4 4 4\n", "4 4 4 2 2 2 2\n"))
        for number in ("0", "358", "x"):
            refused = subprocess.run([self.every_board, number], capture_output=True, check=False)
            self.assertEqual((refused.returncode, refused.stdout), (2, b""))

    def test_some_board_makes_boards_of_each_kind(self):
        kinds = ["any", "circle", "value --value 4", "winning --moves 5", "best --moves 4",
                 "greedy", "reply", "first", "last", "fullest"]
        for kind in kinds:
            boards = {self.generated(self.some_board, *kind.split(), "--seed", str(seed))
                      for seed in range(8)}
            self.assertGreater(len(boards), 1, kind)
            for board in boards:
                valid = subprocess.run([self.validator], input=board, text=True, check=False)
                self.assertEqual(valid.returncode, 42, board)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
