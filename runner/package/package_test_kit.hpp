#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/test_folder.hpp"
#include "package/package.hpp"

namespace arbiter::package {

/// The shortest problem.yaml without a fault.
inline constexpr std::string_view k_good_yaml =
    "problem_format_version: 2025-09\n"
    "name: Sums\n"
    "uuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8\n"
    "limits: {time_limit: 2}\n";

/// A problem.xml without a fault, for two tests.
inline constexpr std::string_view k_polygon_xml =
    R"(<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="3" short-name="sum">
<names><name language="english" value="Sum &amp; more"/></names>
<judging >
<testset name="tests">
<time-limit>1500</time-limit>
<memory-limit>67108864</memory-limit>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test sample="true"/><test/></tests>
</testset></judging>
<assets><checker name="std::wcmp.cpp" type="testlib"/></assets>
</problem>
)";

inline std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i)
    all += text;
  return all;
}

/// A folder to build packages in, gone at the end of the test.
class PackageFolder : public TestFolder {
 public:
  PackageFolder& write(const std::string& name, std::string_view text = "1\n") {
    TestFolder::write(name, std::string(text));
    return *this;
  }
  /// Writes files whose content does not matter.
  PackageFolder& touch(std::initializer_list<std::string> names) {
    for (const std::string& name : names)
      write(name);
    return *this;
  }
  /// Writes the input and the answer of each test case.
  PackageFolder& add_tests(std::initializer_list<std::string> names) {
    for (const std::string& name : names)
      write(name + ".in").write(name + ".ans");
    return *this;
  }
  /// problem.yaml and one test: a package without a fault.
  PackageFolder& make_good() {
    return write("problem.yaml", k_good_yaml).add_tests({"data/secret/1"});
  }
  /// The same of Polygon.
  PackageFolder& make_polygon() {
    return write("problem.xml", k_polygon_xml)
        .touch({"tests/01", "tests/01.a", "tests/02", "tests/02.a"});
  }
  /// Puts something else in the place of a part of a file.
  PackageFolder& replace(const std::string& name, std::string_view old, std::string_view text) {
    std::string whole = read_all(path() / name);
    const std::size_t at = whole.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return write(name, whole.replace(at, old.size(), text));
  }
  PackageFolder& link(const std::string& name, const std::string& target) {
    std::filesystem::create_directories((path() / name).parent_path());
    std::filesystem::create_symlink(target, path() / name);
    return *this;
  }
  /// What it is loaded as; the places of diagnostics are paths below the folder.
  [[nodiscard]] Loaded load() const {
    Loaded loaded = load_problem(path());
    loaded.diagnostics = below(std::move(loaded.diagnostics));
    loaded.generation_diagnostics = below(std::move(loaded.generation_diagnostics));
    return loaded;
  }
  /// The same of a package without a fault.
  Loaded load_clean() const;
  /// Diagnostics whose places are paths below the folder.
  [[nodiscard]] std::vector<Diagnostic> below(std::vector<Diagnostic> diagnostics) const {
    for (Diagnostic& one : diagnostics) {
      if (!one.place) continue;
      one.place->path = std::filesystem::path(one.place->path).lexically_relative(path()).string();
    }
    return diagnostics;
  }
};

/// A package with one test and this problem.yaml.
inline Loaded load_yaml(std::string_view yaml) {
  return PackageFolder().make_good().write("problem.yaml", yaml).load();
}

inline std::string good_with(std::string_view more) {
  return std::string(k_good_yaml) + std::string(more);
}

/// "error P011 problem.yaml:5:1", one a diagnostic.
inline std::vector<std::string> briefs(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> all;
  for (const Diagnostic& one : diagnostics) {
    all.push_back(
        fmt::format("{} {}", one.severity == Severity::error ? "error" : "warning", one.code));
    if (one.place) all.back() += " " + one.place->path;
    if (one.place && one.place->line > 0) {
      all.back() += fmt::format(":{}:{}", one.place->line, one.place->column);
    }
  }
  return all;
}

inline std::vector<std::string> briefs(const Loaded& loaded) {
  return briefs(loaded.diagnostics);
}

inline std::string rendered(const std::vector<Diagnostic>& diagnostics) {
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics)
    all += render(diagnostic, false);
  return all;
}

inline std::string rendered(const Loaded& loaded) {
  return rendered(loaded.diagnostics);
}

inline Loaded PackageFolder::load_clean() const {
  Loaded loaded = load();
  EXPECT_THAT(loaded.diagnostics, ::testing::IsEmpty()) << rendered(loaded);
  return loaded;
}

/// Names tests by the rows of their tables.
template <class Row>
std::string name_of_row(const ::testing::TestParamInfo<Row>& row) {
  return std::string(row.param.name);
}

inline std::vector<std::string> names_of(const std::vector<model::TestCase>& tests) {
  std::vector<std::string> names;
  names.reserve(tests.size());
  for (const model::TestCase& test : tests)
    names.push_back(test.name);
  return names;
}

}  // namespace arbiter::package
