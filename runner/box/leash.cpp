#include "box/leash.hpp"

#include <sys/socket.h>

#include <utility>

#include "box_protocol/channel.hpp"

namespace arbiter::box {

Result<Leash> make_leash() {
  ARBITER_TRY(ends, box_protocol::make_channel());
  return Leash{std::move(ends.first), std::move(ends.second)};
}

void pull(int ours) {
  ::shutdown(ours, SHUT_WR);
}

}  // namespace arbiter::box
