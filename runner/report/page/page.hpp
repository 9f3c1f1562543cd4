#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/judgement.hpp"
#include "report/json/fields.hpp"
#include "report/report.hpp"

namespace arbiter::report {

// What the page of a report is made of: values of the names that runner/page/src/payload.ts gives
// them. What a reader may not see never gets into them.

/// A column of the matrix.
struct PageTest {
  std::string name;
  std::string visibility;  ///< "sample", "open", "hidden"; empty without a class
};

struct PageProblem {
  std::string id;
  std::string title;
  std::string hash;
  model::RunLimits limits;
  std::string found_limit;  ///< how the time limit was found, in words
  bool is_scoring = false;
  std::optional<double> max_points;
  std::vector<PageTest> tests;
  std::vector<std::pair<std::string, std::string>> glossary;  ///< verdicts and what they mean
};

/// A row of the matrix. The judgement outlives it.
struct PageProgram {
  std::size_t problem = 0;
  std::string name;
  std::vector<std::size_t> students = {};
  const model::SubmissionJudgement* judgement = nullptr;
  bool has_expectation = false;         ///< its label, and whether it is as expected, are shown
  std::vector<std::string> words = {};  ///< how its points came to be
  /// What only tests of some kind of page have; a function that is empty gives nothing.
  std::function<std::string(const model::TestJudgement&)> reason = {};   ///< of its verdict
  std::function<std::string(const model::TestJudgement&)> command = {};  ///< runs it again
};

struct PageMatrix {
  std::vector<PageProblem> problems;
  std::vector<PageProgram> programs;
  RunFiles files;
};

/// The names of all tests of a judgement, each once, in judging order.
std::vector<PageTest> tests_of(const model::Judgement& judgement);

/// A letter for each test of a problem, as the matrix shows it; `missing` where it did not run.
std::string verdict_letters(const model::SubmissionJudgement& judgement,
                            const std::vector<PageTest>& tests, char missing);

/// The values of a page but those of `kind`: empty lists, nothing that is compared, nobody.
Json page_fields(std::string_view kind, std::string_view reader, std::string_view title);

/// Adds "problems" and "programs": all verdicts, times and memory; in detail, with input and
/// answer, the first failed tests of each program, and then its games, until some two megabytes are
/// full.
void add_matrix(Json& page, const PageMatrix& matrix);

/// Text of a program: UTF-8 in which a byte that is none is U+10FF00 plus that byte.
std::string page_text(std::string_view bytes);

/// The page as one file that needs no other. `table` is its markup for those without scripts.
std::string page_file(std::string_view title, std::string_view table, const Json& page);

/// A table as markup; cells are plain text, the first row holds the titles.
std::string plain_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace arbiter::report
