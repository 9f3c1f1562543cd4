#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "package/task/task.hpp"

namespace arbiter::package {
namespace {

constexpr const char* k_parameters = "score_type_parameters";

/// The row [points, tests] of GroupMin. `grouped` counts the tests that rows have counted so far.
void read_group(Reader& reader, const YamlNode& row, Task& task, std::size_t& grouped) {
  if (row.items.size() != 2) {
    reader.wrong_type(row, k_parameters, "a list of points and a number of tests");
    return;
  }
  Subtask subtask;
  subtask.points = read_points(reader, *row.items[0], k_parameters).value_or(0);
  const YamlNode& which = *row.items[1];
  const auto count =
      which.is_quoted ? std::nullopt : number_in<std::size_t>(std::string_view(which.text));
  if (count) {
    const std::size_t first = std::exchange(grouped, grouped + *count);
    for (std::size_t i = first; i < std::min(grouped, task.tests.size()); ++i)
      subtask.tests.push_back(i);
  } else {
    // Tests by name, as task-maker writes them; CMS takes any regular expression.
    for (const std::string_view name : split(which.text, '|')) {
      const auto number = number_in<std::size_t>(name);
      if (number && name.size() >= 3) subtask.tests.push_back(*number);
    }
  }
  const bool is_known = std::ranges::all_of(
      subtask.tests, [&](std::size_t test) { return test < task.tests.size(); });
  if (subtask.tests.empty() || !is_known || grouped > task.tests.size()) {
    reader.error(code::k_unsupported, row.mark,
                 "only groups of a number of tests, or of tests by name, are supported",
                 {"as [40, 3] or [40, '000|001|002']"});
    return;
  }
  task.subtasks.push_back(std::move(subtask));
}

}  // namespace

bool read_scores(Reader& reader, const YamlNode& root, Task& task) {
  const YamlNode* type = first_value(root, {"score_type"});
  const YamlNode* parameters = first_value(root, {k_parameters});
  if (type == nullptr || parameters == nullptr) return false;
  const auto word = reader.text(*type, "score_type").value_or("");
  const bool is_sum = word == "Sum";
  if (!is_sum && (word != "GroupMin" || parameters->kind != YamlNode::Kind::list)) {
    reader.error(code::k_unsupported, type->mark,
                 fmt::format("the score type '{}' is not supported; known: Sum, GroupMin with "
                             "numbers of tests",
                             clipped(word)));
    return false;
  }
  task.subtasks.clear();
  task.has_subtasks = !is_sum;
  if (is_sum) {
    const auto each = read_points(reader, *parameters, k_parameters);
    Subtask& all = task.subtasks.emplace_back();
    all.aggregation = model::ScoreAggregation::sum;
    all.points = each.value_or(0) * static_cast<double>(task.tests.size());
    for (std::size_t i = 0; i < task.tests.size(); ++i)
      all.tests.push_back(i);
  }
  std::size_t grouped = 0;
  for (const YamlNodePtr& row : parameters->items)
    read_group(reader, *row, task, grouped);
  return true;
}

}  // namespace arbiter::package
