#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::intake {

/// A problem of the cohort and how files and folders may call it besides.
struct ProblemNames {
  std::string id;
  std::vector<std::string> others;
};

/// Number of an attempt in a name, and the name without it.
struct AttemptName {
  std::string base;
  std::optional<int> number;
};

/// What is larger is a year, or part of a name.
inline constexpr int k_most_attempts = 99;

/// "main" and 2 of "main-2", "main_v2", "main (2)"; no number if it has none.
AttemptName split_attempt(std::string_view stem);

/// The number that a folder called "attempt-3", "v3" or "försök 3" stands for.
std::optional<int> attempt_of_folder(std::string_view name);

/// Tells which problem a name means.
class ProblemIndex {
 public:
  explicit ProblemIndex(std::vector<ProblemNames> problems);

  [[nodiscard]] std::size_t size() const { return problems_.size(); }
  [[nodiscard]] const std::string& id(std::size_t problem) const { return problems_[problem].id; }

  /// The problems whose name all of `text` is; several only if they cannot be told apart. An id
  /// comes before other names.
  [[nodiscard]] std::vector<std::size_t> called(std::string_view text) const;
  /// The same, or the problems whose name is part of `text` as whole words: "ada_lab3_final" names
  /// lab3 but not lab. Names of one or two letters have to stand alone or beside words such as
  /// "problem" and "solution".
  [[nodiscard]] std::vector<std::size_t> named_in(std::string_view text) const;
  /// The same if it is a single one.
  [[nodiscard]] std::optional<std::size_t> one_named_in(std::string_view text) const;
  /// "A, B or C" of two or more.
  [[nodiscard]] std::string list(const std::vector<std::size_t>& problems) const;
  /// What to do about a name that means no problem.
  [[nodiscard]] std::string help_for(std::string_view text) const;

 private:
  struct Name {
    std::size_t problem;
    bool is_id;
    std::string folded;
    std::string letters;
    std::vector<std::string> words;
  };
  std::vector<ProblemNames> problems_;
  std::vector<Name> names_;
};

}  // namespace arbiter::intake
