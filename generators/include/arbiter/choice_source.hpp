#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter {

/// The random decisions of a generator, each with the bounds that it declares. The same seed gives
/// the same decisions on every machine, with every compiler and at every level of optimisation:
/// nothing of <random>, whose distributions differ between libraries, is used.
///
/// The numbers are those of xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom
/// number generators", 2021), its state filled by splitmix64 from the seed.
class ChoiceSource {
 public:
  explicit ChoiceSource(std::uint64_t seed) { fill(seed); }

  /// A seed of any text, as a command line: FNV-1a over its bytes.
  explicit ChoiceSource(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    fill(hash);
  }

  /// A number from `least` to `most`, both included, each equally likely. Throws
  /// std::invalid_argument when there is none.
  std::int64_t integer(std::int64_t least, std::int64_t most) {
    if (least > most) throw std::invalid_argument("ChoiceSource::integer: least > most");
    const std::uint64_t range =
        static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(least) + up_to(range));
  }

  /// True in `times` of `of` cases; throws std::invalid_argument unless 0 <= times <= of, 0 < of.
  bool chance(std::int64_t times, std::int64_t of) {
    if (times < 0 || of <= 0 || times > of) throw std::invalid_argument("ChoiceSource::chance");
    return integer(0, of - 1) < times;
  }

  /// One of the elements, which must not be none.
  template <class T>
  const T& pick(const std::vector<T>& from) {
    if (from.empty()) throw std::invalid_argument("ChoiceSource::pick: nothing to pick from");
    return from[index(from.size())];
  }

  /// Puts the elements into any order, each equally likely.
  template <class T>
  void shuffle(std::vector<T>& all) {
    for (std::size_t i = all.size(); i > 1; --i) {
      using std::swap;
      swap(all[i - 1], all[index(i)]);
    }
  }

 private:
  static std::uint64_t rotated(std::uint64_t x, int by) { return x << by | x >> (64 - by); }

  void fill(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15;
      std::uint64_t mixed = seed;
      mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
      mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
      word = mixed ^ (mixed >> 31);
    }
  }

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

  std::size_t index(std::size_t count) { return static_cast<std::size_t>(up_to(count - 1)); }

  /// 0 to `most`. Draws that lie beyond the last full round of the range are drawn again, so that
  /// no number is likelier than another.
  std::uint64_t up_to(std::uint64_t most) {
    if (most == UINT64_MAX) return next();
    const std::uint64_t count = most + 1;
    const std::uint64_t beyond = (0 - count) % count;
    while (true) {
      const std::uint64_t drawn = next();
      if (drawn >= beyond) return (drawn - beyond) % count;
    }
  }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace arbiter
