#include <array>

#include "report/judge/formats.hpp"

namespace arbiter::report {
namespace {

constexpr std::array k_formats = {
    Format{"human", ".txt", render_human},   Format{"json", ".json", render_json},
    Format{"jsonl", ".jsonl", render_jsonl}, Format{"junit", ".xml", render_junit},
    Format{"github", "", render_github},     Format{"html", ".html", render_html},
};

}  // namespace

std::span<const Format> judge_formats() {
  return k_formats;
}

}  // namespace arbiter::report
