#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "package/yaml/faults.hpp"

namespace arbiter::package {

/// A stretch of one line of a file; line and column count from 1 (bytes), line 0 is unknown.
struct Mark {
  int line = 0;
  int column = 0;
  int length = 1;
};

/// The text of one file, known to be UTF-8 without a byte order mark and without control
/// characters but tab, newline and carriage return, and where its lines lie.
class SourceText {
 public:
  /// Reads a regular file of at most 1 MiB; every fault is added to `faults`, and then none comes
  /// back unless the fault is a warning. The caller knows that it is a regular file.
  static std::optional<SourceText> read(const std::filesystem::path& path, Faults& faults);
  /// The same for text that is at hand.
  static std::optional<SourceText> of(const std::filesystem::path& path, std::string text,
                                      Faults& faults);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// What begins at line and column, to the end of the file; empty when there is no such place.
  [[nodiscard]] std::string_view from(int line, int column) const;
  [[nodiscard]] Place place(const Mark& mark) const;
  /// The place of a byte of text().
  [[nodiscard]] Mark mark_at(std::size_t offset) const;

 private:
  SourceText(std::filesystem::path path, std::string text);
  [[nodiscard]] std::string_view line(int number) const;
  [[nodiscard]] bool check_bytes(Faults& faults) const;

  std::filesystem::path path_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
};

}  // namespace arbiter::package
