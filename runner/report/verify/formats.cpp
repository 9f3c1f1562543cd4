#include <fmt/format.h>

#include <array>
#include <map>
#include <pugixml.hpp>

#include "base/text.hpp"
#include "report/json/fields.hpp"
#include "report/json/junit_suite.hpp"
#include "report/text/annotations.hpp"
#include "report/text/text_table.hpp"
#include "report/text/typeset.hpp"
#include "report/verify/verification.hpp"

namespace arbiter::report {
namespace {

using model::Verification;
using model::VerifiedPart;
using model::VerifiedSubmission;

/// How many findings there are of each severity that some have.
using Counts = std::map<Severity, std::size_t>;

void add_counts(Counts& counts, const VerifiedPart& part) {
  for (const Diagnostic& finding : part.findings)
    ++counts[finding.severity];
}

/// "2 errors, 1 note"; "ok" where there is nothing.
std::string counts_text(const Counts& counts) {
  const auto shown = [](const auto& one) { return counted(one.second, severity_word(one.first)); };
  return counts.empty() ? "ok" : joined(counts, ", ", shown);
}

std::string_view color_of(const Counts& counts) {
  if (counts.contains(Severity::error)) return "31";
  return counts.contains(Severity::warning) ? "33" : "32";
}

Cell part_cell(const VerifiedPart& part) {
  Counts counts;
  add_counts(counts, part);
  return {counts_text(counts), color_of(counts)};
}

std::string parts_table(const Verification& one, const Style& style) {
  TextTable table({{"", Align::left, Clip::never},
                   {"", Align::left, Clip::never},
                   {"", Align::left, Clip::end, 12, 50}});
  for (const VerifiedPart& part : one.parts) {
    const std::string summary = part.summary.empty() ? "nothing to look at" : part.summary;
    table.add({part.name, part_cell(part), summary + (part.is_known ? ", as before" : "")});
  }
  return table.text(style, 2);
}

std::string matrix(const Verification& one, const Style& style) {
  TextTable table({{"submission", Align::left, Clip::front, 12},
                   {"verdict", Align::left, Clip::never},
                   {"ok", Align::left, Clip::never},
                   {"time", Align::right, Clip::never, 8, 60},
                   {"on", Align::left, Clip::front, 8, 30},
                   {"groups", Align::left, Clip::end, 8, 40}});
  for (const VerifiedSubmission& row : one.submissions) {
    const std::string time = row.time ? fmt::format("{:.3f} s", seconds(*row.time)) : "";
    table.add({to_utf8(row.path), std::string(model::code(row.verdict)),
               Cell(row.as_expected ? "yes" : "no", row.as_expected ? "32" : "31"), time,
               to_utf8(row.test), to_utf8(row.groups)});
  }
  return table.text(style, 2);
}

/// A line for all problems.
std::string sum_of(const Verifications& all, const Style& style) {
  Counts counts;
  for (const Verification& one : all) {
    for (const VerifiedPart& part : one.parts)
      add_counts(counts, part);
  }
  const bool is_clean = !counts.contains(Severity::error) && !counts.contains(Severity::warning);
  const std::string text = counts_text(counts);
  return paint(style, color_of(counts),
               !is_clean        ? text
               : counts.empty() ? "clean"
                                : "clean, " + text) +
         "\n";
}

Json place_fields(const arbiter::Place& place) {
  return {{"file", to_utf8(place.path)},
          {"line", place.line},
          {"column", place.column},
          {"length", place.length},
          {"text", to_utf8(place.source_line)}};
}

Json finding_fields(const Diagnostic& one) {
  return {{"severity", severity_word(one.severity)},
          {"code", text_or_null(one.code)},
          {"message", to_utf8(one.message)},
          {"place", one.place ? place_fields(*one.place) : Json()},
          {"notes", texts(one.notes)},
          {"helps", texts(one.helps)}};
}

Json part_fields(const VerifiedPart& part) {
  return {{"name", part.name},
          {"summary", to_utf8(part.summary)},
          {"known", part.is_known},
          {"findings", array_of(part.findings, finding_fields)}};
}

Json submission_row(const VerifiedSubmission& one) {
  return {{"path", to_utf8(one.path)},
          {"verdict", model::code(one.verdict)},
          {"as_expected", one.as_expected},
          {"cpu_s", one.time ? Json(seconds(*one.time)) : Json()},
          {"test", text_or_null(to_utf8(one.test))},
          {"groups", text_or_null(to_utf8(one.groups))}};
}

Json verification_fields(const Verification& one) {
  return {{"problem", to_utf8(one.problem)},
          {"clean", model::is_clean(one)},
          {"time_limit_s", one.time_limit.count() > 0 ? Json(seconds(one.time_limit)) : Json()},
          {"parts", array_of(one.parts, part_fields)},
          {"submissions", array_of(one.submissions, submission_row)}};
}

std::string known_text(const Json& json) {
  return json.is_null() ? std::string() : json.get<std::string>();
}

Severity severity_of(const std::string& word) {
  for (const Severity severity : {Severity::warning, Severity::note}) {
    if (word == severity_word(severity)) return severity;
  }
  return Severity::error;
}

Diagnostic finding_of(const Json& json) {
  Diagnostic one;
  one.severity = severity_of(json.at("severity").get<std::string>());
  one.code = known_text(json.at("code"));
  one.message = known_text(json.at("message"));
  if (const Json& place = json.at("place"); !place.is_null()) {
    one.place = Place{known_text(place.at("file")), place.at("line").get<int>(),
                      place.at("column").get<int>(), place.at("length").get<int>(),
                      known_text(place.at("text"))};
  }
  one.notes = json.at("notes").get<std::vector<std::string>>();
  one.helps = json.at("helps").get<std::vector<std::string>>();
  return one;
}

VerifiedPart part_of(const Json& json) {
  VerifiedPart part;
  part.name = known_text(json.at("name"));
  part.summary = known_text(json.at("summary"));
  part.is_known = json.at("known").get<bool>();
  for (const Json& one : json.at("findings"))
    part.findings.push_back(finding_of(one));
  return part;
}

VerifiedSubmission submission_of(const Json& json) {
  VerifiedSubmission one;
  one.path = known_text(json.at("path"));
  one.verdict = model::parse_verdict(known_text(json.at("verdict"))).value_or(model::Verdict::je);
  one.as_expected = json.at("as_expected").get<bool>();
  if (const Json& time = json.at("cpu_s"); !time.is_null())
    one.time = from_seconds(time.get<double>());
  one.test = known_text(json.at("test"));
  one.groups = known_text(json.at("groups"));
  return one;
}

/// For people: what was found, with remedies, then a line for each part; of a single problem all of
/// its submissions, too.
std::string verify_human(const Verifications& all, const Style& style) {
  std::string text;
  for (const Verification& one : all) {
    std::string found;
    for (const VerifiedPart& part : one.parts) {
      for (const Diagnostic& finding : part.findings)
        found += render(finding, style.color);
    }
    if (!found.empty() && all.size() > 1) text += paint(style, "1", one_line(one.problem)) + "\n";
    text += found;
  }
  for (const Verification& one : all) {
    if (!text.empty()) text += "\n";
    text += paint(style, "1", one_line(one.problem)) + "\n";
    if (all.size() == 1 && !one.submissions.empty()) text += matrix(one, style);
    text += parts_table(one, style);
  }
  return text + sum_of(all, style);
}

/// One document `arbiter/verify/1`.
std::string verify_json(const Verifications& all, const Style& /*style*/) {
  return dumped(
      Json{{"schema", "arbiter/verify/1"}, {"problems", array_of(all, verification_fields)}}, 2);
}

/// JUnit XML: a suite a problem, a case a part. A part with an error or a warning fails.
std::string verify_junit(const Verifications& all, const Style& /*style*/) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("testsuites");
  JunitCounts sum;
  for (const Verification& one : all) {
    pugi::xml_node suite = root.append_child("testsuite");
    JunitCounts counts;
    xml_attribute(suite, "name", one.problem);
    for (const VerifiedPart& part : one.parts) {
      pugi::xml_node node = suite.append_child("testcase");
      xml_attribute(node, "classname", one.problem);
      xml_attribute(node, "name", part.name);
      ++counts.tests;
      std::string found;
      for (const Diagnostic& finding : part.findings)
        found += render(finding, false);
      Counts faults;
      add_counts(faults, part);
      faults.erase(Severity::note);
      if (!faults.empty()) {
        ++counts.failures;
        pugi::xml_node failure = node.append_child("failure");
        xml_attribute(failure, "message", counts_text(faults));
        failure.text().set(to_utf8(found).c_str());
      } else if (!found.empty()) {
        node.append_child("system-out").text().set(to_utf8(found).c_str());
      }
    }
    write_junit_counts(suite, counts);
    sum.add(counts);
  }
  write_junit_counts(root, sum);
  return std::string(k_xml_declaration) + xml_of(root, 0);
}

/// Annotations for a GitHub workflow.
std::string verify_github(const Verifications& all, const Style& /*style*/) {
  std::vector<Annotation> annotations;
  for (const Verification& one : all) {
    for (const VerifiedPart& part : one.parts) {
      for (const Diagnostic& finding : part.findings) {
        Annotation made;
        made.kind = finding.severity;
        if (finding.place) {
          made.file = finding.place->path;
          made.line = finding.place->line;
          made.column = finding.place->column;
        }
        made.title = fmt::format("{}: {}{}", one.problem, part.name,
                                 finding.code.empty() ? "" : ", " + finding.code);
        made.message = finding.message;
        for (const std::string& help : finding.helps)
          made.message += "\nhelp: " + help;
        annotations.push_back(std::move(made));
      }
    }
  }
  return annotation_log(std::move(annotations));
}

constexpr std::array k_formats = {
    VerifyFormat{"human", ".txt", verify_human},
    VerifyFormat{"json", ".json", verify_json},
    VerifyFormat{"junit", ".xml", verify_junit},
    VerifyFormat{"github", "", verify_github},
};

}  // namespace

std::span<const VerifyFormat> verify_formats() {
  return k_formats;
}

std::string kept_verification(const Verification& verification) {
  return dumped(verification_fields(verification), -1);
}

std::optional<Verification> parse_verification(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Verification one;
    one.problem = known_text(json.at("problem"));
    if (const Json& limit = json.at("time_limit_s"); !limit.is_null())
      one.time_limit = from_seconds(limit.get<double>());
    for (const Json& part : json.at("parts"))
      one.parts.push_back(part_of(part));
    for (const Json& submission : json.at("submissions"))
      one.submissions.push_back(submission_of(submission));
    return one;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace arbiter::report
