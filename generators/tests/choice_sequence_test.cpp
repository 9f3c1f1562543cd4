#include "arbiter/choice_sequence.hpp"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

using Kind = ChoiceEvent::Kind;

TEST(ChoiceSequence, IsReadAsItIsWritten) {
  const ChoiceSequence sequence = {{Kind::choice, {-3, INT64_MIN, INT64_MAX}, ""},
                                   {Kind::begin, {}, "list"},
                                   {Kind::begin, {}, ""},
                                   {Kind::end, {}, ""},
                                   {Kind::end, {}, ""}};
  const std::string text =
      "arbiter choices 1\n"
      "choice -3 -9223372036854775808 9223372036854775807\n"
      "begin list\nbegin\nend\nend\n";
  EXPECT_EQ(choice_text(sequence), text);
  EXPECT_EQ(read_choices(text), sequence);
  EXPECT_EQ(read_choices("arbiter choices 1\n"), ChoiceSequence{});
}

TEST(ChoiceSequence, TakesWhatWasEdited) {
  // The bounds left out, no last line end, a number beyond 64 bits, spans that do not match.
  const ChoiceSequence sequence = read_choices(
      "arbiter choices 1\nend\nchoice 5\nchoice -99999999999999999999 0 1\n"
      "choice 99999999999999999999\nbegin");
  ASSERT_EQ(sequence.size(), 5U);
  EXPECT_EQ(sequence[1].choice, (Choice{5, INT64_MIN, INT64_MAX}));
  EXPECT_EQ(sequence[2].choice, (Choice{INT64_MIN, 0, 1}));
  EXPECT_EQ(sequence[3].choice.value, INT64_MAX);
}

std::string fault_of(std::string_view text) {
  try {
    read_choices(text);
    return "none";
  } catch (const ChoiceTextError& error) {
    return error.what();
  }
}

TEST(ChoiceSequence, SaysWhereATextIsNone) {
  EXPECT_EQ(fault_of(""), "line 1: a file of choices begins with 'arbiter choices 1', not ''");
  EXPECT_EQ(fault_of("arbiter choices 2\n"),
            "line 1: a file of choices begins with 'arbiter choices 1', not 'arbiter choices 2'");
  EXPECT_EQ(fault_of("arbiter choices 1\nchoice 1 0 1\nchoice x 0 1\n"),
            "line 3: 'x' is no integer");
  EXPECT_EQ(fault_of("arbiter choices 1\nchoice 1x\n"), "line 2: '1x' is no integer");
  EXPECT_EQ(fault_of("arbiter choices 1\nchoice 99999999999999999999x\n"),
            "line 2: '99999999999999999999x' is no integer");
  for (const char* line :
       {"choice", "choice 1 2", "choice 1 2 3 4", "begin a b", "end x", "", "finish"}) {
    EXPECT_EQ(fault_of(std::string("arbiter choices 1\n") + line + "\n"),
              std::string("line 2: expected 'choice VALUE LEAST MOST', 'begin NAME' or 'end', "
                          "not '") +
                  line + "'");
  }
  // What is said ends where the zero is.
  EXPECT_EQ(fault_of(std::string("arbiter choices 1\n\0\n", 20)),
            "line 2: expected 'choice VALUE LEAST MOST', 'begin NAME' or 'end', not '");
}

TEST(ChoiceSequence, CallsTheNumberNearestToZeroSimplest) {
  EXPECT_EQ(simplest_choice(-5, 5), 0);
  EXPECT_EQ(simplest_choice(3, 5), 3);
  EXPECT_EQ(simplest_choice(-5, -3), -3);
}

}  // namespace
}  // namespace arbiter
