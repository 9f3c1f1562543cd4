"""Games between players and referees of all kinds: the right verdict, the right party, in time."""

import json
import shutil

from slow import slow
from workbench import SOURCE, Workbench

PACKAGE = SOURCE / "runner/tests/packages/game"

# player, referee, verdict, a part of the message
GAMES = """
fair               fair          AC
fair               accepts       AC
fair               rejects       WA   I do not like it
fair               ends          JE   status 0
fair               fails         JE   no idea
fair               dies          JE   signal 6
fair               loops         JE   limit of CPU time
fair               eats          JE   memory limit
fair               waits         TLE  waits for the referee
fair               writes-after  TLE  waits for the referee
leaves             fair          WA   no answer to 7
leaves             writes-after  AC
leaves             fails         JE   no idea
leaves             floods        JE   limit of CPU time
fails              fair          RTE  exit status 3
fails              accepts       RTE  exit status 3
dies               fair          RTE  signal 6
dies               writes-after  RTE  signal 6
loops              fair          TLE  CPU time
loops              accepts       TLE  CPU time
loops              rejects       WA   I do not like it
loops              loops         JE   limit of CPU time
sleeps             fair          TLE  wall limit
sleeps             accepts       TLE  wall limit
sleeps             rejects       WA   I do not like it
sleeps             ends          JE   status 0
eats               fair          MLE  memory
eats               accepts       MLE  memory
floods             waits         TLE  waits for the referee
floods             accepts       TLE  CPU time
floods             rejects       WA   I do not like it
floods             writes-after  OLE  output limit
never-flushes      fair          TLE  must be flushed
never-flushes      accepts       AC
listens            fair          TLE  must be flushed
listens            accepts       AC
listens            closes-early  AC
fair               never-flushes TLE  waits for the referee
leaves             never-flushes WA   no answer to what was never said
dies               never-flushes RTE  signal 6
listens            never-flushes TLE  waits for the referee
fair               out-of-turn   AC
out-of-turn        out-of-turn   WA   answers to all at once
leaves             out-of-turn   WA   too few answers
listens            out-of-turn   TLE  must be flushed
fair               junk          JE   said \x1b[2J
dies               junk          RTE  signal 6
listens            junk          TLE  waits for the referee
fair               huge          AC
huge               huge          AC
leaves             huge          WA   no answer to a huge number
fair               closes-its-input AC
never-flushes      closes-its-input AC
fails              closes-its-input RTE  exit status 3
floods             closes-its-input TLE  CPU time
sleeps             closes-its-input TLE  wall limit
fair               floods        TLE
listens            floods        JE   limit of CPU time
sleeps             floods        TLE  wall limit
dies               floods        RTE  signal 6
loops              floods        TLE  CPU time
listens            dies          JE   signal 6
closes-its-output  fair          TLE  must be flushed
closes-its-input   fair          AC
out-of-turn        fair          WA   a wrong answer to 7
junk               fair          WA   a wrong answer to 7
huge               fair          WA   a wrong answer to 7
babbles            fair          AC
babbles-much       fair          AC
babbles-much-fails fair          RTE  exit status 6
fails-after        fair          RTE  exit status 5
dies-after         fair          RTE  signal 6
loops-after        fair          TLE  CPU time
sleeps-after       fair          TLE  wall limit
"""

# What the policies of the field make of the same games.
POLICIES = {
    "arbiter": """
        dies               gives-up      RTE  signal 6
        listens            closes-early  AC
        loops              rejects       WA   I do not like it
        """,
    "kattis": """
        dies               gives-up      JE   status 1
        listens            closes-early  TLE  waits for the referee
        fair               closes        AC
        loops              rejects       WA   I do not like it
        """,
    "domjudge": """
        dies               gives-up      JE   status 1
        listens            closes-early  AC
        stops-talking      reads-on      AC
        loops              rejects       WA   I do not like it
        """,
}


def rows(text):
    for line in text.strip().splitlines():
        player, referee, verdict, *words = line.split(None, 3)
        yield f"{player}_{referee}", verdict, "".join(words)


class Games(Workbench):
    def setUp(self):
        super().setUp()
        shutil.copytree(PACKAGE, self.folder / "game")
        self.player = str(self.folder / "game/programs/player.cpp")

    def add(self, names):
        for name in names:
            self.add_test(f"game/data/secret/{name}", name.replace("_", " ") + "\n", "")

    def judge_games(self, *words, status=None):
        _, out, _ = self.judge("game", self.player, "--format", "json", "--no-cache", *words,
                               status=status)
        tests = json.loads(out)["submissions"][0]["tests"]
        return {test["name"].removeprefix("secret/"): test for test in tests}

    def check(self, text, *words):
        wanted = list(rows(text))
        self.add(name for name, _, _ in wanted)
        seen = self.judge_games(*words)
        self.assertEqual(len(seen), len(wanted))
        for name, verdict, part in wanted:
            with self.subTest(game=name):
                test = seen[name]
                why = test["message"] + " " + test["reason"]
                self.assertEqual(test["verdict"], verdict, test)
                self.assertIn(part, why)

    def test_all(self):
        self.check(GAMES)

    @slow
    def test_all_with_a_relay(self):
        self.check(GAMES, "--transcript")

    def test_a_referee_that_hangs_every_accepted_program_is_a_fault_of_the_package(self):
        accepted = self.folder / "game/submissions/accepted"
        accepted.mkdir(parents=True)
        shutil.copy(self.player, accepted)
        self.add(["fair_waits", "leaves_fair"])
        for _ in range(2):  # the second time from what is known
            _, out, err = self.judge("game", "-o", "run.json", status=3)
            self.assertIn("every accepted program of the package hangs on a referee", err)
            self.assertIn("the referee has written nothing", " ".join(out.split()))
        tests = json.loads((self.folder / "run.json").read_text())["submissions"][0]["tests"]
        self.assertEqual([test["referee_silent"] for test in tests], [True, False])
        self.assertNotIn("every accepted program", self.judge("game", self.player, "--no-cache", status=1)[2])

    def test_transcript(self):
        self.add(["fair_fair", "junk_fair"])
        _, out, _ = self.judge("game", self.player, "--transcript", "--no-cache", status=1)
        self.assertRegex(out, r"repeat it with:(.*\n)+? +.*--transcript")
        _, out, _ = self.arbiter("show", "last", self.player, "secret/junk_fair", status=0)
        self.assertIn(r"\x00\xff\xfe\x1b", out)
        _, out, _ = self.arbiter("show", "last", self.player, "secret/fair_fair", status=0)
        lines = out.split("referee\n")[-1].splitlines()
        messages = [line.split(" ms ")[1] for line in lines if " ms " in line]
        self.assertEqual(" ".join(" ".join(messages).split()), "fair 7 8 41 42 1000 1001 bye")
        # Who said it is seen from the column.
        self.assertTrue(messages[0].startswith(" " * 10) and messages[2][1] != " ", out)

    def test_policies(self):
        for policy, games in POLICIES.items():
            shutil.rmtree(self.folder / "game/data", ignore_errors=True)
            with self.subTest(policy=policy):
                self.check(games, "--interactive-policy", policy)
        self.assertIn("blame as arbiter", self.judge("game", self.player, "--dry-run", status=0)[1])
        _, out, err = self.judge("game", self.player, "--interactive-policy", "dom", status=2)
        self.assertIn("known: arbiter, kattis, domjudge", err)

    def test_an_input_by_hand_is_a_game_too(self):
        self.add(["fair_fair"])
        _, out, _ = self.judge("game", self.player, "--input", "-", stdin="fair rejects\n", status=1)
        self.assertIn("I do not like it", out)

    def test_a_referee_is_needed(self):
        self.add(["fair_fair"])
        shutil.rmtree(self.folder / "game/output_validator")
        self.assertIn("needs an output validator", self.judge("game", self.player, status=3)[2])
