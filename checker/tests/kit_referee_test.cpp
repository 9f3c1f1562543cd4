#include <gtest/gtest.h>

#include <map>
#include <string>

#include "nim_referee.hpp"

namespace {

using arbiter::tests::RefereeTest;

TEST_F(RefereeTest, AcceptsAWin) {
  start("6");
  EXPECT_EQ(hear(), "6");
  say("2\n");
  EXPECT_EQ(hear(), "1");
  say("3\n");
  EXPECT_EQ(hear(), "(end)");
  EXPECT_EQ(status(), 42);
  EXPECT_EQ(message(), "took the last one\nmoves: 2 1 3\n");
  EXPECT_EQ(feedback("score_multiplier.txt"), "(no such file)");
}

TEST_F(RefereeTest, RejectsALossAndNamesTheMistake) {
  start("6");
  say("1\n");
  EXPECT_EQ(hear(), "6");
  EXPECT_EQ(hear(), "1");
  say("1\n");
  EXPECT_EQ(hear(), "3");
  EXPECT_EQ(status(), 43);
  EXPECT_EQ(message(),
            "the referee took the last one\nnote: move 1 (1): gives the win away\n"
            "moves: 1 1 1 3\n");
}

TEST_F(RefereeTest, GivesAShareForADraw) {
  start("3", {}, {"last=draw"});
  say("3\n");
  EXPECT_EQ(status(), 42);
  EXPECT_EQ(message(), "half a win\nmoves: 3\n");
  EXPECT_EQ(std::stod(feedback("score_multiplier.txt")), 0.25);
}

TEST_F(RefereeTest, IgnoresWhatComesAfterTheEnd) {
  start("3");
  say("3\n1\njunk");
  EXPECT_EQ(status(), 42);
}

TEST_F(RefereeTest, TakesBlanksWindowsLineEndsAndAMissingLastOne) {
  start("6");
  say(" 2 \r\n");
  EXPECT_EQ(hear(), "6");
  EXPECT_EQ(hear(), "1");
  say("\t3");
  end_output();
  EXPECT_EQ(status(), 42);
  EXPECT_EQ(message(), "took the last one\nmoves: 2 1 3\n");
}

TEST_F(RefereeTest, NamesWhatIsNoMove) {
  const std::map<std::string, std::string> cases = {
      {"0", "expected a count (1 to 3), got \"0\""},
      {"4", "expected a count (1 to 3), got \"4\""},
      {"+1", "expected a count (1 to 3), got \"+1\""},
      {"01", "expected a count (1 to 3), got \"01\""},
      {"-1", "expected a count (1 to 3), got \"-1\""},
      {"1 2",
       "expected a count (1 to 3), got \"1\xE2\x90\xA3"
       "2\""},
      {"99999999999999999999", "expected a count (1 to 3), got \"99999999999999999999\""},
      {std::string("1\0", 2), "expected a count (1 to 3), got \"1\\x00\""},
      {"", "expected a count (1 to 3), got an empty line"},
  };
  for (const auto& [line, reason] : cases) {
    start("6");
    say("2\n");
    hear();
    EXPECT_EQ(hear(), "1");
    say(line + "\n");
    EXPECT_EQ(status(), 43) << line;
    EXPECT_EQ(message(), "move 3: " + reason + "\nmoves: 2 1\n") << line;
    TearDown();
    SetUp();
  }
}

TEST_F(RefereeTest, NamesTheRuleThatAMoveBreaks) {
  start("2");
  say("3\n");
  EXPECT_EQ(status(), 43);
  EXPECT_EQ(message(), "move 1: only 2 left\nmoves:\n");
}

TEST_F(RefereeTest, SaysWhereTheOutputEnded) {
  start("6");
  say("2\n");
  end_output();
  EXPECT_EQ(status(), 43);
  EXPECT_EQ(message(), "move 3: the output ended where a move was expected\nmoves: 2 1\n");
}

TEST_F(RefereeTest, CutsALineThatIsTooLong) {
  start("6");
  say(std::string(100000, '1'));
  EXPECT_EQ(status(), 43);
  EXPECT_EQ(message().substr(0, 60),
            "move 1: the line is longer than 1000 bytes; it begins with \"");
  EXPECT_LT(message().size(), 200U);
}

TEST_F(RefereeTest, WaitsInAReadWhenNobodyAsks) {
  start("6");
  EXPECT_EQ(hear(), "6");
  const std::string call = system_call_it_waits_in();
  if (call.empty()) GTEST_SKIP() << "/proc/PID/syscall cannot be read here";
  EXPECT_EQ(call, "read");
}

TEST_F(RefereeTest, HearsOutAPlayerWhoNoLongerReads) {
  start("6");
  end_input();
  say("2\n3\n");
  EXPECT_EQ(status(), 42);
}

TEST_F(RefereeTest, BlamesTheJudgeForItsInput) {
  start("0");
  EXPECT_EQ(status(), 1);
  EXPECT_EQ(feedback("judgeerror.txt"), "the heap must not be empty\n");
}

class RefereeQuestionsTest : public RefereeTest {};

TEST_F(RefereeQuestionsTest, AnswersQuestionsWhileItPlays) {
  start("6", "asked");
  EXPECT_EQ(ask("opening"), "ok 1|6");
  EXPECT_EQ(ask("draw"), "ok 2|heap:|******");
  EXPECT_EQ(ask("state"), "ok 2|moves 0|turn first");
  EXPECT_EQ(ask("best_move"), "ok 1|2");
  EXPECT_EQ(ask("explain 1"), "ok 1|leaves 5");
  EXPECT_EQ(ask("explain 7"), "no 1|expected a count (1 to 3), got \"7\"");
  EXPECT_EQ(ask("explain"), "no 1|expected a count (1 to 3), got an empty line");
  EXPECT_EQ(ask("move 1"), "no 1|the referee itself is the second player");
  EXPECT_EQ(
      ask("dance"),
      "bad 1|questions are: opening, draw, state, moves, wait N, explain MOVE, best_move, move "
      "MOVE");
  send("wait 1");
  say("1\n");
  EXPECT_EQ(hear_answer(),
            "ok 4|moves 2|last second 1|note move 1 (1): gives the win away|turn first");
  EXPECT_EQ(ask("draw"), "ok 2|heap:|****");
  end_questions();
  say("1\n");
  EXPECT_EQ(hear(), "6");
  EXPECT_EQ(hear(), "1");
  EXPECT_EQ(hear(), "3");
  EXPECT_EQ(status(), 43);
}

TEST_F(RefereeQuestionsTest, AnswersAfterTheEndUntilNobodyAsks) {
  start("3", "asked");
  send("wait 9");
  say("3\n");
  EXPECT_EQ(hear_answer(), "ok 4|moves 1|last first 3|outcome win|message took the last one");
  EXPECT_EQ(hear(), "3");
  EXPECT_EQ(hear(), "(end)");
  EXPECT_EQ(ask("draw"), "ok 1|heap:");
  EXPECT_EQ(ask("best_move"), "no 1|the game is over");
  EXPECT_EQ(ask("explain 1"), "no 1|the game is over");
  EXPECT_EQ(ask("move 1"), "no 1|the game is over");
  end_questions();
  EXPECT_EQ(status(), 42);
}

TEST_F(RefereeQuestionsTest, TellsWhoWaitsOfAnIllegalMove) {
  start("3", "asked");
  send("wait 1");
  say("x\n");
  EXPECT_EQ(hear_answer(),
            "ok 3|moves 0|outcome loss|message move 1: expected a count (1 to 3), got \"x\"");
  end_questions();
  EXPECT_EQ(status(), 43);
}

TEST_F(RefereeQuestionsTest, EndsAWaitWhenAnotherQuestionComes) {
  start("3", "asked");
  send("wait 9\ndraw");
  EXPECT_EQ(hear_answer(), "ok 2|moves 0|turn first");
  EXPECT_EQ(hear_answer(), "ok 2|heap:|***");
}

TEST_F(RefereeQuestionsTest, TakesTheSecondPlayersMovesAsQuestions) {
  start("6", "second");
  EXPECT_EQ(ask("move 1"), "no 1|it is the first player's turn");
  send("wait 1");
  say("2\n");
  EXPECT_EQ(hear_answer(), "ok 3|moves 1|last first 2|turn second");
  EXPECT_EQ(ask("move 4"), "no 1|expected a count (1 to 3), got \"4\"");
  EXPECT_EQ(ask("move 3"), "ok 0");
  EXPECT_EQ(hear(), "6");
  EXPECT_EQ(hear(), "3");
  EXPECT_EQ(ask("moves"), "ok 2|first 2|second 3");
  say("1\n");
  EXPECT_EQ(ask("wait 4"), "ok 4|moves 3|last first 1|outcome win|message took the last one");
  end_questions();
  EXPECT_EQ(status(), 42);
  EXPECT_EQ(message(), "took the last one\nmoves: 2 3 1\n");
}

TEST_F(RefereeQuestionsTest, BlamesTheJudgeWhenTheAskedSecondPlayerGoes) {
  start("6", "second");
  say("2\n");
  end_questions();
  EXPECT_EQ(status(), 1);
  EXPECT_EQ(feedback("judgeerror.txt"), "the second player has gone\n");
}

TEST_F(RefereeQuestionsTest, ClosesTheChannelOnAQuestionThatIsTooLong) {
  start("3", "asked");
  send(std::string(2000, 'x'));
  say("3\n");
  EXPECT_EQ(status(), 42);
}

}  // namespace
