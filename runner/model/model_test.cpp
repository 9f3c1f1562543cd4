#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "model/gradebook.hpp"
#include "model/judgement.hpp"
#include "model/language.hpp"
#include "model/points.hpp"
#include "model/problem.hpp"
#include "model/reason.hpp"
#include "model/verdict.hpp"

namespace arbiter::model {
namespace {

TEST(Verdict, EveryRowIsFoundByItsCodeAndDiffersFromTheOthers) {
  std::set<std::string_view> codes;
  for (const VerdictRow& r : verdict_table()) {
    EXPECT_EQ(&row(r.verdict), &r);
    EXPECT_EQ(code(r.verdict), r.code);
    EXPECT_EQ(parse_verdict(r.code), r.verdict);
    EXPECT_TRUE(codes.insert(r.code).second) << r.code;
    EXPECT_EQ(display_width(r.symbol), 1U) << r.code;
    EXPECT_FALSE(r.name.empty() || r.color.empty()) << r.code;
  }
  EXPECT_EQ(codes,
            (std::set<std::string_view>{"AC", "WA", "TLE", "RTE", "MLE", "OLE", "CE", "JE"}));
}

TEST(Verdict, CodesAreReadInAnyCaseAndNothingElseIs) {
  EXPECT_EQ(parse_verdict("tle"), Verdict::tle);
  EXPECT_EQ(parse_verdict("Ac"), Verdict::ac);
  for (const std::string_view text : {"", "A", "ACC", "RE", "AC ", "OK"}) {
    EXPECT_EQ(parse_verdict(text), std::nullopt) << text;
  }
}

TEST(Gradebook, FindsTheWorkOfAnAttempt) {
  Attempt attempt;
  attempt.problem = "sum";
  attempt.sha256 = "b";
  const auto places =
      places_of({{{"sum", "a"}, {}, {}}, {{"mul", "b"}, {}, {}}, {attempt, {}, {}}});
  EXPECT_EQ(places.at(attempt), 2U);
  EXPECT_EQ(places.size(), 3U);
  attempt.problem = "max";
  EXPECT_FALSE(places.contains(attempt));
}

TEST(JudgedBefore, SampleComesFirstThenComponentsAsBytes) {
  const std::vector<std::string> in_order = {
      "sample",    "sample/1",    "sample/10",      "sample/2",         "samples/1",
      "secret/01", "secret/01/a", "secret/01-a",    "secret/01.b",      "secret/1",
      "secret/Z",  "secret/a",    "secret/group/1", "secret/group-2/1", "secret/å",
  };
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    for (std::size_t j = 0; j < in_order.size(); ++j) {
      EXPECT_EQ(judged_before(in_order[i], in_order[j]), i < j)
          << in_order[i] << ' ' << in_order[j];
    }
  }
}

TEST(JudgedBefore, SortsTheSameFromAnyOrder) {
  std::vector<std::string> names = {"secret/b", "sample/2", "secret/a/1", "sample/1", "secret/a-1"};
  const std::vector<std::string> sorted = {"sample/1", "sample/2", "secret/a/1", "secret/a-1",
                                           "secret/b"};
  std::ranges::sort(names);
  do {
    std::vector<std::string> copy = names;
    std::ranges::sort(copy, judged_before);
    ASSERT_EQ(copy, sorted);
  } while (std::next_permutation(names.begin(), names.end()));
}

TEST(Languages, AreFoundByIdInTheOrderOfTheFile) {
  Languages languages;
  for (const char* id : {"cpp20", "c", "python3"}) {
    Language language;
    language.id = id;
    languages.rows.push_back(language);
  }
  EXPECT_EQ(languages.find("c"), &languages.rows[1]);
  EXPECT_EQ(languages.find("C"), nullptr);
  EXPECT_EQ(languages.find(""), nullptr);
  EXPECT_EQ(languages.ids(), (std::vector<std::string>{"cpp20", "c", "python3"}));
}

TEST(Constants, AreReplacedWhereTheyAreNamed) {
  const Constants constants = {{"n", "5"}, {"n.tex", "$5$"}, {"m", "{{n}}"}};
  EXPECT_EQ(with_constants("a {{n}}{{n.tex}} b", constants), "a 5$5$ b");
  EXPECT_EQ(with_constants("{{{n}}} {{{{n}}", constants), "{5} {{5");
  EXPECT_EQ(with_constants("{{m}} {{k}} {{ n }} {{n} {{n", constants),
            "{{n}} {{k}} {{ n }} {{n} {{n");
  EXPECT_EQ(with_constants("{{n}}", {}), "{{n}}");
}

TEST(Verdicts, StandForThoseOfOtherJudges) {
  const auto meanings = [](Verdict verdict) {
    std::string all;
    for (const Verdict meaning : counts_as(verdict))
      all += std::string(code(meaning)) + " ";
    return all;
  };
  EXPECT_EQ(meanings(Verdict::ole), "OLE RTE WA TLE ");
  EXPECT_EQ(meanings(Verdict::mle), "MLE RTE ");
  EXPECT_EQ(meanings(Verdict::je), "JE ");
}

TEST(Points, AreRoundedHalfAwayFromZeroInOneWay) {
  EXPECT_EQ(show_points(0.285), "0.29");
  EXPECT_EQ(show_points(-0.285), "-0.29");
  EXPECT_EQ(fixed_points(0.285, 2), "0.29");
  EXPECT_EQ(fixed_points(7.5, 2), "7.50");
  EXPECT_EQ(fixed_points(1.0 / 0.0, 0), "0");
  EXPECT_EQ(rounded_points(2.5, 0), 3);
  EXPECT_EQ(rounded_points(2.4999, 0), 2);
  EXPECT_EQ(show_points(20), "20");
  EXPECT_EQ(show_points(88.3721), "88.37");
  EXPECT_EQ(show_points(-0.001), "0");
  EXPECT_EQ(show_points(0.5, 6), "0.5");
  EXPECT_EQ(show_points(-1.0 / 0.0), "-inf");
  EXPECT_EQ(show_points(1e300).size(), 301U);
}

TEST(Maxima, AreOfTheTestsThatRan) {
  SubmissionJudgement submission;
  EXPECT_FALSE(peak_of(submission));
  for (const int n : {3, 7, 5}) {
    TestJudgement test;
    test.run.cpu = std::chrono::milliseconds(n);
    test.run.memory = mib(10 - n);
    submission.tests.push_back(test);
  }
  EXPECT_EQ(peak_of(submission)->cpu, std::chrono::milliseconds(7));
  EXPECT_EQ(peak_of(submission)->memory, mib(7));
}

// The checker, the compiler or the judge says why in its own words.
bool is_told_elsewhere(Verdict verdict) {
  return verdict == Verdict::ac || verdict == Verdict::wa || verdict == Verdict::ce ||
         verdict == Verdict::je;
}

TEST(Reason, EveryFailureOfARunHasOneInThreeLengths) {
  for (const VerdictRow& row : verdict_table()) {
    if (is_told_elsewhere(row.verdict)) continue;
    TestJudgement test;
    test.verdict = row.verdict;
    EXPECT_NE(reason(row.verdict, test.run, {}), "") << row.code;
    EXPECT_NE(lasting_reason(test, {}), "") << row.code;
    EXPECT_NE(short_reason(test, {}), "") << row.code;
  }
}

}  // namespace
}  // namespace arbiter::model
