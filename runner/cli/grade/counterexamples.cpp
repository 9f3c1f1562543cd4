// Of programs that fail in the same way one is searched, by a stress test of its problem. Each of
// the others is run on the input that is found; one that does otherwise there is searched itself.

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/grade/call.hpp"
#include "cli/grade/counterexample_parts.hpp"
#include "grade/likeness/likeness.hpp"
#include "store/archive.hpp"
#include "store/hash.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::string_view k_kind = "counterexample";

/// The search at one problem.
class Search {
 public:
  Search(const Session& session, GradeCall& call, std::size_t problem, Clock::time_point end)
      : session_(session),
        call_(call),
        problem_(problem),
        time_(call.policy.counterexamples.time),
        end_(end) {
    quiet_ = session_;
    quiet_.typed.clear();
    quiet_.kept = &told_already_;
  }

  /// Takes what is known, and tells how many programs are left to be searched.
  Result<std::size_t> look_up() {
    const judge::OpenProblem& problem = call_.problems[problem_];
    open_ = grade::same_mistakes(call_.works.works, problem.problem.id);
    if (open_.empty()) return std::size_t{0};
    ARBITER_TRY(hash, hash_of_generation(problem.problem));
    name_all(hash);
    for (auto& group : open_)
      std::erase_if(group, [this](std::size_t work) { return is_known(work); });
    std::erase_if(open_, [](const auto& group) { return group.empty(); });
    return open_.size();
  }

  Result<void> run() {
    const model::Problem& problem = call_.problems[problem_].problem;
    if (problem.generation.programs.empty())
      give_up("the problem has no generators to draw inputs from");
    ARBITER_CHECK(read_forbidden(problem));
    while (!open_.empty() && !call_.is_interrupted()) {
      if (Clock::now() >= end_) {
        give_up("the time for all programs was over");
      } else {
        ARBITER_CHECK(round());
      }
    }
    return {};
  }

  /// Those that are left have none.
  void give_up(const std::string& why) {
    for (const auto& group : open_) {
      for (const std::size_t work : group) {
        of(work) = {};
        of(work).none = why;
      }
    }
    open_.clear();
  }

 private:
  model::Counterexample& of(std::size_t work) {
    auto& place = call_.works.works[work].counterexample;
    if (!place) place.emplace();
    return *place;
  }

  /// Names each result by all that it depends on.
  void name_all(const std::string& problem) {
    const std::vector<std::size_t>& works = call_.engine_works[problem_];
    for (std::size_t i = 0; i < works.size(); ++i) {
      engine_work_[works[i]] = i;
      store::Sha256 hash;
      hash.add_words({problem, call_.engine->key_of(problem_, i),
                      std::to_string(call_.policy.counterexamples.time.count())});
      keys_[works[i]] = hash.hex();
    }
  }

  bool is_known(std::size_t work) {
    if (call_.options.judge.no_cache) return false;
    auto line = call_.journal->find(k_kind, keys_[work]);
    const bool is_of_run = line.has_value();
    if (!line && call_.shared) line = call_.shared->find(k_kind, keys_[work]);
    auto known = line ? store::from_archive_line<model::Counterexample>(*line) : std::nullopt;
    if (!known) return false;
    // What cannot be kept is looked up again.
    if (!is_of_run) (void)call_.journal->append(k_kind, keys_[work], *line);
    of(work) = *std::move(known);
    return true;
  }

  Result<void> keep(std::size_t work) {
    std::string line = store::archive_counterexample(of(work));
    line.pop_back();
    if (call_.shared) (void)call_.shared->append(k_kind, keys_[work], line);
    return call_.journal->append(k_kind, keys_[work], line);
  }

  /// A student is never shown what stands in a test case, not even by chance.
  Result<void> read_forbidden(const model::Problem& problem) {
    for (const model::TestCase& test : problem.tests) {
      std::error_code failed;
      const auto size = fs::file_size(test.input, failed);
      if (model::is_sample(test.name) || failed || size > k_most_input) continue;
      ARBITER_TRY(bytes, read_file(test.input));
      forbidden_.emplace(trimmed(bytes));
    }
    return {};
  }

  /// Searches the first of each group, then tries what was found on the others.
  Result<void> round() {
    StressCall stress;
    std::vector<std::size_t> first;
    for (const auto& group : open_)
      first.push_back(group.front());
    stress.request = request_for(first);
    const LentWorkshop lent(call_, stress.judge);
    auto prepared = prepare(quiet_, stress);
    if (prepared) prepared = compile(quiet_, stress);
    if (!prepared) {
      if (stress.judge.is_interrupted()) return interrupted_error();
      give_up(prepared.error().text());
      return {};
    }
    ARBITER_TRY(findings, search(stress));
    if (stress.judge.is_interrupted()) return interrupted_error();
    ARBITER_CHECK(measure_slow(stress));
    return confirm(stress, findings);
  }

  [[nodiscard]] StressRequest request_for(const std::vector<std::size_t>& works) const {
    StressRequest request;
    for (const std::size_t work : works)
      request.given.push_back(call_.works.submissions.at(call_.works.works[work]));
    request.judge.words = {call_.problems[problem_].given};
    request.judge.jobs = call_.jobs;
    request.judge.plan = call_.engine->works_of(problem_).options;
    request.judge.plan.stop_after_tle = 0;
    request.judge.links_within = call_.options.judge.links_within;
    return request;
  }

  /// How the time of all those grows that are too slow, each for itself: what fails in the same way
  /// need not be equally slow.
  Result<void> measure_slow(StressCall& stress) {
    std::vector<std::size_t> slow;
    for (const auto& group : open_) {
      for (const std::size_t work : group) {
        if (is_slow(work) && !slowness_.contains(work)) slow.push_back(work);
      }
    }
    const auto left = std::chrono::duration_cast<Nanoseconds>(end_ - Clock::now());
    if (slow.empty() || left <= Nanoseconds::zero()) return {};
    // The reference is measured, too.
    const auto time = std::min<Nanoseconds>(time_, left / static_cast<int>(slow.size() + 1));
    ARBITER_TRY(grown, measure_slowness(quiet_, request_for(slow), time, stress));
    for (std::size_t i = 0; i < slow.size(); ++i)
      slowness_[slow[i]] = std::move(grown[i]);
    return {};
  }

  /// By the place of the group. Programs that are too slow take all their time on every input: at
  /// first one stands for them all.
  Result<std::map<std::size_t, Finding>> search(StressCall& stress) {
    JointTerms terms{time_, end_, forbidden_, {}, {}};
    for (std::size_t g = 0; g < open_.size(); ++g)
      (is_slow(open_[g].front()) ? terms.slow : terms.quick).push_back(g);
    const std::vector<std::size_t> slow = terms.slow;
    if (is_first_round_) terms.slow.resize(std::min<std::size_t>(1, slow.size()));
    searched_.clear();
    for (const std::size_t g : terms.quick)
      searched_.insert(open_[g].front());
    for (const std::size_t g : terms.slow)
      searched_.insert(open_[g].front());
    is_first_round_ = false;
    ARBITER_TRY(found, search_jointly(session_, stress, terms));
    are_test_cases_alone_ = found.are_test_cases_alone;
    if (!slow.empty()) {
      const auto first = found.by_submission.find(slow.front());
      for (const std::size_t g : slow) {
        if (first != found.by_submission.end()) found.by_submission.try_emplace(g, first->second);
      }
    }
    return std::move(found.by_submission);
  }

  [[nodiscard]] bool is_slow(std::size_t work) const {
    return call_.works.works[work].judgement.verdict == model::Verdict::tle;
  }

  Result<void> confirm(StressCall& stress, const std::map<std::size_t, Finding>& findings) {
    std::vector<std::pair<std::size_t, std::size_t>> members;  // group, work
    for (std::size_t g = 0; g < open_.size(); ++g) {
      for (const std::size_t work : open_[g])
        members.emplace_back(g, work);
    }
    std::mutex lock;
    std::vector<std::vector<std::size_t>> left;
    Progress progress(session_);
    const judge::SideBySide how =
        side_by_side_of(stress.judge, progress, "interrupted while inputs were tried");
    const auto work_on = [&](std::size_t i) -> Result<void> {
      const auto [group, work] = members[i];
      const bool is_searched = searched_.contains(work);
      const auto finding = findings.find(group);
      bool is_done = false;
      if (finding == findings.end()) {
        // What was not found for one of them is looked for in none of the others.
        of(work).none =
            are_test_cases_alone_
                ? "all inputs that the generators made are test cases, which nobody is shown"
                : "no input was found in time on which it fails";
        is_done = searched_.contains(open_[group].front());
      } else {
        ARBITER_SET(is_done, try_on(stress, work, finding->second, is_searched));
      }
      const std::lock_guard held(lock);
      if (is_done || is_searched) {
        of(work).slowness = slowness_[work];
        return keep(work);
      }
      left.push_back({work});
      return {};
    };
    // Places are made before several threads use them.
    for (const auto& [group, work] : members)
      of(work) = {};
    ARBITER_CHECK(judge::side_by_side(
        members.size(), how, [](std::size_t) { return std::string("trying inputs"); }, work_on));
    std::ranges::sort(left);
    open_ = std::move(left);
    return {};
  }

  /// Runs one program on an input that another fails. False: it does not fail there.
  Result<bool> try_on(StressCall& stress, std::size_t work, const Finding& finding,
                      bool is_searched) {
    const judge::Plan& plan = call_.engine->plan_of(problem_);
    const std::size_t place = engine_work_.at(work);
    const std::vector<judge::Submission> submissions = {*plan.submissions[place].submission};
    ARBITER_TRY(compiled,
                stress.judge.workshop.compiler->compile(judge::compile_request(plan, place)));
    ARBITER_TRY(executable, judge::executable_or_error(std::move(compiled), submissions[0].given));
    const std::vector<judge::Executable> executables = {std::move(executable)};
    const std::vector<std::optional<judge::Executable>> servers(1);
    judge::PlanOptions options = stress.judge.options.plan;
    options.transcript = true;
    options.runs_for_hints = false;
    const stress::Contestants contestants{stress.judge.problem,
                                          stress.judge.surroundings.languages,
                                          submissions,
                                          executables,
                                          servers,
                                          std::move(options),
                                          stress.has_answers};
    const judge::PackagePrograms package = stress.package();
    ARBITER_TRY(trial, stress::Trial::open(contestants, stress.judges, package.boxes, -1));
    stress::Workplace bench{stress::InputBench(package, stress.programs, -1), std::move(trial),
                            stress.has_answers};
    ARBITER_TRY(examined, stress::examine(bench, finding.input, {0}));
    const bool fails =
        !examined.judgements.empty() && examined.judgements[0].verdict != model::Verdict::ac;
    model::Counterexample& made = of(work);
    if (!fails) {
      made.none = "it does not fail twice on the same input";
      return false;
    }
    made.test = std::move(examined.judgements[0]);
    made.test.name.clear();
    made.input = finding.input;
    if (!stress.judge.problem.is_interactive) made.answer = std::move(examined.answer);
    made.course = course_of(package, bench.trial->test(), made.test);
    ARBITER_TRY(is_alike, try_others(*bench.trial, finding.others, made));
    if (!finding.pattern || !(is_alike || is_searched)) return true;
    made.pattern = finding.pattern;
    if (is_searched) return true;
    // Only what this program was run on counts for it.
    const auto failing = std::ranges::count(finding.others, true, &SmallInput::fails);
    made.pattern->failing = static_cast<std::size_t>(failing);
    made.pattern->passing = finding.others.size() - made.pattern->failing;
    return true;
  }

  /// Adds a line for each. Gives whether the program does as the one that was searched.
  static Result<bool> try_others(stress::Trial& trial, const std::vector<SmallInput>& others,
                                 model::Counterexample& made) {
    bool is_alike = true;
    for (const SmallInput& one : others) {
      ARBITER_CHECK(trial.set(one.input, one.answer));
      const model::TestJudgement judged = trial.judge(0);
      const bool fails = judged.verdict != model::Verdict::ac;
      is_alike = is_alike && fails == one.fails;
      const bool is_shown = one.input != made.input && judged.verdict != model::Verdict::je;
      if (is_shown) made.others += small_input_line(one, judged);
    }
    return is_alike;
  }

  const Session& session_;
  GradeCall& call_;
  std::size_t problem_;
  Nanoseconds time_;       ///< for each program
  Clock::time_point end_;  ///< of all searches
  Session quiet_;
  std::vector<Diagnostic> told_already_;
  std::vector<std::vector<std::size_t>> open_;  ///< works that nothing is known of, by mistake
  std::map<std::size_t, std::string> keys_;     ///< by work
  std::map<std::size_t, std::size_t> engine_work_;
  std::set<std::string, std::less<>> forbidden_;  ///< inputs of test cases
  bool are_test_cases_alone_ = false;
  bool is_first_round_ = true;
  std::set<std::size_t> searched_;                                  ///< works, in this round
  std::map<std::size_t, std::optional<model::Slowness>> slowness_;  ///< by work; what was measured
};

}  // namespace

Result<void> find_counterexamples(const Session& session, GradeCall& call) {
  const model::CounterexamplePolicy& policy = call.policy.counterexamples;
  if (policy.audience == model::Audience::none) return {};
  const Clock::time_point end =
      policy.at_most ? Clock::now() + *policy.at_most : Clock::time_point::max();
  for (std::size_t p = 0; p < call.problems.size() && !call.is_interrupted(); ++p) {
    Search search(session, call, p, end);
    ARBITER_TRY(left, search.look_up());
    if (left == 0) continue;
    ARBITER_CHECK(open_boxes(call));
    const auto found = search.run();
    if (found || call.is_interrupted()) continue;
    // Grades do not depend on it.
    session.warn("not all counterexamples could be looked for: " + found.error().text(),
                 found.error().help);
    search.give_up(found.error().text());
  }
  return {};
}

}  // namespace arbiter::cli
