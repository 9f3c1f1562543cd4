#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <random>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/grade/counterexample_parts.hpp"
#include "stress/pattern.hpp"

namespace arbiter::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// On so many small inputs each program is run for what those on which it fails have in common.
constexpr std::int64_t k_survey = 200;
/// What numbers in generator commands are lowered to for that: first so that a line may show them.
constexpr std::array<std::uint64_t, 2> k_small_numbers = {4, 12};
/// Commands that make more bytes of them are left out.
constexpr std::size_t k_most_small = 1000;
/// Those that are shown are chosen from so many failing ones, and as many others.
constexpr std::size_t k_choice = 300;
/// Where all are too long for that, a program that is like the searched one is run on so many.
constexpr std::size_t k_checked = 6;

/// So many failing inputs are shown, and as many others.
constexpr std::size_t k_shown = 20;

/// The text with each character named by how many smaller ones there are: it is the same for "ba"
/// and "ca", which are one case to a person.
std::string shape_of(std::string text) {
  std::set<char> there;
  for (const char one : text)
    there.insert(one);
  there.erase('\n');
  there.erase(' ');
  for (char& one : text) {
    const auto place = there.find(one);
    if (place != there.end()) one = static_cast<char>('a' + std::distance(there.begin(), place));
  }
  return text;
}

/// Answers of one kind are the same character, or are of the same length.
bool have_answers_alike(const SmallInput& one, const SmallInput& other) {
  const std::string_view text = trimmed(one.answer);
  const std::string_view others = trimmed(other.answer);
  return text.size() == others.size() && (text.size() > 1 || text == others);
}

/// The input that is least like those chosen: its answer is of the kind that the fewest of them
/// have, and its length is in the greatest ratio to the lengths of these.
std::vector<SmallInput>::iterator least_like(std::vector<SmallInput>& left,
                                             std::span<const SmallInput> chosen) {
  return std::ranges::min_element(left, {}, [&](const SmallInput& one) {
    std::size_t alike = 0;
    double ratio = k_most_input;
    for (const SmallInput& other : chosen) {
      if (!have_answers_alike(one, other)) continue;
      ++alike;
      const auto [less, more] = std::minmax({one.input.size() + 1, other.input.size() + 1});
      ratio = std::min(ratio, static_cast<double>(more) / static_cast<double>(less));
    }
    return std::pair(alike, -ratio);
  });
}

/// Those of the inputs that tell most, the failing ones first: of each shape one, of these some of
/// the shortest, and others with answers of each kind whose lengths are as different as possible.
std::vector<SmallInput> varied_inputs(std::vector<SmallInput> small) {
  std::set<std::pair<bool, std::string>> shapes;
  std::erase_if(small, [&](const SmallInput& one) {
    return !shapes.emplace(one.fails, shape_of(one.input + '\n' + one.answer)).second;
  });
  // In their order those of one length would begin alike.
  std::ranges::shuffle(small, std::mt19937());
  std::vector<SmallInput> some;
  for (const bool fails : {true, false}) {
    std::vector<SmallInput> left;
    std::ranges::copy_if(small, std::back_inserter(left),
                         [&](const SmallInput& one) { return one.fails == fails; });
    std::ranges::stable_sort(left, {}, [](const SmallInput& one) { return one.input.size(); });
    const std::size_t before = some.size();
    while (!left.empty() && some.size() < before + k_shown) {
      const bool is_short = some.size() < before + k_shown / 4;
      const auto next = is_short ? left.begin() : least_like(left, std::span(some).subspan(before));
      some.push_back(std::move(*next));
      left.erase(next);
    }
    std::ranges::stable_sort(some.begin() + static_cast<std::ptrdiff_t>(before), some.end(), {},
                             [](const SmallInput& one) { return one.input.size(); });
  }
  return some;
}

class JointSearch {
 public:
  JointSearch(const Session& session, StressCall& call, const JointTerms& terms)
      : call_(call),
        terms_(terms),
        progress_(session),
        contestants_(contestants_of(call, call.servers)),
        package_(call.package()),
        setup_{package_, contestants_, call.judges, call.programs, call.commands},
        bench_(package_, call.programs, -1),
        observed_(contestants_.submissions.size()) {}

  Result<JointFindings> run() {
    const auto end = Clock::now() + share(terms_.quick.size() + terms_.slow.size());
    stress::StressOptions options = common_options();
    options.only = terms_.quick;
    options.time = share(terms_.quick.size());
    ARBITER_CHECK(look_for(setup_, options));
    // A server that takes too long is not believed: the program would run twice.
    const std::vector<std::optional<judge::Executable>> no_servers(call_.executables.size());
    const stress::Contestants alone = contestants_of(call_, no_servers);
    ARBITER_TRY(commands, large_first());
    const stress::StressSetup for_slow{package_, alone, call_.judges, call_.programs,
                                       std::move(commands)};
    options.enumerated = 0;
    options.only = terms_.slow;
    // Making inputs small may have taken more than the others left.
    options.time = std::max(share(terms_.slow.size()),
                            std::chrono::duration_cast<Nanoseconds>(end - Clock::now()));
    ARBITER_CHECK(look_for(for_slow, options));
    found_.are_test_cases_alone = met_test_cases_ && tried_ == 0;
    if (!surveyed_.empty() && !call_.judge.is_interrupted()) ARBITER_CHECK(survey());
    return std::move(found_);
  }

 private:
  [[nodiscard]] Nanoseconds share(std::size_t programs) const {
    return terms_.time * static_cast<int>(programs);
  }

  stress::StressOptions common_options() {
    stress::StressOptions options = call_.request.search;
    options.seed = 1;
    options.shrink_time = terms_.time;
    options.shrink_patience = std::min<Nanoseconds>(terms_.time, std::chrono::seconds(1));
    options.wants_outcomes = false;
    options.stop = &call_.judge.interrupts->flag();
    options.is_forbidden = [this](std::string_view input) {
      const bool is_test_case = terms_.forbidden.contains(trimmed(input));
      if (is_test_case) met_test_cases_ = true;
      return is_test_case || input.size() > k_most_input;
    };
    options.observe = [this](std::size_t submission, const std::string& input,
                             model::Verdict verdict) {
      observed_[submission].add(input, verdict != model::Verdict::ac);
    };
    return options;
  }

  /// What takes long is large: the largest of the inputs that grow, then the last commands.
  Result<std::vector<stress::DrawCommand>> large_first() {
    std::vector<stress::DrawCommand> commands(setup_.commands.rbegin(), setup_.commands.rend());
    if (call_.judge.problem.grow.empty()) return commands;
    ARBITER_TRY(largest, stress::parse_draw(call_.judge.problem.grow.front()));
    for (stress::DrawWord& word : largest.words) {
      if (word.range) word.range->least = word.range->most;
    }
    commands.insert(commands.begin(), std::move(largest));
    return commands;
  }

  Result<void> look_for(const stress::StressSetup& setup, stress::StressOptions& options) {
    if (options.only.empty() || call_.judge.is_interrupted()) return {};
    options.time =
        std::min(options.time, std::chrono::duration_cast<Nanoseconds>(terms_.end - Clock::now()));
    options.progress = [this](const stress::StressProgress& now) {
      progress_.tell(fmt::format("{}: smallest failing inputs: {} of {} programs, {} inputs tried",
                                 call_.judge.problem.id, found_.by_submission.size() + now.found,
                                 terms_.quick.size() + terms_.slow.size(), now.iterations));
    };
    ARBITER_TRY(result, stress::stress(setup, options));
    tried_ += result.iterations;
    for (const model::StressFailure& failure : result.failures) {
      found_.by_submission[failure.submission].input = failure.input;
      const bool is_quick =
          failure.verdict == model::Verdict::wa || failure.verdict == model::Verdict::rte;
      if (is_quick && !call_.judge.problem.is_interactive) surveyed_.push_back(failure.submission);
    }
    return {};
  }

  /// Looks for what the small inputs have in common on which programs fail.
  Result<void> survey() {
    ARBITER_SET(setup_.commands, small_commands());
    stress::StressOptions options = common_options();
    options.only = surveyed_;
    options.is_survey = true;
    options.iterations = k_survey;
    options.enumerated = k_survey / 2;
    options.time = share(surveyed_.size()) / 3;
    ARBITER_CHECK(stress::stress(setup_, options));
    for (const std::size_t submission : surveyed_) {
      Finding& finding = found_.by_submission[submission];
      std::vector<stress::Observation> tried = observed_[submission].all();
      if (observed_[submission].is_whole()) finding.pattern = stress::find_pattern(tried);
      for (const stress::Observation& one : tried) {
        const bool is_smaller = std::tuple(one.input.size(), one.input) <
                                std::tuple(finding.input.size(), finding.input);
        if (one.fails && is_smaller) finding.input = one.input;
      }
      std::vector<stress::Observation> some =
          stress::near_the_least(tried, k_most_in_line, k_choice);
      // A property is told of a program like this one only if it holds there, too.
      const auto failing = std::ranges::count(some, true, &stress::Observation::fails);
      const bool has_both = failing > 0 && failing < std::ssize(some);
      const bool is_all = failing > 0 && finding.pattern && finding.pattern->passing == 0;
      if (finding.pattern && !has_both && !is_all)
        some = stress::near_the_least(std::move(tried), k_most_input, k_checked);
      ARBITER_TRY(small, answered(some));
      finding.others = varied_inputs(std::move(small));
    }
    return {};
  }

  /// Those that make something small of lowered numbers, each with a first draw of its own.
  Result<std::vector<stress::DrawCommand>> small_commands() {
    std::vector<stress::DrawCommand> small;
    std::set<std::string> seen;
    for (const std::uint64_t number : k_small_numbers) {
      for (const stress::DrawCommand& command : setup_.commands) {
        stress::DrawCommand lowered = stress::narrowed(command, number, true);
        ARBITER_TRY(made,
                    bench_.draw(command.program, stress::drawn_arguments(lowered, 1, 0), false));
        const bool is_small = made.fault.empty() && made.input.size() <= k_most_small;
        if (is_small && seen.insert(std::move(made.input)).second)
          small.push_back(std::move(lowered));
      }
    }
    return small.empty() ? setup_.commands : small;
  }

  Result<std::vector<SmallInput>> answered(const std::vector<stress::Observation>& all) {
    std::vector<SmallInput> answered;
    for (const stress::Observation& one : all) {
      std::optional<std::string>& answer = answers_[one.input];
      if (!answer) {
        ARBITER_TRY(given, bench_.answer(one.input));
        answer = std::move(given.text);
      }
      answered.push_back({one.input, *answer, one.fails});
    }
    return answered;
  }

  StressCall& call_;
  const JointTerms& terms_;
  Progress progress_;
  stress::Contestants contestants_;
  judge::PackagePrograms package_;
  stress::StressSetup setup_;
  stress::InputBench bench_;
  std::map<std::string, std::optional<std::string>> answers_;  ///< by small input
  std::vector<stress::Observations> observed_;                 ///< by submission
  std::vector<std::size_t> surveyed_;
  std::atomic<bool> met_test_cases_ = false;
  std::int64_t tried_ = 0;
  JointFindings found_;
};

}  // namespace

Result<JointFindings> search_jointly(const Session& session, StressCall& call,
                                     const JointTerms& terms) {
  return JointSearch(session, call, terms).run();
}

}  // namespace arbiter::cli
