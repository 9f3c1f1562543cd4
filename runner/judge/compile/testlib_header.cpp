#include "judge/compile/testlib_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_name = "testlib.h";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

bool is_include_of_testlib(std::string_view line) {
  line = without_blanks(line);
  if (!line.starts_with('#')) return false;
  line = without_blanks(line.substr(1));
  if (!line.starts_with("include")) return false;
  line = without_blanks(line.substr(7));
  if (!line.starts_with('"') && !line.starts_with('<')) return false;
  const std::size_t end = line.find_first_of("\">", 1);
  return end != std::string_view::npos && fs::path(line.substr(1, end - 1)).filename() == k_name;
}

bool includes_testlib(const ProgramFile& file) {
  const auto text = read_file(file.path, mib(1), file.links);
  if (!text) return false;
  const auto lines = split_lines(*text);
  return std::ranges::any_of(lines, is_include_of_testlib);
}

bool is_file(const fs::path& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed);
}

/// Where a package keeps it by custom.
std::vector<fs::path> places_in(const model::Problem& problem) {
  std::vector<fs::path> all = {problem.root / "files" / k_name, problem.root / k_name,
                               problem.root / "include" / k_name};
  for (const auto& [language, included] : problem.includes) {
    for (const fs::path& file : included.files) {
      if (file.filename() == k_name) all.push_back(file);
    }
  }
  return all;
}

Error missing(const std::string& program) {
  return package_error(
      fmt::format("{} includes testlib.h, which the package lacks", program),
      "put testlib.h beside it, into files/ or into include/ of the package, or set "
      "ARBITER_TESTLIB to that file or its folder");
}

}  // namespace

Result<std::optional<ProgramFile>> find_testlib(const Submission& program,
                                                const model::Problem& problem,
                                                const std::string& setting) {
  const auto has_one = [](const ProgramFile& file) {
    return fs::path(file.name).filename() == k_name;
  };
  if (std::ranges::any_of(program.files, has_one) ||
      std::ranges::none_of(program.files, includes_testlib)) {
    return std::optional<ProgramFile>();
  }
  const std::string name = (fs::path(program.main).parent_path() / k_name).string();
  std::error_code failed;
  const fs::path root = fs::canonical(problem.root, failed);
  for (const fs::path& place : places_in(problem)) {
    if (!is_file(place)) continue;
    if (!is_below(fs::canonical(place, failed), root)) {
      return package_error(place.string() + " is a link that leaves the package",
                           "put a copy of the file in its place");
    }
    return std::optional(ProgramFile{name, place});
  }
  if (setting.empty()) return missing(program.given);
  const fs::path given = fs::absolute(setting, failed);
  const fs::path header = is_file(given) ? given : given / k_name;
  if (is_file(header)) return std::optional(ProgramFile{name, header});
  Error error = missing(program.given);
  error.message += fmt::format(", and ARBITER_TESTLIB names '{}', which has none", setting);
  return error;
}

std::string testlib_setting() {
  const char* value = std::getenv("ARBITER_TESTLIB");
  return value == nullptr ? std::string() : std::string(value);
}

Result<Submission> with_testlib(Submission program, const model::Problem& problem) {
  ARBITER_TRY(header, find_testlib(program, problem, testlib_setting()));
  if (header) program.files.push_back(*std::move(header));
  return program;
}

Result<Submission> load_with_testlib(const model::ProgramSource& source,
                                     const model::Problem& problem,
                                     const model::Languages& languages) {
  ARBITER_TRY(program, load_program(source, languages));
  return with_testlib(std::move(program), problem);
}

}  // namespace arbiter::judge
