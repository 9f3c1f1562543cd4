#include "cli/common/shared_progress.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <optional>
#include <system_error>
#include <thread>

#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/common/recorder.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_name = "progress";
constexpr Bytes k_longest_line = kib(4);

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

}  // namespace arbiter::cli
