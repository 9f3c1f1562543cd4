#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/decimal.hpp"
#include "arbiter/graph.hpp"

namespace arbiter {

/// Gathers what a generator writes. A vector is written with blanks between its elements. A double
/// cannot be written: write a Decimal, whose digits are the same everywhere.
class OutputText {
 public:
  OutputText& operator<<(char c) {
    text_ += c;
    return *this;
  }
  OutputText& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  OutputText& operator<<(const char* text) { return *this << std::string_view(text); }
  OutputText& operator<<(const std::string& text) { return *this << std::string_view(text); }
  OutputText& operator<<(const Decimal& number) { return *this << to_text(number); }
  template <std::integral T>
  OutputText& operator<<(T number) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text_.append(digits.data(), end);
    return *this;
  }
  OutputText& operator<<(bool) = delete;
  OutputText& operator<<(double) = delete;
  template <class T>
  OutputText& operator<<(const std::vector<T>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) text_ += ' ';
      *this << all[i];
    }
    return *this;
  }

  /// A line for each edge, its two nodes counted from `first`, and its weight if there are any.
  void edges(const Graph& graph, int first = 1) {
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
      *this << graph.edges[i].from + first << ' ' << graph.edges[i].to + first;
      if (!graph.weights.empty()) *this << ' ' << graph.weights[i];
      *this << '\n';
    }
  }

  /// A line for each element.
  template <class T>
  void lines(const std::vector<T>& all) {
    for (const T& each : all)
      *this << each << '\n';
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace arbiter
