#include "box_protocol/pulse.hpp"

#include <sys/socket.h>

#include <array>
#include <string>
#include <string_view>

#include "box_protocol/codec.hpp"

namespace arbiter::box_protocol {
namespace {

template <class Codec>
void describe(Codec& codec, Described<Codec, Pulse>& pulse) {
  codec.number(pulse.now, INT64_MIN, INT64_MAX);
  codec.number(pulse.cpu, 0, INT64_MAX);
  codec.number(pulse.queued, 0, INT64_MAX);
  codec.number(pulse.stuck_since, INT64_MIN, INT64_MAX);
  codec.number(pulse.written, 0, INT64_MAX);
  codec.number(pulse.has_closed_output, 0, 1);
}

}  // namespace

void send_pulse(int socket, const Pulse& pulse) {
  Writer out;
  describe(out, pulse);
  const std::string bytes = out.take();
  // The next one says more, so a lost one is no loss.
  [[maybe_unused]] const ssize_t sent =
      ::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

std::optional<Pulse> next_pulse(int socket) {
  std::array<char, 64> bytes{};
  const ssize_t got = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got <= 0) return std::nullopt;
  Reader in(std::string_view(bytes.data(), static_cast<std::size_t>(got)));
  Pulse pulse;
  describe(in, pulse);
  return in.done() ? std::optional(pulse) : std::nullopt;
}

}  // namespace arbiter::box_protocol
