#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/temp_dir.hpp"
#include "package/package.hpp"

namespace arbiter::package {

/// The shortest problem.yaml without a fault.
inline constexpr std::string_view k_good_yaml =
    "problem_format_version: 2025-09\n"
    "name: Sums\n"
    "uuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8\n"
    "limits: {time_limit: 2}\n";

/// A folder to build packages in, gone at the end of the test.
class PackageFolder {
 public:
  PackageFolder() : folder_(TempDir::make("arbiter-package-test").value()) {}

  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

  PackageFolder& write(const std::string& name, std::string_view text = "1\n") {
    std::filesystem::create_directories((path() / name).parent_path());
    std::ofstream(path() / name, std::ios::binary) << text;
    return *this;
  }
  /// problem.yaml and one test: a package without a fault.
  PackageFolder& make_good() {
    return write("problem.yaml", k_good_yaml).write("data/secret/1.in").write("data/secret/1.ans");
  }
  PackageFolder& remove(const std::string& name) {
    std::filesystem::remove(path() / name);
    return *this;
  }
  PackageFolder& link(const std::string& name, const std::string& target) {
    std::filesystem::create_directories((path() / name).parent_path());
    std::filesystem::create_symlink(target, path() / name);
    return *this;
  }
  [[nodiscard]] Loaded load() const { return load_problem(path()); }

 private:
  TempDir folder_;
};

/// A package with one test and this problem.yaml; the places name files below its folder.
inline Loaded load_yaml(std::string_view yaml) {
  PackageFolder folder;
  folder.make_good().write("problem.yaml", yaml);
  Loaded loaded = folder.load();
  for (Diagnostic& diagnostic : loaded.diagnostics) {
    if (!diagnostic.place) continue;
    diagnostic.place->path =
        std::filesystem::path(diagnostic.place->path).lexically_relative(folder.path()).string();
  }
  return loaded;
}

inline std::string good_with(std::string_view more) {
  return std::string(k_good_yaml) + std::string(more);
}

/// "error P011 problem.yaml:5:1", the path as below `root`.
inline std::string brief(const Diagnostic& diagnostic, const std::filesystem::path& root) {
  const std::string severity = diagnostic.severity == Severity::error ? "error" : "warning";
  if (!diagnostic.place) return fmt::format("{} {}", severity, diagnostic.code);
  const std::filesystem::path path(diagnostic.place->path);
  std::string where = path.lexically_relative(root).string();
  if (diagnostic.place->line > 0) {
    where += fmt::format(":{}:{}", diagnostic.place->line, diagnostic.place->column);
  }
  return fmt::format("{} {} {}", severity, diagnostic.code, where);
}

inline std::vector<std::string> briefs(const std::vector<Diagnostic>& diagnostics,
                                       const std::filesystem::path& root) {
  std::vector<std::string> all;
  all.reserve(diagnostics.size());
  for (const Diagnostic& diagnostic : diagnostics)
    all.push_back(brief(diagnostic, root));
  return all;
}

inline std::string rendered(const std::vector<Diagnostic>& diagnostics) {
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics)
    all += render(diagnostic, false);
  return all;
}

inline std::vector<std::string> names_of(const std::vector<model::TestCase>& tests) {
  std::vector<std::string> names;
  names.reserve(tests.size());
  for (const model::TestCase& test : tests)
    names.push_back(test.name);
  return names;
}

}  // namespace arbiter::package
