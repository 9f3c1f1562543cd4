#include "report/verify/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

using Bar = LimitsDocument::Bar;

/// A bar of so many of `width` columns; each time of the least and ten times it differ as much as
/// any other two such.
std::string bar_of(double value, double least, double most, std::size_t width) {
  const double share =
      most > least ? std::log(std::max(value, least) / least) / std::log(most / least) : 1;
  const auto length = static_cast<std::size_t>(std::lround(share * static_cast<double>(width - 1)));
  return fmt::format("{:█<{}}", "", length + 1);
}

Json bar_fields(const Bar& bar) {
  return {{"submission", to_utf8(bar.submission)},
          {"test", to_utf8(bar.test)},
          {"cpu_s", seconds(bar.time)},
          {"stopped", bar.was_stopped},
          {"must_be_slow", bar.must_be_slow}};
}

std::string time_line(const LimitsDocument& limits) {
  std::string text = fmt::format("time limit {:g} s", seconds(limits.found.limit));
  if (!limits.written.empty()) return text + " (written to " + to_utf8(limits.written) + ")";
  if (!limits.time_before) return text + " (the package has none)";
  return limits.time_before == limits.found.limit
             ? text + " (as in the package)"
             : fmt::format("{} (the package has {:g} s)", text, seconds(*limits.time_before));
}

}  // namespace

std::string limits_text(const LimitsDocument& limits, const Style& style) {
  constexpr std::size_t k_bar = 24;
  const double limit = seconds(limits.found.limit);
  double least = limit;
  double most = limit;
  for (const Bar& bar : limits.bars) {
    least = std::min(least, std::max(seconds(bar.time), 1e-3));
    most = std::max(most, seconds(bar.time));
  }
  TextTable table({{"", Align::left, Clip::front, 12},
                   {"", Align::right, Clip::never},
                   {"", Align::left, Clip::never, k_bar, 60},
                   {"", Align::left, Clip::front, 8, 40}});
  bool is_shown = false;
  const auto show_limit = [&] {
    if (std::exchange(is_shown, true)) return;
    table.add({Cell("time limit", "1"), Cell(fmt::format("{:g} s", limit), "1"),
               Cell(bar_of(limit, least, most, k_bar), "1"), ""});
  };
  for (const Bar& bar : limits.bars) {
    if (bar.time > limits.found.limit) show_limit();
    const bool is_good = bar.must_be_slow == (bar.time > limits.found.limit);
    table.add({to_utf8(bar.submission),
               fmt::format("{}{:.3f} s", bar.was_stopped ? "> " : "", seconds(bar.time)),
               Cell(bar_of(seconds(bar.time), least, most, k_bar), is_good ? "32" : "31"),
               to_utf8(bar.test)});
  }
  show_limit();
  std::string text = paint(style, "1", one_line(limits.problem)) + "\n" + table.text(style, 2);
  const model::FoundTimeLimit& found = limits.found;
  text += paragraph(style, "", "",
                    fmt::format("{}: {:g} times the {:.3f} s of {} on {}, in steps of {:g} s",
                                time_line(limits), found.multiplier, seconds(found.slowest),
                                to_utf8(found.submission), to_utf8(found.test), found.resolution_s),
                    2);
  text += paragraph(
      style, "", "",
      fmt::format("memory: accepted submissions use {} at most, so {} would do; the "
                  "package has {}",
                  show(limits.memory_peak), show(limits.memory), show(limits.memory_before)),
      2);
  for (const std::string& warning : found.warnings)
    text += paragraph(style, "1;33", "warning: ", to_utf8(warning), 2);
  return text;
}

std::string limits_json(const LimitsDocument& limits) {
  const model::FoundTimeLimit& found = limits.found;
  return dumped(Json{{"schema", "arbiter/limits/1"},
                     {"problem", to_utf8(limits.problem)},
                     {"time_limit_s", seconds(found.limit)},
                     {"time_limit_before_s",
                      limits.time_before ? Json(seconds(*limits.time_before)) : Json()},
                     {"slowest",
                      {{"submission", to_utf8(found.submission)},
                       {"test", to_utf8(found.test)},
                       {"cpu_s", seconds(found.slowest)}}},
                     {"ac_to_time_limit", found.multiplier},
                     {"time_resolution_s", found.resolution_s},
                     {"memory_mib", limits.memory.count >> 20},
                     {"memory_peak_kib", kibibytes(limits.memory_peak)},
                     {"memory_before_mib", limits.memory_before.count >> 20},
                     {"submissions", array_of(limits.bars, bar_fields)},
                     {"warnings", texts(found.warnings)},
                     {"written", text_or_null(to_utf8(limits.written))}},
                2);
}

}  // namespace arbiter::report
