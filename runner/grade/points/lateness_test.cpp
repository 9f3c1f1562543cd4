#include "grade/points/points.hpp"

#include <gtest/gtest.h>

namespace arbiter::grade {
namespace {

constexpr std::int64_t k_due = 1'000'000;
constexpr std::int64_t k_hour = 3600;
constexpr std::int64_t k_day = 86400;

model::LatePolicy due() {
  model::LatePolicy policy;
  policy.due = k_due;
  return policy;
}

Lateness after(std::int64_t seconds, const model::LatePolicy& policy) {
  model::Attempt attempt;
  attempt.submitted = k_due + seconds;
  return lateness_of(attempt, {policy.due, false}, policy);
}

TEST(Lateness, CountsMinutesThatHaveBegun) {
  EXPECT_EQ(after(-1, due()).minutes, 0);
  EXPECT_EQ(after(0, due()).minutes, 0);
  EXPECT_EQ(after(1, due()).minutes, 1);
  EXPECT_EQ(after(60, due()).minutes, 1);
  EXPECT_EQ(after(61, due()).minutes, 2);
  EXPECT_EQ(after(61, due()).percent, 0);
  EXPECT_EQ(after(61, due()).words, "late by 2 min, which costs nothing");
  EXPECT_EQ(after(0, due()).words, "");
}

TEST(Lateness, IsForgivenWhollyUpToTheGraceAndNotAtAllBeyond) {
  model::LatePolicy policy = due();
  policy.grace = std::chrono::minutes(10);
  policy.percent_per_hour = 1;
  EXPECT_EQ(after(600, policy).minutes, 0);
  EXPECT_EQ(after(600, policy).percent, 0);
  EXPECT_EQ(after(601, policy).minutes, 11) << "since the due time";
  EXPECT_EQ(after(601, policy).percent, 1);
}

TEST(Lateness, TakesTheStepThatIsNotExceeded) {
  model::LatePolicy policy = due();
  policy.steps = {{std::chrono::hours(24), 20}, {std::chrono::hours(48), 50}};
  EXPECT_EQ(after(1, policy).percent, 20);
  EXPECT_EQ(after(k_day, policy).percent, 20);
  EXPECT_EQ(after(k_day + 1, policy).percent, 50);
  EXPECT_EQ(after(2 * k_day, policy).percent, 50);
  EXPECT_EQ(after(2 * k_day + 1, policy).percent, 100);
  EXPECT_EQ(after(3 * k_hour, policy).words, "late by 3 h: 20% is taken");
}

TEST(Lateness, TakesAShareForEachDayOrHourBegun) {
  model::LatePolicy days = due();
  days.percent_per_day = 10;
  EXPECT_EQ(after(1, days).percent, 10);
  EXPECT_EQ(after(k_day, days).percent, 10);
  EXPECT_EQ(after(k_day + 1, days).percent, 20);
  EXPECT_EQ(after(100 * k_day, days).percent, 100);
  days.most_percent = 35;
  EXPECT_EQ(after(100 * k_day, days).percent, 35);
  model::LatePolicy hours = due();
  hours.percent_per_hour = 0.5;
  EXPECT_EQ(after(k_hour, hours).percent, 0.5);
  EXPECT_EQ(after(3 * k_hour + 1, hours).percent, 2);
}

TEST(Lateness, LeavesNothingOnceItIsClosed) {
  model::LatePolicy policy = due();
  policy.percent_per_day = 1;
  policy.most_percent = 5;
  policy.closes = std::chrono::hours(48);
  EXPECT_FALSE(after(2 * k_day, policy).is_closed);
  EXPECT_EQ(after(2 * k_day, policy).percent, 2);
  EXPECT_TRUE(after(2 * k_day + 1, policy).is_closed);
  EXPECT_EQ(after(2 * k_day + 1, policy).percent, 100);
}

TEST(Lateness, NeverFallsAsTimeGoesOn) {
  model::LatePolicy policy = due();
  policy.grace = std::chrono::minutes(90);
  policy.percent_per_hour = 3;
  policy.most_percent = 80;
  policy.closes = std::chrono::hours(30);
  double before = 0;
  for (std::int64_t late = -k_hour; late < 32 * k_hour; late += 97) {
    const Lateness now = after(late, policy);
    ASSERT_GE(now.percent, before);
    before = now.percent;
  }
  EXPECT_EQ(before, 100);
}

TEST(Lateness, TakesNothingWithoutATime) {
  model::Attempt attempt;
  EXPECT_EQ(lateness_of(attempt, {}, {}).words, "");
  const Lateness unknown = lateness_of(attempt, {k_due, false}, due());
  EXPECT_EQ(unknown.percent, 0);
  EXPECT_EQ(unknown.warning, "");
  EXPECT_NE(unknown.words, "");
  attempt.is_marked_late = true;
  const Lateness marked = lateness_of(attempt, {k_due, false}, due());
  EXPECT_EQ(marked.percent, 0);
  EXPECT_EQ(marked.warning, "marked late without a time, so no penalty was applied");
  EXPECT_EQ(lateness_of(attempt, {}, {}).warning, marked.warning);
  attempt.submitted = k_due;
  EXPECT_EQ(lateness_of(attempt, {k_due, false}, due()).warning, "") << "the time decides";
}

model::Extension extension(const std::string& student, const std::string& problem,
                           std::optional<std::int64_t> until,
                           std::optional<std::int64_t> minutes = std::nullopt) {
  model::Extension made;
  made.student = student;
  made.problem = problem;
  made.until = until;
  made.extra_minutes = minutes;
  return made;
}

TEST(Deadline, IsThatOfTheMostFavourableExtension) {
  const std::vector<model::Extension> rows = {
      extension("ada", "", k_due + 100), extension("ada", "sum", std::nullopt, 10),
      extension("ada", "sum", k_due - 500), extension("bob", "", k_due + 9000)};
  EXPECT_EQ(deadline_of("ada", "sum", due(), rows).due, k_due + 600);
  EXPECT_TRUE(deadline_of("ada", "sum", due(), rows).is_extended);
  EXPECT_EQ(deadline_of("ada", "other", due(), rows).due, k_due + 100);
  EXPECT_EQ(deadline_of("eve", "sum", due(), rows).due, k_due);
  EXPECT_FALSE(deadline_of("eve", "sum", due(), rows).is_extended);
  EXPECT_FALSE(deadline_of("ada", "sum", {}, rows).due.has_value());
}

TEST(Deadline, IsNeverEarlierThanThatOfAll) {
  const std::vector<model::Extension> rows = {
      extension("ada", "", k_due - 1), extension("ada", "", std::nullopt, -5),
      extension("bob", "", std::nullopt, std::numeric_limits<std::int64_t>::max())};
  EXPECT_EQ(deadline_of("ada", "sum", due(), rows).due, k_due);
  EXPECT_GT(*deadline_of("bob", "sum", due(), rows).due, k_due + 1000 * k_day);
}

}  // namespace
}  // namespace arbiter::grade
