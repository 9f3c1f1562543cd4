#include <fmt/format.h>

#include <array>
#include <pugixml.hpp>

#include "base/text.hpp"
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

std::size_t count_in(const VerifiedPart& part, Severity severity) {
  return static_cast<std::size_t>(
      std::ranges::count(part.findings, severity, &Diagnostic::severity));
}

/// "2 errors, 1 note"; "ok" where there is nothing.
std::string counts_text(std::size_t errors, std::size_t warnings, std::size_t notes) {
  std::vector<std::string> words;
  if (errors > 0) words.push_back(counted(errors, "error"));
  if (warnings > 0) words.push_back(counted(warnings, "warning"));
  if (notes > 0) words.push_back(counted(notes, "note"));
  return words.empty() ? "ok" : joined(words, ", ");
}

std::string_view color_of_counts(std::size_t errors, std::size_t warnings) {
  return errors > 0 ? "31" : warnings > 0 ? "33" : "32";
}

Cell part_cell(const VerifiedPart& part) {
  const std::size_t errors = count_in(part, Severity::error);
  const std::size_t warnings = count_in(part, Severity::warning);
  return {counts_text(errors, warnings, count_in(part, Severity::note)),
          color_of_counts(errors, warnings)};
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
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t notes = 0;
  for (const Verification& one : all) {
    errors += model::count_of(one, Severity::error);
    warnings += model::count_of(one, Severity::warning);
    notes += model::count_of(one, Severity::note);
  }
  const std::string counts = counts_text(errors, warnings, notes);
  const bool is_clean = errors + warnings == 0;
  return paint(style, color_of_counts(errors, warnings),
               is_clean ? (notes == 0 ? "clean" : "clean, " + counts) : counts) +
         "\n";
}

AnnotationKind kind_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return AnnotationKind::error;
    case Severity::warning:
      return AnnotationKind::warning;
    case Severity::note:
      return AnnotationKind::notice;
  }
  return AnnotationKind::error;
}

constexpr std::array k_formats = {
    VerifyFormat{"human", ".txt", verify_human},
    VerifyFormat{"json", ".json", verify_json},
    VerifyFormat{"junit", ".xml", verify_junit},
    VerifyFormat{"github", "", verify_github},
};

}  // namespace

std::string verify_human(const Verifications& all, const Style& style) {
  std::string text;
  for (const Verification& one : all) {
    for (const VerifiedPart& part : one.parts) {
      for (const Diagnostic& finding : part.findings)
        text += render(finding, style.color);
    }
  }
  for (const Verification& one : all) {
    if (!text.empty()) text += "\n";
    text += paint(style, "1", one_line(one.problem)) + "\n";
    if (all.size() == 1 && !one.submissions.empty()) text += matrix(one, style);
    text += parts_table(one, style);
  }
  return text + sum_of(all, style);
}

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
      if (count_in(part, Severity::error) + count_in(part, Severity::warning) > 0) {
        ++counts.failures;
        pugi::xml_node failure = node.append_child("failure");
        xml_attribute(
            failure, "message",
            counts_text(count_in(part, Severity::error), count_in(part, Severity::warning), 0));
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

std::string verify_github(const Verifications& all, const Style& /*style*/) {
  std::vector<Annotation> annotations;
  for (const Verification& one : all) {
    for (const VerifiedPart& part : one.parts) {
      for (const Diagnostic& finding : part.findings) {
        Annotation made;
        made.kind = kind_of(finding.severity);
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

std::span<const VerifyFormat> verify_formats() {
  return k_formats;
}

}  // namespace arbiter::report
