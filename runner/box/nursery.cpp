#include "box/nursery.hpp"

#include <array>

#include "box/retry.hpp"
#include "box/scope.hpp"
#include "box_protocol/channel.hpp"

namespace arbiter::box {

namespace {

constexpr auto k_manager_patience = std::chrono::seconds(5);

// A nursery that systemd can put nowhere is not started: no other group may be touched then. Only
// where a user has no systemd of their own may the group that arbiter runs in be theirs.
Result<void> settle(Mode mode, pid_t nursery) {
  const bool has_groups = mode == Mode::root_cgroup_v2 || mode == Mode::delegated_cgroup_v2;
  if (!has_groups || !has_systemd()) return {};
  const std::vector<std::string> buses = manager_buses();
  if (mode == Mode::delegated_cgroup_v2 && buses.empty()) return {};
  return put_into_scope(nursery, buses, k_manager_patience);
}

}  // namespace

Nursery::Nursery(Mode mode, std::filesystem::path program, bool sweep)
    : mode_(mode), program_(std::move(program)), sweep_(sweep) {}

Result<void> Nursery::ensure_helper() {
  if (helper_) return {};
  std::vector<std::string> words{std::string(mode_word(mode_))};
  if (sweep_) words.emplace_back("sweep");
  ARBITER_TRY(helper, Helper::start(program_, words));
  ARBITER_CHECK(settle(mode_, helper.pid()));
  helper_.emplace(std::move(helper));
  return {};
}

Result<UniqueFd> Nursery::begin_box() {
  const std::lock_guard lock(mutex_);
  ARBITER_TRY(ends, box_protocol::make_channel());
  const std::array theirs{ends.second.get()};
  const auto sent = try_twice([&]() -> Result<void> {
    ARBITER_CHECK(ensure_helper());
    auto done = box_protocol::send_message(helper_->socket(), "box", theirs);
    if (!done) helper_.reset();
    return done;
  });
  if (!sent) return sent.error();
  return std::move(ends.first);
}

}  // namespace arbiter::box
