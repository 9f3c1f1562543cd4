#include "cli/common/recorder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "report/text/typeset.hpp"
#include "store/archive.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_bar_width = 20;
constexpr const char* k_name = "progress";
constexpr Bytes k_longest_line = kib(4);

std::string fitting(const std::string& what, std::size_t columns) {
  std::string safe = printable(what);
  std::ranges::replace(safe, '\n', ' ');
  while (!safe.empty() && display_width(safe) > columns)
    safe.resize(character_start(safe, safe.size() - 1));
  return safe;
}

/// The line itself: a bar, the counts and as much of `what` as fits.
std::string progress_line(std::size_t done, std::size_t total, const std::string& what,
                          std::size_t width) {
  const std::size_t most = std::max<std::size_t>(total, 1);
  std::string line;
  if (width >= 60) {
    const std::size_t filled = std::min(done, most) * k_bar_width / most;
    line = fmt::format("[{}{}] ", std::string(filled, '='), std::string(k_bar_width - filled, ' '));
  }
  line += fmt::format("{}/{} ", done, total);
  if (line.size() + 1 < width) line += fitting(what, width - line.size() - 1);
  return line;
}

/// What was written last; none: nobody works on the run.
std::optional<std::string> progress_in(const fs::path& folder) {
  const UniqueFd file(::open((folder / k_name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  // Whoever works on it holds the lock.
  if (!file || ::flock(file.get(), LOCK_SH | LOCK_NB) == 0) return std::nullopt;
  auto text = read_file(folder / k_name, k_longest_line);
  return text ? std::string(trimmed(*text)) : std::string();
}

}  // namespace

SharedProgress::SharedProgress(const fs::path& folder) : path_(folder / k_name) {
  file_ =
      UniqueFd(::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file_ && ::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) file_.reset();
}

SharedProgress::~SharedProgress() {
  std::error_code ignored;
  if (file_) fs::remove(path_, ignored);
}

void SharedProgress::tell(const std::function<std::string()>& line) {
  constexpr auto k_between = std::chrono::seconds(1);
  const auto now = std::chrono::steady_clock::now();
  if (!file_ || now - told_ < k_between) return;
  told_ = now;
  const std::string text = line() + "\n";
  if (::ftruncate(file_.get(), 0) != 0 ||
      ::pwrite(file_.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
    file_.reset();
}

void Progress::update(std::size_t done, std::size_t total, const std::string& what) {
  draw([&](std::size_t width) { return progress_line(done, total, what, width); });
}

void Progress::tell(const std::string& what) {
  draw([&](std::size_t width) { return fitting(what, width - 1); });
}

void Progress::draw(const std::function<std::string(std::size_t width)>& line) {
  constexpr std::size_t k_width_of_others = 160;
  shared_.tell([&] { return line(k_width_of_others); });
  constexpr auto k_between = std::chrono::milliseconds(100);
  const auto now = std::chrono::steady_clock::now();
  if (!enabled_ || (drawn_ && now - last_ < k_between)) return;
  last_ = now;
  drawn_ = true;
  write_text(STDERR_FILENO, "\r\x1b[K" + line(width_));
}

void Progress::clear() {
  if (drawn_) write_text(STDERR_FILENO, "\r\x1b[K");
  drawn_ = false;
}

void follow(const Session& session, const fs::path& folder) {
  // A folder on a network tells nobody of changes.
  constexpr auto k_between_looks = std::chrono::milliseconds(500);
  Progress drawn(session);
  std::string shown;
  for (auto line = progress_in(folder); line; line = progress_in(folder)) {
    drawn.tell(*line);
    if (!session.wants_progress() && session.progress != When::never && *line != shown)
      write_text(STDERR_FILENO, printable(*line) + "\n");
    shown = *line;
    std::this_thread::sleep_for(k_between_looks);
  }
}

void Recorder::append(const std::string& line) {
  if (run_ == nullptr) return;
  auto appended = run_->append(line);
  if (appended) return;
  progress_.clear();
  session_.warn("this run can no longer be stored: " + appended.error().text(),
                appended.error().help);
  run_ = nullptr;
  failure_ = std::move(appended).error();
}

void Recorder::begin(const model::Judgement& judgement) {
  append(store::archive_begin(judgement));
  progress_.update(0, planned_, "compiling");
}

void Recorder::on_compiled(std::size_t index, const model::SubmissionJudgement& submission) {
  append(store::archive_submission(index, submission));
  std::string& name = names_[index];
  name = report::base_name(submission.path);
  progress_.update(done_, planned_, name);
}

void Recorder::on_test(std::size_t submission, const model::TestJudgement& test) {
  append(store::archive_test(submission, test));
  ++done_;
  progress_.update(done_, planned_, names_[submission] + " " + test.name);
}

void Recorder::on_submission(std::size_t index, const model::SubmissionJudgement& submission) {
  append(store::archive_submission(index, submission));
}

void Recorder::end(const model::Judgement& judgement) {
  rest();
  append(store::archive_end(judgement));
  if (run_ == nullptr) return;
  if (auto finished = run_->finish(); !finished) {
    session_.warn("this run may not be stored: " + finished.error().text());
    failure_ = std::move(finished).error();
  }
}

}  // namespace arbiter::cli
