#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/instant.hpp"
#include "base/text.hpp"
#include "intake/names/student_index.hpp"
#include "intake/names/tables.hpp"

namespace arbiter::intake {
namespace {

const ColumnRule k_student_column = {"student",
                                     {"id", "student id", "username", "email", "name", "sid"}};
const ColumnRule k_problem_column = {"problem", {"assignment", "task", "exercise"}};
const ColumnRule k_reason_column = {"reason", {"comment", "why", "note", "remark"}};

/// Reads the cells that both tables have.
class DecisionReader {
 public:
  DecisionReader(const Sheet& sheet, const std::vector<model::Student>& students,
                 const std::vector<ProblemNames>& problems, std::vector<Diagnostic>& diagnostics)
      : sheet_(sheet), students_(students, true), problems_(problems), diagnostics_(diagnostics) {}

  std::optional<std::string> student(std::size_t row) {
    const std::string text = sheet_.text(row, "student");
    if (text.empty()) return fail(row, "student", code::k_value, "the row names no student", {});
    const auto found = students_.find(StudentKey::any, text);
    if (found.size() == 1) return students_.students()[found[0]].id;
    if (!found.empty()) {
      return fail(row, "student", code::k_student,
                  fmt::format("'{}' could be {}", printable(text), students_.list(found)),
                  "use the id");
    }
    const auto near = nearest(text, ids_of(students_.students()));
    return fail(row, "student", code::k_student, fmt::format("no student '{}'", printable(text)),
                near ? fmt::format("did you mean '{}'?", *near) : std::string());
  }

  /// The empty text where none has to be named and none is.
  std::optional<std::string> problem(std::size_t row, bool may_be_all) {
    const std::string text = sheet_.text(row, "problem");
    if (text.empty() && (may_be_all || problems_.size() == 1)) {
      return may_be_all ? std::string() : problems_.id(0);
    }
    if (text.empty()) return fail(row, "problem", code::k_value, "the row names no problem", {});
    const auto found = problem_in(problems_, text, sheet_.place(row, "problem"), diagnostics_);
    return found ? std::optional(problems_.id(*found)) : std::nullopt;
  }

  [[nodiscard]] const Sheet& sheet() const { return sheet_; }
  std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

  std::nullopt_t fail(std::size_t row, std::string_view key, std::string_view code,
                      std::string message, std::string help) {
    return fault(diagnostics_, code, sheet_.place(row, key), std::move(message), std::move(help));
  }

  /// Whether this is the first row about the student and the problem.
  bool is_first(std::size_t row, const std::string& student, const std::string& problem) {
    if (seen_.emplace(student, problem).second) return true;
    fail(row, "student", code::k_twice,
         fmt::format("a second row is about {}{}{}", printable(student),
                     problem.empty() ? "" : " and ", problem),
         "remove one of the rows");
    return false;
  }

 private:
  const Sheet& sheet_;
  StudentIndex students_;
  ProblemIndex problems_;
  std::vector<Diagnostic>& diagnostics_;
  std::set<std::pair<std::string, std::string>> seen_;
};

std::optional<std::int64_t> parse_minutes(const std::string& text) {
  constexpr std::int64_t k_most = 10LL * 366 * 24 * 60;
  if (const auto minutes = number_in<std::int64_t>(text)) {
    return *minutes >= 0 && *minutes <= k_most ? minutes : std::nullopt;
  }
  const auto span = parse_span(text);
  if (!span) return std::nullopt;
  return std::chrono::ceil<std::chrono::minutes>(*span).count();
}

/// Fills in how long the extension is; false if the row does not say.
bool read_decision(DecisionReader& reader, std::size_t row, model::Extension& extension) {
  const std::string until = reader.sheet().text(row, "until");
  const std::string minutes = reader.sheet().text(row, "extra_minutes");
  if (until.empty() == minutes.empty()) {
    reader.fail(row, until.empty() ? "extra_minutes" : "until", code::k_value,
                until.empty() ? "the row says no time" : "the row says two times",
                "give either until or extra_minutes");
    return false;
  }
  if (!until.empty()) {
    extension.until = reader.sheet().instant(row, "until", reader.diagnostics());
    return extension.until.has_value();
  }
  extension.extra_minutes = parse_minutes(minutes);
  if (extension.extra_minutes) return true;
  reader.fail(row, "extra_minutes", code::k_value,
              fmt::format("'{}' is not a number of minutes", printable(minutes)),
              "write 90, 36h or 2d; ten years at most");
  return false;
}

/// Fills in the points: "7.5", "7,5", "+2", "-1", also with the minus sign that typesetters use;
/// false if they are none.
bool read_decision(DecisionReader& reader, std::size_t row, model::Override& override) {
  constexpr std::string_view k_minus = "\xE2\x88\x92";
  constexpr double k_most = 1e9;
  const std::string said = reader.sheet().text(row, "points");
  std::string text = said;
  if (text.starts_with(k_minus)) text = "-" + text.substr(k_minus.size());
  override.is_relative = text.starts_with('+') || text.starts_with('-');
  if (text.starts_with('+')) text.erase(0, 1);
  if (const std::size_t comma = text.find(','); comma != std::string::npos) text[comma] = '.';
  const auto number = number_in<double>(text);
  override.points = number.value_or(0);
  if (number && std::abs(*number) <= k_most) return true;
  reader.fail(row, "points", code::k_value,
              fmt::format("'{}' is not a number of points", printable(said)),
              "write a number, or one with a sign for what is added: 7.5, +2, -1");
  return false;
}

/// The rows of a table, of which each decides about one student.
template <class Row>
std::vector<Row> read_decisions(DecisionReader reader, bool may_be_all) {
  std::vector<Row> all;
  for (std::size_t row = 0; row < reader.sheet().size(); ++row) {
    const auto student = reader.student(row);
    const auto problem = reader.problem(row, may_be_all);
    Row made;
    const bool is_read = read_decision(reader, row, made);
    if (!student || !problem || !is_read || !reader.is_first(row, *student, *problem)) continue;
    made.student = *student;
    made.problem = *problem;
    made.reason = reader.sheet().text(row, "reason");
    made.line = static_cast<std::size_t>(reader.sheet().line(row));
    all.push_back(std::move(made));
  }
  return all;
}

/// What stands before a text that would be a formula is no part of it.
std::string without_apostrophe(std::string text) {
  constexpr std::string_view k_begins_formula = "=+-@";
  const bool is_escaped = text.size() > 1 && text[0] == '\'' &&
                          k_begins_formula.find(text[1]) != std::string_view::npos;
  if (is_escaped) text.erase(0, 1);
  return text;
}

}  // namespace

std::vector<model::Extension> read_extensions(const std::filesystem::path& path,
                                              const std::vector<model::Student>& students,
                                              const std::vector<ProblemNames>& problems,
                                              std::vector<Diagnostic>& diagnostics) {
  const SheetRule rule = {{k_student_column,
                           k_problem_column,
                           {"until", {"due", "deadline", "new due"}},
                           {"extra_minutes", {"minutes", "extra", "extra time"}},
                           k_reason_column},
                          {{"student"}, {"until", "extra_minutes"}},
                          "id,assignment,until,extra_minutes,reason"};
  const auto sheet = Sheet::read(path, rule, diagnostics);
  if (!sheet) return {};
  return read_decisions<model::Extension>({*sheet, students, problems, diagnostics}, true);
}

std::vector<model::Override> read_overrides(const std::filesystem::path& path,
                                            const std::vector<model::Student>& students,
                                            const std::vector<ProblemNames>& problems,
                                            std::vector<Diagnostic>& diagnostics) {
  SheetRule rule = {{k_student_column,
                     k_problem_column,
                     {"points", {"score", "grade", "override"}},
                     k_reason_column},
                    {{"student"}, {"points"}},
                    "student,problem,points,reason"};
  if (problems.size() != 1) rule.needed.push_back({"problem"});
  const auto sheet = Sheet::read(path, rule, diagnostics);
  if (!sheet) return {};
  return read_decisions<model::Override>({*sheet, students, problems, diagnostics}, false);
}

std::vector<model::Question> read_decisions(const std::filesystem::path& path,
                                            std::vector<Diagnostic>& diagnostics) {
  const SheetRule rule = {{{"kind", {}},
                           {"student", {}},
                           {"name", {}},
                           {"problem", {}},
                           {"test", {}},
                           {"file", {}},
                           {"what", {}},
                           {"todo", {}},
                           {"decision", {}}},
                          {{"kind"}, {"student"}, {"problem"}, {"test"}, {"file"}, {"decision"}},
                          "kind,student,name,problem,test,file,what,todo,decision",
                          "it is no table of -o needs-a-person=FILE"};
  const auto sheet = Sheet::read(path, rule, diagnostics);
  std::vector<model::Question> all;
  if (!sheet) return all;
  for (std::size_t row = 0; row < sheet->size(); ++row) {
    const auto cell = [&](std::string_view key) {
      return without_apostrophe(sheet->text(row, key));
    };
    model::Question one{cell("kind"), cell("student"),  cell("problem"),
                        cell("test"), cell("file"),     cell("what"),
                        cell("todo"), cell("decision"), static_cast<std::size_t>(sheet->line(row))};
    if (one.decision.empty()) continue;
    const auto same = std::ranges::find_if(
        all, [&](const model::Question& other) { return other.is_about_the_same(one); });
    if (same == all.end()) {
      all.push_back(std::move(one));
    } else {
      fault(diagnostics, code::k_twice, sheet->place(row, "decision"),
            fmt::format("line {} decides the same", same->line), "remove one of the rows");
    }
  }
  return all;
}

std::vector<model::MistakeComment> read_comments(const std::filesystem::path& path,
                                                 std::vector<Diagnostic>& diagnostics) {
  const SheetRule rule = {{{"cluster", {"mistake id"}}, {"comment", {"feedback"}}},
                          {{"cluster"}, {"comment"}},
                          "cluster,comment"};
  const auto sheet = Sheet::read(path, rule, diagnostics);
  std::vector<model::MistakeComment> all;
  if (!sheet) return all;
  std::set<std::string> seen;
  for (std::size_t row = 0; row < sheet->size(); ++row) {
    const std::string cluster = sheet->text(row, "cluster");
    std::string comment = without_apostrophe(sheet->text(row, "comment"));
    if (comment.empty()) continue;
    if (cluster.empty()) {
      fault(diagnostics, code::k_value, sheet->place(row, "cluster"),
            "the row has a comment and names no cluster",
            "-o clusters=FILE writes a table that names them");
      continue;
    }
    if (!seen.insert(cluster).second) {
      fault(diagnostics, code::k_twice, sheet->place(row, "cluster"),
            fmt::format("a second row is about {}", printable(cluster)), "remove one of the rows");
      continue;
    }
    all.push_back({cluster, std::move(comment), static_cast<std::size_t>(sheet->line(row))});
  }
  return all;
}

}  // namespace arbiter::intake
