#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter::box_protocol {

/// Builds a message: numbers in little-endian order, texts with their length and a final NUL.
class Writer {
 public:
  void u8(std::uint8_t value);
  void u32(std::uint32_t value);
  void i64(std::int64_t value);
  /// A text with a NUL inside cannot be sent; it makes `ok()` false.
  void text(std::string_view value);

  [[nodiscard]] bool ok() const { return ok_; }
  /// Gives the bytes away.
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
  bool ok_ = true;
};

/// Reads a message that may be anything. After the first fault `ok()` is false for good and
/// every read gives zero or "".
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t u8();
  std::uint32_t u32();
  std::int64_t i64();
  bool boolean();
  /// Points into the message; ends in NUL and has none inside.
  const char* text();
  /// A count of elements that take at least `least_size` bytes each: never more than could follow.
  std::uint32_t count(std::size_t least_size);
  void fail() { ok_ = false; }

  [[nodiscard]] bool ok() const { return ok_; }
  /// Whether all was right and nothing is left over.
  [[nodiscard]] bool done() const { return ok_ && rest_.empty(); }

 private:
  std::uint64_t number(std::size_t size);

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace arbiter::box_protocol
