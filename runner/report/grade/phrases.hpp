#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "model/gradebook.hpp"

namespace arbiter::report {

/// What students are told, in the language of a policy. The sentences are in report/languages, by
/// key; every language has the same keys.
class Phrases {
 public:
  explicit Phrases(model::FeedbackLanguage language);

  /// The sentence of a key, which must exist, with values in place of "{0}", "{1}" and so on.
  [[nodiscard]] std::string operator()(std::string_view key,
                                       std::initializer_list<std::string> values = {}) const;

  /// "12 of 20 points".
  [[nodiscard]] std::string points(double points, double most, int decimals) const;
  /// "Wrong answer".
  [[nodiscard]] std::string verdict(model::Verdict verdict) const;
  /// The same as a sentence, with the reason; without one what the verdict means.
  [[nodiscard]] std::string verdict(model::Verdict verdict, const std::string& reason) const;
  /// What the failing inputs have in common, in a sentence or two.
  [[nodiscard]] std::string pattern(const model::Pattern& pattern) const;
  /// How the time of a program grows that is too slow, in a sentence or two.
  [[nodiscard]] std::string slowness(const model::Slowness& slowness,
                                     const model::RunLimits& limits) const;
  /// Why a test that a program fails has its verdict, in sentences, without measured figures. Empty
  /// where the verdict says it all.
  [[nodiscard]] std::string reason(const model::TestJudgement& test,
                                   const model::RunLimits& limits) const;

 private:
  [[nodiscard]] std::string filled(std::string_view key, std::span<const std::string> values) const;
  using Sentences = std::map<std::string, std::string, std::less<>>;
  static const Sentences& sentences_of(model::FeedbackLanguage language);

  const Sentences& sentences_;
};

}  // namespace arbiter::report
