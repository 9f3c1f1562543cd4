#include "package/self_contained.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "base/file.hpp"
#include "base/pattern.hpp"
#include "base/text.hpp"

namespace arbiter::package {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
  constexpr std::array<std::string_view, 7> k_extensions = {".cpp", ".cc", ".cxx", ".c",
                                                            ".hpp", ".hh", ".h"};
  return std::ranges::find(k_extensions, file.extension().string()) != k_extensions.end();
}

/// The header of the kits that a line includes.
std::optional<std::string> included_by(std::string_view line) {
  static const Pattern k_include(
      R"re([ \t]*#[ \t]*include[ \t]*[<"](arbiter/[a-z0-9_]+\.hpp)[>"].*)re");
  if (line.find("arbiter/") == std::string_view::npos) return std::nullopt;
  const auto match = k_include.match(line);
  return match ? std::optional((*match)[1]) : std::nullopt;
}

class Writer {
 public:
  explicit Writer(const std::vector<fs::path>& kits) : kits_(kits) {}

  /// The text with the headers in it; none: it includes none that the kits have.
  Result<std::optional<std::string>> run(std::string_view text) {
    is_changed_ = false;
    std::string made;
    ARBITER_CHECK(add(text, made));
    return is_changed_ ? std::optional(std::move(made)) : std::nullopt;
  }

 private:
  Result<void> add(std::string_view text, std::string& made) {
    for (const std::string_view line : split_lines(text)) {
      const auto name = included_by(line);
      const auto header = name ? find(*name) : std::nullopt;
      if (!header) {
        made += fmt::format("{}\n", line);
        continue;
      }
      is_changed_ = true;
      ARBITER_TRY(inside, read_file(*header));
      std::string guard = "ARBITER_KIT_" + header->stem().string();
      std::ranges::transform(guard, guard.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      });
      made +=
          fmt::format("#ifndef {}\n#define {}\n// {}, of Arbiter's kits.\n", guard, guard, *name);
      replace_all(inside, "#pragma once\n", "");
      ARBITER_CHECK(add(inside, made));
      made += "#endif\n";
    }
    return {};
  }

  [[nodiscard]] std::optional<fs::path> find(const std::string& name) const {
    std::error_code failed;
    for (const fs::path& kit : kits_) {
      if (fs::exists(kit / name, failed)) return kit / name;
    }
    return std::nullopt;
  }

  const std::vector<fs::path>& kits_;
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
    ARBITER_TRY(made, Writer(kits).run(text));
    if (!made) continue;
    ARBITER_CHECK(write_file(file, *made));
    ++changed;
  }
  return changed;
}

}  // namespace arbiter::package
