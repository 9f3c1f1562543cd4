#include "arbiter_box/run.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "arbiter_box/watch.hpp"

namespace arbiter::arbiter_box {
namespace {

constexpr std::size_t k_standard = 3;
constexpr std::int64_t k_mib = std::int64_t{1024} * 1024;

// Page tables, kernel stacks and the output files count for the group but not for the program.
std::int64_t headroom(const box_protocol::Run& run) {
  return 2 * k_mib + run.memory_limit.count / 128 + run.process_limit * std::int64_t{32768} +
         2 * std::min<std::int64_t>(run.output_limit.count, 64 * k_mib);
}

// Nothing that a program does should wear a box, but what the kernel keeps of its runs might.
constexpr int k_most_runs = 1000;
constexpr std::int64_t k_most_growth = 4 * k_mib;

// A group counts in steps of some pages for each core, and page tables with the rest. What it says
// is only taken before a process's own account, the same in every run, when it says more than this.
constexpr std::int64_t k_noise = k_mib;

// How large an output file is; 0 for pipes.
std::int64_t file_size(int fd) {
  struct stat info {};
  return ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) ? info.st_size : 0;
}

// The kernel gives the processes of a user, all of the host together, so much room for pipes; then
// new ones are small.
bool pipes_have_room() {
  constexpr long k_usual_pages = 16;
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  const UniqueFd reading(ends[0]);
  const UniqueFd writing(ends[1]);
  return ::fcntl(ends[1], F_GETPIPE_SZ) >= k_usual_pages * ::sysconf(_SC_PAGESIZE);
}

bool has_failed(const box_protocol::Report& report) {
  return report.stopped != box_protocol::Stopped::no || !report.exited || report.exit_status != 0;
}

bool is_boundary(char c) {
  return c == '/' || c == ':' || c == ' ';
}

/// Whether a path may begin there: alone, behind "=" or ":", or behind an option such as -I.
bool may_begin_path(std::string_view text, std::size_t at) {
  return at == 0 || (text[at - 1] != '/' && std::isalnum(text[at - 1]) == 0) ||
         (at >= 2 && text[at - 2] == '-');
}

/// Names of the box's folders in a text become those of the host, each once: what a folder of the
/// host is called is never replaced again.
std::string with_host_names(std::string_view text, const std::vector<HostName>& names) {
  std::string host;
  for (std::size_t at = 0; at < text.size();) {
    const auto begins = [&](const HostName& name) {
      const std::string_view rest = text.substr(at);
      return rest.starts_with(name.inside) &&
             (rest.size() == name.inside.size() || is_boundary(rest[name.inside.size()]));
    };
    const auto name = may_begin_path(text, at) ? std::ranges::find_if(names, begins) : names.end();
    host += name == names.end() ? std::string(1, text[at]) : name->outside;
    at += name == names.end() ? 1 : name->inside.size();
  }
  return host;
}

}  // namespace

Runner::Runner(Jail& jail) : jail_(jail), scratch_(jail.world) {
  if (!jail.is_isolated) return;
  last_pid_ =
      UniqueFd(::openat(jail.world.proc.get(), "sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
}

// Without isolation the box's folders have other names.
const char* Runner::on_host(const char* text) {
  if (jail_.host_names.empty()) return text;
  rewritten_.push_back(std::make_unique<std::string>(with_host_names(text, jail_.host_names)));
  return rewritten_.back()->c_str();
}

void Runner::fill_vectors(const box_protocol::Run& run) {
  const auto fill = [this](std::vector<char*>& into, const std::vector<const char*>& texts) {
    into.clear();
    for (const char* text : texts)
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): execve's type; it only reads.
      into.push_back(const_cast<char*>(on_host(text)));
    into.push_back(nullptr);
  };
  rewritten_.clear();
  fill(argv_, run.argv);
  fill(environment_, run.environment);
}

// What is placed counts for the group too, but not for the program.
Result<void> Runner::make_room(GroupLimits limits, std::span<const UniqueFd> files) {
  for (const UniqueFd& file : files) {
    limits.headroom += file_size(file.get());
  }
  ARBITER_CHECK(jail_.accountant->begin(limits));
  held_ = jail_.accountant->held();
  return {};
}

Result<void> Runner::start(const box_protocol::Run& run, std::span<UniqueFd> descriptors) {
  const GroupLimits limits{run.memory_limit.count, headroom(run), run.process_limit};
  const auto files = descriptors.subspan(descriptors.size() - run.files.size());
  ARBITER_CHECK(make_room(limits, files));
  const int work = jail_.world.work.get();
  ARBITER_CHECK(make_folders(work, run.folders));
  ARBITER_CHECK(place_files(work, run.files, files));
  fill_vectors(run);
  const bool counts_all = jail_.accountant->counts_all();
  plan_.argv = argv_.data();
  plan_.environment = environment_.data();
  for (std::size_t i = 0; i < k_standard; ++i) {
    plan_.descriptors.at(i) = descriptors[i].get();
  }
  plan_.descriptor_limit = jail_.descriptor_limit;
  // One byte more than allowed can be written, so that writing too much can be seen.
  plan_.file_limit = static_cast<std::uint64_t>(run.output_limit.count) + 1;
  plan_.stack_limit = static_cast<std::uint64_t>(run.stack_limit.count > 0
                                                     ? run.stack_limit.count
                                                     : std::max(run.memory_limit.count, 8 * k_mib));
  const auto processes = static_cast<std::uint64_t>(run.process_limit);
  plan_.process_limit = jail_.limits_processes ? processes + 1 : 0;
  const auto memory = static_cast<std::uint64_t>(run.memory_limit.count);
  // A backstop only: large static arrays and the stacks of threads count although nobody
  // touches them.
  plan_.data_limit = counts_all ? 0 : (8 + processes) * memory + (std::uint64_t{8} << 30);
  // Now the files are part of what the box holds.
  return run.files.empty() ? Result<void>{} : jail_.accountant->begin(limits);
}

// The OOM killer chooses by size, and a program that fills memory in other ways than by touching
// it is smaller than init. So init makes itself the first to be killed; the child inherits that,
// and sets init back before it becomes the program.
pid_t Runner::start_program() {
  const bool volunteers = jail_.accountant->counts_all() && jail_.oom_score.is_open();
  const auto set_score = [&](std::string_view score) {
    [[maybe_unused]] const ssize_t put =
        ::pwrite(jail_.oom_score.get(), score.data(), score.size(), 0);
  };
  // Ids begin anew, so that they do not tell how many programs ran before.
  counts_anew_ = last_pid_ && ::pwrite(last_pid_.get(), "1", 1, 0) == 1;
  if (volunteers) set_score("1000");
  plan_.init_score = volunteers ? jail_.oom_score.get() : -1;
  const pid_t pid = launch(plan_);
  if (volunteers && pid < 0) set_score("0");
  return pid;
}

Result<const Finished*> Runner::run(const box_protocol::Run& run, std::span<UniqueFd> descriptors) {
  const std::size_t channel = k_standard + (run.has_leash ? 1 : 0);
  plan_.channel_count = static_cast<std::size_t>(run.channels);
  const std::size_t before_files = channel + plan_.channel_count;
  if (descriptors.size() != before_files + run.files.size()) {
    return judge_error("a run with the wrong number of descriptors");
  }
  for (std::size_t i = 0; i < plan_.channel_count; ++i)
    plan_.channels.at(i) = descriptors[channel + i].get();
  scratch_.begin();
  ARBITER_CHECK(start(run, descriptors));
  Begun begun;
  begun.placed_bytes = run.files.empty() ? 0 : scratch_.used();
  begun.own_cpu_ns = own_cpu_ns();
  begun.time_ns = now_ns();
  const pid_t pid = start_program();
  if (pid < 0) return system_error("cannot start a process", plan_.error);
  begun.pid = pid;
  begun.written = plan_.init_score >= 0 ? 1 : 0;
  Watch watch(jail_, scratch_, run, begun);
  if (run.has_leash) {
    watch.tie(descriptors[k_standard].get(), descriptors[0].get(), descriptors[1]);
  }
  ARBITER_TRY(watched, watch.wait());
  if (plan_.failed != nullptr)
    return system_error(std::string("cannot set the limit of ") + plan_.failed, plan_.error);
  if (plan_.error != 0) {
    Error error = system_error(std::string("cannot execute ") + run.argv[0], plan_.error);
    error.kind = ErrorKind::not_executable;
    return error;
  }
  const pid_t last = last_pid(jail_.load.get());
  fill_report(watched);
  add_usage(watched, begun, last,
            file_size(descriptors[1].get()) + file_size(descriptors[2].get()));
  box_protocol::Report& report = finished_.report;
  // Its own pipes are gone with it. A program alone needs none.
  if (last != pid && has_failed(report) && !pipes_have_room()) {
    return judge_error(
        "other processes of this user leave no room for pipes "
        "(fs.pipe-user-pages-soft), for which the program may have failed");
  }
  collect(run);
  gather(run.gather);
  // A file that was placed may be larger than any that the program may write.
  std::int64_t most = run.output_limit.count;
  for (const UniqueFd& file : descriptors.subspan(before_files)) {
    most = std::max(most, file_size(file.get()));
  }
  const bool has_larger_file = scratch_.holds_larger_file(most);
  const bool is_renewed = scratch_.renew();
  // The signal alone proves nothing: it can be sent. The file may be gone with its last descriptor.
  const bool died_writing = report.signal == SIGXFSZ && watched.written > run.output_limit.count;
  const bool is_flood = has_larger_file || died_writing ||
                        file_size(descriptors[1].get()) > run.output_limit.count ||
                        file_size(descriptors[2].get()) > run.output_limit.count;
  if (is_flood) report.stopped = box_protocol::Stopped::output_limit;
  const bool leaves_traces = !is_renewed || (jail_.is_isolated && !counts_anew_ && last > pid);
  report.is_worn = is_worn() || leaves_traces;
  return static_cast<const Finished*>(&finished_);
}

void Runner::fill_report(const Watched& watched) {
  box_protocol::Report& report = finished_.report;
  report.stopped = watched.stopped;
  report.is_starved = watched.is_starved;
  report.exited = WIFEXITED(watched.status);
  report.exit_status = report.exited ? WEXITSTATUS(watched.status) : 0;
  report.signal = report.exited ? 0 : WTERMSIG(watched.status);
  report.wall = Nanoseconds(watched.wall_ns);
  report.ended = Nanoseconds(watched.ended_ns);
  report.written = watched.written;
}

// What the group held at its peak for the program: not its output, nor files that were fetched into
// the kernel's cache on its behalf and are still there.
std::int64_t Runner::in_group(const Watched& watched, const Begun& begun, const GroupUsage& group,
                              std::int64_t written) const {
  const std::int64_t left = group.memory_left - (scratch_.used() - begun.placed_bytes);
  const std::int64_t foreign = std::min(left, written + watched.from_disk);
  return group.memory_peak - std::max<std::int64_t>(foreign, 0);
}

// `last` is the last id that was given, `written` what the output files hold.
void Runner::add_usage(const Watched& watched, const Begun& begun, pid_t last,
                       std::int64_t written) {
  box_protocol::Report& report = finished_.report;
  const GroupUsage group = jail_.accountant->end();
  const bool counts_all = jail_.accountant->counts_all();
  // What one process took with its threads is known exactly. Only groups see all others.
  const bool is_single =
      !watched.had_others && (last == begun.pid || (last > begun.pid && !counts_all));
  std::int64_t cpu_ns = watched.cpu_ns;
  if (group.cpu_ns >= 0 && !is_single) {
    cpu_ns = std::max(cpu_ns, group.cpu_ns - (own_cpu_ns() - begun.own_cpu_ns));
  }
  report.cpu = Nanoseconds(cpu_ns);
  // Ids are given one after the other, to threads too: with one more the two were there together.
  const std::int64_t least = last > begun.pid ? 2 : 1;
  const std::int64_t most = std::max({group.processes, watched.sampled_tasks, least});
  report.processes = last == begun.pid + 1 ? 2 : most;
  report.out_of_memory = group.out_of_memory;
  if (group.out_of_memory) report.stopped = box_protocol::Stopped::memory_limit;
  report.approximate = !is_single && (!counts_all || group.sampled);
  report.memory.count = watched.largest_rss;
  const std::int64_t held =
      std::max(watched.sampled_peak, in_group(watched, begun, group, written));
  const bool is_stopped = watched.stopped == box_protocol::Stopped::memory_limit;
  const std::int64_t noise = is_stopped ? 0 : k_noise + watched.largest_rss / 128;
  if (held > watched.largest_rss + noise) report.memory.count = held;
}

// What a group holds between two runs is known before each run only, so growth is noticed one run
// late.
bool Runner::is_worn() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const std::int64_t held = held_ >= 0 ? held_ : usage.ru_maxrss * std::int64_t{1024};
  if (held_at_first_ < 0) held_at_first_ = held;
  return ++runs_ >= k_most_runs || held - held_at_first_ > k_most_growth;
}

void Runner::collect(const box_protocol::Run& run) {
  finished_.collected.clear();
  finished_.report.collected.clear();
  for (const char* path : run.collect) {
    UniqueFd file = open_collected(jail_.world.work.get(), path);
    finished_.report.collected.push_back(file.is_open());
    if (file) finished_.collected.push_back(std::move(file));
  }
}

void Runner::gather(const char* folder) {
  finished_.report.gathered.clear();
  finished_.report.gathered_all = true;
  if (folder[0] == '\0') return;
  finished_.gathered = gather_folder(jail_.world.work.get(), folder);
  finished_.report.gathered = finished_.gathered.entries;
  finished_.report.gathered_all = finished_.gathered.is_all;
  for (UniqueFd& file : finished_.gathered.files)
    finished_.collected.push_back(std::move(file));
}

}  // namespace arbiter::arbiter_box
