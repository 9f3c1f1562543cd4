#include "model/problem.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace arbiter::model {
namespace {

void clear_tests(TestGroup& group) {
  group.tests.clear();
  for (TestGroup& inner : group.groups)
    clear_tests(inner);
}

TestGroup& innermost(TestGroup& group, std::string_view test) {
  TestGroup* around = &group;
  while (true) {
    // A test may have the name of a group.
    const auto inner = std::ranges::find_if(around->groups, [&](const TestGroup& one) {
      return one.name.empty() || (test != one.name && lies_in(test, one.name));
    });
    if (inner == around->groups.end()) return *around;
    around = &*inner;
  }
}

}  // namespace

bool answers_are_outputs(const Problem& problem) {
  return !problem.is_interactive && !problem.is_multi_pass;
}

bool is_sample(std::string_view name) {
  return lies_in(name, "sample");
}

bool judged_before(std::string_view a, std::string_view b) {
  if (is_sample(a) != is_sample(b)) return is_sample(a);
  // Component by component: "a/b" stands before "a-b", which a comparison of whole names inverts.
  const auto rank = [](char c) { return c == '/' ? 0 : 1 + static_cast<unsigned char>(c); };
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [&](char x, char y) { return rank(x) < rank(y); });
}

std::string static_test_of(const TestGroup& group) {
  return group.name + "/" + std::string(k_static_validation);
}

void assign_tests(Problem& problem) {
  clear_tests(problem.data);
  for (std::size_t i = 0; i < problem.tests.size(); ++i)
    innermost(problem.data, problem.tests[i].name).tests.push_back(i);
}

std::string with_constants(std::string_view text, const Constants& constants) {
  constexpr std::string_view k_open = "{{";
  constexpr std::string_view k_close = "}}";
  std::string replaced;
  while (!constants.empty()) {
    const std::size_t open = text.find(k_open);
    if (open == std::string_view::npos) break;
    const std::string_view inside = text.substr(open + k_open.size());
    const std::size_t close = inside.find_first_of("{}\n");
    const bool is_closed =
        close != std::string_view::npos && inside.substr(close).starts_with(k_close);
    const auto found = is_closed ? constants.find(inside.substr(0, close)) : constants.end();
    if (found == constants.end()) {
      // Of three braces the inner two may open a name.
      replaced += text.substr(0, open + 1);
      text.remove_prefix(open + 1);
      continue;
    }
    replaced += text.substr(0, open);
    replaced += found->second;
    text = inside.substr(close + k_close.size());
  }
  replaced += text;
  return replaced;
}

}  // namespace arbiter::model
