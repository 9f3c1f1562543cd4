#include "cli/cluster/cluster.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <system_error>

#include "base/command.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/common/version.hpp"
#include "cluster/files.hpp"
#include "cluster/node_report.hpp"
#include "cluster/rounds.hpp"
#include "cluster/slurm.hpp"
#include "grade/works.hpp"
#include "judge/run/test_keys.hpp"
#include "package/package.hpp"
#include "report/text/typeset.hpp"
#include "store/hash.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto k_between_queries = std::chrono::seconds(2);
// What a test case takes of its limit where nobody knows better, and a compile.
constexpr double k_usual_share = 0.1;
constexpr double k_compile_seconds = 1;
// Less than that is judged here sooner than nodes begin.
constexpr double k_worth_it_seconds = 300;
// Slurm ends it long before.
constexpr auto k_longest_shard = std::chrono::hours(24 * 7);
const Bytes k_memory_of_judge = mib(400);

/// cluster::RunCommand with the usual patience.
Result<CommandOutcome> run_on_host(const std::vector<std::string>& words) {
  return run_command(words);
}

/// "round 1: 12 shards queued, 4 running, 30 ended; 85 results/s, about 3 min left".
std::string cluster_line(const cluster::ClusterStatus& status, double results_per_second,
                         double seconds_left) {
  std::string line =
      fmt::format("programs; round {}: {} queued, {} running, {} ended", status.round,
                  report::counted(status.queued, "shard"), status.running, status.ended);
  if (results_per_second >= 1) line += fmt::format("; {:.0f} results/s", results_per_second);
  if (seconds_left >= 1) line += ", " + report::time_left(from_seconds(seconds_left));
  return line;
}

/// What is said of the work on a cluster while it lasts: one line that is drawn over and over on a
/// terminal, else a line whenever something has changed.
class ClusterProgress {
 public:
  /// Others can follow it in `folder`, that of the run.
  ClusterProgress(const Session& session, const std::filesystem::path& folder)
      : session_(session), line_(session) {
    line_.share(folder);
  }

  void update(const cluster::ClusterStatus& status) {
    const auto now = std::chrono::steady_clock::now();
    if (status.round != round_) {
      round_ = status.round;
      begun_ = now;
      results_at_begin_ = status.results;
    }
    if (status.trouble != trouble_) {
      trouble_ = status.trouble;
      line_.clear();
      session_.warn(
          trouble_.empty() ? "Slurm's controller answers again"
                           : fmt::format("Slurm's controller does not answer: {}", trouble_),
          trouble_.empty() ? "" : "nothing is handed in twice; this waits until it answers");
    }
    const double elapsed = seconds(now - begun_);
    const double rate =
        elapsed > 0 ? static_cast<double>(status.results - results_at_begin_) / elapsed : 0;
    const double left = status.done > 0 ? elapsed * (1 - status.done) / status.done : 0;
    line_.update(status.units, status.all_units, cluster_line(status, rate, left));
    if (session_.wants_progress() || session_.progress == When::never) return;
    const std::string line =
        fmt::format("{}/{} {}\n", status.units, status.all_units, cluster_line(status, 0, 0));
    if (line == said_) return;
    said_ = line;
    write_text(STDERR_FILENO, line);
  }
  void clear() { line_.clear(); }

 private:
  const Session& session_;
  Progress line_;
  std::string said_;
  std::string trouble_;
  int round_ = 0;
  std::size_t results_at_begin_ = 0;
  std::chrono::steady_clock::time_point begun_{};
};

class ClusterWork {
 public:
  ClusterWork(const ClusterCall& cluster, const EngineChoice& chosen)
      : cluster_(cluster), chosen_(chosen), progress_(cluster.session, cluster.out) {}

  Result<void> run() {
    ARBITER_CHECK(look_at_work());
    ARBITER_TRY(is_elsewhere, chooses_nodes());
    if (!is_elsewhere) return {};
    ARBITER_CHECK(write_files());
    if (chosen_.kind == EngineKind::by_hand) return by_hand();
    const bool watches = !cluster_.call.interrupts;
    if (watches) {
      ARBITER_SET(cluster_.call.interrupts,
                  Interrupts::watch([this] { cluster_.call.stop_all(); }));
    }
    const auto scheduler = make_scheduler();
    cluster::RoundsCall call = rounds_call();
    call.policy.cores = std::max(1, scheduler->cores());
    auto outcome = cluster::run_rounds(call, *scheduler);
    progress_.clear();
    if (watches && !cluster_.call.is_interrupted()) cluster_.call.interrupts.reset();
    if (!outcome) return std::move(outcome).error();
    tell(*outcome);
    ARBITER_CHECK(cluster_.plan_again());
    if (outcome->is_interrupted) return {};
    give_up(*outcome);
    std::error_code ignored;
    if (outcome->given_up.empty() && !chosen_.site.keep) fs::remove_all(places_.folder, ignored);
    return {};
  }

 private:
  /// Names the cohort, and counts the units.
  Result<void> look_at_work() {
    std::vector<std::string> facts = {std::string(version()), cluster_.surroundings};
    std::error_code failed;
    facts.push_back(fs::absolute(cluster_.out, failed).lexically_normal().string());
    for (std::size_t p = 0; p < cluster_.problems.size(); ++p) {
      const model::Problem& problem = cluster_.problems[p]->problem;
      ARBITER_TRY(hash, judge::hash_problem(problem));
      const judge::PlanOptions& options = cluster_.engine->works_of(p).options;
      facts.push_back(fmt::format("{} {} {}", problem.id, hash, options.stop_after_tle));
      for (const auto& [language, factor] : options.time_factors)
        facts.push_back(fmt::format("{} {}", language, factor));
    }
    cohort_ = cluster::cohort_name(facts);
    fs::path folder = chosen_.site.shared.empty() || is_carried()
                          ? cluster_.out / "cluster"
                          : fs::path(chosen_.site.shared) / ("arbiter-" + cohort_);
    places_.folder = fs::absolute(folder, failed).lexically_normal();
    units_ = units_of_engine();
    return {};
  }

  [[nodiscard]] bool is_carried() const { return chosen_.site.shared == cluster::k_not_shared; }

  /// Whether nodes judge. Where the user leaves that to Arbiter, it says what it chose.
  Result<bool> chooses_nodes() const {
    if (chosen_.kind == EngineKind::by_hand) return true;
    const bool is_free = chosen_.kind == EngineKind::automatic;
    double total = 0;
    for (const cluster::Unit& unit : units_)
      total += unit.seconds;
    const double here = total / cluster_.call.jobs;
    if (is_free && here <= k_worth_it_seconds)
      return say_engine(false, fmt::format("this takes {}", report::about(from_seconds(here))));
    auto found = cluster::find_slurm(run_on_host);
    if (!found && is_free) return say_engine(false, found.error().message);
    if (found)
      return is_free ? say_engine(true, fmt::format("this machine would take {}",
                                                    report::about(from_seconds(here))))
                     : true;
    Error error = std::move(found).error();
    error.message = "Slurm cannot be used: " + error.message;
    error.kind = ErrorKind::judge;
    return error;
  }

  static bool say_engine(bool is_slurm, const std::string& why) {
    write_text(STDERR_FILENO,
               fmt::format("engine: {}; {}\n",
                           is_slurm ? "the nodes of the Slurm cluster" : "this machine", why));
    return is_slurm;
  }

  [[nodiscard]] std::vector<cluster::Unit> units_of_engine() const {
    std::vector<cluster::Unit> units;
    for (const grade::EngineWork& work : cluster_.engine->unrecorded())
      units.push_back(unit_of(work));
    return units;
  }

  [[nodiscard]] cluster::Unit unit_of(const grade::EngineWork& work) const {
    const grade::ProblemWorks& works = cluster_.engine->works_of(work.problem);
    const judge::Plan& plan = cluster_.engine->plan_of(work.problem);
    cluster::Unit unit;
    unit.problem = works.problem->id;
    unit.program = work.key;
    unit.key = key_of(unit.problem, work.key);
    unit.language = works.submissions[work.work].language->id;
    unit.seconds = k_compile_seconds + k_usual_share * seconds(plan.limits.time) *
                                           static_cast<double>(plan.tests.size());
    return unit;
  }
  static std::string key_of(const std::string& problem, const std::string& program) {
    return store::sha256(problem + "\n" + program);
  }

  /// What nodes read, as far as it is not there yet.
  Result<void> write_files() {
    cluster::PlanFile plan{std::string(version()), cohort_, cluster_.surroundings, {}, {}};
    if (cluster_.call.sandbox) plan.sandbox = box::mode_word(*cluster_.call.sandbox);
    const auto old = cluster::read_plan(places_);
    std::error_code ignored;
    // What lies there belongs to other problems, or to another version.
    if (old && old->cohort != cohort_) fs::remove_all(places_.folder, ignored);
    for (std::size_t p = 0; p < cluster_.problems.size(); ++p) {
      const judge::OpenProblem& one = *cluster_.problems[p];
      const judge::PlanOptions& options = cluster_.engine->works_of(p).options;
      plan.problems.push_back(rules_of(one.problem.id, options));
      const fs::path to = places_.problem(one.problem.id);
      if (fs::exists(to, ignored)) continue;
      ARBITER_CHECK(package::copy_problem(one.problem, one.made, to));
    }
    for (const grade::EngineWork& work : cluster_.engine->unrecorded()) {
      const auto& submissions = cluster_.engine->works_of(work.problem).submissions;
      ARBITER_CHECK(grade::keep_files(places_.folder, work.key, submissions[work.work]));
    }
    return cluster::write_plan(places_, plan);
  }

  static cluster::ProblemRules rules_of(const std::string& id, const judge::PlanOptions& options) {
    return {id,
            options.tests,
            options.time_limit.value_or(Nanoseconds{}).count(),
            options.memory_limit.value_or(Bytes{}).count,
            options.stop_after_tle,
            options.time_factors};
  }

  [[nodiscard]] std::unique_ptr<cluster::Scheduler> make_scheduler() const {
    cluster::SlurmNeeds needs;
    needs.cohort = cohort_;
    needs.tasks_at_once = chosen_.site.jobs;
    needs.options = chosen_.site.slurm_options;
    needs.memory = k_memory_of_judge;
    Bytes largest;
    for (std::size_t p = 0; p < cluster_.problems.size(); ++p)
      largest = std::max(largest, cluster_.engine->plan_of(p).limits.memory);
    needs.memory.count += largest.count;
    if (!is_carried()) return cluster::make_slurm(std::move(needs), run_on_host);
    const auto carry = [](const std::vector<std::string>& words) {
      return run_command(words, k_longest_shard);
    };
    return cluster::make_srun(std::move(needs), {places_, program_of(chosen_), carry}, run_on_host);
  }

  cluster::RoundsCall rounds_call() {
    cluster::RoundsCall call;
    call.places = places_;
    call.cohort = cohort_;
    call.all_units = units_.size();
    call.policy.least = chosen_.site.least_shard;
    call.policy.most = std::max(chosen_.site.most_shard, chosen_.site.least_shard);
    call.arbiter = program_of(chosen_);
    call.silent_after = silence();
    // Slurm keeps to a number of jobs within one round.
    call.may_overlap = chosen_.site.jobs == 0;
    call.journal = [this]() -> store::Journal& { return *cluster_.journal; };
    call.missing = [this]() -> Result<std::vector<cluster::Unit>> {
      ARBITER_CHECK(cluster_.plan_again());
      return units_of_engine();
    };
    call.unit_of = [this](const std::string& key) -> std::optional<cluster::Unit> {
      const auto work = cluster_.engine->work_of(key);
      return work ? std::optional(unit_of(*work)) : std::nullopt;
    };
    call.show = [this](const cluster::ClusterStatus& status) -> Result<void> {
      progress_.update(status);
      return cluster_.watch ? cluster_.watch(status.units, status.all_units) : Result<void>();
    };
    call.wait = [this] { return cluster_.call.pause(k_between_queries); };
    return call;
  }

  /// No test case of a living shard is silent for so long.
  [[nodiscard]] Nanoseconds silence() const {
    Nanoseconds longest{};
    for (std::size_t p = 0; p < cluster_.problems.size(); ++p)
      longest = std::max(longest, cluster_.engine->plan_of(p).limits.wall);
    return std::max(from_seconds(chosen_.site.silent_after), 3 * longest);
  }

  Result<void> by_hand() {
    cluster::RoundsCall call = rounds_call();
    ARBITER_TRY(written, cluster::write_round_by_hand(call));
    if (written.shards == 0) {
      ARBITER_CHECK(cluster_.plan_again());
      return {};
    }
    const bool is_one = written.shards == 1;
    return Error{ErrorKind::judge,
                 fmt::format("not judged yet: {} of {}", written.units,
                             report::counted(units_.size(), "program")),
                 {},
                 fmt::format("run the {} of round {}, on any machine: {} shard-run {} {} {}",
                             report::counted(written.shards, "shard"), written.round,
                             shell_quoted(program_of(chosen_).string()),
                             shell_quoted(places_.folder.string()), written.round,
                             is_one ? "0" : fmt::format("N, N from 0 to {}", written.shards - 1))};
  }

  /// The same program takes longer on some nodes than on others.
  void tell_of_differences(const std::map<std::string, cluster::NodeFacts>& nodes) const {
    if (nodes.empty()) return;
    const auto speed = [](const auto& row) { return row.second.loop; };
    const auto [fast, slow] = std::ranges::minmax_element(nodes, {}, speed);
    if (cluster::are_alike(fast->second.loop, slow->second.loop)) return;
    cluster_.session.warn(
        fmt::format("a program takes {:.2f} times as long on {} ({}) as on {} ({})",
                    slow->second.loop / fast->second.loop, slow->first, slow->second.cpu,
                    fast->first, fast->second.cpu),
        "--slurm-option constraint=NAME asks for one kind of node");
  }

  void tell(const cluster::RoundsOutcome& outcome) const {
    const Session& session = cluster_.session;
    for (const cluster::Dispute& dispute : outcome.disputes) {
      session.warn(fmt::format("one result differed between two runs: {}, {}; it was judged again",
                               dispute.first, dispute.second),
                   "verdicts near a limit differ like that when nodes differ");
    }
    if (outcome.damaged > 0)
      session.warn(fmt::format("{} in the results of nodes {} damaged and judged again",
                               report::counted(outcome.damaged, "line"),
                               outcome.damaged == 1 ? "was" : "were"));
    for (const std::string& name : outcome.foreign)
      session.warn(fmt::format("results/{} belongs to another run; it was not read", name));
    tell_of_differences(outcome.nodes);
    if (outcome.rounds > 0)
      write_text(STDERR_FILENO,
                 fmt::format("{} on {} in {}{}\n", report::counted(units_.size(), "program"),
                             report::counted(outcome.nodes.size(), "node"),
                             report::counted(static_cast<std::size_t>(outcome.rounds), "round"),
                             outcome.doubles == 0
                                 ? std::string()
                                 : fmt::format("; {} came twice and counts once",
                                               report::counted(outcome.doubles, "result"))));
  }

  void give_up(const cluster::RoundsOutcome& outcome) {
    for (const grade::EngineWork& work : cluster_.engine->unrecorded()) {
      const auto at = outcome.given_up.find(unit_of(work).key);
      if (at != outcome.given_up.end()) cluster_.engine->give_up(work, at->second);
    }
  }

  const ClusterCall& cluster_;
  const EngineChoice& chosen_;
  ClusterProgress progress_;
  std::string cohort_;
  cluster::Places places_;
  std::vector<cluster::Unit> units_;  ///< that were missing at first
};

}  // namespace

Result<void> judge_on_cluster(const ClusterCall& cluster) {
  ARBITER_TRY(chosen, choose_engine(cluster.session, cluster.options));
  if (chosen.kind == EngineKind::local || cluster.engine->unrecorded().empty()) return {};
  return ClusterWork(cluster, chosen).run();
}

}  // namespace arbiter::cli
