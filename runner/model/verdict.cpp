#include "model/verdict.hpp"

#include <array>

#include "base/text.hpp"

namespace arbiter::model {
namespace {

constexpr std::array k_table = {
    VerdictRow{Verdict::ac, "AC", "Accepted", "✓", "32", 0},
    VerdictRow{Verdict::wa, "WA", "Wrong Answer", "✗", "31", 2},
    VerdictRow{Verdict::tle, "TLE", "Time Limit Exceeded", "T", "33", 4},
    VerdictRow{Verdict::rte, "RTE", "Run-Time Error", "R", "35", 6},
    VerdictRow{Verdict::mle, "MLE", "Memory Limit Exceeded", "M", "34", 5},
    VerdictRow{Verdict::ole, "OLE", "Output Limit Exceeded", "O", "36", 3},
    VerdictRow{Verdict::ce, "CE", "Compile Error", "C", "90", 1},
    VerdictRow{Verdict::je, "JE", "Judging Error", "J", "30;43", 7},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < k_table.size(); ++i) {
    if (k_table[i].verdict != static_cast<Verdict>(i)) return false;
  }
  return true;
}
static_assert(in_order(), "verdict_table() must be indexed by the enumeration");
static_assert(k_table.size() == static_cast<std::size_t>(Verdict::je) + 1);

/// Pages show a verdict by the first letter of its code, and P for some of the points.
constexpr bool differ() {
  for (std::size_t i = 0; i < k_table.size(); ++i) {
    if (k_table[i].code.front() == 'P') return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (k_table[i].code.front() == k_table[j].code.front()) return false;
      if (k_table[i].severity == k_table[j].severity) return false;
    }
  }
  return true;
}
static_assert(differ(), "each verdict has a letter and a severity of its own");

}  // namespace

std::span<const VerdictRow> verdict_table() {
  return k_table;
}

const VerdictRow& row(Verdict verdict) {
  return k_table[static_cast<std::size_t>(verdict)];
}

std::string_view code(Verdict verdict) {
  return row(verdict).code;
}

bool is_failure(Verdict verdict) {
  return verdict != Verdict::ac && verdict != Verdict::ce && verdict != Verdict::je;
}

std::span<const Verdict> counts_as(Verdict verdict) {
  static constexpr std::array k_memory = {Verdict::mle, Verdict::rte};
  static constexpr std::array k_output = {Verdict::ole, Verdict::rte, Verdict::wa, Verdict::tle};
  if (verdict == Verdict::mle) return k_memory;
  if (verdict == Verdict::ole) return k_output;
  return {&row(verdict).verdict, 1};
}

std::optional<Verdict> parse_verdict(std::string_view code) {
  for (const VerdictRow& candidate : k_table) {
    if (lower_ascii(code) == lower_ascii(candidate.code)) return candidate.verdict;
  }
  return std::nullopt;
}

}  // namespace arbiter::model
