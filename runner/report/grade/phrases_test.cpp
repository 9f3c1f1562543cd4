#include "report/grade/phrases.hpp"

#include <gmock/gmock.h>

#include <languages.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

namespace arbiter::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

nlohmann::json sentences(model::FeedbackLanguage language) {
  return nlohmann::json::parse(k_languages.at(static_cast<std::size_t>(language)));
}

std::multiset<std::string> places_in(const std::string& sentence) {
  static const std::regex k_place(R"(\{\d\})");
  return {std::sregex_token_iterator(sentence.begin(), sentence.end(), k_place), {}};
}

TEST(Phrases, AreTheSameInEveryLanguage) {
  const nlohmann::json english = sentences(model::FeedbackLanguage::en);
  for (std::size_t i = 0; i < model::k_feedback_languages.size(); ++i) {
    const std::string_view language = model::k_feedback_languages.at(i);
    const nlohmann::json other = sentences(static_cast<model::FeedbackLanguage>(i));
    EXPECT_EQ(other.size(), english.size()) << language;
    for (const auto& [key, sentence] : english.items()) {
      ASSERT_TRUE(other.contains(key)) << language << " " << key;
      EXPECT_EQ(places_in(other[key].get<std::string>()), places_in(sentence.get<std::string>()))
          << language << " " << key;
      EXPECT_FALSE(other[key].get<std::string>().empty()) << language << " " << key;
    }
  }
}

TEST(Phrases, TellEveryVerdictInEveryLanguage) {
  for (std::size_t i = 0; i < model::k_feedback_languages.size(); ++i) {
    const Phrases say(static_cast<model::FeedbackLanguage>(i));
    for (const model::VerdictRow& row : model::verdict_table()) {
      EXPECT_NE(say.verdict(row.verdict), row.code);
      EXPECT_THAT(say(std::string(row.code) + "_means"), Not(HasSubstr("_means")));
    }
  }
}

TEST(Phrases, TellHowTimeGrows) {
  const Phrases say(model::FeedbackLanguage::en);
  model::RunLimits limits;
  limits.time = std::chrono::seconds(2);
  model::Slowness slow{20000, std::chrono::milliseconds(1984), "n^2.0", 100000, 49.6, "n^1.0"};
  EXPECT_EQ(say.slowness(slow, limits),
            "At n = 20000 your program takes about 2 s, and its time grows like n^2.0. At n = "
            "100000, the largest, it would take 50 s. The time limit is 2 s. The time of the "
            "reference grows like n^1.0.");
  slow.at_largest = 1e300;
  slow.reference.clear();
  EXPECT_NE(
      say.slowness(slow, limits).find("it would take more than a day. The time limit is 2 s."),
      std::string::npos);
}

TEST(Phrases, SayWhyInASentence) {
  const Phrases say(model::FeedbackLanguage::en);
  model::TestJudgement test;
  test.verdict = model::Verdict::rte;
  test.run.ending = model::Ending::signalled;
  test.run.signal = 11;
  EXPECT_EQ(
      say.reason(test, {}),
      "The system ended your program (SIGSEGV), because it used memory that was not its own.");
  test.run.signal = 24;
  EXPECT_EQ(say.reason(test, {}), "The system ended your program (SIGXCPU).");
  test.run.ending = model::Ending::exited;
  test.run.exit_status = 3;
  EXPECT_EQ(say.reason(test, {}), "Your program ended with exit status 3 instead of 0.");
  test.verdict = model::Verdict::wa;
  EXPECT_EQ(say.reason(test, {}), "");
}

}  // namespace
}  // namespace arbiter::report
