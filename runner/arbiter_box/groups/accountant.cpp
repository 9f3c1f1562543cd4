#include "arbiter_box/groups/accountant.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "arbiter_box/groups/kernel_files.hpp"

namespace arbiter::arbiter_box {
namespace {

// What the empty box holds moves by some pages from run to run; limits are only written again
// when it has moved by more than this.
constexpr std::int64_t k_baseline_step = std::int64_t{1024} * 1024;

// A group that was just emptied can be busy for a moment: its processes are dead but not gone.
void remove_group(const std::string& path) {
  if (path.empty()) return;
  for (int i = 0; i < 200; ++i) {
    if (::rmdir(path.c_str()) == 0 || errno != EBUSY) return;
    ::usleep(1000);
  }
}

// One of that name can only be of a nursery that was killed and had this one's number. It may go,
// but is not used again: whatever is in it would be charged to the program.
Result<void> make_group(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) == 0) return {};
  const bool is_made =
      errno == EEXIST && ::rmdir(path.c_str()) == 0 && ::mkdir(path.c_str(), 0755) == 0;
  if (!is_made) return system_error("cannot make the control group " + path, errno);
  return {};
}

// All of them or none.
Result<void> make_groups(const std::vector<std::string>& paths) {
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    auto made = make_group(*path);
    if (made) continue;
    std::for_each(paths.begin(), path, remove_group);
    return made;
  }
  return {};
}

// Two controllers may share a hierarchy.
std::vector<std::string> groups_below(const V1Parents& parents, const std::string& name) {
  std::vector<std::string> all;
  for (const std::string& parent : {parents.memory, parents.cpuacct, parents.pids}) {
    const std::string group = parent + "/" + name;
    const bool is_new = std::find(all.begin(), all.end(), group) == all.end();
    if (!parent.empty() && is_new) all.push_back(group);
  }
  return all;
}

// The counters that differ only in name between the versions.
class GroupAccountant : public Accountant {
 public:
  [[nodiscard]] bool counts_all() const override { return true; }
  [[nodiscard]] bool limits_processes() const override { return pids_limit_.is_open(); }

  Result<void> begin(const GroupLimits& limits) override {
    baseline_ = std::max<std::int64_t>(memory_now_.read(), 0);
    const std::int64_t rounded = (baseline_ / k_baseline_step + 1) * k_baseline_step;
    const std::int64_t most = rounded + limits.memory + limits.headroom;
    if (most != memory_written_) {
      if (!write_memory_limit(most)) return system_error("cannot set the memory limit", errno);
      memory_written_ = most;
    }
    // One more for init.
    if (pids_limit_.is_open() && limits.processes + 1 != pids_written_) {
      if (!pids_limit_.write(limits.processes + 1)) {
        return system_error("cannot set the process limit", errno);
      }
      pids_written_ = limits.processes + 1;
    }
    // Nothing happens between two runs, so what the last one ended with still holds.
    if (!is_begun_) {
      pids_peak_before_ = pids_peak_.read();
      oom_before_ = std::max<std::int64_t>(oom_kills(), 0);
      is_begun_ = true;
    }
    sampled_peak_ = 0;
    sampled_pids_ = 0;
    peak_is_kept_ = memory_peak_.write(0);
    if (!peak_is_kept_) memory_peak_before_ = memory_peak_.read();
    cpu_before_ = cpu_total_ns();
    return {};
  }

  std::int64_t cpu_ns() override {
    const std::int64_t now = cpu_total_ns();
    return now < 0 || cpu_before_ < 0 ? -1 : now - cpu_before_;
  }

  // The peak of processes cannot be reset: while it is that of init and one program it tells all
  // of the next run, later only what is above it.
  [[nodiscard]] bool wants_samples() const override { return samples_memory() || samples_pids(); }

  void sample() override {
    if (samples_memory()) sampled_peak_ = std::max(sampled_peak_, memory_now_.read());
    if (samples_pids()) sampled_pids_ = std::max(sampled_pids_, pids_now_.read());
  }

  [[nodiscard]] std::int64_t held() const override { return baseline_; }

  GroupUsage end() override {
    sample();
    GroupUsage usage;
    const std::int64_t kills = oom_kills();
    usage.out_of_memory = kills > oom_before_;
    oom_before_ = std::max(oom_before_, kills);
    const std::int64_t most = pids_peak_.read();
    usage.processes = (most > pids_peak_before_ ? most : sampled_pids_) - 1;
    pids_peak_before_ = most;
    usage.cpu_ns = cpu_ns();
    // Before Linux 6.12 the peak is of all runs of the box; that it rose tells whose it is.
    const std::int64_t kept = memory_peak_.read();
    usage.sampled = !peak_is_kept_ && (memory_peak_before_ < 0 || kept <= memory_peak_before_);
    const std::int64_t peak = usage.sampled ? sampled_peak_ : kept;
    if (peak >= 0) usage.memory_peak = std::max<std::int64_t>(peak - baseline_, 0);
    usage.memory_left = std::max<std::int64_t>(memory_now_.read() - baseline_, 0);
    return usage;
  }

 protected:
  virtual bool write_memory_limit(std::int64_t bytes) = 0;
  virtual std::int64_t cpu_total_ns() = 0;

  CounterFile memory_limit_;
  CounterFile swap_limit_;
  CounterFile memory_now_;
  CounterFile memory_peak_;
  CounterFile memory_events_;
  CounterFile cpu_;
  CounterFile pids_limit_;
  CounterFile pids_peak_;
  CounterFile pids_now_;

 private:
  [[nodiscard]] std::int64_t oom_kills() const { return memory_events_.read_after("oom_kill"); }
  [[nodiscard]] bool samples_memory() const { return !peak_is_kept_; }
  [[nodiscard]] bool samples_pids() const { return pids_peak_before_ < 0 || pids_peak_before_ > 2; }

  bool is_begun_ = false;
  std::int64_t baseline_ = 0;
  std::int64_t memory_written_ = -1;
  std::int64_t pids_written_ = -1;
  std::int64_t sampled_peak_ = 0;
  std::int64_t oom_before_ = 0;
  std::int64_t cpu_before_ = -1;
  bool peak_is_kept_ = false;
  std::int64_t memory_peak_before_ = -1;
  std::int64_t pids_peak_before_ = -1;
  std::int64_t sampled_pids_ = 0;
};

class V1Accountant : public GroupAccountant {
 public:
  Result<void> open(const V1Parents& parents, const std::string& name) {
    groups_ = groups_below(parents, name);
    for (const std::string& group : groups_) {
      tasks_.emplace_back(group + "/tasks", O_WRONLY);
      if (!tasks_.back().is_open()) {
        return system_error("cannot use the control group " + group, errno);
      }
    }
    const std::string memory = parents.memory + "/" + name;
    memory_limit_ = CounterFile(memory + "/memory.limit_in_bytes", O_RDWR);
    swap_limit_ = CounterFile(memory + "/memory.memsw.limit_in_bytes", O_RDWR);
    // What is swapped out counts, or nothing of the group is.
    const std::string counted = memory + (swap_limit_.is_open() ? "/memory.memsw" : "/memory");
    memory_now_ = CounterFile(counted + ".usage_in_bytes", O_RDONLY);
    memory_peak_ = CounterFile(counted + ".max_usage_in_bytes", O_RDWR);
    if (!swap_limit_.is_open()) CounterFile(memory + "/memory.swappiness", O_WRONLY).write(0);
    memory_events_ = CounterFile(memory + "/memory.oom_control", O_RDONLY);
    if (!memory_limit_.is_open() || !memory_peak_.is_open()) {
      return system_error("cannot use the control group " + memory, errno);
    }
    if (!parents.cpuacct.empty()) {
      cpu_ = CounterFile(parents.cpuacct + "/" + name + "/cpuacct.usage", O_RDONLY);
    }
    if (!parents.pids.empty()) {
      const std::string pids = parents.pids + "/" + name;
      pids_limit_ = CounterFile(pids + "/pids.max", O_RDWR);
      pids_peak_ = CounterFile(pids + "/pids.peak", O_RDONLY);
      pids_now_ = CounterFile(pids + "/pids.current", O_RDONLY);
    }
    return {};
  }

  Result<void> join() override {
    for (const CounterFile& tasks : tasks_) {
      if (!tasks.write(0)) return system_error("cannot join a control group", errno);
    }
    tasks_.clear();
    return {};
  }
  void remove() override {
    for (const std::string& group : groups_) {
      remove_group(group);
    }
    groups_.clear();
  }

 private:
  bool write_memory_limit(std::int64_t bytes) override {
    // Memory with swap may never be limited below memory alone, so the order depends on the way.
    if (!swap_limit_.is_open()) return memory_limit_.write(bytes);
    if (bytes > limit_now_) return swap_limit_.write(bytes) && keep(bytes);
    return keep(bytes) && swap_limit_.write(bytes);
  }
  bool keep(std::int64_t bytes) {
    limit_now_ = bytes;
    return memory_limit_.write(bytes);
  }
  std::int64_t cpu_total_ns() override { return cpu_.read(); }

  std::vector<std::string> groups_;
  std::vector<CounterFile> tasks_;
  std::int64_t limit_now_ = INT64_MAX;
};

class V2Accountant : public GroupAccountant {
 public:
  Result<void> open(const std::string& parent, const std::string& name) {
    group_ = parent + "/" + name;
    folder_ = UniqueFd(::open(group_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    memory_limit_ = CounterFile(group_ + "/memory.max", O_RDWR);
    swap_limit_ = CounterFile(group_ + "/memory.swap.max", O_RDWR);
    memory_now_ = CounterFile(group_ + "/memory.current", O_RDONLY);
    // Where it cannot be reset only root may open it for writing, to no avail.
    memory_peak_ = CounterFile(group_ + "/memory.peak", O_RDWR);
    if (!memory_peak_.is_open()) {
      memory_peak_ = CounterFile(group_ + "/memory.peak", O_RDONLY);
    }
    memory_events_ = CounterFile(group_ + "/memory.events", O_RDONLY);
    cpu_ = CounterFile(group_ + "/cpu.stat", O_RDONLY);
    pids_limit_ = CounterFile(group_ + "/pids.max", O_RDWR);
    pids_peak_ = CounterFile(group_ + "/pids.peak", O_RDONLY);
    pids_now_ = CounterFile(group_ + "/pids.current", O_RDONLY);
    if (!folder_ || !memory_limit_.is_open() || !memory_now_.is_open()) {
      return system_error("cannot use the control group " + group_, errno);
    }
    swap_limit_.write(0);
    return {};
  }

  [[nodiscard]] int clone_into() const override { return folder_.get(); }
  void remove() override {
    remove_group(group_);
    group_.clear();
  }

 private:
  bool write_memory_limit(std::int64_t bytes) override { return memory_limit_.write(bytes); }
  std::int64_t cpu_total_ns() override {
    const std::int64_t us = cpu_.read_after("usage_usec");
    return us < 0 ? -1 : us * 1000;
  }

  std::string group_;
  UniqueFd folder_;
};

template <class Group, class... Where>
Result<std::unique_ptr<Accountant>> opened(const Where&... where) {
  auto group = std::make_unique<Group>();
  if (auto done = group->open(where...); !done) {
    group->remove();
    return std::move(done).error();
  }
  return std::unique_ptr<Accountant>(std::move(group));
}

}  // namespace

Result<std::unique_ptr<Accountant>> make_v1_accountant(const V1Parents& parents,
                                                       const std::string& name) {
  if (parents.memory.empty()) {
    return judge_error("there is no memory hierarchy of control groups v1");
  }
  ARBITER_CHECK(make_groups(groups_below(parents, name)));
  return open_v1_accountant(parents, name);
}

Result<std::unique_ptr<Accountant>> open_v1_accountant(const V1Parents& parents,
                                                       const std::string& name) {
  return opened<V1Accountant>(parents, name);
}

Result<std::unique_ptr<Accountant>> make_v2_accountant(const std::string& parent,
                                                       const std::string& name) {
  ARBITER_CHECK(make_group(parent + "/" + name));
  return open_v2_accountant(parent, name);
}

Result<std::unique_ptr<Accountant>> open_v2_accountant(const std::string& parent,
                                                       const std::string& name) {
  return opened<V2Accountant>(parent, name);
}

}  // namespace arbiter::arbiter_box
