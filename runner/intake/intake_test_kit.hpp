#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/test_folder.hpp"
#include "base/text.hpp"
#include "intake/intake.hpp"
#include "package/archive/archive_test_kit.hpp"

namespace arbiter::intake {

inline constexpr const char* k_main = "int main() { return 0; }\n";

/// A few rows as languages.yaml has them.
inline model::Languages some_languages() {
  const auto row = [](std::string id, std::vector<std::string> extensions,
                      std::vector<std::string> headers) {
    model::Language language;
    language.id = id;
    language.family = id;
    language.extensions = std::move(extensions);
    language.header_extensions = std::move(headers);
    return language;
  };
  return {{row("cpp", {".cpp", ".cc"}, {".h", ".hpp"}), row("c", {".c"}, {".h"}),
           row("python3", {".py"}, {}), row("java", {".java"}, {})}};
}

/// A folder to fill, and what is taken in from it as lines of text.
class IntakeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    options_.languages = some_languages();
    problems({"lab1", "lab2"});
  }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return dir_ / name; }

  void write(const std::string& name, const std::string& content = k_main) const {
    dir_.write(name, content);
  }

  /// Writes files that all hold k_main.
  void touch(std::initializer_list<std::string> names) const {
    for (const std::string& name : names)
      write(name);
  }
  void pack(const std::string& name, const std::vector<package::PackedEntry>& entries,
            package::PackedAs format = package::PackedAs::zip) const {
    std::filesystem::create_directories(path(name).parent_path());
    package::pack(path(name), entries, format);
  }

  void problems(const std::vector<std::string>& ids) {
    options_.problems.clear();
    for (const std::string& id : ids)
      options_.problems.push_back({id, {}});
  }

  void roster(const std::string& text) {
    write("roster.csv", text);
    options_.roster = path("roster.csv");
  }

  /// Takes in one source of the folder, or several.
  void take(const std::vector<std::string>& sources) {
    options_.sources.clear();
    for (const std::string& source : sources)
      options_.sources.push_back(path(source));
    diagnostics_.clear();
    auto taken = take_in(options_, diagnostics_);
    ASSERT_TRUE(taken) << taken.error().text();
    intake_.emplace(*std::move(taken));
  }

  /// "ada lab1 #1 subs/ada/lab1.cpp" and, if known, "late" and "@SECONDS".
  [[nodiscard]] std::string line_of(const Delivery& one) const {
    std::string line = joined(one.students, "+");
    line += " " + one.problem + " #" + std::to_string(one.number) + " " + below(one.origin);
    if (one.is_marked_late) line += " late";
    if (one.submitted) line += " @" + std::to_string(*one.submitted);
    return line;
  }

  /// A line each; sorted.
  [[nodiscard]] std::vector<std::string> deliveries() const {
    std::vector<std::string> lines;
    for (const Delivery& one : intake_->deliveries)
      lines.push_back(line_of(one));
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  /// "subs/ada: why"; sorted.
  [[nodiscard]] std::vector<std::string> lost() const {
    std::vector<std::string> lines;
    for (const model::Unattributed& one : intake_->unattributed)
      lines.push_back(below(one.path) + ": " + one.why);
    return lines;
  }

  [[nodiscard]] std::vector<std::string> ids() const { return ids_of(intake_->students); }

  /// The names of the files of a delivery.
  [[nodiscard]] static std::vector<std::string> files_of(const Delivery& delivery) {
    std::vector<std::string> names;
    if (!std::filesystem::is_directory(delivery.path)) return {delivery.path.filename()};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(delivery.path))
      if (entry.is_regular_file()) names.push_back(entry.path().lexically_relative(delivery.path));
    std::sort(names.begin(), names.end());
    return names;
  }

  [[nodiscard]] std::string below(const std::string& origin) const {
    const std::string root = dir_.path().string() + "/";
    return origin.starts_with(root) ? origin.substr(root.size()) : origin;
  }

  TestFolder dir_;
  IntakeOptions options_;
  std::vector<Diagnostic> diagnostics_;
  std::optional<Intake> intake_;
};

}  // namespace arbiter::intake
