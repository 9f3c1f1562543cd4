#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <future>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cluster/slurm.hpp"
#include "store/journal.hpp"

namespace arbiter::cluster {
namespace {

namespace fs = std::filesystem;

constexpr auto k_between_cancels = std::chrono::milliseconds(500);
// Its arguments: folder, list of files, results, log, command.
constexpr const char* k_script =
    "folder=$1 list=$2 results=$3 log=$4; shift 4\n"
    "tar -c -f - -C \"$folder\" -T \"$list\" | \"$@\" >\"$results\" 2>\"$log\"\n";

class Srun final : public Scheduler {
 public:
  Srun(SlurmNeeds needs, Carriage carriage, RunCommand run)
      : needs_(std::move(needs)),
        carriage_(std::move(carriage)),
        run_(std::move(run)),
        slurm_(make_slurm(needs_, run_)) {}

  Result<void> submit(const RoundJob& job) override {
    ARBITER_TRY(tried, run_(words_of(job, 0, "--test-only")));
    if (tried.status != 0) return refused_job(tried);
    Queue queue = look({job.round});
    for (std::size_t shard = 0; shard < job.shards; ++shard) {
      if (!queue.rounds[job.round].contains(shard)) waiting_.emplace_back(job, shard);
    }
    return start_more();
  }

  Queue look(const std::set<int>& rounds) override {
    Queue queue = slurm_->look(rounds);
    std::erase_if(running_, [](const auto& row) { return has_ended(row.second); });
    if (auto started = start_more(); !started && queue.is_reachable) {
      queue.is_reachable = false;
      queue.complaint = started.error().text();
    }
    const auto add = [&](int round, std::size_t shard) {
      if (rounds.contains(round)) queue.rounds[round].try_emplace(shard);
    };
    for (const auto& [place, ends] : running_)
      add(place.first, place.second);
    for (const auto& [job, shard] : waiting_)
      add(job.round, shard);
    return queue;
  }

  void cancel(const std::vector<std::string>& ids) override { slurm_->cancel(ids); }

  void cancel_rounds(const std::set<int>& rounds) override {
    waiting_.clear();
    slurm_->cancel_rounds(rounds);
    // Slurm does not know yet of a job that has just been started.
    for (auto& [place, ends] : running_) {
      while (ends.wait_for(k_between_cancels) != std::future_status::ready)
        slurm_->cancel_rounds(rounds);
    }
    running_.clear();
  }

  int cores() override { return slurm_->cores(); }

 private:
  using Ends = std::future<Result<CommandOutcome>>;

  static bool has_ended(const Ends& ends) {
    return ends.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

  /// A job for each core, and one that waits in Slurm's queue.
  Result<void> start_more() {
    if (waiting_.empty()) return {};
    const auto most = static_cast<std::size_t>(std::max(1, cores())) + 1;
    while (!waiting_.empty() && running_.size() < most) {
      const auto [job, shard] = waiting_.front();
      ARBITER_CHECK(start(job, shard));
      waiting_.pop_front();
    }
    return {};
  }

  Result<void> start(const RoundJob& job, std::size_t shard) {
    const Places& places = carriage_.places;
    ARBITER_TRY(file, read_shard(places, job.round, shard));
    const fs::path list = job.folder / fmt::format("{}.list", shard);
    const auto needed = files_of_shard(places, job.round, shard, file);
    ARBITER_CHECK(write_file(list, joined(needed, "\n") + "\n"));
    AttemptName name;
    name.round = job.round;
    name.shard = shard;
    name.is_fresh = file.shard.is_fresh;
    name.host = "srun";
    name.process = ::getpid();
    const fs::path results = places.results() / name.text();
    ARBITER_CHECK(make_folders(results));
    std::vector<std::string> words = {"/bin/sh",
                                      "-c",
                                      k_script,
                                      "arbiter",
                                      places.folder.string(),
                                      list.string(),
                                      (results / store::k_journal_name).string(),
                                      (job.folder / "log" / fmt::format("{}.out", shard)).string()};
    const auto command = words_of(job, shard, "--quiet");
    words.insert(words.end(), command.begin(), command.end());
    running_[{job.round, shard}] =
        std::async(std::launch::async, [carry = carriage_.carry, words] { return carry(words); });
    return {};
  }

  [[nodiscard]] std::vector<std::string> words_of(const RoundJob& job, std::size_t shard,
                                                  const char* how) const {
    std::vector<std::string> words = {"srun", how, "--nodes=1", "--ntasks=1"};
    add_task_options(needs_, job, shard, words);
    words.insert(words.end(), {carriage_.arbiter.string(), "shard-run", "-",
                               std::to_string(job.round), std::to_string(shard)});
    return words;
  }

  SlurmNeeds needs_;
  Carriage carriage_;
  RunCommand run_;
  std::unique_ptr<Scheduler> slurm_;
  std::deque<std::pair<RoundJob, std::size_t>> waiting_;
  std::map<std::pair<int, std::size_t>, Ends> running_;  ///< by round and shard
};

}  // namespace

std::unique_ptr<Scheduler> make_srun(SlurmNeeds needs, Carriage carriage, RunCommand run) {
  return std::make_unique<Srun>(std::move(needs), std::move(carriage), std::move(run));
}

}  // namespace arbiter::cluster
