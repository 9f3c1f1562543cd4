#include "report/stress/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using model::StressExhausted;
using model::StressFailure;
using model::StressResult;
using model::Verdict;

/// Whether an input was found on which a submission fails, be it another's.
bool fails(const StressResult& result, std::size_t submission) {
  const auto is_its = [&](const model::StressOutcome& outcome) {
    return outcome.submission == submission && outcome.verdict != Verdict::ac;
  };
  return std::ranges::any_of(result.failures, [&](const StressFailure& failure) {
    return failure.submission == submission || std::ranges::any_of(failure.outcomes, is_its);
  });
}

/// "a-d w-z": stretches of at least three characters that follow each other are written so.
std::string stretches(std::string_view characters) {
  std::string text;
  for (std::size_t begin = 0; begin < characters.size();) {
    std::size_t end = begin + 1;
    while (end < characters.size() && characters[end] == characters[end - 1] + 1)
      ++end;
    if (!text.empty()) text += ' ';
    text += end - begin < 3 ? std::string(characters.substr(begin, end - begin))
                            : fmt::format("{}-{}", characters[begin], characters[end - 1]);
    begin = end;
  }
  return text;
}

/// "the characters a-d and numbers from 1 to 6"; empty: neither.
std::string shown_values(const model::InputValues& values, const Quote& quote) {
  std::string text;
  if (!values.characters.empty()) text = "the characters " + quote(stretches(values.characters));
  if (!values.least || !values.most) return text;
  if (!text.empty()) text += " and ";
  return text + fmt::format("numbers from {} to {}", *values.least, *values.most);
}

std::string counted_64(std::int64_t count, std::string_view noun) {
  return counted(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)), noun);
}

}  // namespace

bool is_undecided(const StressResult& result) {
  return result.against.empty() && !result.is_game && result.submissions.size() < 3;
}

bool says_nothing(const StressResult& result, Verdict verdict) {
  return is_undecided(result) && (verdict == Verdict::ac || verdict == Verdict::wa);
}

double per_second(const StressResult& result) {
  const double time = seconds(result.time);
  return time > 0 ? static_cast<double>(result.iterations) / time : 0;
}

std::string pace_text(const StressResult& result) {
  std::string text = counted_64(result.iterations, "input");
  if (result.time.count() <= 0) return text;
  const double pace = per_second(result);
  text += fmt::format(" in {} ({:.{}f} per second)", show(result.time), pace, pace < 9.95 ? 1 : 0);
  return text;
}

std::string_view submission_path(const StressResult& result, std::size_t submission) {
  return submission < result.submissions.size() ? std::string_view(result.submissions[submission])
                                                : "?";
}

std::string failure_text(const StressResult& result, const StressFailure& failure) {
  return fmt::format(
      "{} on an input of {}",
      says_nothing(result, failure.verdict) ? "differ" : model::code(failure.verdict),
      size_text(static_cast<std::int64_t>(failure.input.size())));
}

std::string failing_text(const StressResult& result, const StressFailure& failure,
                         const Quote& quote) {
  if (!says_nothing(result, failure.verdict) || result.submissions.size() != 2) {
    return quote(submission_path(result, failure.submission));
  }
  const std::size_t other = failure.submission == 0 ? 1 : 0;
  return fmt::format("{} and {}", quote(result.submissions[other]),
                     quote(submission_path(result, failure.submission)));
}

std::string shrinking_text(const StressFailure& failure) {
  std::string text;
  if (failure.original_bytes != failure.shrunk_bytes) {
    text = "found with " + size_text(failure.original_bytes);
  } else if (failure.original_choices && failure.shrunk_choices &&
             *failure.original_choices != *failure.shrunk_choices) {
    text = fmt::format("found with {}, now {}", counted_64(*failure.original_choices, "choice"),
                       *failure.shrunk_choices);
  } else if (failure.shrink_attempts > 0) {
    text = "as found";
  }
  if (failure.shrink_attempts > 0) {
    text += fmt::format(", {} in {}", counted_64(failure.shrink_attempts, "attempt"),
                        show(failure.shrink_time));
  }
  return text;
}

std::string size_text(std::int64_t bytes) {
  return bytes < 1024 ? counted_64(bytes, "byte") : show(Bytes{bytes});
}

std::string extent_text(const StressExhausted& exhausted, const Quote& quote) {
  const std::string generator = quote(exhausted.generator);
  if (exhausted.is_complete) {
    return exhausted.inputs == 1
               ? fmt::format("the only input that {} makes", generator)
               : fmt::format("all {} inputs that {} makes", exhausted.inputs, generator);
  }
  if (exhausted.choices <= 0) {
    return fmt::format("the first {} that {} makes", counted_64(exhausted.inputs, "input"),
                       generator);
  }
  return fmt::format("all inputs of up to {} ({}) of {}, {}",
                     counted_64(exhausted.choices, "choice"),
                     size_text(static_cast<std::int64_t>(exhausted.largest.size())), generator,
                     counted_64(exhausted.inputs, "different input"));
}

std::string values_text(const StressExhausted& exhausted, const Quote& quote) {
  std::string text = shown_values(exhausted.values, quote);
  if (text.empty()) return {};
  text = "they have only " + text;
  if (!exhausted.beyond) return text;
  model::InputValues beyond = *exhausted.beyond;
  if (beyond.least || beyond.most) {
    if (!beyond.least) beyond.least = exhausted.values.least;
    if (!beyond.most) beyond.most = exhausted.values.most;
  }
  const std::string more = shown_values(beyond, quote);
  return text + (more.empty() ? std::string() : "; the input validators also accept " + more);
}

std::string cut_off_text(const StressResult& result, const Quote& quote) {
  const auto& done = result.exhaustion;
  // With the first failure a search is over.
  if (!done || done->completed >= done->asked || !result.failures.empty()) return {};
  const std::string completed = done->completed == 0
                                    ? std::string("none was")
                                    : fmt::format("those of up to {} were", done->completed);
  std::string text = fmt::format("cut off: all sequences of up to {} were asked for, {} completed",
                                 counted_64(done->asked, "choice"), completed);
  for (const std::string& command : done->without_kit) {
    text +=
        fmt::format("; {} does not use the generator kit, so nobody can enumerate what it makes",
                    quote(command));
  }
  return text;
}

std::string claim_text(const StressResult& result, const Quote& quote) {
  if (result.is_game) return "accepted by the referee";
  if (!result.against.empty()) return "equal to " + quote(base_name(result.against));
  return result.submissions.size() > 1 ? "equal to each other" : "no failure";
}

std::string known_text(const StressResult& result, const Quote& quote) {
  std::string text;
  for (const model::StressKnown& one : result.known) {
    text += fmt::format("{}{}{} {}", text.empty() ? "" : ", ", quote(one.submission),
                        text.empty() ? " already fails" : "", quote(one.test));
  }
  return text;
}

std::string spared_text(const StressResult& result, const Quote& quote) {
  // Where nobody is right, a failure is of both.
  if (result.failures.empty() || is_undecided(result)) return {};
  std::string text;
  for (std::size_t i = 0; i < result.submissions.size(); ++i) {
    if (!fails(result, i)) text += (text.empty() ? "" : ", ") + quote(result.submissions[i]);
  }
  return text;
}

std::string fault_text(const model::StressFault& fault, const Quote& quote) {
  return fmt::format("the {}: {}{}", quote(fault.program), quote(fault.message),
                     fault.times > 1 ? fmt::format(" ({} times)", fault.times) : "");
}

}  // namespace arbiter::report
