#include "model/test_group.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

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
    const auto inner = std::find_if(around->groups.begin(), around->groups.end(),
                                    [&](const TestGroup& one) { return lies_in(test, one.name); });
    if (inner == around->groups.end()) return *around;
    around = &*inner;
  }
}

}  // namespace

std::string show_points(double points) {
  if (!std::isfinite(points)) return points < 0 ? "-inf" : "inf";
  constexpr double k_cents = 100;
  // Scores beyond this have no cents that a double could hold, and a negative zero is none.
  const double rounded = std::abs(points) < 1e13 ? std::round(points * k_cents) / k_cents : points;
  std::array<char, 400> text{};
  const auto [end, code] = std::to_chars(text.begin(), text.end(), rounded == 0 ? 0.0 : rounded,
                                         std::chars_format::fixed, 2);
  std::string shown(text.begin(), code == std::errc{} ? end : text.begin());
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.ends_with('.')) shown.pop_back();
  return shown;
}

void assign_tests(Problem& problem) {
  clear_tests(problem.data);
  for (std::size_t i = 0; i < problem.tests.size(); ++i)
    innermost(problem.data, problem.tests[i].name).tests.push_back(i);
}

}  // namespace arbiter::model
