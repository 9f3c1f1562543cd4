#include "standard/unordered.hpp"

#include <algorithm>

#include "standard/report.hpp"

namespace arbiter::checkers {
namespace {

// Equal elements stay in the order of the text: then it is the last occurrences that are missing
// or extra, and the report is the same on every run.
void sort_elements(std::vector<std::string_view>& elements, Compare compare) {
  std::sort(elements.begin(), elements.end(),
            [compare](std::string_view left, std::string_view right) {
              const int order = compare(left, right);
              return order != 0 ? order < 0 : left.data() < right.data();
            });
}

void keep_first(std::string_view& first, std::string_view candidate) {
  if (first.data() == nullptr || candidate.data() < first.data()) first = candidate;
}

Place end_or(std::string_view text, std::string_view element) {
  return element.data() == nullptr ? Place{text, text.size(), {}} : place_of(text, element);
}

Outcome unmatched(const Place& missing, const Place& extra) {
  Outcome outcome = rejected(missing, extra);
  outcome.message.clear();
  if (!missing.at_end()) {
    const std::uint64_t line = outcome.difference->answer_line;
    outcome.message = "missing " + quoted(missing) + " (answer: line " + std::to_string(line) + ")";
  }
  if (!extra.at_end()) {
    if (!outcome.message.empty()) outcome.message += ", ";
    const std::uint64_t line = outcome.difference->output_line;
    outcome.message += "extra " + quoted(extra) + " (line " + std::to_string(line) + ")";
  }
  return outcome;
}

}  // namespace

Outcome compare_unordered(std::string_view answer, std::vector<std::string_view> wanted,
                          std::string_view output, std::vector<std::string_view> got,
                          Compare compare) {
  sort_elements(wanted, compare);
  sort_elements(got, compare);
  std::string_view missing;
  std::string_view extra;
  std::size_t at = 0;
  std::size_t output_at = 0;
  while (at < wanted.size() || output_at < got.size()) {
    int order = at == wanted.size() ? 1 : -1;
    if (at < wanted.size() && output_at < got.size()) order = compare(wanted[at], got[output_at]);
    if (order < 0) keep_first(missing, wanted[at]);
    if (order > 0) keep_first(extra, got[output_at]);
    if (order <= 0) ++at;
    if (order >= 0) ++output_at;
  }
  if (missing.data() == nullptr && extra.data() == nullptr) return accepted();
  return unmatched(end_or(answer, missing), end_or(output, extra));
}

}  // namespace arbiter::checkers
