#include "report/json/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"

namespace arbiter::report {
namespace {

std::string bullet(const Style& style, bool is_good, const std::string& text) {
  return "  " + paint(style, is_good ? "32" : "33", is_good ? "+" : "-") + " " +
         paragraph(style, "", "", text, 4).substr(4);
}

std::string bullets(const Style& style, bool are_good, const std::vector<std::string>& lines) {
  return joined(lines, "", [&](const std::string& line) { return bullet(style, are_good, line); });
}

/// Commands stay on one line, however narrow the terminal, so that they can be copied.
std::string command(std::string_view when, const std::string& text) {
  return text.empty() ? std::string() : fmt::format("{}\n  {}\n", when, text);
}

std::string_view heading_of(const DoctorDocument& doctor) {
  if (!doctor.can_isolate) return "To enable it:";
  return doctor.remedy.starts_with("sudo arbiter") ? "For exact figures, run as root:"
                                                   : "For exact figures:";
}

/// What is there, then what is missing; languages of the same tool in one line.
std::string languages_text(const DoctorDocument& doctor, const Style& style) {
  std::string there;
  std::string missing;
  const auto& languages = doctor.languages;
  for (auto begin = languages.begin(); begin != languages.end();) {
    const auto end = std::find_if(begin, languages.end(), [&](const auto& language) {
      return language.tool != begin->tool || language.package != begin->package;
    });
    std::string names = joined(std::span(begin, end), ", ", &DoctorDocument::Language::name);
    if (!begin->is_installed) {
      const std::string remedy = begin->package.empty() ? "Debian 12 has no package of it"
                                                        : "sudo apt-get install " + begin->package;
      missing +=
          bullet(style, false, fmt::format("{}: {} is missing; {}", names, begin->tool, remedy));
    } else {
      if (!begin->tool.empty()) names += ": " + begin->tool;
      if (!begin->version.empty()) names += ", " + begin->version;
      there += bullet(style, true, names);
    }
    begin = end;
  }
  return there + missing;
}

std::string grammars_text(const std::string& program, const Style& style) {
  const std::string what = "Checktestdata grammars: ";
  if (!program.empty()) return bullet(style, true, what + program);
  return bullet(style, false, what + "checktestdata is missing; github.com/DOMjudge/checktestdata");
}

Json engine_fields(const DoctorDocument::Engine& engine) {
  const auto finding = [](const DoctorDocument::Finding& one) {
    return Json{
        {"good", one.is_good}, {"text", to_utf8(one.text)}, {"remedy", text_or_null(one.remedy)}};
  };
  return Json{{"name", engine.name},
              {"node", to_utf8(engine.node)},
              {"findings", array_of(engine.findings, finding)}};
}

std::string engine_text(const DoctorDocument::Engine& engine, const Style& style) {
  std::string text = fmt::format("Engine {}: node {} was asked\n", engine.name, engine.node);
  for (const DoctorDocument::Finding& one : engine.findings) {
    const std::string remedy = one.remedy.empty() ? "" : "; " + one.remedy;
    text += bullet(style, one.is_good, one.text + remedy);
  }
  return text;
}

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

std::string doctor_document(const DoctorDocument& doctor) {
  const auto language = [](const DoctorDocument::Language& one) {
    return Json{{"id", to_utf8(one.id)},
                {"name", to_utf8(one.name)},
                {"installed", one.is_installed},
                {"tool", text_or_null(one.tool)},
                {"version", text_or_null(one.version)},
                {"package", text_or_null(one.package)}};
  };
  return dumped(Json{{"schema", "arbiter/doctor/1"},
                     {"arbiter", to_utf8(doctor.arbiter_version)},
                     {"can_isolate", doctor.can_isolate},
                     {"sandbox", {{"mode", doctor.mode}, {"flag", doctor.mode_flag}}},
                     {"guarantees", texts(doctor.guarantees)},
                     {"missing", texts(doctor.missing)},
                     {"remedy", text_or_null(doctor.remedy)},
                     {"alternative", text_or_null(doctor.alternative)},
                     {"noise", texts(doctor.noise)},
                     {"languages", array_of(doctor.languages, language)},
                     {"checktestdata", text_or_null(doctor.checktestdata)},
                     {"cache", to_utf8(doctor.cache)},
                     {"cache_bytes", doctor.cache_size.count},
                     {"cache_limit_bytes", doctor.cache_limit.count},
                     {"state", to_utf8(doctor.state)},
                     {"engine", doctor.engine ? engine_fields(*doctor.engine) : Json()}},
                2);
}

std::string doctor_text(const DoctorDocument& doctor, const Style& style) {
  std::string text;
  if (doctor.can_isolate) {
    // The mode goes to the next line where it does not fit.
    constexpr std::string_view k_title = "Programs can be isolated:";
    const bool fits = k_title.size() + 1 + display_width(doctor.mode) <= style.width;
    text = paint(style, "1;32", k_title) + (fits ? " " : "\n  ") + doctor.mode + "\n";
  } else {
    text = paint(style, "1;31", "Programs cannot be isolated here.") + "\n";
  }
  text += bullets(style, doctor.can_isolate, doctor.guarantees);
  text += bullets(style, false, doctor.missing);
  text += command(heading_of(doctor), doctor.remedy);
  text += command("Or, for arbiter-box alone:", doctor.alternative);
  if (!doctor.noise.empty()) {
    text += "Timing may be noisy:\n" + bullets(style, false, doctor.noise);
  }
  text +=
      "Languages:\n" + languages_text(doctor, style) + grammars_text(doctor.checktestdata, style);
  text +=
      fmt::format("Folders:\n  cache  {}\n         {}, kept below {}\n  state  {}\n", doctor.cache,
                  show(doctor.cache_size), show(doctor.cache_limit), doctor.state);
  return doctor.engine ? text + engine_text(*doctor.engine, style) : text;
}

std::string error_document(const Error& error, int status) {
  return dumped(Json{{"schema", "arbiter/error/1"},
                     {"status", status},
                     {"message", error.text()},
                     {"help", error.help}},
                2);
}

std::string generate_document(const GenerateDocument& document) {
  const auto test = [](const GenerateDocument::Test& one) {
    return Json{{"name", to_utf8(one.name)}, {"how", to_utf8(one.how)},
                {"seed", or_null(one.seed)}, {"solution", text_or_null(one.solution)},
                {"files", texts(one.files)}, {"cached", one.cached}};
  };
  return dumped(Json{{"schema", "arbiter/generate/1"},
                     {"arbiter", to_utf8(document.arbiter_version)},
                     {"problem", to_utf8(document.problem)},
                     {"dry_run", document.dry_run},
                     {"sandbox", document.sandbox_mode.empty()
                                     ? Json()
                                     : sandbox_fields(document.sandbox_mode, document.unsandboxed)},
                     {"tests", array_of(document.tests, test)},
                     {"written", texts(document.written)},
                     {"removed", texts(document.removed)},
                     {"kept", texts(document.kept)},
                     {"unchanged", document.unchanged},
                     {"equal_inputs", array_of(document.equal_inputs, texts)},
                     {"unlisted", texts(document.unlisted)}},
                2);
}

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

std::string plan_document(const PlanDocument& plan) {
  const auto submission = [](const PlanDocument::Submission& one) {
    return Json{{"path", to_utf8(one.path)},
                {"language", to_utf8(one.language)},
                {"limits", limits_fields(one.limits)}};
  };
  return dumped(Json{{"schema", "arbiter/plan/1"},
                     {"arbiter", to_utf8(plan.arbiter_version)},
                     {"problem", to_utf8(plan.problem)},
                     {"checker", to_utf8(plan.checker)},
                     {"limits", limits_fields(plan.limits)},
                     {"measured_first", texts(plan.measured_first)},
                     {"repeat", plan.repeat},
                     {"most_passes", plan.most_passes},
                     {"fail_fast", plan.fail_fast},
                     {"submissions", array_of(plan.submissions, submission)},
                     {"tests", texts(plan.tests)}},
                2);
}

}  // namespace arbiter::report
