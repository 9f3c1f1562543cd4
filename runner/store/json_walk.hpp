#pragma once

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/text.hpp"
#include "base/units.hpp"
#include "model/judgement.hpp"
#include "store/hash.hpp"

namespace arbiter::store::json_walk {

// Unlike the documents for others, the archive keeps everything exactly: times in whole
// nanoseconds, sizes in bytes, and strings that are not valid UTF-8 as {"hex": "…"}.

using Json = nlohmann::ordered_json;

/// The bytes that hex_of wrote; throws where something else stands.
inline std::string bytes_of(const std::string& hex) {
  if (hex.size() % 2 != 0) throw std::invalid_argument("half a byte");
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const char* const digits = hex.data() + i;
    unsigned char byte = 0;
    if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2)
      throw std::invalid_argument("not a hexadecimal digit");
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

/// A value that a walk only looks at, since it writes.
template <class T>
T& written(const T& value) {
  return const_cast<T&>(value);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// Writes the fields of a struct into an object, or reads them out of it; throws where something
/// else stands.
class Walk {
 public:
  enum class Way { write, read };
  Walk(Json& json, Way way) : json_(json), writes_(way == Way::write) {}

  template <class T>
  static void write(Json& json, const T& value) {
    Walk(json, Way::write).walk(json, written(value));
  }
  template <class T>
  static T read(Json& json) {
    T value;
    Walk(json, Way::read).walk(json, value);
    return value;
  }

  template <class T>
  void operator()(const char* key, T& value) {
    walk(writes_ ? json_[key] : json_.at(key), value);
  }
  /// What archives of earlier versions do not have.
  template <class T>
  void later(const char* key, T& value) {
    if (writes_ || json_.contains(key)) (*this)(key, value);
  }
  template <class T>
  void later(const char* key, std::optional<T>& value) {
    if (writes_ ? value.has_value() : json_.contains(key)) (*this)(key, value);
  }

 private:
  template <class T>
  void walk(Json& json, T& value) {
    if constexpr (!std::is_arithmetic_v<T>) {
      Walk inner(json, writes_ ? Way::write : Way::read);
      fields(inner, value);
    } else if (writes_) {
      json = value;
    } else {
      value = json.get<T>();
    }
  }
  template <class T>
  void walk(Json& json, std::optional<T>& value) {
    if (!writes_ && !json.is_null()) value.emplace();
    if (value) walk(json, *value);
  }
  template <class T>
  void walk(Json& json, std::vector<T>& list) {
    if (writes_) {
      json = Json::array();
      for (T& one : list)
        walk(json.emplace_back(), one);
    } else {
      for (Json& one : json)
        walk(one, list.emplace_back());
    }
  }
  void walk(Json& json, std::string& bytes) {
    if (writes_) {
      json = is_utf8(bytes) ? Json(bytes) : Json{{"hex", hex_of(bytes)}};
    } else {
      bytes = json.is_string() ? json.get<std::string>()
                               : bytes_of(json.at("hex").get_ref<const std::string&>());
    }
  }
  void walk(Json& json, Bytes& size) { walk(json, size.count); }
  void walk(Json& json, Nanoseconds& time) {
    std::int64_t count = time.count();
    walk(json, count);
    time = Nanoseconds(count);
  }
  void walk(Json& json, model::Verdict& verdict) {
    walk_word(json, verdict, model::code, model::parse_verdict);
  }
  void walk(Json& json, model::Ending& ending) {
    walk_word(json, ending, model::ending_word, model::parse_ending);
  }
  /// A value that is written as a word, and what the word means.
  template <class T>
  void walk_word(Json& json, T& value, std::string_view (*word_of)(T),
                 std::optional<T> (*meaning_of)(std::string_view)) {
    // Of a word that means nothing value() throws.
    if (writes_) {
      json = word_of(value);
    } else {
      value = meaning_of(json.get<std::string>()).value();
    }
  }

  Json& json_;
  bool writes_;
};

}  // namespace arbiter::store::json_walk
