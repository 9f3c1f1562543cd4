#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/csv.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "cli/grade/call.hpp"
#include "package/archive/archive.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr FormatWords k_kind_words{"kind", "json=all.txt"};

/// The cells below that title in a file of CSV; none where there is no such file.
Result<std::vector<std::string>> cells_below(std::string_view title, const fs::path& file) {
  std::vector<std::string> cells;
  std::error_code failed;
  if (!fs::exists(file, failed)) return cells;
  ARBITER_TRY(bytes, read_file(file, mib(64)));
  const auto table = parse_csv(bytes, ',');
  if (!table || table->rows.empty()) return cells;
  const auto& header = table->rows.front().cells;
  const auto column = std::ranges::find(header, title, &CsvCell::text) - header.begin();
  for (std::size_t row = 1; row < table->rows.size(); ++row)
    cells.emplace_back(table->rows[row].text(static_cast<std::size_t>(column)));
  return cells;
}

/// Removes what an earlier export made, so that no folder holds files of two submissions.
Result<void> remove_earlier(const fs::path& top, const std::string& index) {
  if (index.empty()) return {};
  ARBITER_TRY(named, cells_below("folder", top / index));
  for (const fs::path folder : named) {
    const bool is_within = std::distance(folder.begin(), folder.end()) == 2 &&
                           folder == folder.lexically_normal() && *folder.begin() != ".." &&
                           folder.is_relative();
    std::error_code failed;
    if (!is_within || fs::is_symlink(top / *folder.begin(), failed)) continue;
    fs::remove_all(top / folder, failed);
    if (failed) {
      return system_error("cannot remove the earlier " + (top / folder).string(), failed.value());
    }
  }
  return {};
}

/// The archive's or the file's own folder is there; those below a folder are made.
Result<void> write_below(const fs::path& top, const report::GradeOutput& made) {
  ARBITER_CHECK(remove_earlier(top, made.index));
  std::set<fs::path> folders;
  for (const report::OutputFile& file : made.files) {
    const fs::path path = file.name.empty() ? top : top / file.name;
    if (!file.name.empty() && folders.insert(path.parent_path()).second)
      ARBITER_CHECK(make_folders(path.parent_path()));
    ARBITER_CHECK(write_private(path, file.bytes));
  }
  return {};
}

Result<void> write_archive(const fs::path& path, const report::GradeOutput& made) {
  std::vector<package::ZipEntry> entries;
  for (const report::OutputFile& file : made.files)
    entries.push_back({file.name, file.bytes});
  ARBITER_TRY(bytes, package::write_zip(std::move(entries)));
  return write_private(path, bytes);
}

/// The folder of feedback as it is seen from where a document stands; from here for the screen.
std::string seen_from(const fs::path& document, const fs::path& folder) {
  std::error_code failed;
  const fs::path from = fs::absolute(document, failed).parent_path();
  const fs::path seen =
      fs::absolute(folder, failed)
          .lexically_normal()
          .lexically_relative(
              (document.empty() ? fs::current_path(failed) : from).lexically_normal());
  return failed || seen.empty() ? folder.generic_string() : seen.generic_string();
}

Result<void> write_one(const Session& session, const GradeTarget& target,
                       const model::Gradebook& book, report::GradeOutputOptions options) {
  options.feedback_folder = seen_from(target.path, options.feedback_folder);
  ARBITER_TRY(made, report::make_grade_output(*target.format, book, options));
  for (const std::string& warning : made.warnings)
    session.warn(warning);
  if (target.path.empty()) return write_results(joined(made.files, "", &report::OutputFile::bytes));
  return made.is_archive ? write_archive(target.path, made) : write_below(target.path, made);
}

std::vector<GradeTarget> standard_targets(const fs::path& out) {
  std::vector<GradeTarget> targets;
  const auto add = [&](const char* kind, const char* name) {
    if (const auto* format = report::format_named(report::grade_formats(), kind))
      targets.push_back({format, out / name});
  };
  add("json", "gradebook.json");
  add("csv", "grades.csv");
  add("markdown", "feedback");
  add("pages", "feedback");
  return targets;
}

/// The names of the feedback files that the grades speak of; none if there are no grades yet.
std::set<std::string> feedback_names(const fs::path& out) {
  std::set<std::string> names;
  const auto files = cells_below("feedback_file", out / "grades.csv");
  if (!files) return names;
  for (const fs::path file : *files) {
    std::string name = file.filename().string();
    if (name.ends_with(".md")) names.insert(std::move(name));
  }
  return names;
}

void remove_old_feedback(const fs::path& out, const std::set<std::string>& names) {
  const std::set<std::string> now = feedback_names(out);
  for (const std::string& name : names) {
    if (now.contains(name)) continue;
    std::error_code ignored;
    fs::path file = out / "feedback" / name;
    fs::remove(file, ignored);
    fs::remove(file.replace_extension(".html"), ignored);
  }
}

}  // namespace

Result<std::vector<GradeTarget>> parse_grade_targets(const std::string& format,
                                                     const std::vector<std::string>& files) {
  const auto formats = report::grade_formats();
  std::vector<GradeTarget> targets;
  if (format != "human") {
    ARBITER_TRY(chosen, parse_format(formats, k_kind_words, "--format", format));
    const bool is_one =
        chosen->shape == report::OutputShape::file || chosen->shape == report::OutputShape::each;
    if (!is_one) {
      return usage_error(fmt::format("--format: {} is no single text", format),
                         fmt::format("write it with -o {}=PATH", format));
    }
    targets.push_back({chosen, {}});
  }
  for (const std::string& file : files) {
    ARBITER_TRY(target, parse_output(formats, k_kind_words, file));
    targets.push_back(std::move(target));
  }
  return targets;
}

Result<void> write_targets(const Session& session, const std::vector<GradeTarget>& targets,
                           const model::Gradebook& book,
                           const report::GradeOutputOptions& options) {
  std::optional<Error> failed;
  for (const GradeTarget& target : targets) {
    auto written = write_one(session, target, book, options);
    if (written || failed) continue;
    failed = std::move(written).error();
  }
  if (failed) return *failed;
  return {};
}

Result<void> write_run_folder(const Session& session, const fs::path& out,
                              const model::Gradebook& book,
                              const report::GradeOutputOptions& options) {
  const std::set<std::string> old_feedback = feedback_names(out);
  ARBITER_CHECK(write_targets(session, standard_targets(out), book, options));
  remove_old_feedback(out, old_feedback);
  return {};
}

}  // namespace arbiter::cli
