#include "judge/run/side_by_side.hpp"

#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace arbiter::judge {

Result<void> side_by_side(std::size_t count, const SideBySide& how,
                          const std::function<std::string(std::size_t)>& doing,
                          const std::function<Result<void>(std::size_t)>& work) {
  std::mutex mutex;
  std::size_t next = 0;
  std::size_t done = 0;
  std::optional<Error> failed;
  const auto is_stopped = [&] { return how.is_stopped && how.is_stopped(); };
  const auto loop = [&] {
    while (true) {
      std::size_t at = 0;
      {
        const std::lock_guard lock(mutex);
        if (!failed && is_stopped()) {
          failed = Error{ErrorKind::interrupted, how.interrupted, {}, {}};
        }
        if (failed || next == count) return;
        at = next++;
        if (how.progress) how.progress(done, count, doing(at));
      }
      auto result = work(at);
      const std::lock_guard lock(mutex);
      ++done;
      if (!result && !failed) failed = std::move(result).error();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 1; i < how.jobs && static_cast<std::size_t>(i) < count; ++i)
      threads.emplace_back(loop);
    loop();
  }
  if (!failed) return {};
  if (is_stopped()) failed->kind = ErrorKind::interrupted;
  return *std::move(failed);
}

}  // namespace arbiter::judge
