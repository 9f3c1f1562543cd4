// What classes are taken in as. Each file of testdata/cases holds cases:
//   == NAME
//   -- FILE, and its text in the lines below, or a program; "FILE =" has none, "FILE/" is a folder,
//      "ARCHIVE//FILE" lies in an archive; roster.csv, if there is one, is the roster
//   ## the problems; none: lab1 and lab2
//   << a source; none: subs
//   >> a line of what is seen then
#include <fmt/format.h>

#include "base/test_cases.hpp"
#include "intake/intake_test_kit.hpp"

namespace arbiter::intake {
namespace {

using package::PackedAs;
using package::PackedEntry;

/// The files, and archives of those that lie in one.
std::vector<PackedEntry> entries_of(const std::vector<PackedEntry>& files) {
  std::vector<PackedEntry> entries;
  std::map<std::string, std::vector<PackedEntry>> archives;
  for (const PackedEntry& file : files) {
    const std::size_t at = file.name.find("//");
    if (at == std::string::npos) {
      entries.push_back(file);
    } else {
      archives[file.name.substr(0, at)].push_back({file.name.substr(at + 2), file.content});
    }
  }
  const TestFolder folder;
  for (const auto& [name, packed] : archives) {
    const bool is_zip = name.ends_with(".zip");
    package::pack(folder / "archive", entries_of(packed),
                  is_zip ? PackedAs::zip : PackedAs::tar_gz);
    entries.push_back({name, read_all(folder / "archive")});
  }
  return entries;
}

/// The file that a line "-- …" and the lines below it say.
PackedEntry file_of(std::string name, const std::string& text) {
  replace_all(name, "\\n", "\n");
  if (!name.ends_with(" =")) return {name, text.empty() ? k_main : text};
  return {name.substr(0, name.size() - 2), ""};
}

/// Those cells that hold something.
std::string row_of(std::vector<std::string> cells) {
  std::erase(cells, "");
  return joined(cells, "; ");
}

class IntakeCases : public IntakeTest, public ::testing::WithParamInterface<FileCase> {
 protected:
  void make_files() {
    std::vector<PackedEntry> files;
    for (const auto& [name, text] : GetParam().files)
      files.push_back(file_of(name, text));
    for (const PackedEntry& file : entries_of(files)) {
      if (file.name.ends_with('/')) {
        std::filesystem::create_directories(path(file.name));
      } else {
        write(file.name, file.content);
      }
    }
    if (std::filesystem::exists(path("roster.csv"))) options_.roster = path("roster.csv");
  }

  [[nodiscard]] std::vector<std::string> seen() const {
    std::vector<std::string> lines = {intake_->layout};
    for (const Delivery& one : intake_->deliveries)
      lines.push_back(line_of(one) + " = " + joined(files_of(one), ", "));
    for (const model::Unattributed& one : intake_->unattributed) {
      const std::string whose = joined(one.students, ", ");
      lines.push_back(row_of({"lost", one.path, one.why, one.help, whose}));
    }
    for (const model::Student& one : intake_->students)
      lines.push_back(row_of(
          {"student", one.id, one.name, one.lms_id, one.on_roster ? "" : "is not on the roster"}));
    for (const std::string& note : intake_->notes)
      lines.push_back(row_of({"note", note}));
    for (const Diagnostic& one : diagnostics_)
      lines.push_back(row_of({one.code, std::to_string(one.place->line), one.message}));
    for (std::string& line : lines) {
      replace_all(line, dir_.path().string() + "/", "");
      replace_all(line, "\n", "\\n");
    }
    return lines;
  }
};

TEST_P(IntakeCases, AreTakenInAsTheyStand) {
  FileCase one = GetParam();
  make_files();
  if (!one.marked["##"].empty()) problems(one.marked["##"]);
  if (one.marked["<<"].empty()) one.marked["<<"] = {"subs"};
  take(one.marked["<<"]);
  EXPECT_EQ(seen(), one.marked[">>"]);
}

std::vector<FileCase> all_cases() {
  std::vector<FileCase> all;
  for (const char* file : {"plain", "platforms", "names"}) {
    const auto path =
        fmt::format("{}/runner/intake/testdata/cases/{}.txt", ARBITER_SOURCE_DIR, file);
    std::ranges::move(cases_in(path, {"##", "<<", ">>"}), std::back_inserter(all));
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Classes, IntakeCases, ::testing::ValuesIn(all_cases()),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace arbiter::intake
