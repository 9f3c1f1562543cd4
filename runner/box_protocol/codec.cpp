#include "box_protocol/codec.hpp"

#include <limits>

namespace arbiter::box_protocol {
namespace {

void append(std::string& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    bytes.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
  }
}

}  // namespace

void Writer::u32(std::uint32_t value) {
  append(bytes_, value, 4);
}

void Writer::i64(std::int64_t value) {
  append(bytes_, static_cast<std::uint64_t>(value), 8);
}

void Writer::text(std::string_view value) {
  if (value.find('\0') != std::string_view::npos ||
      value.size() > std::numeric_limits<std::uint32_t>::max()) {
    ok_ = false;
    return;
  }
  u32(static_cast<std::uint32_t>(value.size()));
  bytes_ += value;
  bytes_.push_back('\0');
}

std::uint64_t Reader::number_of(std::size_t size) {
  if (!ok_ || rest_.size() < size) {
    ok_ = false;
    return 0;
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
  }
  rest_.remove_prefix(size);
  return value;
}

std::uint32_t Reader::u32() {
  return static_cast<std::uint32_t>(number_of(4));
}

std::int64_t Reader::i64() {
  return static_cast<std::int64_t>(number_of(8));
}

void Reader::text(const char*& value) {
  const std::size_t size = u32();
  value = "";
  // One more for the NUL; written so that a huge size cannot overflow.
  if (!ok_ || rest_.size() <= size || rest_[size] != '\0' ||
      rest_.substr(0, size).find('\0') != std::string_view::npos) {
    ok_ = false;
    return;
  }
  value = rest_.data();
  rest_.remove_prefix(size + 1);
}

std::uint32_t Reader::count(std::size_t least_size) {
  const std::uint32_t value = u32();
  if (value > rest_.size() / least_size) ok_ = false;
  return ok_ ? value : 0;
}

}  // namespace arbiter::box_protocol
