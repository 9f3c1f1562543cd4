#include "model/test_group.hpp"

#include <algorithm>
#include <string_view>

#include "model/problem.hpp"

namespace arbiter::model {
namespace {

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

void assign_tests(Problem& problem) {
  clear_tests(problem.data);
  for (std::size_t i = 0; i < problem.tests.size(); ++i)
    innermost(problem.data, problem.tests[i].name).tests.push_back(i);
}

}  // namespace arbiter::model
