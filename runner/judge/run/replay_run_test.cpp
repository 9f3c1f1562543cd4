#include "judge/run/replay_run.hpp"

#include <gtest/gtest.h>

#include <string>

#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

model::Message message(bool from_submission, std::string text, std::int64_t left_out = 0) {
  model::Message one;
  one.from_submission = from_submission;
  one.text = std::move(text);
  one.left_out = left_out;
  return one;
}

std::string lines_of(std::vector<model::Message> messages) {
  model::Transcript transcript;
  transcript.messages = std::move(messages);
  return interaction_lines(transcript);
}

TEST(InteractionLines, SayWhoSentEachLine) {
  EXPECT_EQ(lines_of({}), "");
  EXPECT_EQ(lines_of({message(false, "3\napple\n"), message(true, "elm\n")}), "<3\n<apple\n>elm\n");
}

TEST(InteractionLines, JoinWhatCameInPieces) {
  EXPECT_EQ(lines_of({message(true, "el"), message(true, "m\n")}), ">elm\n");
  EXPECT_EQ(lines_of({message(true, "el"), message(false, "m\n"), message(true, "k")}),
            ">el\n<m\n>k\n");
  EXPECT_EQ(lines_of({message(true, "long", 5), message(true, "next\n")}), ">long\n>next\n");
}

TEST(InteractionLines, EndWhereTheTranscriptHasAGap) {
  const model::Transcript transcript{{message(true, "first\n"), message(true, "last\n")}, 1, 7, 70};
  EXPECT_EQ(interaction_lines(transcript), ">first\n");
}

TEST(SaidIn, IsTheWholeOutputOrNothing) {
  model::TestJudgement test;
  const auto said = [&] { return said_in(test).value_or("nothing"); };
  EXPECT_EQ(said(), "nothing");
  test.output_head = "1\n";
  EXPECT_EQ(said(), "nothing");
  test.output_sha256 = store::sha256("1\n2\n");
  EXPECT_EQ(said(), "nothing");
  test.output_sha256 = store::sha256("1\n");
  EXPECT_EQ(said(), "1\n");
  test.transcript = model::Transcript{{message(true, "pit")}, 0, 0, 0};
  EXPECT_EQ(said(), ">pit\n");
}

}  // namespace
}  // namespace arbiter::judge
