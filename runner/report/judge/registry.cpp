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

}  // namespace arbiter::report
