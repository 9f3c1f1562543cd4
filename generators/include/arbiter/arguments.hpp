#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

/// How many letters must be changed, added, left out, or exchanged with the next one, to make one
/// word of the other.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& best = rows[i][j] = i + j;
      if (i == 0 || j == 0) continue;
      const std::size_t changed = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      best = std::min({changed, rows[i - 1][j] + 1, rows[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        best = std::min(best, rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.size()][b.size()];
}

/// The name that was probably meant, as "; did you mean 'X'?", or nothing.
inline std::string probably_meant(std::string_view given, const std::vector<std::string>& names,
                                  std::string_view dashes = {}) {
  const std::string* nearest = nullptr;
  // At least one letter must be right.
  std::size_t least = std::min(given.size(), std::max<std::size_t>(2, given.size() / 3) + 1);
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(given, name);
    if (distance < least) {
      least = distance;
      nearest = &name;
    }
  }
  if (nearest == nullptr) return {};
  return "; did you mean '" + std::string(dashes) + *nearest + "'?";
}

/// The words of a command line, taken one by one by those who know what they mean. `--n 5`,
/// `--n=5`, `-n 5`, `-n=5` and `n=5` say the same; after `--` nothing is a name.
class Arguments {
 public:
  explicit Arguments(const std::vector<std::string>& words) {
    bool has_names = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (has_names && words[i] == "--") {
        has_names = false;
      } else if (has_names && is_name(words[i])) {
        Argument argument = named(words[i]);
        const bool has_next = i + 1 < words.size() && !is_name(words[i + 1]);
        if (!argument.is_joined && has_next) argument.value = words[++i];
        all_.push_back(std::move(argument));
      } else {
        all_.push_back(has_names ? plain(words[i]) : Argument{{}, words[i], false, true});
      }
    }
  }

  struct Given {
    std::optional<std::string> value;  // none: the name stood alone
    int times = 0;
  };

  /// What was given by that name. If it was given more than once, the first time counts.
  Given take(std::string_view name) {
    Given given;
    for (std::size_t i = 0; i < all_.size();) {
      if (all_[i].name != name || name.empty()) {
        ++i;
        continue;
      }
      if (given.times++ == 0) given.value = all_[i].value;
      all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return given;
  }

  /// The same for a name that never has a value: a word that follows it stands for itself.
  Given take_flag(std::string_view name) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].name != name || all_[i].is_joined || !all_[i].value) continue;
      const std::string after = *all_[i].value;
      all_[i].value.reset();
      all_.insert(all_.begin() + static_cast<std::ptrdiff_t>(i) + 1, plain(after));
    }
    return take(name);
  }

  /// The first word without a name.
  std::optional<std::string> take_next() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (!all_[i].name.empty()) continue;
      std::optional<std::string> word = all_[i].value;
      all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
      return word;
    }
    return {};
  }

  struct Name {
    std::string name;  // without its hyphens
    bool has_dashes = false;
  };

  /// The first name that nobody took.
  std::optional<Name> take_name() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].name.empty()) continue;
      Name name{all_[i].name, all_[i].has_dashes};
      all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
      return name;
    }
    return {};
  }

 private:
  struct Argument {
    std::string name;  // empty: a word that stands for itself
    std::optional<std::string> value;
    bool is_joined = false;  // by an equals sign
    bool has_dashes = true;
  };

  /// A hyphen and a digit begin a number, not a name.
  static bool is_name(const std::string& word) {
    const std::size_t letter = word.find_first_not_of('-');
    return (letter == 1 || letter == 2) && word[letter] != '=' &&
           !(word[letter] >= '0' && word[letter] <= '9') && word[letter] != '.';
  }

  static Argument named(const std::string& word) {
    const std::size_t begin = word.find_first_not_of('-');
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) return {word.substr(begin), {}, false, true};
    return {word.substr(begin, equals - begin), word.substr(equals + 1), true, true};
  }

  /// A word without hyphens: a name and its value, or itself.
  static Argument plain(const std::string& word) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto belongs_to_name = [&](char c) {
      return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    const std::size_t equals = word.find('=');
    const bool is_named =
        equals != std::string::npos && equals > 0 && is_letter(word.front()) &&
        std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                    belongs_to_name);
    if (!is_named) return {{}, word, false, false};
    return {word.substr(0, equals), word.substr(equals + 1), true, false};
  }

  std::vector<Argument> all_;
};

}  // namespace arbiter
