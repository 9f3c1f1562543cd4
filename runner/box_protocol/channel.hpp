#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::box_protocol {

/// The kernel passes no more with one message. One of them is kept for a message that is too
/// long for the socket and travels as a file in memory.
constexpr std::size_t k_most_descriptors = 253;
constexpr std::size_t k_most_passed = k_most_descriptors - 1;
/// Longer messages travel as a file in memory.
constexpr std::size_t k_inline_size = std::size_t{60} * 1024;
constexpr std::size_t k_most_size = std::size_t{8} * 1024 * 1024;

/// A pair of connected SOCK_SEQPACKET sockets, close-on-exec.
Result<std::pair<UniqueFd, UniqueFd>> make_channel();

/// Sends one message with descriptors (borrowed, at most k_most_passed). Never waits. Error: too
/// long, too many, the other side is gone or does not read what it was sent before. `pass` is what
/// lets the call through the filter of a box, if the sender is under one.
Result<void> send_message(int socket, std::string_view bytes, std::span<const int> descriptors,
                          std::uint64_t pass = 0);

/// Sends a Fault that says what `error` does. Nobody is told if the other side is gone.
void send_fault(int socket, const Error& error, std::uint64_t pass = 0);

/// Where received messages lie. Used again and again, so that receiving allocates nothing.
class Inbox {
 public:
  Inbox();

  /// Waits for a message. False: the other side has closed. Error: the message was cut, too
  /// long, or is not what send_message sends.
  Result<bool> receive(int socket);

  /// Of the last message; valid until the next receive.
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// Taken by moving from its elements; closed at the next receive.
  std::vector<UniqueFd>& descriptors() { return descriptors_; }

 private:
  Result<void> read_long();

  std::unique_ptr<char[]> buffer_;
  std::string long_;
  std::string_view bytes_;
  std::vector<UniqueFd> descriptors_;
};

}  // namespace arbiter::box_protocol
