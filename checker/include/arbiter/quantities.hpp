#pragma once

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace arbiter {

/// If a file of this name is in the working folder, an input validator writes into it what a valid
/// input holds. `arbiter verify` places it to learn which bounds no test case reaches.
inline constexpr const char* k_quantities_file = "arbiter_quantities.txt";

/// The least and greatest value of everything that a validator names. Names that differ in numbers
/// alone are one: "pile 1" and "pile 2" are "pile #". The file has a line for each:
/// LEAST GREATEST LOWEST HIGHEST AT_LOWEST AT_HIGHEST NAME. LOWEST and HIGHEST are the widest
/// bounds that were asked for; AT_… is 1 if some value was at the bound that held for it.
class Quantities {
 public:
  struct One {
    long long least = 0;
    long long greatest = 0;
    long long lowest = 0;
    long long highest = 0;
    bool at_lowest = false;
    bool at_highest = false;

    void add(const One& other) {
      least = std::min(least, other.least);
      greatest = std::max(greatest, other.greatest);
      lowest = std::min(lowest, other.lowest);
      highest = std::max(highest, other.highest);
      at_lowest = at_lowest || other.at_lowest;
      at_highest = at_highest || other.at_highest;
    }
  };

  /// Null: nobody wants to know.
  static std::shared_ptr<Quantities> open() {
    std::FILE* file = std::fopen(k_quantities_file, "r+");
    return file == nullptr ? nullptr : std::make_shared<Quantities>(file);
  }

  explicit Quantities(std::FILE* file) : file_(file) {}
  Quantities(const Quantities&) = delete;
  Quantities& operator=(const Quantities&) = delete;
  ~Quantities() {
    for (const auto& [name, one] : all_) {
      std::fprintf(file_, "%lld %lld %lld %lld %d %d %s\n", one.least, one.greatest, one.lowest,
                   one.highest, one.at_lowest ? 1 : 0, one.at_highest ? 1 : 0, name.c_str());
    }
    std::fclose(file_);
  }

  void note(std::string_view name, long long value, long long lowest, long long highest) {
    if (name.empty()) return;
    const One one{value, value, lowest, highest, value == lowest, value == highest};
    const auto [at, is_new] = all_.try_emplace(without_numbers(name), one);
    if (!is_new) at->second.add(one);
  }

 private:
  static std::string without_numbers(std::string_view name) {
    std::string text;
    for (const char c : name) {
      const bool is_digit = c >= '0' && c <= '9';
      if (!is_digit) text += c == '\n' ? ' ' : c;
      if (is_digit && (text.empty() || text.back() != '#')) text += '#';
    }
    return text;
  }

  std::FILE* file_;
  std::map<std::string, One> all_;
};

}  // namespace arbiter
