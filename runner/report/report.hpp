#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/judgement.hpp"

namespace arbiter::report {

/// How a report for people may look.
struct Style {
  bool color = false;
  std::size_t width = 80;  ///< terminal columns, at least 20
};

/// A file of a program that was judged.
struct SourceText {
  std::string name;
  std::string head;  ///< its beginning, raw bytes
  Bytes size;        ///< of all of it
};

/// The files of a program, or why they are not there.
struct Sources {
  std::vector<SourceText> files;
  std::string note;
};

/// What was judged and with what, which only pages show. A function that is empty, or gives
/// nothing, does not know. Tests and programs are named by their places in the matrix.
struct RunFiles {
  std::function<std::optional<model::FileHead>(std::size_t problem, const std::string& test,
                                               bool answer)>
      file;  ///< the input of a test case, or its answer
  std::function<std::optional<Bytes>(std::size_t problem, const std::string& test)> input_size;
  std::function<Sources(std::size_t program)> sources;
  /// How a test went, step by step, as one JSON object (report/replay); empty: nobody knows.
  std::function<std::string(const model::TestJudgement& test)> replay;
};

/// Turns a finished (or interrupted) judgement into one document.
using Render = std::string (*)(const model::Judgement& judgement, const Style& style);
using RenderPage = std::string (*)(const model::Judgement& judgement, const RunFiles& files);

/// An output format: one row of the registry.
struct Format {
  std::string_view name;       ///< "json"
  std::string_view extension;  ///< ".json"; tells the kind of -o PATH when it is left out
  std::variant<Render, RenderPage> make;

  [[nodiscard]] bool is_page() const { return std::holds_alternative<RenderPage>(make); }

  [[nodiscard]] std::string render(const model::Judgement& judgement, const Style& style,
                                   const RunFiles& files = {}) const {
    if (const auto* page = std::get_if<RenderPage>(&make)) return (*page)(judgement, files);
    return std::get<Render>(make)(judgement, style);
  }
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

/// A page that opens without anything else: the matrix of all submissions and test cases, the
/// failed ones in detail, plots. `against` may be null; else the page says what has changed since.
std::string judge_page(const model::Judgement& judgement, const RunFiles& files,
                       const model::Judgement* against);

}  // namespace arbiter::report
