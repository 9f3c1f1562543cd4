#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "base/file.hpp"
#include "base/result.hpp"
#include "base/unique_fd.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// The inputs of a problem as programs may see them: sealed copies in memory. A descriptor of the
/// file itself would let a program open it again through /proc and write to it where it belongs
/// to the user who judges. Safe to use from several threads.
class TestInputs {
 public:
  explicit TestInputs(const std::vector<model::TestCase>& tests);

  /// A new descriptor of test `index`'s input, at its beginning. Error: unreadable.
  Result<UniqueFd> open(std::size_t index);
  /// The file of test `index` holds something else now.
  void forget(std::size_t index);

 private:
  Result<UniqueFd> load(std::size_t index);

  const std::vector<model::TestCase>& tests_;
  std::mutex mutex_;
  std::vector<UniqueFd> kept_;
  std::int64_t kept_bytes_ = 0;
  int kept_count_ = 0;
};

}  // namespace arbiter::judge
