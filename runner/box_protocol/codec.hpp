#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace arbiter::box_protocol {

/// Builds a message: numbers in little-endian order, texts with their length and a final NUL. It
/// has the same operations as Reader, so that one description of a message's fields serves both.
class Writer {
 public:
  static constexpr bool k_reads = false;

  void u32(std::uint32_t value) { append(value, 4); }
  /// Numbers, times, enumerators and booleans alike; what they may be is for a Reader to check.
  template <class T>
  void number(const T& value, std::int64_t /*least*/, std::int64_t /*most*/) {
    if constexpr (std::is_same_v<T, std::chrono::nanoseconds>) {
      append(static_cast<std::uint64_t>(value.count()), 8);
    } else {
      append(static_cast<std::uint64_t>(value), 8);
    }
  }
  void text(const char* value) {
    const std::string_view all = value;
    u32(static_cast<std::uint32_t>(all.size()));
    bytes_ += all;
    bytes_.push_back('\0');
  }
  template <class List, class Each>
  void list(const List& list, std::size_t /*least_size*/, const Each& each) {
    u32(static_cast<std::uint32_t>(list.size()));
    for (const typename List::value_type element : list)
      each(element);
  }
  void require(bool /*holds*/) {}

  /// Gives the bytes away.
  std::string take() { return std::move(bytes_); }

 private:
  void append(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      bytes_.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
  }

  std::string bytes_;
};

/// Reads a message that may be anything. After the first fault `ok()` is false for good and
/// every read gives zero or "".
class Reader {
 public:
  static constexpr bool k_reads = true;

  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint32_t u32() { return static_cast<std::uint32_t>(number_of(4)); }
  /// A number out of its range is a fault.
  template <class T>
  void number(T& value, std::int64_t least, std::int64_t most) {
    const auto got = static_cast<std::int64_t>(number_of(8));
    require(least <= got && got <= most);
    value = static_cast<T>(ok_ ? got : std::int64_t{});
  }
  /// Points into the message; ends in NUL and has none inside.
  void text(const char*& value) {
    const std::size_t size = u32();
    value = "";
    // One more for the NUL; written so that a huge size cannot overflow.
    require(rest_.size() > size && rest_.find('\0') == size);
    if (!ok_) return;
    value = rest_.data();
    rest_.remove_prefix(size + 1);
  }
  /// Elements that take at least `least_size` bytes each: no more are read than could follow.
  template <class List, class Each>
  void list(List& list, std::size_t least_size, const Each& each) {
    list.clear();
    for (std::uint32_t left = count(least_size); left > 0 && ok_; --left) {
      typename List::value_type element{};
      each(element);
      list.push_back(element);
    }
  }
  std::uint32_t count(std::size_t least_size) {
    const std::uint32_t value = u32();
    require(value <= rest_.size() / least_size);
    return ok_ ? value : 0;
  }
  /// What does not hold is a fault.
  void require(bool holds) { ok_ = ok_ && holds; }

  [[nodiscard]] bool ok() const { return ok_; }
  /// Whether all was right and nothing is left over.
  [[nodiscard]] bool done() const { return ok_ && rest_.empty(); }

 private:
  std::uint64_t number_of(std::size_t size) {
    require(rest_.size() >= size);
    if (!ok_) return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
    rest_.remove_prefix(size);
    return value;
  }

  std::string_view rest_;
  bool ok_ = true;
};

/// A message as a codec takes it: a Reader fills it, a Writer only looks.
template <class Codec, class T>
using Described = std::conditional_t<Codec::k_reads, T, const T>;

}  // namespace arbiter::box_protocol
