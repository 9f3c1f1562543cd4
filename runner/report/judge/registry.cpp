#include <algorithm>
#include <array>

#include "report/judge/formats.hpp"

namespace arbiter::report {
namespace {

constexpr std::array k_formats = {
    Format{"human", ".txt", "tables for a terminal", render_human},
    Format{"json", ".json", "one document, schema arbiter/judge/1", render_json},
    Format{"jsonl", ".jsonl", "one line for each test and submission", render_jsonl},
    Format{"junit", ".xml", "JUnit XML, for continuous integration", render_junit},
};

}  // namespace

std::span<const Format> judge_formats() {
  return k_formats;
}

const Format* find_format(std::string_view name) {
  const auto* found = std::find_if(k_formats.begin(), k_formats.end(),
                                   [&](const Format& format) { return format.name == name; });
  return found == k_formats.end() ? nullptr : found;
}

const Format* format_of_extension(std::string_view path) {
  const auto* found = std::find_if(k_formats.begin(), k_formats.end(), [&](const Format& format) {
    return path.size() > format.extension.size() &&
           path.substr(path.size() - format.extension.size()) == format.extension;
  });
  return found == k_formats.end() ? nullptr : found;
}

}  // namespace arbiter::report
