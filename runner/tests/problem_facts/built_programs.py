"""Programs of a problem, built when they are first asked for, and games between two of them."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, COMPILER = pathlib.Path(sys.argv[1]), sys.argv[2]
PATIENCE = 60


class BuiltPrograms(unittest.TestCase):
    """With a folder of the class in which they run."""

    problem = None  # its folder
    flags = ()

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="arbiter-programs.")
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        (cls.folder / "feedback").mkdir()

    @classmethod
    def built(cls, name):
        """The binary of a source file of the package."""
        program = cls.folder / pathlib.Path(name).stem
        if not program.exists():
            kits = [f"-I{SOURCE / kit / 'include'}"
                    for kit in ("checker", "generators", "reference")]
            subprocess.run([COMPILER, "-O1", "-std=c++20", *cls.flags, *kits, cls.problem / name,
                            "-o", program], check=True)
        return program

    def joined(self, opponent, player):
        """The statuses of the opponent, which begins, and of the player after a game."""
        to_player, to_opponent = os.pipe(), os.pipe()
        # A player who reads on after the end of the game is only let go by the opponent's end.
        with subprocess.Popen(list(map(str, opponent)), stdin=to_opponent[0], stdout=to_player[1],
                              stderr=subprocess.DEVNULL, cwd=self.folder) as first, \
                subprocess.Popen(list(map(str, player)), stdin=to_player[0],
                                 stdout=to_opponent[1], cwd=self.folder) as second:
            for descriptor in to_player + to_opponent:
                os.close(descriptor)
            return first.wait(PATIENCE), second.wait(PATIENCE)
