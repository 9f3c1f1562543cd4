#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "hostile_suite/fair_mutex.hpp"
#include "hostile_suite/worker.hpp"

namespace arbiter::hostile {

/// An honest submission that is judged on the same tests as a hostile one, at the same time and by
/// the same judge. What is said of it must be what was said when it was alone: every word, and its
/// memory within what the kernel's counting moves by. Only its times may differ.
class Bystander {
 public:
  /// `judged` outlives it. While it runs it holds `quiet`.
  Bystander(const Case& judged, FairMutex& quiet) : case_(judged), quiet_(quiet) {}

  /// Judges it on every test, alone.
  Result<void> see_alone(box::BoxFactory& boxes);

  /// Does something, which gives a value, while it is judged on `test` again and again.
  template <class Doing>
  auto beside(std::size_t test, const Doing& doing) {
    std::atomic<bool> is_over = false;
    const std::jthread other([&] {
      do {
        if (!is_as_alone(test)) return;
      } while (!is_over);
    });
    auto done = doing();
    is_over = true;
    return done;
  }

 private:
  bool is_as_alone(std::size_t test);

  const Case& case_;
  FairMutex& quiet_;
  std::unique_ptr<Worker> worker_;
  std::vector<model::TestJudgement> alone_;
};

}  // namespace arbiter::hostile
