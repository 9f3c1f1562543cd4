#include "cli/common/program_call.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <string>
#include <utility>

#include "base/file.hpp"
#include "base/machine/processors.hpp"
#include "base/temp_dir.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"
#include "cli/common/version.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/generate/input_maker.hpp"
#include "package/package.hpp"
#include "store/host_paths.hpp"

namespace arbiter::cli {
namespace {

constexpr std::array k_signals = {SIGINT, SIGTERM, SIGHUP};
constexpr char k_signalled = 's';
constexpr char k_finished = 'f';

// Handlers can reach nothing but globals.
std::atomic<int> g_write_end{-1};

extern "C" void on_signal(int number) {
  const int saved = errno;
  const int fd = g_write_end.load();
  if (fd >= 0) {
    [[maybe_unused]] const ssize_t put = ::write(fd, &k_signalled, 1);
  }
  // The second one must not wait for anything.
  ::signal(number, SIG_DFL);
  errno = saved;
}

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int number : k_signals)
    ::sigaction(number, &action, nullptr);
}

/// What tells the siblings of one core apart from those of others.
std::string core_identity(int cpu) {
  const auto siblings = read_file(
      fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu), kib(64));
  return siblings ? *siblings : std::to_string(cpu);
}

/// The processors this program may use, one of each physical core, in order; at least one.
std::vector<int> physical_cores() {
  std::vector<int> cores;
  std::set<std::string> seen;
  for (const int processor : usable_processors()) {
    if (seen.insert(core_identity(processor)).second) cores.push_back(processor);
  }
  if (cores.empty()) cores.push_back(0);
  return cores;
}

model::Machine look_at_machine(std::size_t cores) {
  utsname system{};
  ::uname(&system);
  return {cpu_model(), fmt::format("{} {} {}", system.sysname, system.release, system.machine),
          static_cast<int>(cores)};
}

Error cannot_isolate(const box::Probe& probe) {
  std::string help = probe.remedy.empty() ? std::string() : probe.remedy + "; ";
  help += "'arbiter doctor' tells more; --sandbox none runs programs without isolation";
  std::string message = "programs cannot be isolated on this machine";
  if (!probe.missing.empty()) message += ": " + probe.missing.front();
  return judge_error(std::move(message), std::move(help));
}

Result<Workshop> open_workshop(const Surroundings& surroundings,
                               const std::optional<box::Mode>& mode, int jobs) {
  const std::filesystem::path& helper = surroundings.paths.arbiter_box;
  box::Mode chosen = mode.value_or(box::Mode::unsandboxed);
  if (!mode) {
    const box::Probe probe = box::probe(helper);
    if (!probe.can_isolate) return cannot_isolate(probe);
    chosen = probe.mode;
  }
  auto made = box::make_factory(chosen, helper, std::min(jobs, 2));
  if (!made) {
    if (made.error().help.empty()) made.error().help = "'arbiter doctor' tells what works here";
    return std::move(made).error();
  }
  Workshop workshop{std::move(made).value(), nullptr};
  workshop.compiler = std::make_unique<judge::Compiler>(*workshop.boxes, surroundings.paths,
                                                        surroundings.languages);
  return workshop;
}

Error not_made(const judge::MadeTests& made) {
  const auto failed =
      std::ranges::count_if(made.tests, [](const judge::MadeTest& test) { return !test.is_made; });
  return package_error(
      fmt::format("{} of {} test cases cannot be made", failed, made.tests.size()));
}

}  // namespace

std::string cpu_model() {
  const auto info = read_file("/proc/cpuinfo", mib(16));
  if (!info) return {};
  for (const std::string_view line : split_lines(*info)) {
    if (line.starts_with("model name") && line.find(':') != std::string_view::npos)
      return printable(trimmed(line.substr(line.find(':') + 1)));
  }
  return {};
}

Result<std::unique_ptr<Interrupts>> Interrupts::watch(std::function<void()> on_interrupt) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe", errno);
  return std::unique_ptr<Interrupts>(
      new Interrupts(UniqueFd(ends[0]), UniqueFd(ends[1]), std::move(on_interrupt)));
}

Interrupts::Interrupts(UniqueFd read_end, UniqueFd write_end, std::function<void()> on_interrupt)
    : read_end_(std::move(read_end)),
      write_end_(std::move(write_end)),
      on_interrupt_(std::move(on_interrupt)) {
  watcher_ = std::jthread([this] {
    char what = 0;
    while (::read(read_end_.get(), &what, 1) < 0 && errno == EINTR) {
    }
    if (what != k_signalled) return;
    interrupted_ = true;
    on_interrupt_();
  });
  g_write_end = write_end_.get();
  handle(on_signal);
}

Interrupts::~Interrupts() {
  handle(SIG_DFL);
  g_write_end = -1;
  [[maybe_unused]] const ssize_t put = ::write(write_end_.get(), &k_finished, 1);
  watcher_.join();
}

Result<store::HostPaths> find_paths(const Session& session) {
  ARBITER_TRY(environment, store::host_environment());
  ARBITER_TRY(paths, store::find_host_paths(environment));
  for (const Error& refused : paths.refused)
    session.warn(refused.message, refused.help);
  return paths;
}

void ProgramCall::stop_all() {
  {
    const std::lock_guard lock(stopping);
    stop = true;
  }
  stopped.notify_all();
  if (box::BoxFactory* factory = boxes) factory->stop();
}

bool ProgramCall::pause(Nanoseconds duration) {
  std::unique_lock lock(stopping);
  return !stopped.wait_for(lock, duration, [this] { return stop.load(); });
}

Result<Surroundings> look_around(const Session& session) {
  remove_abandoned_temp_dirs();
  ARBITER_TRY(paths, find_paths(session));
  const std::filesystem::path file = paths.share / "config" / "languages.yaml";
  auto loaded = package::load_languages(file);
  session.show(loaded.diagnostics);
  if (has_errors(loaded.diagnostics)) {
    return judge_error("the list of languages is damaged",
                       "install Arbiter again, or correct " + file.string());
  }
  return Surroundings{std::move(paths), std::move(loaded.languages)};
}

Result<void> set_up(const Session& session, const JudgeOptions& options, ProgramCall& call) {
  ARBITER_SET(call.surroundings, look_around(session));
  call.cores = physical_cores();
  const auto count = static_cast<int>(call.cores.size());
  call.machine = look_at_machine(call.cores.size());
  call.jobs = options.jobs.value_or(count);
  call.sandbox = options.sandbox;
  // One job alone gains nothing from being pinned, and two programs at once would share a core.
  if (call.jobs == 1 || call.jobs > count) call.cores.clear();
  return {};
}

Result<void> open_boxes(ProgramCall& call) {
  if (call.interrupts) return {};
  ARBITER_SET(call.interrupts, Interrupts::watch([&call] { call.stop_all(); }));
  ARBITER_SET(call.workshop, open_workshop(call.surroundings, call.sandbox, call.jobs));
  call.boxes = call.workshop.boxes.get();
  // A signal that came before there was anything to stop.
  if (call.is_interrupted()) return interrupted_error();
  return {};
}

std::string surroundings_of(box::Mode mode) {
  return fmt::format("{} {}", version(), box::mode_word(mode));
}

judge::SideBySide side_by_side_of(const ProgramCall& call, Progress& progress,
                                  std::string interrupted, const std::string& before) {
  judge::SideBySide how;
  how.jobs = call.jobs;
  how.is_stopped = [&call] { return call.is_interrupted(); };
  // One call at a time: side_by_side sees to it.
  how.progress = [&progress, before](std::size_t done, std::size_t total, const std::string& what) {
    progress.update(done, total, before + what);
  };
  how.interrupted = std::move(interrupted);
  return how;
}

int end(const Session& session, const ProgramCall& call, const Result<int>& done,
        std::string message, std::string help) {
  if (done) return *done;
  if (!call.is_interrupted()) return session.fail(done.error());
  return session.fail(Error{ErrorKind::interrupted, std::move(message), {}, std::move(help)});
}

Result<Provided> provide(const Session& session, ProgramCall& call,
                         const judge::GenerationPlan& plan) {
  const store::HostPaths& paths = call.surroundings.paths;
  Progress progress(session);
  judge::MakeOptions options{
      call.surroundings.languages, paths.cache, paths.share / "tests", {}, {}, {}};
  options.kits_hash = judge::Kits::find(paths.share, paths.cache).hash;
  options.open = [&]() -> Result<judge::PackagePrograms> {
    ARBITER_CHECK(open_boxes(call));
    return call.programs_of(*plan.problem);
  };
  options.side_by_side = side_by_side_of(call, progress, "interrupted while making test cases");
  auto made = judge::make_tests(plan, options);
  progress.clear();
  if (!made) return std::move(made).error();
  session.show(made->diagnostics);
  if (has_errors(made->diagnostics)) return not_made(*made);
  Provided provided{std::move(made).value(), {}};
  for (const judge::MadeTest& test : provided.made.tests) {
    for (const auto& [extension, path] : test.files)
      provided.files[test.planned->recipe->name + extension] = path;
  }
  const auto& groups = provided.made.group_files;
  provided.files.insert(groups.begin(), groups.end());
  return provided;
}

judge::ProblemServices services_of(const Session& session, ProgramCall& call) {
  judge::ProblemServices services;
  services.show = [&](const auto& diagnostics) { session.show(diagnostics); };
  services.warn = [&](const auto& message, const auto& help) { session.warn(message, help); };
  services.make = [&](const judge::GenerationPlan& plan) -> Result<store::TestFiles> {
    ARBITER_TRY(provided, provide(session, call, plan));
    return std::move(provided.files);
  };
  services.list = [&](const model::Problem& problem) -> Result<std::string> {
    ARBITER_CHECK(open_boxes(call));
    return judge::list_tests(call.programs_of(problem));
  };
  return services;
}

judge::ProblemRequest request_of(const JudgeOptions& options, std::filesystem::path path,
                                 std::string given) {
  judge::ProblemRequest request;
  request.path = std::move(path);
  request.given = std::move(given);
  request.links_within = options.links_within.value_or("");
  request.finds_time_limit = options.finds_time_limit;
  // A time limit is found with all of them.
  if (!options.finds_time_limit) request.asked = options.plan.tests;
  request.is_dry_run = options.dry_run;
  request.makes_none = options.no_generate;
  request.scoring = options.scoring;
  return request;
}

}  // namespace arbiter::cli
