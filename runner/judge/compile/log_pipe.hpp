#pragma once

#include <memory>
#include <string>
#include <thread>

#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "base/units.hpp"

namespace arbiter::judge {

/// A pipe that somebody writes messages into, and a thread that keeps the first of them and
/// reads the rest away: whatever is written, memory is bounded and the writer never waits long.
class LogPipe {
 public:
  static Result<LogPipe> open(Bytes most);

  LogPipe(LogPipe&&) = default;
  LogPipe& operator=(LogPipe&&) = delete;
  LogPipe(const LogPipe&) = delete;
  LogPipe& operator=(const LogPipe&) = delete;
  ~LogPipe();

  [[nodiscard]] int write_end() const { return write_end_.get(); }
  /// What was written, clipped with a note that says so. To be called once, when every writer
  /// has ended; does not wait for copies of the descriptor to be closed.
  std::string finish();

 private:
  struct Reader;
  LogPipe() = default;

  UniqueFd write_end_;
  UniqueFd stop_;
  std::shared_ptr<Reader> reader_;
  std::thread thread_;
};

}  // namespace arbiter::judge
