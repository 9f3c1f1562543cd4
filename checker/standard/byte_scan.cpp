#include "standard/byte_scan.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace arbiter::checkers {
namespace {

constexpr std::uint64_t every_byte(unsigned value) {
  return 0x0101010101010101U * value;
}

// Sets the high bit of exactly the blank bytes. No sum below carries out of its byte, so unlike
// with the usual zero-byte trick bytes after a hit are right too.
std::uint64_t blank_marks(std::uint64_t word) {
  const std::uint64_t low = word & every_byte(0x7F);
  const std::uint64_t at_least_tab = low + every_byte(0x80 - '\t');
  const std::uint64_t above_return = low + every_byte(0x80 - '\r' - 1);
  const std::uint64_t not_space = (low ^ every_byte(' ')) + every_byte(0x7F);
  return ((at_least_tab & ~above_return) | ~not_space) & ~word & every_byte(0x80);
}

std::size_t portable_mismatch(const char* left, const char* right, std::size_t size) {
  std::size_t at = 0;
  for (; at + k_word <= size; at += k_word) {
    const std::size_t equal = word_mismatch(left + at, right + at);
    if (equal < k_word) return at + equal;
  }
  while (at < size && left[at] == right[at]) {
    ++at;
  }
  return at;
}

/// The first byte that is a blank, or with k_blank false the first that is none.
template <bool k_blank>
std::size_t portable_find(const char* text, std::size_t size) {
  constexpr std::uint64_t k_flipped = k_blank ? 0 : every_byte(0x80);
  std::size_t at = 0;
  for (; at + k_word <= size; at += k_word) {
    const std::uint64_t marks = blank_marks(load_word(text + at)) ^ k_flipped;
    if (marks != 0) return at + first_byte(marks);
  }
  while (at < size && is_blank(text[at]) != k_blank) {
    ++at;
  }
  return at;
}

constexpr ByteScan k_portable{"portable", portable_mismatch, portable_find<true>,
                              portable_find<false>};

#if defined(__x86_64__)

constexpr std::size_t k_vector = 32;

__attribute__((target("avx2"))) __m256i load_vector(const char* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

__attribute__((target("avx2"))) std::uint32_t equal_mask(const char* left, const char* right) {
  const __m256i equal = _mm256_cmpeq_epi8(load_vector(left), load_vector(right));
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(equal));
}

__attribute__((target("avx2"))) std::uint32_t blank_mask(const char* bytes) {
  const __m256i text = load_vector(bytes);
  const __m256i from_tab = _mm256_sub_epi8(text, _mm256_set1_epi8('\t'));
  const __m256i clamped = _mm256_min_epu8(from_tab, _mm256_set1_epi8('\r' - '\t'));
  const __m256i control = _mm256_cmpeq_epi8(from_tab, clamped);
  const __m256i space = _mm256_cmpeq_epi8(text, _mm256_set1_epi8(' '));
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_or_si256(control, space)));
}

__attribute__((target("avx2"))) std::size_t avx2_mismatch(const char* left, const char* right,
                                                          std::size_t size) {
  std::size_t at = 0;
  for (; at + k_vector <= size; at += k_vector) {
    const std::uint32_t parted = ~equal_mask(left + at, right + at);
    if (parted != 0) return at + static_cast<std::size_t>(std::countr_zero(parted));
  }
  return at + portable_mismatch(left + at, right + at, size - at);
}

template <bool k_blank>
__attribute__((target("avx2"))) std::size_t avx2_find(const char* text, std::size_t size) {
  constexpr std::uint32_t k_flipped = k_blank ? 0 : 0xFFFFFFFF;
  std::size_t at = 0;
  for (; at + k_vector <= size; at += k_vector) {
    const std::uint32_t marks = blank_mask(text + at) ^ k_flipped;
    if (marks != 0) return at + static_cast<std::size_t>(std::countr_zero(marks));
  }
  return at + portable_find<k_blank>(text + at, size - at);
}

constexpr ByteScan k_avx2{"avx2", avx2_mismatch, avx2_find<true>, avx2_find<false>};

#endif

}  // namespace

const ByteScan& portable_byte_scan() {
  return k_portable;
}

const ByteScan* avx2_byte_scan() {
#if defined(__x86_64__)
  static const bool k_supported = __builtin_cpu_supports("avx2") != 0;
  return k_supported ? &k_avx2 : nullptr;
#else
  return nullptr;
#endif
}

const ByteScan& best_byte_scan() {
  const ByteScan* fast = avx2_byte_scan();
  return fast != nullptr ? *fast : k_portable;
}

}  // namespace arbiter::checkers
