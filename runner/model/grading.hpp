#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"

namespace arbiter::model {

/// How the points of the tests of a group, or of the groups of a problem, become one number.
enum class PointRule : std::uint8_t {
  sum,  ///< each gives its share
  min,  ///< the worst share counts for all
  all,  ///< everything or nothing
};

/// Points of one test group of a problem.
struct GroupPolicy {
  std::string group;  ///< the path below data/, as "secret/large"
  double points = 0;
  PointRule rule = PointRule::all;
  int line = 0;  ///< in grading.yaml, from 1; 0: not known
};

/// What lateness costs. All times are of the submission itself, so that grading again later gives
/// the same.
struct LateStep {
  Nanoseconds until{};  ///< late by at most this much
  double percent = 0;   ///< taken from the points, 0 to 100
};

struct LatePolicy {
  std::optional<std::int64_t> due;  ///< seconds since 1970, UTC; none: nothing is late
  std::int64_t zone = 0;        ///< of `due` as the teacher wrote it, in seconds east of Greenwich
  Nanoseconds grace{};          ///< late by no more than this is not late
  std::vector<LateStep> steps;  ///< sorted by `until`; later than the last gives no points
  std::optional<double> percent_per_day;   ///< instead of steps: for each day begun
  std::optional<double> percent_per_hour;  ///< likewise for each hour begun
  std::optional<double> most_percent;      ///< with these two: what is taken at most
  std::optional<Nanoseconds> closes;       ///< later than this gives no points
};

/// Which of several attempts counts.
enum class AttemptRule : std::uint8_t {
  last,  ///< the one submitted last
  best,  ///< the one with the most points after lateness, the earlier of equals
  all,   ///< the last counts, all are judged and shown
};

/// How much a student is told of a failing test.
enum class Disclosure : std::uint8_t {
  verdict,           ///< the verdict alone
  first_difference,  ///< and where output and answer part, and what stands there
  full,              ///< and input, answer and output
};

/// Who may know what of a test.
enum class Visibility : std::uint8_t { sample, open, hidden };

/// The languages that students are told in, and how a policy writes them.
enum class FeedbackLanguage : std::uint8_t { en, de, sv, ru, zh, es, fr };
inline constexpr std::array<std::string_view, 7> k_feedback_languages{"en", "de", "sv", "ru",
                                                                      "zh", "es", "fr"};

struct FeedbackPolicy {
  Disclosure sample = Disclosure::full;
  Disclosure open = Disclosure::first_difference;
  Disclosure hidden = Disclosure::verdict;
  std::vector<std::string> open_tests;  ///< globs over names of tests that count as `open`
};

/// Who is shown the smallest input on which a program fails.
enum class Audience : std::uint8_t { none, teacher, student };

/// Whether and how long such inputs are looked for.
struct CounterexamplePolicy {
  Audience audience = Audience::none;
  Nanoseconds time = std::chrono::seconds(3);  ///< for each program, and as long to make it small
  std::optional<Nanoseconds> at_most;          ///< for all programs together
};

/// What one problem is worth, and its own rules where they differ from those of all.
struct ProblemPolicy {
  std::string problem;              ///< id: the folder's name
  std::string title;                ///< as grade books call it; empty: the id
  double points = 100;              ///< the most that can be had
  PointRule rule = PointRule::sum;  ///< over groups, or over tests where there are no groups
  std::vector<GroupPolicy> groups;  ///< none: all tests (but samples) count alike
  std::optional<LatePolicy> late;
  std::vector<std::string> other_names;          ///< how students' files and folders may call it
  std::vector<std::filesystem::path> templates;  ///< what students were given to begin with
  int line = 0;                                  ///< in grading.yaml, from 1; 0: not known
};

/// grading.yaml, or what holds without it.
struct GradingPolicy {
  std::vector<ProblemPolicy> problems;  ///< those that grading.yaml names, in its order
  AttemptRule attempts = AttemptRule::last;
  LatePolicy late;
  FeedbackPolicy feedback;
  CounterexamplePolicy counterexamples;
  std::map<std::string, double> time_factors;  ///< language id -> factor
  int stop_after_tle =
      0;             ///< a program that ran into the time limit so often is not run on; 0: never
  int decimals = 2;  ///< that scores are rounded to, 0 to 6
  FeedbackLanguage language = FeedbackLanguage::en;
  std::string assignment;  ///< how grade books call all of it; may be empty
};

/// A row of overrides.csv: what a person decided, which is applied last.
struct Override {
  std::string student;  ///< id
  std::string problem;  ///< id
  double points = 0;
  bool is_relative = false;  ///< "+2" or "-1.5": added to what was computed
  std::string reason;
  std::size_t line = 0;  ///< in the file, from 1
};

/// A row of comments.csv: what a person says of a mistake to all who made it.
struct MistakeComment {
  std::string cluster;  ///< id
  std::string text;
  std::size_t line = 0;  ///< in the file, from 1
};

/// A row of extensions.csv.
struct Extension {
  std::string student;
  std::string problem;                ///< id; empty: all
  std::optional<std::int64_t> until;  ///< seconds since 1970, UTC
  std::optional<std::int64_t> extra_minutes;
  std::string reason;
  std::size_t line = 0;
};

}  // namespace arbiter::model
