#include "cli/grade/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/common/terminal.hpp"
#include "cli/grade/call.hpp"

namespace arbiter::cli {
namespace {

/// "about 3 min left"; empty where nobody can know.
std::string time_left(Nanoseconds left) {
  const double s = seconds(left);
  constexpr double k_minute = 60;
  constexpr double k_hour = 3600;
  if (s < 1) return {};
  if (s < 2 * k_minute) return fmt::format("about {:.0f} s left", s);
  if (s < 2 * k_hour) return fmt::format("about {:.0f} min left", s / k_minute);
  return fmt::format("about {:.1f} h left", s / k_hour);
}

/// "WA on secret/07, 12 of 20 tests passed": how a program did, in a few words.
std::string how_it_did(const model::SubmissionJudgement& judgement) {
  const std::string code(model::code(judgement.verdict));
  if (judgement.tests.empty()) return code;
  const auto passed = std::count_if(
      judgement.tests.begin(), judgement.tests.end(),
      [](const model::TestJudgement& test) { return test.verdict == model::Verdict::ac; });
  const bool decides = judgement.deciding_test && *judgement.deciding_test < judgement.tests.size();
  const std::string where =
      decides ? fmt::format(" on {}", judgement.tests[*judgement.deciding_test].name) : "";
  return fmt::format("{}{}, {} of {} tests passed", code, where, passed, judgement.tests.size());
}

}  // namespace

GradeProgress::GradeProgress(const Session& session,
                             std::function<std::string(std::size_t, std::size_t)> names)
    : session_(session),
      names_(std::move(names)),
      is_terminal_(wants_progress(session.err(), session.progress)),
      line_(is_terminal_, session.err().width) {}

void GradeProgress::update(const grade::EngineProgress& now) {
  if (is_terminal_) {
    const std::string left = time_left(now.left);
    line_.update(now.tests, now.all_tests,
                 fmt::format("tests, {} of {} programs{}{}, {}", now.works, now.all_works,
                             left.empty() ? "" : ", ", left, names_(now.problem, now.work)));
    return;
  }
  if (now.finished == nullptr || session_.progress == When::never) return;
  write_text(STDERR_FILENO, fmt::format("{}/{}  {}  {}\n", now.works, now.all_works,
                                        in_one_line(names_(now.problem, now.work)),
                                        in_one_line(how_it_did(*now.finished))));
}

}  // namespace arbiter::cli
