#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/grade/formats.hpp"
#include "report/samples.hpp"

namespace arbiter::report {

/// What a format makes; the test fails if that is an error.
inline GradeOutput made(const std::string& kind, const model::Gradebook& book,
                        const GradeOutputOptions& options = {}) {
  const GradeFormat* format = format_named(grade_formats(), kind);
  if (format == nullptr) {
    ADD_FAILURE() << "no format " << kind;
    return {};
  }
  auto output = make_grade_output(*format, book, options);
  if (!output) {
    ADD_FAILURE() << kind << ": " << output.error().text();
    return {};
  }
  return std::move(*output);
}

/// Why a format makes nothing; empty if it does.
inline std::string refusal(const std::string& kind, const model::Gradebook& book,
                           const GradeOutputOptions& options) {
  const auto output = make_grade_output(*format_named(grade_formats(), kind), book, options);
  return output ? std::string() : output.error().text();
}

/// The bytes of the file of that name; fails where there is none.
inline std::string file_of(const GradeOutput& output, const std::string& name = {}) {
  for (const OutputFile& file : output.files) {
    if (file.name == name) return file.bytes;
  }
  ADD_FAILURE() << "no file '" << name << "'";
  return {};
}

/// How often `what` stands in `text`.
inline std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++count;
  return count;
}

/// What Classroom 50 tells.
inline ClassroomFacts classroom_facts() {
  ClassroomFacts facts;
  facts.classroom = "algo";
  facts.assignment = "lab3";
  facts.submission = "submit/2026-11-22T13-40-26Z-abc";
  facts.commit = "https://github.com/algo/lab3-x/commit/1";
  facts.release = "https://github.com/algo/lab3-x/releases/tag/1";
  facts.review = "https://github.com/algo/lab3-x/compare/1";
  return facts;
}

}  // namespace arbiter::report
