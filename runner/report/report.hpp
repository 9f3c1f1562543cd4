#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/judgement.hpp"

namespace arbiter::report {

/// How a report for people may look.
struct Style {
  bool color = false;
  std::size_t width = 80;  ///< terminal columns, at least 20
};

/// Turns a finished (or interrupted) judgement into one document.
using Render = std::string (*)(const model::Judgement& judgement, const Style& style);

/// An output format: one row of the registry.
struct Format {
  std::string_view name;       ///< "json"
  std::string_view extension;  ///< ".json"; tells the kind of -o PATH when it is left out
  std::string_view summary;
  Render render;
};

/// All formats of `judge`, "human" first.
std::span<const Format> judge_formats();
const Format* find_format(std::string_view name);
const Format* format_of_extension(std::string_view path);

/// One submission, or one test of it, in full (the `show` verb). `command` repeats it by hand.
std::string show_submission(const model::Judgement& judgement, std::size_t submission,
                            const Style& style);
std::string show_test(const model::Judgement& judgement, std::size_t submission, std::size_t test,
                      const Style& style);

}  // namespace arbiter::report
