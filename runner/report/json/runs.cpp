#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/json/documents.hpp"
#include "report/json/fields.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

/// "2026-11-21 07:45" of "2026-11-21T07:45:00Z", or all of it but the T and the Z.
std::string date_text(std::string utc, bool with_seconds) {
  std::ranges::replace(utc, 'T', ' ');
  if (utc.ends_with('Z')) utc.pop_back();
  constexpr std::size_t k_minutes = 16;
  if (!with_seconds && utc.size() > k_minutes) utc.resize(k_minutes);
  return one_line(utc);
}

std::string listed(const std::vector<std::string>& names) {
  return joined(names, ", ", [](const std::string& name) { return one_line(base_name(name)); });
}

std::string what(const RunEntry& run) {
  if (run.verb.empty()) return "not finished, or not readable";
  if (run.verb == "grade") {
    return fmt::format("grade of a class of {}: {}", run.students, listed(run.problems));
  }
  return listed(run.problems) + ": " + listed(run.submissions);
}

/// "12 AC, 3 WA", and what else there is to say of the end.
std::string how(const RunEntry& run) {
  std::string text;
  for (const model::VerdictRow& row : model::verdict_table()) {
    const auto count = std::ranges::count(run.verdicts, row.verdict);
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, row.code);
  }
  if (run.is_interrupted) text += text.empty() ? "interrupted" : ", interrupted";
  return text;
}

}  // namespace

std::string runs_document(const std::vector<RunEntry>& runs, std::size_t all) {
  const auto entry = [](const RunEntry& run) {
    return Json{{"run", to_utf8(run.id)},
                {"last", run.back},
                {"folder", to_utf8(run.folder)},
                {"verb", text_or_null(run.verb)},
                {"problems", texts(run.problems)},
                {"submissions", texts(run.submissions)},
                {"students", run.students},
                {"started", text_or_null(run.started)},
                {"finished", text_or_null(run.finished)},
                {"interrupted", run.is_interrupted},
                {"counts", counts_of(run.verdicts)},
                {"exit_status", or_null(run.exit_status)}};
  };
  return dumped(Json{{"schema", "arbiter/runs/1"}, {"all", all}, {"runs", array_of(runs, entry)}},
                2);
}

std::string runs_text(const std::vector<RunEntry>& runs, std::size_t all, const Style& style) {
  if (runs.empty()) return "no run is stored yet; judge and grade store runs\n";
  TextTable table({{"run", Align::left, Clip::never, 0, 100},
                   {"id", Align::left, Clip::never, 0, 80},
                   {"UTC", Align::left, Clip::never, 0, 50},
                   {"what", Align::left, Clip::end, std::max<std::size_t>(8, style.width / 5), 100},
                   {"verdicts", Align::left, Clip::end, 12, 90},
                   {"exit", Align::right, Clip::never, 0, 60}});
  for (const RunEntry& run : runs) {
    table.add({run.back == 0 ? "last" : fmt::format("last~{}", run.back), Cell(run.id, "2"),
               date_text(run.started, false), what(run), how(run),
               run.exit_status ? std::to_string(*run.exit_status) : "?"});
  }
  std::string text = table.text(style, 0);
  if (all > runs.size()) {
    text += paragraph(style, "", "… ",
                      counted(all - runs.size(), "older run") + "; --all lists them, too", 2);
  }
  return text;
}

std::string run_line(const std::string& id, const std::string& started, const Style& style) {
  return paragraph(style, "2", "run      ",
                   one_line(id) + (started.empty() ? "" : ", " + date_text(started, true) + " UTC"),
                   9);
}

}  // namespace arbiter::report
