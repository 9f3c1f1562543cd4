#include "report/grade/phrases.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <languages.hpp>
#include <nlohmann/json.hpp>

#include "model/points.hpp"
#include "model/reason.hpp"
#include "model/verdict.hpp"

namespace arbiter::report {

static_assert(k_languages.size() == model::k_feedback_languages.size());

const Phrases::Sentences& Phrases::sentences_of(model::FeedbackLanguage language) {
  static const auto k_all = [] {
    std::array<Sentences, k_languages.size()> all;
    for (std::size_t i = 0; i < all.size(); ++i)
      all.at(i) = nlohmann::json::parse(k_languages.at(i)).get<Sentences>();
    return all;
  }();
  return k_all.at(static_cast<std::size_t>(language));
}

Phrases::Phrases(model::FeedbackLanguage language) : sentences_(sentences_of(language)) {}

std::string Phrases::operator()(std::string_view key,
                                std::initializer_list<std::string> values) const {
  return filled(key, values);
}

std::string Phrases::filled(std::string_view key, std::span<const std::string> values) const {
  const auto found = sentences_.find(key);
  if (found == sentences_.end()) return std::string(key);
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const std::string& value : values)
    store.push_back(value);
  return fmt::vformat(found->second, store);
}

std::string Phrases::points(double points, double most, int decimals) const {
  return (*this)("points",
                 {model::show_points(points, decimals), model::show_points(most, decimals)});
}

std::string Phrases::verdict(model::Verdict verdict) const {
  return (*this)(model::code(verdict));
}

std::string Phrases::verdict(model::Verdict verdict, const std::string& reason) const {
  return this->verdict(verdict) + ". " +
         (reason.empty() ? (*this)(fmt::format("{}_means", model::code(verdict))) : reason);
}

std::string Phrases::pattern(const model::Pattern& pattern) const {
  const std::string failing = std::to_string(pattern.failing);
  if (pattern.properties.empty()) return (*this)("pattern_all", {failing});
  std::string property;
  for (const model::Property& one : pattern.properties) {
    const std::string subject = filled("of_" + one.subject, one.places);
    std::string holds = (*this)("has_" + one.holds, {subject, one.value});
    property = property.empty() ? std::move(holds) : (*this)("both", {property, holds});
  }
  return (*this)("pattern", {property, failing, std::to_string(pattern.passing)});
}

std::string Phrases::slowness(const model::Slowness& slowness,
                              const model::RunLimits& limits) const {
  constexpr double k_day = 86400;
  const auto about = [](double seconds) {
    if (seconds <= 0) return std::string("0 s");
    const double unit = std::pow(10, std::floor(std::log10(seconds)) - 1);
    return fmt::format("{:g} s", std::round(seconds / unit) * unit);
  };
  std::string text = (*this)(
      "growth", {std::to_string(slowness.size), about(seconds(slowness.time)), slowness.law,
                 std::to_string(slowness.largest),
                 slowness.at_largest > k_day ? (*this)("over_a_day") : about(slowness.at_largest),
                 show(limits.time)});
  if (!slowness.reference.empty()) text += " " + (*this)("growth_reference", {slowness.reference});
  return text;
}

std::string Phrases::reason(const model::TestJudgement& test,
                            const model::RunLimits& limits) const {
  // By the kind of cause.
  static constexpr std::array<std::string_view, 8> k_keys = {
      "", "deadlock", "not_run", "time", "signal", "exit", "memory", "much_output"};
  static_assert(k_keys.size() == static_cast<std::size_t>(model::Cause::Kind::output) + 1);
  const model::Cause cause = model::cause_of(test, limits);
  if (cause.kind == model::Cause::Kind::none) return {};
  if (cause.kind == model::Cause::Kind::signal) {
    const std::string own = fmt::format("signal_{}", test.run.signal);
    if (sentences_.contains(own)) return (*this)(own, {cause.value});
  }
  return (*this)(k_keys.at(static_cast<std::size_t>(cause.kind)), {cause.value});
}

}  // namespace arbiter::report
