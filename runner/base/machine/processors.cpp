#include "base/machine/processors.hpp"

#include <sched.h>

#include <array>

namespace arbiter {
namespace {

/// Room for 65536 processors, far beyond the 8192 of the largest kernels.
using Processors = std::array<cpu_set_t, 64>;

}  // namespace

std::vector<int> usable_processors() {
  Processors set{};
  std::vector<int> all;
  if (::sched_getaffinity(0, sizeof set, set.data()) != 0) return all;
  int first = 0;
  for (const cpu_set_t& part : set) {
    const int end = CPU_COUNT(&part) > 0 ? CPU_SETSIZE : 0;
    for (int i = 0; i < end; ++i) {
      if (CPU_ISSET(i, &part) != 0) all.push_back(first + i);
    }
    first += CPU_SETSIZE;
  }
  return all;
}

bool pin_to(int processor) {
  Processors set{};
  CPU_SET_S(static_cast<std::size_t>(processor), sizeof set, set.data());
  return ::sched_setaffinity(0, sizeof set, set.data()) == 0;
}

}  // namespace arbiter
