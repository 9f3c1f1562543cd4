#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "base/file.hpp"
#include "base/pattern.hpp"
#include "base/text.hpp"
#include "package/archive/folder_walk.hpp"
#include "package/export/target.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 7> k_extensions = {".cpp", ".cc", ".cxx", ".c",
                                                            ".hpp", ".hh", ".h"};
  return std::ranges::find(k_extensions, file.extension().string()) != k_extensions.end();
}

/// The header that a line includes.
std::optional<std::string> included_by(std::string_view line) {
  static const Pattern k_include(R"re([ \t]*#[ \t]*include[ \t]*[<"]([^<>"]+)[>"].*)re");
  if (line.find("include") == std::string_view::npos) return std::nullopt;
  const auto match = k_include.match(line);
  return match ? std::optional((*match)[1]) : std::nullopt;
}

class Writer {
 public:
  /// Headers in the folder `own` are written in as well.
  explicit Writer(const std::vector<fs::path>& kits, std::optional<fs::path> own = std::nullopt)
      : kits_(kits), own_(std::move(own)) {}

  /// The text of a file in `folder` with the headers in it; none: it includes none of them.
  Result<std::optional<std::string>> run(std::string_view text, const fs::path& folder) {
    is_changed_ = false;
    std::string made;
    ARBITER_CHECK(add(text, folder, made));
    return is_changed_ ? std::optional(std::move(made)) : std::nullopt;
  }

 private:
  // A header that includes itself would be included by a preprocessor as well.
  static constexpr int k_deepest = 50;

  Result<void> add(std::string_view text, const fs::path& folder, std::string& made) {
    for (const std::string_view line : split_lines(text)) {
      const auto name = included_by(line);
      const auto header = name && depth_ < k_deepest ? find(*name, folder) : std::nullopt;
      if (!header) {
        made += fmt::format("{}\n", line);
        continue;
      }
      is_changed_ = true;
      ARBITER_TRY(inside, read_file(*header));
      const bool is_own = own_ && is_below(*header, *own_);
      std::string guard = is_own ? "ARBITER_FILE_" + header->lexically_relative(*own_).string()
                                 : "ARBITER_KIT_" + header->stem().string();
      std::ranges::transform(guard, guard.begin(), [](char c) {
        if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
        return is_name_char(c) && c != '.' && c != '-' ? c : '_';
      });
      made += fmt::format("#ifndef {}\n#define {}\n// {}{}\n", guard, guard, *name,
                          is_own ? "" : ", of Arbiter's kits.");
      replace_all(inside, "#pragma once\n", "");
      ++depth_;
      ARBITER_CHECK(add(inside, header->parent_path(), made));
      --depth_;
      made += "#endif\n";
    }
    return {};
  }

  [[nodiscard]] std::optional<fs::path> find(const std::string& name,
                                             const fs::path& folder) const {
    std::error_code failed;
    for (const fs::path& around : {folder, own_.value_or(fs::path())}) {
      const fs::path path = (around / name).lexically_normal();
      if (own_ && is_below(path, *own_) && fs::is_regular_file(path, failed)) return path;
    }
    for (const fs::path& kit : kits_) {
      if (name.starts_with("arbiter/") && fs::exists(kit / name, failed)) return kit / name;
    }
    return std::nullopt;
  }

  const std::vector<fs::path>& kits_;
  std::optional<fs::path> own_;
  int depth_ = 0;
  bool is_changed_ = false;
};

}  // namespace

Result<std::size_t> write_kits_into(const fs::path& folder, const std::vector<fs::path>& kits) {
  std::size_t changed = 0;
  std::error_code failed;
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed)) {
    if (it->is_regular_file() && is_source(it->path())) files.push_back(it->path());
  }
  if (failed) return system_error("cannot read " + folder.string(), failed.value());
  for (const fs::path& file : files) {
    ARBITER_TRY(text, read_file(file));
    ARBITER_TRY(made, Writer(kits).run(text, file.parent_path()));
    if (!made) continue;
    ARBITER_CHECK(write_file(file, *made));
    ++changed;
  }
  return changed;
}

Result<std::string> one_file(const model::ProgramSource& program,
                             const std::vector<fs::path>& kits) {
  Writer writer(kits, program.base);
  std::string joined;
  for (const fs::path& file : program.files) {
    if (!is_source(file) || is_header(file)) continue;
    ARBITER_TRY(text, read_file(file));
    ARBITER_TRY(made, writer.run(text, file.parent_path()));
    joined += made ? *made : text;
  }
  return joined;
}

}  // namespace arbiter::package
