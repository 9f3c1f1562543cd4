#include "judge/program/allowed_languages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "base/text.hpp"

namespace arbiter::judge {
namespace {

bool is_of_no_language(const model::Language& language) {
  return language.holds_answers || language.makes_folder || language.family == "binary";
}

bool is_allowed(const model::Problem& problem, const model::Language& language) {
  const auto& codes = problem.languages;
  return codes.empty() || is_of_no_language(language) ||
         std::any_of(codes.begin(), codes.end(), [&](const std::string& code) {
           return code == language.id || code == language.family;
         });
}

/// What messages show of a list that may be of any length.
std::string shown(const std::vector<std::string>& codes) {
  constexpr std::size_t k_most = 200;
  const std::string all = printable(fmt::format("{}", fmt::join(codes, ", ")));
  return all.size() <= k_most ? all : to_utf8(all.substr(0, k_most)) + "…";
}

}  // namespace

std::optional<Diagnostic> find_forbidden_languages(const model::Problem& problem,
                                                   const std::vector<Submission>& submissions) {
  const Submission* first = nullptr;
  std::size_t count = 0;
  for (const Submission& submission : submissions) {
    if (is_allowed(problem, *submission.language)) continue;
    if (count++ == 0) first = &submission;
  }
  if (first == nullptr) return std::nullopt;
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = "S003";
  warning.message =
      count == 1 ? fmt::format("this submission is in {}, which the package does not allow",
                               first->language->name)
                 : fmt::format(
                       "{} submissions are in languages that the package does not allow; the "
                       "first is in {}",
                       count, first->language->name);
  warning.place.emplace().path = first->given;
  warning.notes = {fmt::format("'languages' of problem.yaml: {}", shown(problem.languages))};
  warning.helps = {count == 1 ? "it is judged anyway" : "they are judged anyway"};
  return warning;
}

}  // namespace arbiter::judge
