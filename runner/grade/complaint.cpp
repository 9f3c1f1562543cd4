#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "grade/likeness/clusters.hpp"

namespace arbiter::grade {
namespace {

constexpr std::size_t k_complaint_bytes = 160;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// The first line that speaks of an error, else the first that is not blank.
std::string_view complaining_line(std::string_view log) {
  const auto lines = split_lines(log);
  const auto speaks = [](std::string_view line) {
    return lower_ascii(line).find("error") != std::string::npos;
  };
  const auto found = std::find_if(lines.begin(), lines.end(), speaks);
  if (found != lines.end()) return *found;
  const auto said = std::find_if(lines.begin(), lines.end(),
                                 [](std::string_view line) { return !is_blank(line); });
  return said == lines.end() ? std::string_view() : *said;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit_of_place(char c) {
  return (c >= '0' && c <= '9') || c == ':' || c == ',' || c == '(' || c == ')' || c == '-';
}

/// Whether a word is the name of a file, maybe with a place in it: "/work/a.cpp:3:5:",
/// "Main.java:7:".
bool is_file_name(std::string_view word) {
  while (!word.empty() && std::string_view("\"'`,;[]").find(word.front()) != std::string_view::npos)
    word.remove_prefix(1);
  if (word.find('/') != std::string_view::npos) return true;
  const std::size_t dot = word.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == word.size()) return false;
  if (!is_letter(word[dot + 1])) return false;
  // "std.cout" is no file, for no place follows.
  const auto place = std::find_if(word.begin() + static_cast<std::ptrdiff_t>(dot), word.end(),
                                  [](char c) { return c == ':' || c == '('; });
  return place != word.end() && std::all_of(place, word.end(), is_digit_of_place);
}

std::string without_digits(std::string_view word) {
  std::string rest;
  for (const char c : word) {
    if (c < '0' || c > '9') rest += c;
  }
  return rest;
}

}  // namespace

std::string first_complaint(std::string_view log) {
  std::string_view line = complaining_line(log);
  std::string complaint;
  while (!line.empty() && complaint.size() < k_complaint_bytes) {
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string_view::npos) break;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    const std::string rest = is_file_name(word) ? std::string() : without_digits(word);
    if (rest.find_first_not_of(":,()") == std::string::npos) continue;
    if (!complaint.empty()) complaint += ' ';
    complaint += rest;
  }
  return printable(to_utf8(std::string_view(complaint).substr(0, k_complaint_bytes)));
}

}  // namespace arbiter::grade
