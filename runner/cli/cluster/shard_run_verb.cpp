#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <iostream>
#include <mutex>
#include <set>
#include <thread>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/cluster/engine_choice.hpp"
#include "cli/common/program_call.hpp"
#include "cli/common/verb.hpp"
#include "cli/common/version.hpp"
#include "cluster/files.hpp"
#include "cluster/node_report.hpp"
#include "grade/engine.hpp"
#include "grade/works.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

// A program that takes so many times as long as planned is left, so that no core waits for it at
// the end. Less would compile more programs once more (bench/scale.py).
constexpr double k_patience = 2;

/// Stops the call when whoever started this process is gone: a node's manager that was killed
/// leaves its tasks behind, and nobody would end them.
std::jthread watch_parent(ProgramCall& call) {
  return std::jthread([&call, parent = ::getppid()](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested() && ::getppid() == parent)
      wake.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
    if (!stop.stop_requested()) call.stop_all();
  });
}

/// Writes what comes into a file to standard output, too, where srun carries it to the caller.
std::jthread echo(fs::path path) {
  return std::jthread([path = std::move(path)](const std::stop_token& stop) {
    constexpr auto k_between_looks = std::chrono::milliseconds(500);
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    std::size_t written = 0;
    bool is_last = false;
    while (!is_last) {
      is_last = stop.stop_requested();
      if (const auto bytes = read_file(path); bytes && bytes->size() > written) {
        write_text(STDOUT_FILENO, bytes->substr(written));
        written = bytes->size();
      }
      wake.wait_for(lock, stop, k_between_looks, [&] { return stop.stop_requested(); });
    }
  });
}

struct ShardCall : ProgramCall {
  std::optional<TempDir> carried;  ///< what came through standard input
  cluster::Places places;
  cluster::PlanFile plan;
  cluster::ShardFile file;
  std::vector<judge::OpenProblem> problems;
  std::vector<grade::ProblemWorks> works;
  std::vector<std::vector<const cluster::Unit*>> units;  ///< like `works`
  std::unique_ptr<store::Journal> journal;
  std::optional<TempDir> folder_of_earlier;
  std::unique_ptr<store::Journal> earlier;  ///< what earlier attempts found out; null: nothing
  std::jthread echo;                        ///< last: it ends first
};

/// What Slurm gave this task may be less than what it may run on.
void keep_to_share(ShardCall& call) {
  const auto share = number_in<int>(variable("SLURM_CPUS_PER_TASK"));
  if (!share || *share >= static_cast<int>(call.cores.size())) return;
  call.jobs = std::max(1, *share);
  // Another task would pin its programs to the same cores.
  call.cores.clear();
}

Result<void> begin_attempt(ShardCall& call, int round, std::size_t shard) {
  cluster::AttemptName name;
  name.round = round;
  name.shard = shard;
  name.is_fresh = call.file.shard.is_fresh;
  name.restart = number_in<int>(variable("SLURM_RESTART_COUNT")).value_or(0);
  const auto job = variable("SLURM_ARRAY_JOB_ID");
  if (!job.empty()) name.job = job;
  name.host = host_name();
  name.process = ::getpid();
  const fs::path folder = call.places.results() / name.text();
  ARBITER_SET(call.journal, store::Journal::open(folder));
  if (call.carried) call.echo = echo(folder / store::k_journal_name);
  const auto mode = call.plan.sandbox.empty() ? box::probe(call.surroundings.paths.arbiter_box).mode
                                              : box::parse_mode(call.plan.sandbox);
  const cluster::NodeFacts facts{name.host, call.machine.cpu,
                                 mode ? std::string(box::mode_name(*mode)) : std::string(),
                                 seconds(cluster::loop_time()) * 1e3};
  return call.journal->append(cluster::k_attempt_record, call.plan.cohort,
                              cluster::node_record(facts));
}

/// Gathers what earlier attempts found out about the units of this shard.
Result<void> gather_earlier(ShardCall& call, const std::string& own_prefix) {
  std::vector<std::string> prefixes = call.file.sources;
  if (!call.file.shard.is_fresh) prefixes.push_back(own_prefix);
  std::string lines;
  std::error_code failed;
  fs::directory_iterator it(call.places.results(), failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed)) {
    const std::string name = it->path().filename().string();
    const auto is_source = [&](const std::string& prefix) { return name.starts_with(prefix); };
    if (std::ranges::none_of(prefixes, is_source)) continue;
    const auto file = read_file(it->path() / store::k_journal_name);
    if (!file) continue;
    lines += *file;
    // The last line may have been cut off.
    if (!lines.ends_with('\n')) lines += '\n';
  }
  if (lines.empty()) return {};
  ARBITER_SET(call.folder_of_earlier, TempDir::make("arbiter-shard"));
  ARBITER_CHECK(write_file(call.folder_of_earlier->path() / store::k_journal_name, lines));
  ARBITER_SET(call.earlier,
              store::Journal::open(call.folder_of_earlier->path(), store::JournalUse::cache));
  return {};
}

judge::PlanOptions options_of(const cluster::ProblemRules& rules) {
  judge::PlanOptions options;
  options.tests = rules.tests;
  if (rules.time_limit > 0) options.time_limit = Nanoseconds(rules.time_limit);
  if (rules.memory_limit > 0) options.memory_limit = Bytes{rules.memory_limit};
  options.stop_after_tle = rules.stop_after_tle;
  options.time_factors = rules.time_factors;
  return options;
}

Result<void> open_problems(const Session& session, ShardCall& call) {
  std::set<std::string> ids;
  for (const cluster::Unit& unit : call.file.shard.units)
    ids.insert(unit.problem);
  judge::ProblemServices services = services_of(session, call);
  // The caller has shown them.
  services.show = [](const auto&) {};
  services.warn = [](const auto&, const auto&) {};
  for (const std::string& id : ids) {
    judge::ProblemRequest request;
    request.path = call.places.problem(id);
    request.given = id;
    request.missing = judge::MissingTests::ignored;
    ARBITER_TRY(opened, judge::open_problem(request, services));
    call.problems.push_back(std::move(opened));
  }
  return {};
}

/// How a unit is judged: on which test cases, and whether it may be left.
Result<grade::ProblemWorks> works_for(const ShardCall& call, const cluster::Unit& unit) {
  const auto open = std::ranges::find_if(
      call.problems, [&](const auto& one) { return one.problem.id == unit.problem; });
  if (open == call.problems.end())
    return package_error(fmt::format("there is no problem {} in the plan", unit.problem));
  grade::ProblemWorks works;
  works.problem = &open->problem;
  const auto rules =
      std::ranges::find(call.plan.problems, unit.problem, &cluster::ProblemRules::id);
  if (rules != call.plan.problems.end()) works.options = options_of(*rules);
  works.options.piece = unit.piece;
  works.options.pieces = unit.pieces;
  // What stops soon is not left.
  if (unit.may_be_left && works.options.stop_after_tle == 0)
    works.options.leave_after = from_seconds(k_patience * unit.seconds);
  return works;
}

Result<void> load_works(ShardCall& call) {
  for (const cluster::Unit& unit : call.file.shard.units) {
    ARBITER_TRY(wanted, works_for(call, unit));
    auto at = std::ranges::find_if(call.works, [&](const grade::ProblemWorks& works) {
      return works.problem == wanted.problem && works.options.piece == unit.piece &&
             works.options.pieces == unit.pieces &&
             works.options.leave_after == wanted.options.leave_after;
    });
    if (at == call.works.end()) {
      at = call.works.insert(at, std::move(wanted));
      call.units.emplace_back();
    }
    ARBITER_TRY(path, grade::kept_path(call.places.folder, unit.program));
    ARBITER_TRY(submission,
                judge::load_submission(path, call.surroundings.languages, unit.language, {path}));
    at->submissions.push_back(std::move(submission));
    at->keys.push_back(unit.program);
    call.units[static_cast<std::size_t>(at - call.works.begin())].push_back(&unit);
  }
  return {};
}

class ShardRunVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "An engine, or you, starts this on nodes. FOLDER, ROUND and SHARD are as\n"
        "'arbiter grade --engine' wrote them. Every attempt writes a file of its own;\n"
        "what an earlier attempt found out is not run again. '-' in place of FOLDER: it\n"
        "comes as a tar archive through standard input, and results leave through\n"
        "standard output.");
    app.add_option("words", words_)->expected(3)->group("");
    app.add_option("--jobs,-j", options_.jobs,
                   "Test cases at the same time (default: one per core)")
        ->type_name("N");
  }

  Result<int> run(const Session& session) override {
    ShardCall call;
    return end(session, call, run_shard(session, call), "interrupted; another attempt goes on");
  }

 private:
  Result<int> run_shard(const Session& session, ShardCall& call) const {
    if (words_.size() != 3)
      return usage_error("FOLDER, ROUND and SHARD are needed", "see 'arbiter shard-run --help'");
    ARBITER_CHECK(find_folder(call));
    const auto round = number_in<int>(words_[1]);
    const auto shard = number_in<std::size_t>(words_[2]);
    if (!round || !shard)
      return usage_error(fmt::format("'{} {}' are no round and shard", words_[1], words_[2]),
                         "both are numbers");
    ARBITER_SET(call.plan, cluster::read_plan(call.places));
    if (call.plan.version != version()) {
      return judge_error(fmt::format("the plan was made by Arbiter {}, and this is {}",
                                     call.plan.version, version()),
                         "install the same version on all nodes");
    }
    ARBITER_SET(call.file, cluster::read_shard(call.places, *round, *shard));
    ARBITER_CHECK(set_up(session, options_, call));
    call.sandbox = box::parse_mode(call.plan.sandbox);
    if (!options_.jobs) keep_to_share(call);
    ARBITER_CHECK(gather_earlier(call, cluster::AttemptName::prefix(*round, *shard)));
    ARBITER_CHECK(begin_attempt(call, *round, *shard));
    ARBITER_CHECK(open_problems(session, call));
    ARBITER_CHECK(load_works(call));
    ARBITER_CHECK(judge(call));
    ARBITER_CHECK(call.journal->finish());
    return call.is_interrupted() ? exit_status(ErrorKind::interrupted) : 0;
  }

  Result<void> find_folder(ShardCall& call) const {
    call.places.folder = words_[0];
    if (words_[0] != "-") return {};
    ARBITER_SET(call.carried, TempDir::make("arbiter-carried"));
    const fs::path archive = call.carried->path() / "carried.tar";
    std::ofstream file(archive, std::ios::binary);
    file << std::cin.rdbuf();
    file.close();
    if (!file)
      return judge_error(fmt::format("cannot write {}", archive.string()), "is the disk full?");
    call.places.folder = call.carried->path() / "work";
    ARBITER_CHECK(make_folders(call.places.folder));
    ARBITER_CHECK(package::unpack_tar(archive, call.places.folder));
    return make_folders(call.places.results());
  }

  static Result<void> judge(ShardCall& call) {
    ARBITER_TRY(engine, grade::Engine::plan(call.works, call.surroundings.languages,
                                            {*call.journal, call.plan.surroundings, false, nullptr,
                                             call.earlier.get()}));
    const auto unit_of = [&](std::size_t problem, std::size_t work) {
      return cluster::record_name(*call.units[problem][work]);
    };
    const auto keep = [&](std::string_view kind, const std::string& key, const std::string& value) {
      // A result that cannot be kept ends the work, and so does this one.
      if (!call.journal->append(kind, key, value)) call.stop_all();
    };
    std::set<std::string> missing;
    for (const grade::EngineWork& work : engine->unrecorded())
      missing.insert(unit_of(work.problem, work.work));
    std::size_t known = 0;
    for (const cluster::Unit& unit : call.file.shard.units) {
      if (missing.contains(cluster::record_name(unit))) continue;
      keep(cluster::k_unit_record, cluster::record_name(unit), cluster::unit_record({}));
      ++known;
    }
    if (!missing.empty()) {
      const std::jthread watch = watch_parent(call);
      ARBITER_CHECK(open_boxes(call));
      judge::ExecuteOptions how;
      how.jobs = call.jobs;
      how.cores = call.cores;
      how.stop = &call.stop;
      const grade::EngineTools tools{
          *call.workshop.compiler,
          *call.workshop.boxes,
          call.surroundings.languages,
          how,
          [&call] { call.stop_all(); },
          [&](const grade::EngineWork& work) {
            keep(cluster::k_start_record, unit_of(work.problem, work.work), "0");
          },
          [&](const grade::EngineWork& work, const auto& judged) {
            if (call.stop.load()) return;
            const auto& plan = engine->plan_of(work.problem);
            keep(cluster::k_rest_record, unit_of(work.problem, work.work),
                 cluster::rest_record(rest_of(plan, judged)));
          }};
      ARBITER_CHECK(engine->run(tools, [&](const grade::EngineProgress& now) {
        if (now.finished == nullptr) return;
        keep(cluster::k_unit_record, unit_of(now.problem, now.work),
             cluster::unit_record(fault_of(*now.finished)));
      }));
      report_faults(*engine, call, keep);
    }
    write_text(STDERR_FILENO, fmt::format("{}: {} judged, {} known before\n", host_name(),
                                          counted(missing.size(), "program"), known));
    if (!call.stop.load()) keep(cluster::k_end_record, call.plan.cohort, "0");
    return {};
  }

  /// What is left of a program, if each test case takes as long as the longest one that was run.
  static cluster::Rest rest_of(const judge::Plan& plan, const model::SubmissionJudgement& judged) {
    Nanoseconds longest{};
    for (const model::TestJudgement& test : judged.tests)
      longest = std::max(longest, test.run.wall);
    const std::size_t tests = plan.tests.size() - judged.tests.size();
    return {tests, seconds(judged.compile.took.value_or(Nanoseconds{})) +
                       seconds(longest) * static_cast<double>(tests)};
  }

  /// Why the judge failed at a program; empty if it did not.
  static std::string fault_of(const model::SubmissionJudgement& judged) {
    if (!judged.compile.fault.empty()) return judged.compile.fault;
    const auto at =
        std::ranges::find(judged.tests, model::Verdict::je, &model::TestJudgement::verdict);
    if (at == judged.tests.end()) return {};
    return at->message.empty() ? "the judge failed on " + at->name : at->message;
  }

  /// A problem of which no program can be judged tells nobody of its works.
  static void report_faults(grade::Engine& engine, const ShardCall& call, const auto& keep) {
    const auto judged = engine.take();
    for (std::size_t p = 0; p < judged.size(); ++p) {
      for (std::size_t w = 0; w < judged[p].size(); ++w) {
        if (judged[p][w].compile.fault.empty()) continue;
        keep(cluster::k_unit_record, cluster::record_name(*call.units[p][w]),
             cluster::unit_record(judged[p][w].compile.fault));
      }
    }
  }

  std::vector<std::string> words_;
  JudgeOptions options_;  ///< no more than --jobs
};

}  // namespace

const VerbRow k_shard_run_verb = {"shard-run", "FOLDER ROUND SHARD ",
                                  "Judge one shard of a cohort on a node of a cluster",
                                  make_verb<ShardRunVerb>};

}  // namespace arbiter::cli
