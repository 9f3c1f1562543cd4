#include "package/grading/grading_yaml.hpp"

#include <fmt/format.h>

#include "package/grading/grading_parts.hpp"

namespace arbiter::package {
namespace grading {

std::optional<double> read_points(Reader& reader, const YamlNode& node, std::string_view what) {
  return reader.number_within(node, what, 0, k_most_points,
                              fmt::format("from 0 to {:.0f} points", k_most_points));
}

std::optional<double> read_percent(Reader& reader, const YamlNode& node, std::string_view what) {
  const auto text = reader.text(node, what);
  if (!text) return std::nullopt;
  std::string_view digits = *text;
  const bool has_sign = digits.ends_with('%');
  if (has_sign) digits.remove_suffix(1);
  while (digits.ends_with(' '))
    digits.remove_suffix(1);
  const auto value = parse_decimal(digits);
  if (has_sign && value && *value >= 0 && *value <= 100) return value;
  std::string help = "write it as 20%";
  if (value && *value >= 0 && *value <= 100) help = fmt::format("write it as {}%", digits);
  return reader.refuse(
      node.mark,
      fmt::format("'{}' must be a percentage from 0% to 100%, but is '{}'", what, clipped(*text)),
      {std::move(help)});
}

}  // namespace grading

namespace {

using model::AttemptRule;
using model::Disclosure;
using model::FeedbackPolicy;

void read_feedback(Reader& reader, const YamlNode& node, FeedbackPolicy& feedback) {
  const Reader::Words<Disclosure> words = {{"verdict", Disclosure::verdict},
                                           {"first-difference", Disclosure::first_difference},
                                           {"full", Disclosure::full}};
  reader.map(
      node, "feedback",
      {reader.choice_key("sample", words, feedback.sample, "feedback.sample"),
       reader.choice_key("public", words, feedback.open, "feedback.public"),
       reader.choice_key("hidden", words, feedback.hidden, "feedback.hidden"),
       reader.key("public_tests", &Reader::words, feedback.open_tests, "feedback.public_tests")});
}

void read_factors(Reader& reader, const YamlNode& node, std::map<std::string, double>& factors) {
  if (!reader.is_map(node, "time_factors", "a map of languages and factors",
                     {"write it as {python3: 5}"})) {
    return;
  }
  for (const MapEntry& entry : node.entries) {
    const auto factor = read_factor(reader, *entry.value, "time_factors." + clipped(entry.key));
    if (factor) factors[entry.key] = *factor;
  }
}

void read_policy(Reader& reader, const YamlNode& root, model::GradingPolicy& policy) {
  const Reader::Words<AttemptRule> attempts = {
      {"last", AttemptRule::last}, {"best", AttemptRule::best}, {"all", AttemptRule::all}};
  // Problems go by the lateness of all where they do not say otherwise, in whatever order.
  const YamlNode* late = root.find("late");
  if (late != nullptr) policy.late = grading::read_late(reader, *late, "late", {});
  reader.map(
      root, "",
      {reader.key("assignment", &Reader::text, policy.assignment),
       {"problems",
        [&](const YamlNode& node) {
          policy.problems = grading::read_problems(reader, node, policy.late);
        }},
       reader.choice_key("attempts", attempts, policy.attempts),
       Reader::ignored("late"),
       {"feedback", [&](const YamlNode& node) { read_feedback(reader, node, policy.feedback); }},
       {"time_factors",
        [&](const YamlNode& node) { read_factors(reader, node, policy.time_factors); }},
       {"decimals", [&](const YamlNode& node) {
          if (const auto decimals = reader.whole(node, "decimals", 0, 6)) {
            policy.decimals = static_cast<int>(*decimals);
          }
        }}});
}

}  // namespace

LoadedPolicy load_grading_policy(const std::filesystem::path& file) {
  LoadedPolicy loaded;
  Faults faults;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored)) {
    read_yaml_map(file, true, faults, [&](Reader& reader, const YamlNode& root) {
      read_policy(reader, root, loaded.policy);
    });
  } else {
    faults.error(code::k_unreadable, "the file does not exist", place_of(file));
  }
  loaded.diagnostics = faults.take();
  return loaded;
}

}  // namespace arbiter::package
