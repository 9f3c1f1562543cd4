#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace arbiter::cli {

/// One line on standard error that is drawn over and over, at most ten times a second, and
/// cleared at the end; does nothing where it is not wanted. Not safe for several threads at once.
class Progress {
 public:
  Progress(bool enabled, std::size_t width) : enabled_(enabled), width_(width) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void update(std::size_t done, std::size_t total, const std::string& what);
  /// The same where nobody knows how much there is to do.
  void tell(const std::string& what);
  void clear();

 private:
  void draw(const std::function<std::string()>& line);

  bool enabled_;
  std::size_t width_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_{};
};

/// The line itself: a bar, the counts and as much of `what` as fits.
std::string progress_line(std::size_t done, std::size_t total, const std::string& what,
                          std::size_t width);

}  // namespace arbiter::cli
