#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/unique_fd.hpp"
#include "cli/common/session.hpp"
#include "judge/execute.hpp"
#include "store/run_store.hpp"

namespace arbiter::cli {

/// How far a run is, in a file `progress` of its folder for others to read. It is locked while the
/// run goes on, and removed at its end. Where it cannot be written nobody is told.
class SharedProgress {
 public:
  SharedProgress() = default;
  explicit SharedProgress(const std::filesystem::path& folder);
  SharedProgress(SharedProgress&&) = default;
  SharedProgress& operator=(SharedProgress&&) = default;
  ~SharedProgress();

  /// One line, which is asked for at most once a second.
  void tell(const std::function<std::string()>& line);

 private:
  std::filesystem::path path_;
  UniqueFd file_;
  std::chrono::steady_clock::time_point told_{};
};

/// One line on standard error that is drawn over and over, at most ten times a second, and
/// cleared at the end; does nothing where it is not wanted. Not safe for several threads at once.
class Progress {
 public:
  explicit Progress(const Session& session)
      : enabled_(session.wants_progress()), width_(session.err().width) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  /// A bar, the counts and as much of `what` as fits.
  void update(std::size_t done, std::size_t total, const std::string& what);
  /// The same where nobody knows how much there is to do.
  void tell(const std::string& what);
  void clear();
  /// Others can follow what is said, too (SharedProgress).
  void share(const std::filesystem::path& folder) { shared_ = SharedProgress(folder); }

 private:
  void draw(const std::function<std::string(std::size_t width)>& line);

  SharedProgress shared_;
  bool enabled_;
  std::size_t width_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_{};
};

/// Shows how far the run in `folder` is, on standard error, until nobody works on it.
void follow(const Session& session, const std::filesystem::path& folder);

/// Writes everything that finishes into the run's journal at once, and shows the progress.
/// A journal that cannot be written (full disk) is given up with one warning; judging goes on.
class Recorder final : public judge::Observer {
 public:
  /// `run` may be null. `planned` counts the tests of all submissions.
  Recorder(const Session& session, store::Run* run, std::size_t planned)
      : session_(session), run_(run), progress_(session), planned_(planned) {
    if (run_ != nullptr) progress_.share(run_->folder());
  }

  void begin(const model::Judgement& judgement);
  void on_compiled(std::size_t index, const model::SubmissionJudgement& submission) override;
  void on_test(std::size_t submission, const model::TestJudgement& test) override;
  void on_submission(std::size_t index, const model::SubmissionJudgement& submission) override;
  /// Nothing more is judged: what else is said finds no progress line in its way.
  void rest() { progress_.clear(); }
  void end(const model::Judgement& judgement);

  /// Why the run is not stored; none if it is, or was not to be.
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

 private:
  void append(const std::string& line);

  const Session& session_;
  store::Run* run_;
  Progress progress_;
  std::size_t planned_;
  std::size_t done_ = 0;
  std::map<std::size_t, std::string> names_;  ///< of submissions, as the progress calls them
  std::optional<Error> failure_;
};

}  // namespace arbiter::cli
