#include "box_protocol/pulse.hpp"

#include <sys/socket.h>

#include <array>
#include <string>
#include <string_view>

#include "box_protocol/codec.hpp"

namespace arbiter::box_protocol {

void send_pulse(int socket, const Pulse& pulse) {
  Writer out;
  out.i64(pulse.now_ns);
  out.i64(pulse.cpu_ns);
  out.i64(pulse.queued_ns);
  out.i64(pulse.stuck_since_ns);
  out.i64(pulse.written);
  out.u8(pulse.has_closed_output ? 1 : 0);
  const std::string bytes = out.take();
  // The next one says more, so a lost one is no loss.
  [[maybe_unused]] const ssize_t sent =
      ::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

std::optional<Pulse> receive_pulse(int socket) {
  std::array<char, 64> bytes{};
  const ssize_t got = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got <= 0) return std::nullopt;
  Reader in(std::string_view(bytes.data(), static_cast<std::size_t>(got)));
  Pulse pulse;
  pulse.now_ns = in.i64();
  pulse.cpu_ns = in.i64();
  pulse.queued_ns = in.i64();
  pulse.stuck_since_ns = in.i64();
  pulse.written = in.i64();
  pulse.has_closed_output = in.boolean();
  if (!in.done() || pulse.cpu_ns < 0 || pulse.queued_ns < 0 || pulse.written < 0)
    return std::nullopt;
  return pulse;
}

}  // namespace arbiter::box_protocol
