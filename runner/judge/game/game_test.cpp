#include "judge/game/game.hpp"

#include <gtest/gtest.h>

#include <string>

namespace arbiter::judge {
namespace {

TEST(Transcript, KeepsWhoSaidWhatAndWhen) {
  TranscriptRecorder recorder;
  recorder.note(Nanoseconds(5), false, "7\n");
  recorder.note(Nanoseconds(6), true, "8");
  recorder.note(Nanoseconds(7), true, "9\n");
  recorder.note(Nanoseconds(8), true, "x\n");
  const model::Transcript got = recorder.take();
  ASSERT_EQ(got.messages.size(), 3U);
  EXPECT_FALSE(got.messages[0].from_submission);
  EXPECT_EQ(got.messages[1].text, "89\n");
  EXPECT_EQ(got.messages[1].time, Nanoseconds(6));
  EXPECT_TRUE(got.messages[2].from_submission);
  EXPECT_EQ(got.left_out_messages, 0);
  EXPECT_TRUE(recorder.take().messages.empty());
}

TEST(Transcript, ClipsALongMessageHoweverItComes) {
  const std::string half(TranscriptRecorder::k_most_message * 3 / 4, 'x');
  TranscriptRecorder recorder;
  recorder.note({}, true, half);
  recorder.note({}, true, half);
  const model::Transcript got = recorder.take();
  ASSERT_EQ(got.messages.size(), 1U);
  EXPECT_EQ(got.messages[0].text.size(), TranscriptRecorder::k_most_message);
  EXPECT_EQ(got.messages[0].text.size() + static_cast<std::size_t>(got.messages[0].left_out),
            2 * half.size());
}

TEST(Transcript, OfALongGameKeepsTheBeginningAndTheEnd) {
  TranscriptRecorder recorder;
  constexpr int k_messages = 20000;
  for (int i = 0; i < k_messages; ++i)
    recorder.note(Nanoseconds(i), i % 2 == 0, std::to_string(i) + "\n");
  const model::Transcript got = recorder.take();
  EXPECT_EQ(got.messages.front().text, "0\n");
  EXPECT_EQ(got.messages.back().text, "19999\n");
  EXPECT_EQ(static_cast<std::int64_t>(got.messages.size()) + got.left_out_messages, k_messages);
  const auto gap = static_cast<std::size_t>(got.left_out_after);
  EXPECT_EQ(got.messages[gap].time - got.messages[gap - 1].time,
            Nanoseconds(got.left_out_messages + 1));
  std::size_t bytes = 0;
  for (const model::Message& message : got.messages)
    bytes += message.text.size();
  EXPECT_LT(bytes, TranscriptRecorder::k_most_head + TranscriptRecorder::k_most_tail);
}

}  // namespace
}  // namespace arbiter::judge
