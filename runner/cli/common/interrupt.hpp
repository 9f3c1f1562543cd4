#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::cli {

/// Turns the first SIGINT, SIGTERM or SIGHUP into a flag and a call, for the life of this object;
/// the second one ends the program at once. One object at a time.
class Interrupts {
 public:
  /// `on_interrupt` is called once, from a thread of its own.
  static Result<std::unique_ptr<Interrupts>> watch(std::function<void()> on_interrupt);

  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
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

}  // namespace arbiter::cli
