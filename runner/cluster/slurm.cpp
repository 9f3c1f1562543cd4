#include "cluster/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/text.hpp"

namespace arbiter::cluster {
namespace {

// Enough for a quarter of slow tests more than were thought of, and for a node that starts slowly.
constexpr double k_time_for_each_second = 5;
constexpr double k_more_minutes = 10;
constexpr std::size_t k_usual_most_tasks = 1001;

/// What Arbiter says itself, or what would take a task from it.
constexpr std::array<std::string_view, 12> k_own_options = {
    "array",    "a",       "job-name",   "J",    "output", "o",
    "parsable", "requeue", "no-requeue", "wrap", "chdir",  "open-mode"};

/// The last line of what a command said, for people.
std::string complaint_of(const CommandOutcome& ran) {
  const auto lines = split_lines(trimmed(ran.errors));
  if (lines.empty()) return fmt::format("it ended with status {}", ran.status);
  return printable(lines.back());
}

Phase phase_of(std::string_view state, std::string_view why) {
  const bool is_held = state == "REQUEUE_HOLD" || state == "SPECIAL_EXIT" ||
                       lower_ascii(why).find("held") != std::string::npos;
  if (is_held) return Phase::held;
  return state == "RUNNING" || state == "SUSPENDED" || state == "STOPPED" ? Phase::running
                                                                          : Phase::queued;
}

void add_options(const std::vector<std::pair<std::string, std::string>>& options,
                 std::vector<std::string>& words) {
  for (const auto& [key, value] : options)
    words.push_back(value.empty() ? "--" + key : fmt::format("--{}={}", key, value));
}

/// What `scontrol show config` says, by names; nothing where it does not answer.
std::map<std::string, std::string> read_settings(const RunCommand& run) {
  std::map<std::string, std::string> settings;
  const auto ran = run({"scontrol", "show", "config"});
  if (!ran || ran->status != 0) return settings;
  for (const std::string_view line : split_lines(ran->output)) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    settings.emplace(trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)));
  }
  return settings;
}

class Slurm final : public Scheduler {
 public:
  Slurm(SlurmNeeds needs, RunCommand run) : needs_(std::move(needs)), run_(std::move(run)) {}

  Result<void> submit(const RoundJob& job) override {
    // The answer to an earlier sbatch may have been lost, not the job.
    Queue queue = look({job.round});
    const std::map<std::size_t, Task> known = queue.rounds[job.round];
    const std::size_t most = most_tasks();
    for (std::size_t first = 0; first < job.shards; first += most) {
      const auto at = known.lower_bound(first);
      if (at != known.end() && at->first < first + most) continue;
      ARBITER_TRY(ran, run_(words_of(job, first, std::min(most, job.shards - first))));
      if (ran.status != 0) return refused_job(ran);
    }
    return {};
  }

  Queue look(const std::set<int>& rounds) override {
    Queue queue;
    const auto ran =
        run_({"squeue", "--noheader", "--array", "--me", "--format", "%j|%F|%K|%T|%r|%N"});
    if (!ran || ran->status != 0) {
      queue.is_reachable = false;
      queue.complaint = ran ? complaint_of(*ran) : ran.error().text();
      return queue;
    }
    for (const std::string_view line : split_lines(ran->output)) {
      if (auto read = parse_queue_line(line, needs_.cohort); read && rounds.contains(read->round))
        queue.rounds[read->round][read->shard] = std::move(read->task);
    }
    return queue;
  }

  void cancel(const std::vector<std::string>& ids) override {
    std::vector<std::string> words = {"scancel", "--quiet"};
    words.insert(words.end(), ids.begin(), ids.end());
    if (!ids.empty()) static_cast<void>(run_(words));
  }

  void cancel_rounds(const std::set<int>& rounds) override {
    std::set<std::string> jobs;
    for (const auto& [round, tasks] : look(rounds).rounds) {
      for (const auto& [shard, task] : tasks)
        jobs.insert(task.id.substr(0, task.id.find('_')));
    }
    cancel({jobs.begin(), jobs.end()});
  }

  int cores() override {
    std::vector<std::string> words = {"sinfo", "--noheader", "--format", "%C"};
    for (const auto& [key, value] : needs_.options) {
      if (key == "partition") words.insert(words.end(), {"--partition", value});
    }
    const auto ran = run_(words);
    if (!ran || ran->status != 0) return 0;
    int cores = 0;
    for (const std::string_view line : split_lines(ran->output)) {
      // Allocated, idle, other (down, say), total.
      const auto counts = split(trimmed(line), '/');
      if (counts.size() == 4)
        cores += number_in<int>(counts[0]).value_or(0) + number_in<int>(counts[1]).value_or(0);
    }
    return needs_.tasks_at_once > 0 ? std::min(cores, needs_.tasks_at_once) : cores;
  }

 private:
  /// Of one array.
  [[nodiscard]] std::size_t most_tasks() const {
    const auto most = number_in<std::size_t>(read_settings(run_)["MaxArraySize"]);
    return (most && *most > 1 ? std::min(*most, k_usual_most_tasks) : k_usual_most_tasks) - 1;
  }

  [[nodiscard]] std::vector<std::string> words_of(const RoundJob& job, std::size_t first,
                                                  std::size_t count) const {
    std::vector<std::string> words = {
        "sbatch",
        "--parsable",
        "--requeue",
        "--open-mode=append",
        fmt::format("--array=0-{}{}", count - 1,
                    needs_.tasks_at_once > 0 ? fmt::format("%{}", needs_.tasks_at_once) : ""),
        "--chdir=" + job.folder.string(),
        "--output=" + (job.folder / "log" / fmt::format("{}.%a.out", first)).string()};
    add_task_options(needs_, job, first, words);
    words.push_back((job.folder / "job.sh").string());
    words.push_back(std::to_string(first));
    return words;
  }

  SlurmNeeds needs_;
  RunCommand run_;
};

}  // namespace

std::unique_ptr<Scheduler> make_slurm(SlurmNeeds needs, RunCommand run) {
  return std::make_unique<Slurm>(std::move(needs), std::move(run));
}

void add_task_options(const SlurmNeeds& needs, const RoundJob& job, std::size_t first,
                      std::vector<std::string>& words) {
  const double minutes = std::ceil(job.longest * k_time_for_each_second / 60) + k_more_minutes;
  words.insert(words.end(),
               {fmt::format("--job-name=arbiter-{}-r{}.{}", needs.cohort, job.round, first),
                "--cpus-per-task=1", fmt::format("--mem={}", needs.memory.count / mib(1).count),
                fmt::format("--time={:.0f}", minutes)});
  // The last of two options counts.
  add_options(needs.options, words);
}

Error refused_job(const CommandOutcome& ran) {
  return judge_error(fmt::format("Slurm refuses the job: {}", complaint_of(ran)),
                     "'sinfo' lists partitions and their limits; --slurm-option KEY=VALUE sets "
                     "what a job is given, as partition=NAME or mem=1500");
}

Result<void> find_slurm(const RunCommand& run) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"sbatch", "--version"}, {"squeue", "--noheader", "--me"}}) {
    ARBITER_TRY(ran, run(words));
    if (ran.status != 0)
      return judge_error(fmt::format("{} does not work here: {}", words.front(), complaint_of(ran)),
                         "try 'sinfo' on this machine; the environment variable SLURM_CONF names "
                         "the cluster's slurm.conf");
  }
  return {};
}

Result<std::string> run_on_node(const std::vector<std::pair<std::string, std::string>>& options,
                                const std::vector<std::string>& command, const RunCommand& run) {
  std::vector<std::string> words = {"srun",
                                    "--quiet",
                                    "--nodes=1",
                                    "--ntasks=1",
                                    "--immediate=60",
                                    "--time=5",
                                    "--job-name=arbiter-doctor"};
  add_options(options, words);
  words.insert(words.end(), command.begin(), command.end());
  ARBITER_TRY(ran, run(words));
  if (ran.status == 0) return std::move(ran.output);
  return judge_error(fmt::format("no node answers: {}", complaint_of(ran)),
                     "'sinfo' lists nodes and what they do; the program and its data have to be "
                     "where they are here, or 'arbiter:' in arbiter-engine.yaml says where");
}

std::vector<Finding> settings_of_slurm(const RunCommand& run) {
  auto settings = read_settings(run);
  std::vector<Finding> findings;
  if (const std::string& track = settings["ProctrackType"]; !track.empty()) {
    findings.push_back({true, "Slurm follows processes by " + printable(track),
                        track == "proctrack/cgroup" ? "" : "Arbiter ends those that it loses"});
  }
  if (const std::string& timeout = settings["SlurmdTimeout"]; !timeout.empty()) {
    findings.push_back({true,
                        fmt::format("Slurm notices a lost node after {}; Arbiter gives out again "
                                    "what was silent before that",
                                    printable(timeout)),
                        {}});
  }
  return findings;
}

Result<std::pair<std::string, std::string>> parse_slurm_option(std::string_view text) {
  const std::size_t equals = text.find('=');
  std::string key(text.substr(0, equals));
  while (key.starts_with('-'))
    key.erase(0, 1);
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; };
  if (key.empty() || !std::ranges::all_of(key, is_plain)) {
    return usage_error(fmt::format("--slurm-option: '{}' is no KEY=VALUE", printable(text)),
                       "write it as --slurm-option partition=short");
  }
  if (std::ranges::find(k_own_options, key) != k_own_options.end())
    return usage_error(fmt::format("--slurm-option: Arbiter sets '{}' itself", key),
                       "leave it out");
  std::string value(equals == std::string_view::npos ? "" : text.substr(equals + 1));
  return std::pair(std::move(key), std::move(value));
}

std::optional<QueueLine> parse_queue_line(std::string_view line, std::string_view cohort) {
  const auto parts = split(trimmed(line), '|');
  if (parts.size() != 6) return std::nullopt;
  const std::string beginning = fmt::format("arbiter-{}-r", cohort);
  if (!parts[0].starts_with(beginning)) return std::nullopt;
  const std::string_view numbers = parts[0].substr(beginning.size());
  const std::size_t dot = std::min(numbers.find('.'), numbers.size());
  const auto round = number_in<int>(numbers.substr(0, dot));
  const auto first = number_in<std::size_t>(numbers.substr(std::min(dot + 1, numbers.size())));
  // A job that is no array has no numbers of tasks.
  const bool is_alone = parts[2] == "N/A";
  const auto shard = is_alone ? std::optional<std::size_t>(0) : number_in<std::size_t>(parts[2]);
  // What is completing has ended as far as results go.
  const bool has_ended = parts[3] == "COMPLETING" || parts[3] == "COMPLETED";
  if (!round || !first || !shard || has_ended) return std::nullopt;
  QueueLine read{*round, *first + *shard, {}};
  read.task.id = is_alone ? std::string(parts[1]) : fmt::format("{}_{}", parts[1], parts[2]);
  read.task.phase = phase_of(parts[3], parts[4]);
  return read;
}

}  // namespace arbiter::cluster
