#include "report/text/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/reason.hpp"

namespace arbiter::report {
namespace {

using model::Ending;
using model::RunLimits;
using model::TestJudgement;
using model::Verdict;

}  // namespace

std::string reason(const TestJudgement& test, const RunLimits& limits) {
  if (test.verdict == Verdict::je) return test.run.fault;
  // A game that stood still: only the judge knows who waited for whom.
  if (test.run.ending == Ending::stopped) return test.message;
  return model::reason(test.verdict, test.run, limits);
}

std::string in_pass(const TestJudgement& test) {
  if (test.passes == 0 || test.verdict == Verdict::ac) return {};
  return fmt::format(" in pass {}", test.passes);
}

std::string either(const std::vector<Verdict>& verdicts) {
  std::string all;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (i > 0) all += i + 1 == verdicts.size() ? " or " : ", ";
    all += model::code(verdicts[i]);
  }
  return all;
}

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/')
    path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos || path.size() == 1 ? path : path.substr(slash + 1);
}

std::string cpu_text(const model::RunRecord& run) {
  return (run.approximate ? "~" : "") + show(run.cpu);
}

std::string memory_text(const model::RunRecord& run) {
  return (run.approximate ? "~" : "") + show(run.memory);
}

}  // namespace arbiter::report
