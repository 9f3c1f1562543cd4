#include <fmt/format.h>

#include <array>
#include <map>

#include "base/text.hpp"
#include "intake/names/fold.hpp"
#include "intake/names/sheet.hpp"
#include "intake/names/tables.hpp"

namespace arbiter::intake {
namespace {

SheetRule roster_rule() {
  return {{{"id",
            {"student id", "student_id", "id number", "idnumber", "sid", "student number",
             "SIS User ID", "roster_identifier", "OrgDefinedId", "matrikelnummer"}},
           {"name", {"full name", "student", "student name", "namn", "nome", "nom", "nombre"}},
           {"first name", {"firstname", "given name", "förnamn", "vorname"}},
           {"last name", {"lastname", "surname", "family name", "efternamn", "nachname"}},
           {"email", {"email address", "e-mail", "mail", "e-mail address", "e-post"}},
           {"username",
            {"user name", "login", "login id", "SIS Login ID", "user", "github_username", "github",
             "account"}},
           {"lms_id", {"lms id", "identifier", "canvas id", "canvas user id", "participant"}},
           {"group", {"team", "groups", "grupp", "gruppe"}},
           {"section", {"class", "sections"}},
           {"language", {"lang", "locale"}}},
          {{"id", "name", "email", "username", "lms_id", "last name", "SIS User ID"}},
          "id,name,email,username,lms_id,group,section,language",
          "no column says who the students are"};
}

/// The grade book of Canvas has its own id under "ID" and the school's under "SIS User ID".
SheetRule canvas_rule() {
  SheetRule rule = roster_rule();
  rule.columns[0] = {"SIS User ID", {}};
  rule.columns[6] = {"lms_id", {"id"}};
  return rule;
}

bool is_canvas(const Sheet& sheet) {
  const std::string& header = sheet.header().source_line;
  return header.find("SIS Login ID") != std::string::npos ||
         header.find("SIS User ID") != std::string::npos;
}

std::string full_name(const Sheet& sheet, std::size_t row) {
  if (std::string name = sheet.text(row, "name"); !name.empty()) return name;
  const std::string first = sheet.text(row, "first name");
  const std::string last = sheet.text(row, "last name");
  return first.empty() || last.empty() ? first + last : first + " " + last;
}

model::Student student_of(const Sheet& sheet, std::size_t row) {
  model::Student student;
  student.id = sheet.text(row, sheet.has("SIS User ID") ? "SIS User ID" : "id");
  student.name = full_name(sheet, row);
  student.email = sheet.text(row, "email");
  student.username = sheet.text(row, "username");
  student.lms_id = sheet.text(row, "lms_id");
  student.group = sheet.text(row, "group");
  student.section = sheet.text(row, "section");
  student.language = sheet.text(row, "language");
  const std::array names = {&student.username, &student.email, &student.lms_id, &student.name};
  for (const std::string* name : names) {
    if (student.id.empty()) student.id = *name;
  }
  return student;
}

/// Says which rows share what only one may have.
class UniqueTexts {
 public:
  UniqueTexts(const Sheet& sheet, std::vector<Diagnostic>& diagnostics)
      : sheet_(sheet), diagnostics_(diagnostics) {}

  /// Whether nobody before had it; reports it otherwise.
  bool check(std::size_t row, std::string_view key, const std::string& text, Severity severity) {
    if (text.empty()) return true;
    const auto [found, is_new] = lines_[std::string(key)].emplace(folded(text), sheet_.line(row));
    if (is_new) return true;
    fault(diagnostics_, code::k_twice, sheet_.place(row, key),
          fmt::format("the {} '{}' is that of line {} too", key, printable(text), found->second),
          severity == Severity::error ? "remove one of the rows"
                                      : "what is found under it alone is not attributed");
    diagnostics_.back().severity = severity;
    return false;
  }

 private:
  const Sheet& sheet_;
  std::vector<Diagnostic>& diagnostics_;
  std::map<std::string, std::map<std::string, int>> lines_;
};

}  // namespace

std::vector<model::Student> read_roster(const std::filesystem::path& path,
                                        std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> faults;
  auto sheet = Sheet::read(path, roster_rule(), faults);
  if (sheet && is_canvas(*sheet)) {
    faults.clear();
    sheet = Sheet::read(path, canvas_rule(), faults);
  }
  std::vector<model::Student> students;
  if (sheet) {
    UniqueTexts unique(*sheet, faults);
    for (std::size_t row = 0; row < sheet->size(); ++row) {
      model::Student student = student_of(*sheet, row);
      // Of Canvas: what the assignments are worth.
      if (letters_of(student.name) == "pointspossible") continue;
      if (student.id.empty()) {
        // Canvas has rows that say "Manual Posting" and nothing else.
        if (is_canvas(*sheet)) continue;
        fault(faults, code::k_value, sheet->place(row, "id"), "the row names no student",
              "give it an id, or remove it");
        continue;
      }
      if (!unique.check(row, "id", student.id, Severity::error)) continue;
      unique.check(row, "username", student.username, Severity::warning);
      unique.check(row, "email", student.email, Severity::warning);
      unique.check(row, "lms_id", student.lms_id, Severity::warning);
      students.push_back(std::move(student));
    }
  }
  diagnostics.insert(diagnostics.end(), faults.begin(), faults.end());
  return students;
}

}  // namespace arbiter::intake
