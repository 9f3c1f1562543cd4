"""Records and plays back what the generators of a problem choose.

Usage: playback_test.py ARBITER PROBLEM SOURCE CACHE [CALLS]
Every generator that generators.yaml calls has to make the same bytes from the choices that it has
written down. Tests are made smaller by editing these choices, so edited ones have to give a test that
the input validators take. A generator may refuse what it can make no test of, but not most of it.
"""

import os
import pathlib
import random
import sys
import tempfile

from cross_check import Builder, COMPILERS, Server, listed, source_of

# Calls of a problem that are played back, spread over generators.yaml, when nothing else is said.
MOST_CALLS = 3
# Tests larger than that are played back, but not edited.
SMALL = 5000
VALID = 42
REFUSED = 1


def edits_of(text, chooser):
    """Of the text of choices: nothing, the first half, all values as low as can be, and some
    values lost or changed."""
    header, *lines = text.splitlines()
    choices = [line.split()[1] for line in lines if line.startswith("choice ")]
    yield [header]
    yield [header, *(f"choice {value}" for value in choices[:len(choices) // 2])]
    yield [header, *("choice -9223372036854775808" for _ in choices)]
    for _ in range(5):
        edited = list(choices)
        for _ in range(chooser.randint(1, 4)):
            if not edited:
                break
            place = chooser.randrange(len(edited))
            if chooser.random() < 0.5:
                del edited[place]
            else:
                edited[place] = str(chooser.choice([0, int(edited[place]) // 2, 1, 10 ** 6]))
        yield [header, *(f"choice {value}" for value in edited)]


class Player:
    def __init__(self, problem, builder, folder):
        self.problem, self.builder, self.folder = problem, builder, folder
        self.validators = [
            Server(builder.build(path), [], folder)
            for path in sorted((problem / "input_validators").iterdir())
            if path.suffix in COMPILERS]
        self.edited = self.valid = 0

    def make(self, words, *options):
        """Status and output of one call."""
        binary = self.builder.build(source_of(self.problem, words[0]))
        server = Server(binary, [*words[1:], *options], self.folder)
        try:
            return server.run()
        finally:
            server.close()

    def play(self, words):
        file = self.folder / "choices"
        made = self.make(words)
        assert made[0] == 0, f"{words}: status {made[0]}"
        assert self.make(words, "--choices-out", file) == made, f"{words}: other bytes when recorded"
        assert self.make(words, "--choices-in", file) == made, f"{words}: other bytes when played"
        if len(made[1]) <= SMALL:
            self.edit(words, file)

    def edit(self, words, file):
        edited = file.with_name("edited")
        for lines in edits_of(file.read_text(), random.Random(" ".join(words))):
            edited.write_text("\n".join(lines) + "\n")
            status, made = self.make(words, "--choices-in", edited)
            self.edited += 1
            self.valid += status == 0
            if status == 0:
                takes = [os.waitstatus_to_exitcode(one.run(made)[0]) for one in self.validators]
                assert set(takes) == {VALID}, f"{words}: an invalid test of\n{' '.join(lines)}"
            else:
                assert os.waitstatus_to_exitcode(status) == REFUSED, f"{words}: status {status}"


def main():
    arbiter, problem, source, cache = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
    calls = [words for words, _ in listed(arbiter, problem) if source_of(problem, words[0])]
    wanted = int(sys.argv[5]) if len(sys.argv) > 5 else MOST_CALLS
    step = max(1, -(-len(calls) // wanted))
    with tempfile.TemporaryDirectory(prefix="arbiter-playback.") as folder:
        player = Player(problem, Builder(source, cache), pathlib.Path(folder))
        for words in calls[::step]:
            player.play(words)
    print(f"{len(calls[::step])} calls were played back; of {player.edited} that were edited "
          f"{player.valid} made a test")
    if not calls or 2 * player.valid < player.edited:
        sys.exit("too few")


if __name__ == "__main__":
    main()
