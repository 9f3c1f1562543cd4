"""usage: ioiwari_test.py SOURCE_FOLDER C++_COMPILER

The programs of ioiwari that no judge runs: the opponent in attachments/ against the reference, the
generators, the picture; and the referee against the game that the statement shows.
"""

import subprocess

from built_programs import SOURCE, BuiltPrograms

PROBLEM = SOURCE / "problems/ioiwari"
FIRST_LINE = "4 3 2 4 2 3 2"
GAME = "2 3 5 4 5 7".split()


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
