#include "arbiter_box/watch.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace arbiter::arbiter_box {
namespace {

constexpr std::int64_t k_second = 1'000'000'000;
constexpr std::int64_t k_memory_step = 4'000'000;
constexpr std::int64_t k_least_memory_step = 2'000'000;
constexpr std::int64_t k_pulse_step = 10'000'000;
constexpr std::int64_t k_server_step = 50'000'000;
// With the CPU limit this near it is looked at again after as long at least.
constexpr std::int64_t k_least_cpu_step = 500'000;
constexpr std::int64_t k_least_wall_step = 10'000'000;
constexpr std::int64_t k_kill_patience = 10 * k_second;

std::int64_t to_ns(const timeval& time) {
  return time.tv_sec * k_second + time.tv_usec * std::int64_t{1000};
}

std::int64_t read_clock(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return now.tv_sec * k_second + now.tv_nsec;
}

// Waits until a child changes or the time is over.
void wait_for_child(std::int64_t ns) {
  sigset_t child;
  ::sigemptyset(&child);
  ::sigaddset(&child, SIGCHLD);
  ns = std::max<std::int64_t>(ns, 0);
  const timespec time{ns / k_second, ns % k_second};
  ::sigtimedwait(&child, nullptr, &time);
}

// Where nobody counts, what lives for less than this may not be seen; so that none can know when it
// is looked for, the steps are of all lengths.
std::int64_t memory_step() {
  std::uint16_t chance = 0;
  if (::getrandom(&chance, sizeof chance, GRND_NONBLOCK) != sizeof chance) return k_memory_step;
  return k_least_memory_step + chance * 2 * (k_memory_step - k_least_memory_step) / UINT16_MAX;
}

}  // namespace

std::int64_t now_ns() {
  return read_clock(CLOCK_MONOTONIC);
}

std::int64_t own_cpu_ns() {
  return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

Result<Watched> Watch::wait() {
  const bool samples =
      !jail_.accountant->counts_all() || (jail_.accountant->wants_samples() && !run_.is_server);
  wall_due_ns_ = begun_.time_ns + run_.wall_limit.count();
  cpu_due_ns_ = begun_.time_ns + run_.cpu_limit.count() / jail_.cores;
  memory_due_ns_ = samples ? begun_.time_ns + memory_step() : INT64_MAX;
  while (!reap()) {
    const std::int64_t due = std::min({wall_due_ns_, cpu_due_ns_, memory_due_ns_, pulse_due_ns_});
    wait_for_child(due - now_ns());
    if (reap()) break;
    look();
    if (!first_ended_ && watched_.stopped != box_protocol::Stopped::no) {
      return judge_error("a program cannot be killed");
    }
  }
  if (!nothing_left_) ARBITER_CHECK(kill_all());
  if (is_bounded() && watched_.had_others) {
    watched_.cpu_ns = std::max(watched_.cpu_ns, bound_.at_end(watched_.ended_ns));
  }
  watched_.written = std::max<std::int64_t>(watched_.written - begun_.written, 0);
  return watched_;
}

// True when the first process has ended.
bool Watch::reap() {
  while (!nothing_left_) {
    int status = 0;
    rusage usage{};
    const std::int64_t before = wants_written() ? own_written() : -1;
    const pid_t pid = ::wait4(-1, &status, WNOHANG | __WALL, &usage);
    if (pid == 0) break;
    if (before >= 0 && pid > 0)
      watched_.written += std::max<std::int64_t>(own_written() - before, 0);
    if (pid < 0) {
      nothing_left_ = errno == ECHILD;
      if (errno == EINTR) continue;
      break;
    }
    watched_.cpu_ns += to_ns(usage.ru_utime) + to_ns(usage.ru_stime);
    watched_.from_disk += usage.ru_inblock * std::int64_t{512};
    watched_.largest_rss =
        std::max<std::int64_t>(watched_.largest_rss, usage.ru_maxrss * std::int64_t{1024});
    if (pid != begun_.pid) {
      watched_.had_others = true;
      continue;
    }
    watched_.status = status;
    watched_.ended_ns = now_ns();
    watched_.wall_ns = watched_.ended_ns - begun_.time_ns;
    first_ended_ = true;
  }
  return first_ended_;
}

void Watch::look() {
  const std::int64_t now = now_ns();
  if (now >= cpu_due_ns_) {
    const std::int64_t left = run_.cpu_limit.count() - cpu_used();
    if (left < 0) return stop(box_protocol::Stopped::cpu_limit);
    cpu_due_ns_ = now + std::max(left / jail_.cores, k_least_cpu_step);
  }
  if (now >= memory_due_ns_) {
    jail_.accountant->sample();
    if (!jail_.accountant->counts_all()) {
      sample();
      if (watched_.sampled_peak > run_.memory_limit.count) {
        return stop(box_protocol::Stopped::memory_limit);
      }
    }
    memory_due_ns_ = now + memory_step();
  }
  if (now >= wall_due_ns_) return end_of_wall(now);
  if (now >= pulse_due_ns_) beat();
}

// The wall limit is for what sleeps or waits. What is ready to run and has no core has more time.
void Watch::end_of_wall(std::int64_t now) {
  const std::int64_t limit = run_.wall_limit.count();
  const std::int64_t elapsed = now - begun_.time_ns;
  // Where several processes want the same core, each is queued for the others.
  const std::int64_t own = std::max(elapsed - queued(processes()), cpu_used() / jail_.cores);
  if (own >= limit || elapsed >= box_protocol::k_most_wall_limits * limit) {
    watched_.is_starved = own < limit;
    return stop(box_protocol::Stopped::wall_limit);
  }
  wall_due_ns_ = now + std::max(limit - own, k_least_wall_step);
}

std::int64_t Watch::queued(const std::vector<ProcessSeen>& all) const {
  std::int64_t sum = 0;
  for (const ProcessSeen& seen : all)
    sum += queued_ns(jail_.world.proc.get(), seen.pid);
  return sum;
}

void Watch::tie(int leash, int input, UniqueFd& output) {
  leash_ = leash;
  if (run_.is_server) {
    pulse_due_ns_ = begun_.time_ns + k_server_step;
    return;
  }
  output_ = &output;
  stall_ = std::make_unique<Stall>(jail_.world.proc.get(), input, output.get());
  output_end_ = std::make_unique<OutputEnd>(jail_.world.proc.get(), output.get());
  pulse_due_ns_ = begun_.time_ns + k_pulse_step;
}

void Watch::beat() {
  pollfd other{leash_, POLLIN, 0};
  if (::poll(&other, 1, 0) > 0) return stop(box_protocol::Stopped::asked);
  if (run_.is_server) {
    pulse_due_ns_ = now_ns() + k_server_step;
    return;
  }
  const std::vector<ProcessSeen> living = processes();
  std::vector<pid_t> all;
  for (const ProcessSeen& seen : living)
    all.push_back(seen.pid);
  box_protocol::Pulse pulse;
  pulse.cpu = Nanoseconds(cpu_used());
  pulse.stuck_since = Nanoseconds(stall_->look(all));
  pulse.now = Nanoseconds(stall_->looked_from());
  if (*output_ && output_end_->look(all)) output_->reset();
  pulse.has_closed_output = !*output_;
  pulse.queued = Nanoseconds(queued(living));
  pulse.written = watched_.written - begun_.written;
  for (const pid_t pid : all) {
    pulse.written += std::max<std::int64_t>(bytes_written(jail_.world.proc.get(), pid), 0);
  }
  pulse.written = std::max<std::int64_t>(pulse.written, 0);
  box_protocol::send_pulse(leash_, pulse);
  pulse_due_ns_ = now_ns() + k_pulse_step;
}

// What a process wrote cannot be asked once it is a zombie; but it is added to the account of who
// reaps it, with what its own children wrote.
std::int64_t Watch::own_written() const {
  return written_in(jail_.own_io.get());
}

// Without a leash it is only asked for where it tells a flood from a signal that anybody may send.
bool Watch::wants_written() const {
  if (leash_ >= 0) return !run_.is_server;
  siginfo_t info{};
  const auto first = static_cast<id_t>(begun_.pid);
  return !first_ended_ && ::waitid(P_PID, first, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == begun_.pid && info.si_code != CLD_EXITED && info.si_status == SIGXFSZ;
}

// No other id was given since the first process began, to threads neither.
bool Watch::is_alone() const {
  return !watched_.had_others && last_pid(jail_.load.get()) == begun_.pid;
}

std::vector<ProcessSeen> Watch::processes() {
  const int proc = jail_.world.proc.get();
  const pid_t last = last_pid(jail_.load.get());
  if (is_alone()) {
    ProcessSeen seen = look_at(proc, begun_.pid);
    seen.pid = begun_.pid;
    seen.threads = 1;
    bound_cpu(last, {seen});
    return {seen};
  }
  std::vector<ProcessSeen> all = descendants(proc, ::getpid());
  bound_cpu(last, all);
  watched_.had_others |= std::any_of(
      all.begin(), all.end(), [&](const ProcessSeen& seen) { return seen.pid != begun_.pid; });
  return all;
}

bool Watch::is_bounded() const {
  return jail_.is_isolated && !jail_.accountant->counts_all();
}

void Watch::bound_cpu(pid_t last, const std::vector<ProcessSeen>& all) {
  if (!is_bounded()) return;
  std::vector<Living> living;
  for (const ProcessSeen& seen : all)
    living.push_back({seen.pid, seen.threads, std::max<std::int64_t>(cpu_clock_ns(seen.pid), 0)});
  // What began while they were looked at may or may not be among them.
  const bool is_known = last == last_pid(jail_.load.get());
  bound_.look(now_ns(), is_known ? last : -1, living);
}

std::int64_t Watch::cpu_used() {
  if (is_alone()) return std::max<std::int64_t>(cpu_clock_ns(begun_.pid), 0);
  const std::int64_t counted = jail_.accountant->cpu_ns();
  if (counted >= 0) return counted - (own_cpu_ns() - begun_.own_cpu_ns);
  std::int64_t sum = watched_.cpu_ns;
  for (const ProcessSeen& seen : processes()) {
    sum += seen.cpu_ns;
  }
  return watched_.had_others && is_bounded() ? std::max(sum, bound_.ns()) : sum;
}

void Watch::sample() {
  const int proc = jail_.world.proc.get();
  const std::vector<ProcessSeen> all = processes();
  // Its memory and descriptors still are init's.
  if (all.size() == 1 && all[0].pid == begun_.pid && all[0].is_forked) return;
  const std::int64_t in_files = scratch_.used() - begun_.placed_bytes;
  const std::int64_t unshared = in_files + (jail_.is_isolated ? buffers_of(proc, all, hides_) : 0);
  std::int64_t memory = unshared;
  std::int64_t tasks = 0;
  for (const ProcessSeen& seen : all) {
    memory += memory_of(proc, seen.pid);
    tasks += seen.threads;
  }
  if (memory > run_.memory_limit.count && all.size() > 1) {
    // What forked processes share was counted for each of them.
    memory = unshared;
    for (const ProcessSeen& seen : all)
      memory += proportional(proc, seen.pid);
  }
  watched_.sampled_peak = std::max(watched_.sampled_peak, memory);
  watched_.sampled_tasks = std::max(watched_.sampled_tasks, tasks);
}

void Watch::stop(box_protocol::Stopped why) {
  // It may have ended in this very moment, and then nothing was stopped.
  if (reap()) return;
  watched_.stopped = why;
  const std::int64_t patience = now_ns() + k_kill_patience;
  send_kill();
  while (!reap()) {
    if (now_ns() > patience) return;
    wait_for_child(k_second / 100);
    send_kill();
  }
  if (!WIFSIGNALED(watched_.status) || WTERMSIG(watched_.status) != SIGKILL) {
    watched_.stopped = box_protocol::Stopped::no;
    watched_.is_starved = false;
  }
}

void Watch::send_kill() {
  if (jail_.is_isolated) {
    ::kill(-1, SIGKILL);
    return;
  }
  if (!first_ended_) ::kill(-begun_.pid, SIGKILL);
  for (const ProcessSeen& seen : descendants(jail_.world.proc.get(), ::getpid())) {
    ::kill(seen.pid, SIGKILL);
  }
}

Result<void> Watch::kill_all() {
  const std::int64_t end = now_ns() + k_kill_patience;
  while (!nothing_left_) {
    if (now_ns() > end) return judge_error("a program cannot be killed");
    send_kill();
    wait_for_child(k_second / 1000);
    reap();
  }
  return {};
}

}  // namespace arbiter::arbiter_box
