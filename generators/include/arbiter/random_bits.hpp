#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace arbiter {

/// Random numbers that are the same on every machine, with every compiler and at every level of
/// optimisation: nothing of <random>, whose distributions differ between libraries, is used.
///
/// The numbers are those of xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom
/// number generators", 2021), its state filled by splitmix64 from the seed.
class RandomBits {
 public:
  explicit RandomBits(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15;
      std::uint64_t mixed = seed;
      mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
      word = mixed ^ (mixed >> 31);
    }
  }

  /// A seed of any text, as a command line: FNV-1a over its bytes.
  explicit RandomBits(std::string_view text) : RandomBits(hash_of(text)) {}

  std::uint64_t next() {
    const std::uint64_t result = rotated(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotated(state_[3], 45);
    return result;
  }

  /// 0 to `most`, each equally likely.
  std::uint64_t up_to(std::uint64_t most) {
    if (most == UINT64_MAX) return next();
    const std::uint64_t count = most + 1;
    // Numbers below this one would make some results likelier than others.
    const std::uint64_t uneven = (0 - count) % count;
    while (true) {
      const std::uint64_t drawn = next();
      if (drawn >= uneven) return (drawn - uneven) % count;
    }
  }

 private:
  static std::uint64_t rotated(std::uint64_t x, int by) { return x << by | x >> (64 - by); }

  static std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
  }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace arbiter
