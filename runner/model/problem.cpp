#include "model/problem.hpp"

#include <algorithm>

namespace arbiter::model {
namespace {

bool is_sample(std::string_view name) {
  return name == "sample" || name.starts_with("sample/");
}

}  // namespace

bool answers_are_outputs(const Problem& problem) {
  return !problem.is_interactive && !problem.is_multi_pass;
}

bool judged_before(std::string_view a, std::string_view b) {
  if (is_sample(a) != is_sample(b)) return is_sample(a);
  // Component by component: "a/b" stands before "a-b", which a comparison of whole names inverts.
  const auto rank = [](char c) { return c == '/' ? 0 : 1 + static_cast<unsigned char>(c); };
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [&](char x, char y) { return rank(x) < rank(y); });
}

}  // namespace arbiter::model
