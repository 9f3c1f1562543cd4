#include "arbiter_box/groups/cpu_bound.hpp"

#include <algorithm>
#include <numeric>

namespace arbiter::arbiter_box {
namespace {

const Living* find(const std::vector<Living>& all, pid_t pid) {
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const Living& one) { return one.pid == pid; });
  return at == all.end() ? nullptr : &*at;
}

std::int64_t threads_of(const std::vector<Living>& all) {
  return std::accumulate(all.begin(), all.end(), std::int64_t{0},
                         [](std::int64_t sum, const Living& one) { return sum + one.threads; });
}

}  // namespace

CpuBound::CpuBound(int cores, pid_t first, std::int64_t began_ns)
    : cores_(cores), looked_ns_(began_ns), last_id_(first), living_{{first, 1, 0}} {}

std::int64_t CpuBound::used_since(const Living& process) const {
  const Living* const before = find(living_, process.pid);
  return process.cpu_ns - (before == nullptr ? 0 : before->cpu_ns);
}

// Threads have ids, too: every id that was given since must be of one that lives.
bool CpuBound::has_lost_nothing(pid_t last_id, const std::vector<Living>& all) const {
  const bool is_known = last_id >= 0 && last_id_ >= 0 && last_id >= last_id_;
  return is_known && threads_of(all) == threads_of(living_) + (last_id - last_id_) &&
         std::all_of(living_.begin(), living_.end(),
                     [&](const Living& one) { return find(all, one.pid) != nullptr; });
}

void CpuBound::look(std::int64_t now_ns, pid_t last_id, const std::vector<Living>& all) {
  if (has_lost_nothing(last_id, all)) {
    for (const Living& one : all)
      bound_ns_ += used_since(one);
  } else {
    bound_ns_ += (now_ns - looked_ns_) * cores_;
  }
  looked_ns_ = now_ns;
  last_id_ = last_id;
  living_ = all;
}

std::int64_t CpuBound::at_end(std::int64_t ended_ns) const {
  return bound_ns_ + std::max<std::int64_t>(ended_ns - looked_ns_, 0) * cores_;
}

}  // namespace arbiter::arbiter_box
