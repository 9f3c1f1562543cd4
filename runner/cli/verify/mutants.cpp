#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/stress/call.hpp"
#include "cli/verify/parts.hpp"
#include "judge/program/language_detection.hpp"
#include "report/text/typeset.hpp"
#include "store/hash.hpp"
#include "verify/mutate.hpp"
#include "verify/verify.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// How long mutants that no test case fails are stressed together: this for each of them.
constexpr Nanoseconds k_stress_time = std::chrono::milliseconds(500);
constexpr int k_most_stressed = 10;
/// What a mutant may use of time is a multiple of what the slowest accepted submission uses, and
/// something for a machine that is busy: PIT, "Timeouts", has both. Most that use more never end.
constexpr int k_time_factor = 2;
constexpr Nanoseconds k_more_time = std::chrono::milliseconds(500);
/// After so many mutants the test cases are put in order again.
constexpr std::size_t k_round = 40;

/// One submission with one change.
struct Mutant {
  std::size_t original = 0;  ///< its number among the accepted ones
  judge::Submission submission;
  Place place;
  std::string change;  ///< in words
};

std::string one_line_of(std::string_view text) {
  return fmt::format("'{}'", report::one_line(text));
}

/// The line of `text` that holds byte `offset`, without its end.
std::string_view line_at(std::string_view text, std::size_t offset) {
  const std::size_t before = text.substr(0, offset).rfind('\n');
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', offset) - begin);
}

Place place_of(const fs::path& path, std::string_view text, const verify::Mutation& mutation) {
  const std::string_view line = line_at(text, mutation.offset);
  Place place;
  place.path = verify::shown_path(path);
  place.line = 1 + static_cast<int>(std::ranges::count(text.substr(0, mutation.offset), '\n'));
  place.column = 1 + static_cast<int>(text.data() + mutation.offset - line.data());
  const std::size_t behind = line.size() - static_cast<std::size_t>(place.column - 1);
  place.length = static_cast<int>(std::min(mutation.length, behind));
  place.source_line = std::string(line);
  return place;
}

using Score = std::pair<double, double>;

/// What the output validator says beside the verdict.
Score score_of(const model::TestJudgement& test) {
  return {test.score_multiplier.value_or(1), test.score_file.value_or(0)};
}

std::string change_of(std::string_view text, const verify::Mutation& mutation) {
  const std::string_view old = text.substr(mutation.offset, mutation.length);
  if (mutation.replacement == ";" || mutation.replacement == "pass")
    return fmt::format("without {}", one_line_of(old));
  return fmt::format("with {} instead of {}", one_line_of(mutation.replacement), one_line_of(old));
}

class MutantTest {
 public:
  MutantTest(const Session& session, JudgeCall& call, const MutantOptions& options)
      : session_(session), call_(call), options_(options), problem_(call.problem) {
    // Every test case counts for itself, and the first one that fails ends a mutant.
    problem_.group_rules = model::GroupRules::none;
  }

  Result<model::VerifiedPart> run() {
    model::VerifiedPart part;
    part.name = verify::k_mutants;
    ARBITER_CHECK(judge_originals());
    ARBITER_CHECK(make_mutants());
    if (mutants_.empty()) return part;
    ARBITER_CHECK(compile_mutants());
    for (std::size_t begin = 0; begin < left_.size() && !call_.is_interrupted(); begin += k_round)
      ARBITER_CHECK(judge_round(begin, std::min(left_.size(), begin + k_round)));
    if (call_.is_interrupted()) return interrupted_error();
    std::erase_if(left_, [&](std::size_t i) { return caught_.contains(i); });
    ARBITER_CHECK(stress_survivors());
    const std::size_t known = caught_.size() + counterexamples_.size();
    part.summary = fmt::format(
        "{} of {} caught{}, {} perhaps equal", caught_.size(), known,
        known == 0 ? ""
                   : fmt::format(" ({:.1f} %)", 100.0 * double(caught_.size()) / double(known)),
        left_.size() - counterexamples_.size());
    for (const std::size_t i : left_)
      part.findings.push_back(survivor(i));
    return part;
  }

 private:
  /// The accepted submissions that can be mutated, and how long test cases take them.
  Result<void> judge_originals() {
    std::vector<judge::Submission> accepted;
    for (const judge::Submission& one : call_.loaded.submissions) {
      if (one.label == "accepted" && verify::syntax_of(one.language->family))
        accepted.push_back(one);
    }
    if (accepted.empty()) return {};
    ARBITER_TRY(judged, judge_all(accepted, {}, false));
    for (std::size_t i = 0; i < accepted.size(); ++i) {
      const auto is_passed = [](const auto& test) { return test.verdict == model::Verdict::ac; };
      if (!judged[i].compile.ok || !std::ranges::all_of(judged[i].tests, is_passed)) continue;
      originals_.push_back(accepted[i]);
      scores_.emplace_back();
      for (const model::TestJudgement& test : judged[i].tests) {
        Nanoseconds& time = times_[test.name];
        time = std::max(time, test.run.cpu);
        slowest_ = std::max(slowest_, test.run.cpu);
        scores_.back()[test.name] = score_of(test);
      }
    }
    return {};
  }

  static void mark_as_many(judge::Plan& plan) {
    for (judge::PlannedSubmission& one : plan.submissions)
      one.is_one_of_many = true;
  }

  /// Judges submissions on all test cases, those in front first that fail the most in the least
  /// time.
  Result<std::vector<model::SubmissionJudgement>> judge_all(
      const std::vector<judge::Submission>& submissions, const judge::PlanOptions& options,
      bool orders) {
    ARBITER_SET(call_.plan,
                judge::make_plan(problem_, submissions, call_.surroundings.languages, options));
    const auto rate = [this](std::size_t test) {
      const std::string& name = problem_.tests[test].name;
      return (1.0 + double(kills_[name])) / (0.005 + seconds(times_[name]));
    };
    if (orders) std::ranges::stable_sort(call_.plan.tests, std::greater<>(), rate);
    return execute(session_, call_, open_cache(session_, call_).get());
  }

  /// As many of each submission as of any other.
  Result<void> make_mutants() {
    ARBITER_SET(folder_, TempDir::make("arbiter-mutants"));
    std::size_t left = options_.most;
    for (std::size_t i = 0; i < originals_.size(); ++i) {
      const std::size_t before = mutants_.size();
      ARBITER_CHECK(mutate(i, left / (originals_.size() - i)));
      left -= mutants_.size() - before;
    }
    return {};
  }

  Result<void> mutate(std::size_t original, std::size_t most) {
    const judge::Submission& submission = originals_[original];
    const verify::Syntax syntax = *verify::syntax_of(submission.language->family);
    std::vector<std::string> texts;
    std::vector<std::pair<std::size_t, verify::Mutation>> all;
    for (std::size_t i = 0; i < submission.files.size(); ++i) {
      const judge::ProgramFile& file = submission.files[i];
      texts.emplace_back();
      if (!judge::is_source_of(*submission.language, file.name)) continue;
      ARBITER_SET(texts.back(), read_file(file.path));
      for (verify::Mutation& one : verify::mutations_of(texts.back(), syntax))
        all.emplace_back(i, std::move(one));
    }
    for (const std::size_t chosen : verify::spread(all.size(), most)) {
      const auto& [file, mutation] = all[chosen];
      ARBITER_CHECK(add_mutant(original, file, texts[file], mutation));
    }
    return {};
  }

  Result<void> add_mutant(std::size_t original, std::size_t file, const std::string& text,
                          const verify::Mutation& mutation) {
    Mutant mutant{original, originals_[original], {}, {}};
    judge::ProgramFile& changed = mutant.submission.files[file];
    mutant.place = place_of(changed.path, text, mutation);
    mutant.change = change_of(text, mutation);
    mutant.submission.given =
        fmt::format("mutant {} of {}", mutants_.size() + 1, mutant.submission.given);
    mutant.submission.label.reset();
    mutant.submission.rule.reset();
    mutant.submission.more_rules.clear();
    changed.path = folder_->path() / std::to_string(mutants_.size());
    changed.links = Links::follow;
    ARBITER_CHECK(write_file(changed.path, verify::mutated(text, mutation)));
    mutants_.push_back(std::move(mutant));
    return {};
  }

  /// Leaves out what does not compile, and what compiles to the same program as its original or as
  /// another mutant (Papadakis et al., "Trivial compiler equivalence", 2015).
  Result<void> compile_mutants() {
    const std::size_t first = originals_.size();
    std::vector<judge::Submission> all = originals_;
    for (const Mutant& one : mutants_)
      all.push_back(one.submission);
    ARBITER_TRY(plan, judge::make_plan(problem_, all, call_.surroundings.languages, {}));
    mark_as_many(plan);
    std::vector<std::string> hashes(all.size());
    Progress progress(session_);
    const judge::SideBySide how =
        side_by_side_of(call_, progress, "interrupted while mutants were compiled");
    const auto compile = [&](std::size_t i) -> Result<void> {
      ARBITER_TRY(made, call_.workshop.compiler->compile(judge::compile_request(plan, i)));
      if (!made.judgement.ok) return {};
      ARBITER_SET(hashes[i], hash_of(made.executable));
      return {};
    };
    ARBITER_CHECK(judge::side_by_side(
        all.size(), how, [&](std::size_t i) { return "compiling " + all[i].given; }, compile));
    std::set<std::string> known(hashes.begin(), hashes.begin() + std::ptrdiff_t(first));
    for (std::size_t i = first; i < all.size(); ++i) {
      if (!hashes[i].empty() && known.insert(hashes[i]).second) left_.push_back(i - first);
    }
    return {};
  }

  static Result<std::string> hash_of(const judge::Executable& executable) {
    store::Sha256 hash;
    for (const judge::ProgramFile& file : executable.files) {
      ARBITER_TRY(bytes, read_file(file.path, mib(256)));
      hash.add_field(bytes);
    }
    return hash.hex();
  }

  /// Of the mutants that are left, those from `begin` to `end`.
  Result<void> judge_round(std::size_t begin, std::size_t end) {
    std::vector<judge::Submission> round;
    for (std::size_t i = begin; i < end; ++i)
      round.push_back(mutants_[left_[i]].submission);
    judge::PlanOptions options;
    options.fail_fast = true;
    options.runs_for_hints = false;
    options.time_limit =
        std::min(judge::limits_of(problem_, {}).time, k_time_factor * slowest_ + k_more_time);
    ARBITER_TRY(judged, judge_all(round, options, true));
    for (std::size_t i = begin; i < end; ++i) {
      const Mutant& mutant = mutants_[left_[i]];
      const auto& tests = judged[i - begin].tests;
      const auto killer = std::ranges::find_if(tests, [&](const model::TestJudgement& test) {
        return test.verdict != model::Verdict::ac ||
               score_of(test) < scores_[mutant.original][test.name];
      });
      if (killer == tests.end()) continue;
      if (killer->verdict == model::Verdict::je) return judge_error(killer->message, "");
      ++kills_[killer->name];
      caught_.insert(left_[i]);
    }
    return {};
  }

  /// Looks for inputs that fail what no test case fails.
  Result<void> stress_survivors() {
    if (left_.empty() || problem_.generation.programs.empty()) return {};
    StressCall stress;
    for (const std::size_t i : left_)
      stress.request.given.push_back(mutants_[i].submission);
    stress.request.judge = call_.options;
    stress.request.judge.words = {call_.located.problem_as_given};
    stress.request.search.time =
        k_stress_time * std::min(k_most_stressed, static_cast<int>(left_.size()));
    if (options_.adds_tests) stress.request.break_all = "mutants";
    Session quiet = session_;
    quiet.typed.clear();
    std::vector<Diagnostic> told_already;
    quiet.kept = &told_already;
    const LentWorkshop lent(call_, stress.judge);
    return search(quiet, stress);
  }

  Result<void> search(const Session& session, StressCall& stress) {
    ARBITER_CHECK(prepare(session, stress));
    mark_as_many(stress.plan);
    stress.request.search.seed = 1;
    stress.request.search.shrink_patience = std::chrono::seconds(1);
    stress.request.search.stop = &stress.judge.interrupts->flag();
    ARBITER_CHECK(compile(session, stress));
    ARBITER_TRY(result, cli::search(stress, stress.request.search));
    if (stress.judge.is_interrupted()) return interrupted_error();
    for (const std::size_t i : left_) {
      const fs::path file = mutants_[i].place.path;
      result.submissions.push_back("a mutant of " + file.filename().string());
    }
    if (options_.adds_tests) ARBITER_CHECK(save_cover(session, stress, result));
    for (const model::StressFailure& failure : result.failures)
      counterexamples_[left_[failure.submission]] = failure;
    return {};
  }

  [[nodiscard]] Diagnostic survivor(std::size_t i) const {
    const Mutant& mutant = mutants_[i];
    const auto example = counterexamples_.find(i);
    const bool is_found = example != counterexamples_.end();
    Diagnostic told = verify::finding(
        is_found ? Severity::warning : Severity::note,
        is_found ? verify::code::k_mutant_lives : verify::code::k_mutant_equivalent,
        fmt::format("no test case fails this program {}", mutant.change), {},
        is_found ? how_to_fail(example->second)
                 : "perhaps it does the same; if not, add a test case that tells them apart");
    told.place = mutant.place;
    return told;
  }

  static std::string how_to_fail(const model::StressFailure& example) {
    constexpr std::size_t k_longest_shown = 60;
    if (!example.saved.empty()) return fmt::format("{} does from now on", example.saved);
    const std::string shown = example.input.size() > k_longest_shown
                                  ? fmt::format("an input of {} bytes", example.input.size())
                                  : fmt::format("the input {}", one_line_of(example.input));
    return fmt::format("{} does; --add-tests adds the fewest test cases that fail all of these",
                       shown);
  }

  const Session& session_;
  JudgeCall& call_;
  const MutantOptions& options_;
  model::Problem problem_;
  std::optional<TempDir> folder_;
  std::vector<judge::Submission> originals_;
  std::vector<std::map<std::string, Score>> scores_;  ///< of originals, by test case
  std::map<std::string, Nanoseconds> times_;
  Nanoseconds slowest_{};
  std::vector<Mutant> mutants_;
  std::vector<std::size_t> left_;  ///< mutants that differ from all others
  std::set<std::size_t> caught_;
  std::map<std::string, std::size_t> kills_;                     ///< by test case
  std::map<std::size_t, model::StressFailure> counterexamples_;  ///< of mutants that none fails
};

}  // namespace

Result<model::VerifiedPart> verify_mutants(const Session& session, JudgeCall& call,
                                           const MutantOptions& options) {
  return MutantTest(session, call, options).run();
}

}  // namespace arbiter::cli
