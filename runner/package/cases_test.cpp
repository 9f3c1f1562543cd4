// What packages are read as, and what is said of their faults. Each file of testdata/cases holds
// cases of one kind:
//   == NAME
//   -- FILE, and its text in the lines below, or "1"; "FILE +" goes on with one that is there,
//      "FILE =" has none, "FILE -> TARGET" is a link, "FILE |" a pipe, "FILE/" an empty folder;
//      "FILE !" is removed; in "FILE ~" the first line below is replaced by the others
//   >> a diagnostic, in order; none: there are none
//   .. a part of what is shown
//   :: a line of PackageFacts
//   !! a key that has none
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "base/text.hpp"
#include "package/facts_test_kit.hpp"
#include "package/grading/grading_yaml.hpp"
#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// What came of a case.
struct Seen {
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> facts = {};
};

Seen load(const PackageFolder& folder) {
  const Loaded loaded = folder.load();
  return {loaded.diagnostics, PackageFacts(loaded.problem, folder.path()).lines()};
}

Seen load_generators(const PackageFolder& folder) {
  const Loaded loaded = folder.load();
  return {loaded.generation_diagnostics, PackageFacts(loaded.problem, folder.path()).lines()};
}

Seen load_table(const PackageFolder& folder) {
  return {folder.below(load_languages(folder.path() / "l.yaml").diagnostics)};
}

Seen load_policy(const PackageFolder& folder) {
  return {folder.below(load_grading_policy(folder.path() / "l.yaml").diagnostics)};
}

/// What every case of a file begins with, and what is asked.
struct CaseFile {
  const char* name;
  void (*prepare)(PackageFolder& folder);
  Seen (*load)(const PackageFolder& folder) = package::load;
};

void make_good(PackageFolder& folder) {
  folder.make_good();
}

void make_legacy(PackageFolder& folder) {
  folder.make_good().write("problem.yaml", "name: Old\n").write(".timelimit", "3\n");
}

void make_generators(PackageFolder& folder) {
  folder.make_good()
      .add_tests({"generators/manual/one"})
      .touch({"generators/gen.py", "generators/a.cpp", "generators/lib.h", "generators/dir/main.py",
              "submissions/accepted/sol.py"});
}

void make_polygon(PackageFolder& folder) {
  folder.make_polygon();
}

void leave_empty(PackageFolder& /*folder*/) {}

/// Does what a line "-- …" says.
void change(PackageFolder& folder, std::string name, const std::string& text) {
  const std::size_t arrow = name.find(" -> ");
  if (arrow != std::string::npos) {
    folder.link(name.substr(0, arrow), name.substr(arrow + 4));
    return;
  }
  const char kind = name.ends_with('/')                               ? '/'
                    : name.size() > 2 && name[name.size() - 2] == ' ' ? name.back()
                                                                      : ' ';
  if (kind != '/' && kind != ' ') name.erase(name.size() - 2);
  const fs::path path = folder.path() / name;
  if (kind == '~') {
    const std::size_t end = text.find('\n');
    folder.replace(name, text.substr(0, end), text.substr(end + 1, text.size() - end - 2));
  } else if (kind == '|') {
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  } else if (kind == '!') {
    ASSERT_GT(fs::remove_all(path), 0U);
  } else if (kind == '/') {
    fs::create_directories(path);
  } else {
    const std::string before = kind == '+' ? read_all(folder.path() / name) : "";
    folder.write(name, before + (text.empty() && kind != '=' ? "1\n" : text));
  }
}

/// The lines of a case, from the one after its name on.
void expect_case(const CaseFile& file, const std::vector<std::string_view>& lines) {
  PackageFolder folder;
  file.prepare(folder);
  std::vector<std::string> said;
  std::vector<std::string> shown;
  std::vector<std::string> facts;
  std::vector<std::string> no_facts;
  std::string name;
  std::string text;
  const auto end_file = [&] {
    if (!name.empty()) change(folder, name, text);
    name.clear();
    text.clear();
  };
  for (const std::string_view line : lines) {
    const std::string rest(line.substr(std::min<std::size_t>(line.size(), 3)));
    if (line.starts_with("-- ")) {
      end_file();
      name = rest;
    } else if (line.starts_with(">> ")) {
      said.push_back(rest);
    } else if (line.starts_with(".. ")) {
      shown.push_back(rest);
    } else if (line.starts_with(":: ")) {
      facts.push_back(rest);
    } else if (line.starts_with("!! ")) {
      no_facts.push_back(rest);
    } else if (!line.empty()) {
      text.append(line) += '\n';
    }
  }
  end_file();
  const Seen seen = file.load(folder);
  const std::string all = rendered(seen.diagnostics);
  EXPECT_EQ(briefs(seen.diagnostics), said) << all;
  for (const std::string& part : shown)
    EXPECT_THAT(all, HasSubstr(part));
  for (const std::string& fact : facts)
    EXPECT_THAT(seen.facts, Contains(fact));
  for (const std::string& key : no_facts)
    EXPECT_THAT(seen.facts, Not(Contains(StartsWith(key + " = "))));
}

class PackageCases : public ::testing::TestWithParam<CaseFile> {};

TEST_P(PackageCases, AreReadAndToldAsTheyStand) {
  const std::string text = read_all(fs::path(ARBITER_PACKAGE_TESTDATA) / "cases" /
                                    (std::string(GetParam().name) + ".txt"));
  std::vector<std::string_view> lines = split_lines(text);
  ASSERT_FALSE(lines.empty());
  const auto is_name = [](std::string_view line) { return line.starts_with("== "); };
  for (auto at = lines.begin(); at != lines.end();) {
    SCOPED_TRACE(*at);
    const auto end = std::find_if(at + 1, lines.end(), is_name);
    expect_case(GetParam(), {at + 1, end});
    at = end;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, PackageCases,
    ::testing::Values(CaseFile{"problem_yaml", make_good}, CaseFile{"package_files", make_good},
                      CaseFile{"folders", make_good}, CaseFile{"legacy", make_legacy},
                      CaseFile{"no_problem_yaml", leave_empty}, CaseFile{"polygon", make_polygon},
                      CaseFile{"generators", make_generators, load_generators},
                      CaseFile{"languages", leave_empty, load_table},
                      CaseFile{"grading", leave_empty, load_policy}),
    name_of_row<CaseFile>);

}  // namespace
}  // namespace arbiter::package
