#include "report/grade/phrases.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <array>
#include <languages.hpp>
#include <nlohmann/json.hpp>

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

Phrases::Phrases(model::FeedbackLanguage language)
    : language_(language), sentences_(sentences_of(language)) {}

std::string Phrases::operator()(std::string_view key,
                                std::initializer_list<std::string> values) const {
  const auto found = sentences_.find(key);
  if (found == sentences_.end()) return std::string(key);
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const std::string& value : values)
    store.push_back(value);
  return fmt::vformat(found->second, store);
}

std::string Phrases::verdict(model::Verdict verdict) const {
  return (*this)(model::code(verdict));
}

std::string Phrases::reason(const model::TestJudgement& test,
                            const model::RunLimits& limits) const {
  using model::Ending;
  using model::Verdict;
  const model::RunRecord& run = test.run;
  switch (test.verdict) {
    case Verdict::tle:
      if (run.ending == Ending::stopped) return (*this)("deadlock");
      if (run.ending == Ending::not_run) return (*this)("not_run");
      return (*this)("time", {show(limits.time)});
    case Verdict::rte: {
      if (run.ending != Ending::signalled)
        return (*this)("exit", {fmt::format("{}", run.exit_status)});
      const std::string own = fmt::format("signal_{}", run.signal);
      return (*this)(sentences_.contains(own) ? own : "signal", {model::signal_name(run.signal)});
    }
    case Verdict::mle:
      return (*this)("memory", {show(limits.memory)});
    case Verdict::ole:
      return (*this)("much_output", {show(limits.output)});
    case Verdict::ac:
    case Verdict::wa:
    case Verdict::ce:
    case Verdict::je:
      break;
  }
  return {};
}

}  // namespace arbiter::report
