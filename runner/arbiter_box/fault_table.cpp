#include "arbiter_box/fault_table.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace arbiter::arbiter_box {

bool FaultTable::strikes(box_protocol::FaultPoint point) const {
  return std::any_of(faults_.begin(), faults_.end(),
                     [&](const auto& fault) { return fault.point == point && fault.run == run_; });
}

void FaultTable::exhaust_descriptors() {
  while (true) {
    UniqueFd one(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!one) return;
    hoard_.push_back(std::move(one));
  }
}

void FaultTable::grow() {
  ballast_.resize(ballast_.size() + std::size_t{8} * 1024 * 1024, 'x');
}

void FaultTable::exhaust_processes() {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_NPROC, &none);
}

void FaultTable::exhaust_space(int folder) {
  const UniqueFd file(::openat(folder, "all-space", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  static constexpr std::array<char, 65536> k_block{};
  // Smaller and smaller pieces, until not a byte fits.
  std::size_t piece = k_block.size();
  while (file && piece > 0) {
    if (::write(file.get(), k_block.data(), piece) <= 0) piece /= 2;
  }
}

}  // namespace arbiter::arbiter_box
