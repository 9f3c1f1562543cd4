#include "cli/common/recorder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "report/text/typeset.hpp"
#include "store/archive.hpp"

namespace arbiter::cli {
namespace {

constexpr std::size_t k_bar_width = 20;

std::string fitting(const std::string& what, std::size_t columns) {
  std::string safe = printable(what);
  std::ranges::replace(safe, '\n', ' ');
  while (!safe.empty() && display_width(safe) > columns) {
    // A whole character goes, not a byte of one.
    while (!safe.empty() && (static_cast<unsigned char>(safe.back()) & 0xC0U) == 0x80U) {
      safe.pop_back();
    }
    if (!safe.empty()) safe.pop_back();
  }
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

}  // namespace

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
