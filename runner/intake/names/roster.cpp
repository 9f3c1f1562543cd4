#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/file.hpp"
#include "base/instant.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "intake/names/names.hpp"
#include "intake/names/tables.hpp"
#include "model/worksheet.hpp"

namespace arbiter::intake {
namespace {

Place file_place(const std::filesystem::path& path) {
  Place place;
  place.path = path.string();
  return place;
}

std::string_view key_of_title(std::string_view title, const std::vector<ColumnRule>& columns) {
  const std::string letters = letters_of(title);
  const auto is_same = [&](std::string_view other) { return letters_of(other) == letters; };
  const auto column = std::ranges::find_if(columns, [&](const ColumnRule& one) {
    return is_same(one.key) || std::ranges::any_of(one.titles, is_same);
  });
  return column == columns.end() ? std::string_view() : column->key;
}

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
          "no column says who the students are",
          false,
          true};
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
  for (const auto& [key, text] : model::k_student_texts)
    student.*text = sheet.text(row, key);
  if (sheet.has("SIS User ID")) student.id = sheet.text(row, "SIS User ID");
  student.name = full_name(sheet, row);
  for (const std::string* name :
       {&student.username, &student.email, &student.lms_id, &student.name}) {
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
                                      : "what is found under it alone is not attributed",
          severity);
    return false;
  }

 private:
  const Sheet& sheet_;
  std::vector<Diagnostic>& diagnostics_;
  std::map<std::string, std::map<std::string, int>> lines_;
};

}  // namespace

std::nullopt_t fault(std::vector<Diagnostic>& to, std::string_view code, Place place,
                     std::string message, std::string help, Severity severity) {
  to.push_back({severity, std::string(code), std::move(message), std::move(place), {}, {}});
  if (!help.empty()) to.back().helps.push_back(std::move(help));
  return std::nullopt;
}

std::optional<Sheet> Sheet::read(const std::filesystem::path& path, const SheetRule& rule,
                                 std::vector<Diagnostic>& diagnostics) {
  const auto bytes = read_file(path, mib(64));
  if (!bytes) return fault(diagnostics, code::k_unreadable, file_place(path), bytes.error().text());
  DecodedText decoded = decode_text(*bytes);
  if (decoded.is_cp1252) {
    fault(diagnostics, code::k_encoding, file_place(path),
          "the file is not UTF-8 and is read as Windows-1252", "save it as CSV in UTF-8",
          Severity::warning);
  }
  auto table = parse_csv(decoded.text);
  if (!table) {
    return fault(diagnostics, code::k_unreadable, file_place(path), table.error().message,
                 table.error().help);
  }
  if (table->rows.empty()) {
    return fault(diagnostics, code::k_columns, file_place(path), "the table has no header",
                 fmt::format("its first line names the columns, such as {}", rule.header));
  }
  Sheet sheet(path, std::move(decoded.text), *std::move(table));
  if (rule.may_be_moodles && model::is_worksheet(sheet.table_)) {
    sheet.find_worksheet_columns(rule);
  } else {
    sheet.find_columns(rule, diagnostics);
  }
  if (rule.is_strict) sheet.check_lengths(diagnostics);
  const auto is_there = [&](const std::vector<std::string_view>& any) {
    return std::ranges::any_of(any, [&](std::string_view key) { return sheet.has(key); });
  };
  if (std::ranges::all_of(rule.needed, is_there)) return sheet;
  return fault(diagnostics, code::k_columns, sheet.header(), std::string(rule.missing),
               fmt::format("the first line names the columns: {}", rule.header));
}

/// Moodle writes: participant, full name unless marking is blind, what else identifies users,
/// status, group and marker, grade.
void Sheet::find_worksheet_columns(const SheetRule& rule) {
  const model::WorksheetColumns columns = *model::worksheet_columns(table_);
  const auto share_of = [&](std::size_t column, const auto& test) {
    const auto count = std::count_if(table_.rows.begin() + 1, table_.rows.end(),
                                     [&](const CsvRow& row) { return test(row.text(column)); });
    return static_cast<double>(count) / static_cast<double>(size());
  };
  const std::size_t end = columns.grade.value_or(*columns.submitted);
  keys_.assign(table_.rows.front().cells.size(), std::string());
  keys_[columns.identifier] = "lms_id";
  keys_[*columns.submitted] = "submitted";
  for (std::size_t column = columns.identifier + 1; column < end; ++column) {
    const std::string_view key = key_of_title(table_.rows.front().text(column), rule.columns);
    if (!has(key) && key != "name") keys_[column] = key;
    const bool holds_addresses = share_of(column, [](std::string_view text) {
                                   return text.find('@') != std::string_view::npos &&
                                          text.find(' ') == std::string_view::npos;
                                 }) > 0.5;
    if (holds_addresses && !has("email")) keys_[column] = "email";
  }
  // What says the state of each submission is the same in many rows, and stands beside the grade.
  std::set<std::string_view> different;
  const std::size_t name = columns.identifier + 1;
  share_of(name, [&](std::string_view text) { return different.insert(text).second; });
  constexpr std::size_t k_few = 3;
  const bool is_state = name + 1 >= end || (size() > k_few && different.size() * 2 <= size());
  if (!is_state) keys_[name] = "name";
}

void Sheet::check_lengths(std::vector<Diagnostic>& diagnostics) const {
  for (const CsvRow& row : table_.rows) {
    const std::size_t most = keys_.size();
    if (row.cells.size() <= most || row.text(most).empty()) continue;
    fault(diagnostics, code::k_value,
          place_at(row.cells[most].begin, row.cells[most].end, row.line),
          fmt::format("the row has {} cells, and the header {}", row.cells.size(), most),
          "put quotes around cells with the delimiter in them");
  }
}

void Sheet::find_columns(const SheetRule& rule, std::vector<Diagnostic>& diagnostics) {
  const std::vector<ColumnRule>& columns = rule.columns;
  std::vector<std::string> known;
  for (const ColumnRule& column : columns)
    known.emplace_back(column.key);
  for (const CsvCell& cell : table_.rows.front().cells) {
    const std::string title(trimmed(cell.text));
    const std::string_view key = key_of_title(title, columns);
    const bool is_twice = !key.empty() && has(key);
    const auto near = key.empty() && !title.empty() ? nearest(folded(title), known) : std::nullopt;
    const Place place = place_at(cell.begin, cell.end, table_.rows.front().line);
    if (is_twice) {
      fault(diagnostics, code::k_columns, place, fmt::format("a second column says the {}", key),
            "remove one of them");
    } else if (near || (rule.is_strict && key.empty() && !title.empty())) {
      fault(diagnostics, code::k_unknown_column, place,
            fmt::format("the column '{}' is not read", printable(title)),
            near ? fmt::format("did you mean '{}'?", *near)
                 : fmt::format("the columns are {}", fmt::join(known, ", ")),
            rule.is_strict ? Severity::error : Severity::warning);
    }
    keys_.emplace_back(is_twice ? std::string_view() : key);
  }
}

std::optional<std::size_t> Sheet::column_of(std::string_view key) const {
  const auto found = std::ranges::find(keys_, key);
  if (found == keys_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - keys_.begin());
}

std::string Sheet::text(std::size_t row, std::string_view key) const {
  const auto column = column_of(key);
  return column ? std::string(trimmed(table_.rows[row + 1].text(*column))) : std::string();
}

std::optional<std::int64_t> Sheet::instant(std::size_t row, std::string_view key,
                                           std::vector<Diagnostic>& diagnostics) const {
  const std::string said = text(row, key);
  if (said.empty()) return std::nullopt;
  const auto instant = parse_instant(said);
  if (instant) return *instant;
  return fault(diagnostics, code::k_value, place(row, key), instant.error().message,
               instant.error().help);
}

Place Sheet::place(std::size_t row, std::string_view key) const {
  const CsvRow& cells = table_.rows[row + 1];
  const auto column = column_of(key);
  const CsvCell& cell =
      column && *column < cells.cells.size() ? cells.cells[*column] : cells.cells.front();
  return place_at(cell.begin, cell.end, cells.line);
}

Place Sheet::header() const {
  const CsvRow& row = table_.rows.front();
  return place_at(row.cells.front().begin, row.cells.back().end, row.line);
}

Place Sheet::place_at(std::size_t begin, std::size_t end, int line) const {
  Place place = file_place(path_);
  const std::size_t newline = begin == 0 ? std::string::npos : text_.rfind('\n', begin - 1);
  const std::size_t start = newline == std::string::npos ? 0 : newline + 1;
  const std::size_t stop = std::min(text_.find_first_of("\r\n", begin), text_.size());
  // Cells of several lines that stand before this one would make the line a wrong one.
  place.line = 1 + static_cast<int>(
                       std::count(text_.begin(), text_.begin() + static_cast<long>(begin), '\n'));
  place.line = std::max(place.line, line);
  place.column = static_cast<int>(begin - start) + 1;
  place.length = static_cast<int>(std::max<std::size_t>(1, std::min(end, stop) - begin));
  place.source_line = text_.substr(
      start, stop < start ? 0 : std::min(text_.find_first_of("\r\n", start), text_.size()) - start);
  return place;
}

std::optional<std::size_t> problem_in(const ProblemIndex& problems, const std::string& text,
                                      Place place, std::vector<Diagnostic>& diagnostics) {
  const auto found = problems.called(text);
  if (found.size() == 1) return found.front();
  return fault(diagnostics, code::k_problem, std::move(place),
               found.empty()
                   ? fmt::format("no problem '{}'", printable(text))
                   : fmt::format("'{}' could be {}", printable(text), problems.list(found)),
               problems.help_for(text));
}

std::vector<WorksheetRow> read_worksheet(const std::filesystem::path& path, Severity severity,
                                         std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> ignored;
  const auto sheet = Sheet::read(path, roster_rule(), ignored);
  std::vector<WorksheetRow> rows;
  if (!sheet || !sheet->has("submitted")) return rows;
  for (std::size_t row = 0; row < sheet->size(); ++row) {
    rows.push_back({student_of(*sheet, row), std::nullopt});
    const std::string text = sheet->text(row, "submitted");
    if (text.empty() || text == "-") continue;
    const auto time = parse_moodle_time(text);
    if (time) rows.back().submitted = instant_of(*time);
    if (rows.back().submitted) continue;
    fault(diagnostics, code::k_value, sheet->place(row, "submitted"),
          fmt::format("'{}' is not a time that can be read", printable(text)),
          time ? "no clock of the time zone shows it: --timezone says in which zone Moodle wrote it"
               : "set Moodle to English and download the worksheet again, or say the times in "
                 "submissions.csv",
          severity);
  }
  return rows;
}

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
      // The account that a teacher of Canvas tries things with.
      if (is_canvas(*sheet) && letters_of(student.name) == "studenttest") continue;
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
