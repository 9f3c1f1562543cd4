#include "box/nursery.hpp"

#include <array>

#include "box/retry.hpp"
#include "box_protocol/channel.hpp"

namespace arbiter::box {

Nursery::Nursery(Mode mode, std::filesystem::path program, bool sweep)
    : mode_(mode), program_(std::move(program)), sweep_(sweep) {}

Result<void> Nursery::ensure_helper() {
  if (helper_) return {};
  std::vector<std::string> words{std::string(mode_word(mode_))};
  if (sweep_) words.emplace_back("sweep");
  ARBITER_TRY(helper, Helper::start(program_, words));
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
