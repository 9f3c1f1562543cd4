#include "cli/common/verb.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "cli/judge/call.hpp"
#include "judge/verdict/time_limit.hpp"
#include "package/package.hpp"
#include "report/verify/limits.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

/// Twice what accepted submissions use, in steps of 64 MiB.
Bytes memory_for(Bytes peak) {
  const Bytes step = mib(64);
  return {std::max<std::int64_t>(1, (2 * peak.count + step.count - 1) / step.count) * step.count};
}

class LimitsVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "The time limit is the smallest that keeps the distance from accepted submissions which\n"
        "the package asks for (ac_to_time_limit), in steps of time_resolution; submissions that\n"
        "must be too slow should be so under time_limit_to_tle times as much. --write changes\n"
        "nothing else in problem.yaml; packages in an older format get a file .timelimit.");
    SharedFlags shared(app, options_);
    shared.words();
    app.add_flag("--write", writes_, "Write the time limit into the package");
    shared.jobs("Test cases at the same time (default: one per core)");
    shared.no_cache();
    shared.links_within("The problem's links may lead into DIR");
    shared.sandbox();
    shared.format("human or json");
  }

  Result<int> run(const Session& session) override {
    JudgeCall call;
    call.options = options_;
    call.options.finds_time_limit = true;
    return end(session, call, find(session, call), "interrupted; nothing was written");
  }

 private:
  Result<int> find(const Session& session, JudgeCall& call) const {
    ARBITER_CHECK(check_human_or_json(options_.format));
    const std::string format = std::exchange(call.options.format, "human");
    ARBITER_CHECK(prepare(session, call));
    ARBITER_CHECK(check_only_problem(call.located, "limits"));
    ARBITER_CHECK(open(session, call));
    const std::optional<Nanoseconds> before = call.problem.limits.time;
    const Bytes memory = call.problem.limits.memory;
    ARBITER_CHECK(calibrate(session, call));
    report::LimitsDocument document;
    document.problem = call.problem.id;
    document.found = *call.found_time_limit;
    document.time_before = before;
    document.memory_before = memory;
    ARBITER_CHECK(add_bars(session, call, document));
    if (writes_) ARBITER_CHECK(write(call, document));
    return end_with(format == "json" ? report::limits_json(document)
                                     : report::limits_text(document, session.out()),
                    document.found.warnings.empty() ? 0 : 1);
  }

  static Result<void> add_bars(const Session& session, JudgeCall& call,
                               report::LimitsDocument& document) {
    constexpr double k_beyond = 2;  // what is slower still is shown as that
    const double to_tle = call.problem.limits.time_limit_to_tle;
    const Nanoseconds most =
        from_seconds(seconds(document.found.limit) * std::max(1.0, to_tle) * k_beyond);
    ARBITER_TRY(runs, measure(session, call, call.loaded.submissions, most));
    const auto& judged = runs.judged;
    Bytes peak;
    for (std::size_t i = 0; i < judged.size(); ++i) {
      const auto bounds = judge::time_bounds(call.loaded.submissions[i]);
      const auto slowest = std::ranges::max_element(
          judged[i].tests, {}, [](const model::TestJudgement& test) { return test.run.cpu; });
      if (bounds.empty() || slowest == judged[i].tests.end()) continue;
      report::LimitsDocument::Bar bar;
      const fs::path path(judged[i].path);
      bar.submission =
          fmt::format("{}/{}", judged[i].label.value_or("."), path.filename().string());
      bar.test = slowest->name;
      bar.time = from_seconds(seconds(slowest->run.cpu) / runs.factors[i]);
      bar.was_stopped = slowest->verdict == model::Verdict::tle;
      bar.must_be_slow = bounds.front().is_upper;
      if (const auto used = model::peak_of(judged[i]); used && judged[i].label == "accepted")
        peak = std::max(peak, used->memory);
      document.bars.push_back(std::move(bar));
    }
    std::ranges::stable_sort(document.bars, {}, &report::LimitsDocument::Bar::time);
    document.memory_peak = peak;
    document.memory = memory_for(peak);
    return {};
  }

  static Result<void> write(const JudgeCall& call, report::LimitsDocument& document) {
    if (call.unpacked)
      return usage_error("--write changes a problem's folder, and this is an archive",
                         "unpack it first");
    ARBITER_TRY(file, package::write_time_limit(call.problem, document.found.limit));
    document.written = file.lexically_relative(call.problem.root).string();
    return {};
  }

  JudgeOptions options_;
  bool writes_ = false;
};

}  // namespace

const VerbRow k_limits_verb = {
    "limits", "[PROBLEM] ", "Find limits by the problem's own submissions", make_verb<LimitsVerb>};

}  // namespace arbiter::cli
