#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

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
  Render render;
};

/// The format of that name; null: none.
template <class Row>
const Row* format_named(std::span<const Row> formats, std::string_view name) {
  const auto found = std::ranges::find(formats, name, &Row::name);
  return found == formats.end() ? nullptr : &*found;
}

/// The format that the extension of a path tells; null: none.
template <class Row>
const Row* format_of_path(std::span<const Row> formats, std::string_view path) {
  const auto found = std::ranges::find_if(formats, [&](const Row& row) {
    return !row.extension.empty() && path.size() > row.extension.size() &&
           path.ends_with(row.extension);
  });
  return found == formats.end() ? nullptr : &*found;
}

/// All formats of `judge`, "human" first.
std::span<const Format> judge_formats();

/// One submission, or one test of it, in full (the `show` verb). `command` repeats it by hand.
std::string show_submission(const model::Judgement& judgement, std::size_t submission,
                            const Style& style);
std::string show_test(const model::Judgement& judgement, std::size_t submission, std::size_t test,
                      const Style& style);

}  // namespace arbiter::report
