#pragma once

#include <string>
#include <vector>

#include "stress/shrink/sequence_trials.hpp"
#include "stress/text/shrink_text.hpp"
#include "stress/text/text_families.hpp"
#include "stress/text/text_layout.hpp"

namespace arbiter::stress {

/// The trials of texts: their places are bytes, their elements numbers and letters.
class TextTrials final : public SequenceTrials {
 public:
  /// Takes references that must outlive it.
  TextTrials(std::string start, const TryText& try_text, const std::function<bool()>& is_over);

  const TextLayout& best() const { return best_; }
  /// As it was given, with or without a newline at the end.
  std::string result() const;

  const std::vector<Choice>& elements() const override { return best_.choices(); }
  std::size_t size() const override { return best_.text().size(); }
  Range place_of(std::size_t element) const override { return best_.elements()[element].range; }
  bool is_number(std::size_t element) const override { return !best_.elements()[element].alphabet; }
  std::vector<Family> families() const override { return families_; }
  const std::vector<Family>& families_of_best() const { return families_; }
  std::vector<std::vector<std::size_t>> kinds(bool wide) const override;
  using SequenceTrials::consider;
  bool consider(const Edited& candidate) override { return consider(candidate_of(candidate)); }
  Fingerprint print_of(const Edited& candidate) const override;
  bool can_be_shorter(const Edited& /*candidate*/) const override { return true; }

  /// Whether the candidate is the new best; one whose last line does not end with a newline is not.
  /// Where all lines but the first are sorted, so is the candidate if it does not fail as it is.
  bool consider(const std::string& candidate);

 private:
  std::string candidate_of(const Edited& edited) const;
  void add_numbers(std::vector<std::vector<std::size_t>>& kinds, bool wide) const;
  bool attempt(const std::string& candidate);
  std::string as_given(std::string text) const;

  const TryText& try_text_;
  bool has_newline_;
  TextLayout best_;
  std::vector<Family> families_;  // of the best
};

}  // namespace arbiter::stress
