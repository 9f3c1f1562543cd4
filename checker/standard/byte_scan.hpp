#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace arbiter::checkers {

/// Whether a byte separates tokens: space, \t, \n, \v, \f or \r, in every locale (2025-09).
constexpr bool is_blank(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/// ASCII lower case; other bytes are left alone.
constexpr char fold(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
}

/// How many bytes load_word() reads.
inline constexpr std::size_t k_word = sizeof(std::uint64_t);

/// The next k_word bytes as a number whose lowest byte is the first one.
inline std::uint64_t load_word(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, k_word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// Index of the lowest byte of a word that is not 0; k_word when all are.
inline std::size_t first_byte(std::uint64_t word) {
  return static_cast<std::size_t>(std::countr_zero(word)) / 8;
}

/// Index of the first of the next k_word bytes that differ; k_word when none does.
inline std::size_t word_mismatch(const char* left, const char* right) {
  return first_byte(load_word(left) ^ load_word(right));
}

/// One way to scan bytes. Each function looks at `size` bytes and returns the index of the first
/// hit, or `size`.
struct ByteScan {
  const char* name;
  std::size_t (*mismatch)(const char* left, const char* right, std::size_t size);
  std::size_t (*find_blank)(const char* text, std::size_t size);
  std::size_t (*find_nonblank)(const char* text, std::size_t size);
};

/// Eight bytes at a time in plain C++; works everywhere.
const ByteScan& portable_byte_scan();

/// 32 bytes at a time; nullptr where the processor or the build cannot.
const ByteScan* avx2_byte_scan();

/// The fastest of them here.
const ByteScan& best_byte_scan();

}  // namespace arbiter::checkers
