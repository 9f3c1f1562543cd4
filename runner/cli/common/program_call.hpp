#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "cli/common/flags.hpp"
#include "judge/compile/compile.hpp"
#include "judge/generate/make_tests.hpp"
#include "judge/open_problem.hpp"
#include "model/language.hpp"

namespace arbiter::cli {

/// Where the program and its data lie, and the languages it knows.
struct Surroundings {
  store::HostPaths paths;
  model::Languages languages;
};

/// The model of this machine's processor; empty where the kernel does not tell, as on some ARM
/// machines.
std::string cpu_model();

/// Where the program and its data lie; warns of places that are refused.
Result<store::HostPaths> find_paths(const Session& session);

/// Error{judge}: the installation is damaged.
Result<Surroundings> look_around(const Session& session);

/// The boxes and the compiler of one call.
struct Workshop {
  std::unique_ptr<box::BoxFactory> boxes;
  std::unique_ptr<judge::Compiler> compiler;
};

/// Turns the first SIGINT, SIGTERM or SIGHUP into a flag and a call, for the life of this object;
/// the second one ends the program at once. One object at a time.
class Interrupts {
 public:
  /// `on_interrupt` is called once, from a thread of its own.
  static Result<std::unique_ptr<Interrupts>> watch(std::function<void()> on_interrupt);

  ~Interrupts();

  [[nodiscard]] const std::atomic<bool>& flag() const { return interrupted_; }

 private:
  Interrupts(UniqueFd read_end, UniqueFd write_end, std::function<void()> on_interrupt);

  UniqueFd read_end_;
  UniqueFd write_end_;
  std::function<void()> on_interrupt_;
  std::atomic<bool> interrupted_{false};
  std::jthread watcher_;
};

/// What every call that runs programs works with.
struct ProgramCall {
  Surroundings surroundings;
  int jobs = 1;
  std::optional<box::Mode> sandbox;  ///< that was asked for
  model::Machine machine;
  std::vector<int> cores;  ///< to which jobs are pinned; none: to no core
  Workshop workshop;
  std::atomic<box::BoxFactory*> boxes{nullptr};  ///< of the workshop, once it is open
  std::atomic<bool> stop{false};                 ///< nothing more is to be begun
  std::mutex stopping;                           ///< held while `stop` is set
  std::condition_variable stopped;
  std::unique_ptr<Interrupts> interrupts;  ///< from the opening of the workshop on

  [[nodiscard]] bool is_interrupted() const { return interrupts && interrupts->flag(); }
  /// Begins nothing more, and stops what runs.
  void stop_all();
  /// Waits. False: the call was stopped meanwhile.
  bool pause(Nanoseconds duration);
  /// The programs of a problem and what compiles and runs them, once the workshop is open.
  [[nodiscard]] judge::PackagePrograms programs_of(const model::Problem& problem) const {
    return {problem, surroundings.languages, *workshop.compiler, *workshop.boxes};
  }
};

/// Sets `surroundings`, `machine`, `jobs` (one a physical core where none is asked for), `sandbox`
/// and `cores`. Error{judge}: the installation is damaged.
Result<void> set_up(const Session& session, const JudgeOptions& options, ProgramCall& call);

/// Opens the boxes of a call once, in the mode that was asked for, or the best that works here.
/// From there on a signal interrupts instead of killing: sets `stop`, then stops the boxes.
/// Error{judge}: programs cannot be isolated here; the help says what to do; {interrupted}.
Result<void> open_boxes(ProgramCall& call);

/// What results depend on besides programs and problems: this version, and how it isolates.
std::string surroundings_of(box::Mode mode);

/// Lends the boxes, the compiler and the watch for signals of a call to another one that has none,
/// for the life of this object. Both outlive it.
class LentWorkshop {
 public:
  LentWorkshop(ProgramCall& from, ProgramCall& to) : from_(from), to_(to) { move(from_, to_); }
  LentWorkshop(const LentWorkshop&) = delete;
  LentWorkshop& operator=(const LentWorkshop&) = delete;
  ~LentWorkshop() { move(to_, from_); }

 private:
  static void move(ProgramCall& from, ProgramCall& to) {
    to.interrupts = std::move(from.interrupts);
    to.workshop = std::move(from.workshop);
  }

  ProgramCall& from_;
  ProgramCall& to_;
};

class Progress;

/// With the jobs of a call and until a signal comes, behind a progress line that begins with
/// `before`. `interrupted` is what an interrupt is told as.
judge::SideBySide side_by_side_of(const ProgramCall& call, Progress& progress,
                                  std::string interrupted, const std::string& before = {});

/// The exit status of a verb that has `done` its work. Shows why it failed: whatever it was, after
/// a signal because the boxes were taken away, which `message` says.
int end(const Session& session, const ProgramCall& call, const Result<int>& done,
        std::string message, std::string help = {});

/// Tests that are there now, with the files below data/ that they and generators.yaml's group files
/// are, all in the cache.
struct Provided {
  judge::MadeTests made;
  std::map<std::string, std::filesystem::path> files;
};

/// Makes the tests of a plan behind one progress line, in the boxes of the call, and shows what is
/// wrong with them. Error{invalid_package}: some cannot be made; those of judge::make_tests.
Result<Provided> provide(const Session& session, ProgramCall& call,
                         const judge::GenerationPlan& plan);

/// How a problem is opened for the call. Both must outlive it.
judge::ProblemServices services_of(const Session& session, ProgramCall& call);

/// The request of a problem at `path`, which the user named `given`, as the options of a call say.
judge::ProblemRequest request_of(const JudgeOptions& options, std::filesystem::path path,
                                 std::string given);

}  // namespace arbiter::cli
