#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "base/file.hpp"
#include "package/package.hpp"
#include "package/yaml/yaml_edit.hpp"

namespace arbiter::package {

namespace fs = std::filesystem;

bool is_of_current_format(std::string_view yaml) {
  // Versions are called by their year, and the older format has none.
  constexpr std::string_view k_key = "problem_format_version:";
  const std::size_t at = yaml.find(k_key);
  if (at == std::string_view::npos || (at > 0 && yaml[at - 1] != '\n')) return false;
  const std::size_t value = yaml.find_first_not_of(" \t'\"", at + k_key.size());
  return value != std::string_view::npos && yaml[value] == '2';
}

Result<fs::path> write_time_limit(const model::Problem& problem, Nanoseconds limit) {
  const std::string number = fmt::format("{:g}", seconds(limit));
  const fs::path yaml = problem.root / "problem.yaml";
  std::error_code failed;
  std::string text;
  if (fs::exists(yaml, failed)) {
    ARBITER_SET(text, read_file(yaml));
  }
  if (is_of_current_format(text)) {
    ARBITER_TRY(changed, with_values(yaml, std::move(text), "limits", {{"time_limit", number}}));
    ARBITER_CHECK(write_file(yaml, changed));
    return yaml;
  }
  const fs::path file = problem.root / ".timelimit";
  ARBITER_CHECK(write_file(file, number + "\n"));
  return file;
}

}  // namespace arbiter::package
