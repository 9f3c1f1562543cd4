#include "model/problem.hpp"

#include <algorithm>
#include <string_view>

namespace arbiter::model {
namespace {

bool is_sample(std::string_view name) {
  return name == "sample" || name.starts_with("sample/");
}

bool lies_in(std::string_view test, std::string_view group) {
  return group.empty() || (test.starts_with(group) && test.substr(group.size()).starts_with('/'));
}

void clear_tests(TestGroup& group) {
  group.tests.clear();
  for (TestGroup& inner : group.groups)
    clear_tests(inner);
}

TestGroup& innermost(TestGroup& group, std::string_view test) {
  TestGroup* around = &group;
  while (true) {
    const auto inner = std::ranges::find_if(
        around->groups, [&](const TestGroup& one) { return lies_in(test, one.name); });
    if (inner == around->groups.end()) return *around;
    around = &*inner;
  }
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

void assign_tests(Problem& problem) {
  clear_tests(problem.data);
  for (std::size_t i = 0; i < problem.tests.size(); ++i)
    innermost(problem.data, problem.tests[i].name).tests.push_back(i);
}

}  // namespace arbiter::model
