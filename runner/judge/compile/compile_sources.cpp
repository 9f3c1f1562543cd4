#include "judge/compile/compile_sources.hpp"

#include <algorithm>

#include "base/file.hpp"
#include "judge/compile/tool_run.hpp"
#include "judge/program/language_detection.hpp"

namespace arbiter::judge {
namespace {

Result<SourceFile> read_source(const ProgramFile& file, ErrorKind kind) {
  auto bytes = read_file(file.path, k_most_sources, file.links);
  if (!bytes) {
    Error error = std::move(bytes).error();
    error.kind = kind;
    return error;
  }
  SourceFile source;
  source.name = file.name;
  source.path = file.path;
  source.links = file.links;
  source.bytes = std::move(bytes).value();
  source.is_executable = file.is_executable;
  return source;
}

void add(SourceSet& set, SourceFile added) {
  const auto same = std::ranges::find(set.files, added.name, &SourceFile::name);
  if (same != set.files.end()) set.files.erase(same);
  if (set.main == added.name) set.main.clear();
  set.files.push_back(std::move(added));
}

/// Larger files are data, and constants in them might make any size of them.
constexpr std::size_t k_most_rewritten = std::size_t{1} << 20;

void replace_constants(SourceFile& file, const model::Constants* constants) {
  if (constants == nullptr || constants->empty() || file.bytes.size() > k_most_rewritten) return;
  std::string replaced = model::with_constants(file.bytes, *constants);
  file.is_rewritten = replaced != file.bytes;
  if (file.is_rewritten) file.links = Links::follow;
  file.bytes = std::move(replaced);
}

Result<void> add_included(SourceSet& set, const CompileRequest& request, const ProgramFile& file) {
  ARBITER_TRY(source, read_source(file, ErrorKind::invalid_package));
  const model::Language& language = *request.submission->language;
  source.is_compiled = is_source_of(language, file.name);
  source.is_added = true;
  source.is_data = !source.is_compiled && !is_header_of(language, file.name);
  replace_constants(source, request.constants);
  const bool is_main =
      source.name == set.main ||
      source.name == "main" + std::filesystem::path(file.name).extension().string() ||
      source.name == "__main__" + std::filesystem::path(file.name).extension().string();
  add(set, std::move(source));
  if (is_main && set.files.back().is_compiled) set.main = file.name;
  return {};
}

}  // namespace

std::vector<std::string> SourceSet::arguments() const {
  std::vector<std::string> names;
  for (const SourceFile& file : files) {
    if (file.is_compiled) names.push_back(as_argument(file.name));
  }
  return names;
}

std::vector<std::string_view> SourceSet::compiled_texts() const {
  std::vector<std::string_view> texts;
  for (const SourceFile& file : files) {
    if (file.is_compiled) texts.push_back(file.bytes);
  }
  return texts;
}

Bytes SourceSet::code_size() const {
  Bytes size;
  for (const SourceFile& file : files) {
    if (!file.is_added) size.count += static_cast<std::int64_t>(file.bytes.size());
  }
  return size;
}

bool SourceSet::mentions_kits() const {
  return std::ranges::any_of(files, [](const SourceFile& file) {
    return file.bytes.find("arbiter/") != std::string::npos;
  });
}

Bytes size_on_disk(const Submission& submission) {
  Bytes size;
  for (const ProgramFile& file : submission.files) {
    std::error_code failure;
    const auto bytes = std::filesystem::file_size(file.path, failure);
    if (!failure) size.count += static_cast<std::int64_t>(bytes);
  }
  return size;
}

Result<SourceSet> read_sources(const CompileRequest& request, const model::Languages& languages) {
  const Submission& submission = *request.submission;
  const model::Language& language = *submission.language;
  const ErrorKind kind = request.of_package ? ErrorKind::invalid_package : ErrorKind::usage;
  const bool is_of_package = request.of_package || submission.label.has_value();
  const bool has_constants = is_of_package && !request.keeps_constants;
  SourceSet set;
  set.main = submission.main;
  for (const ProgramFile& file : submission.files) {
    ARBITER_TRY(source, read_source(file, kind));
    source.is_compiled = is_source_of(language, file.name);
    if (has_constants) replace_constants(source, request.constants);
    set.files.push_back(std::move(source));
  }
  std::stable_partition(set.files.begin(), set.files.end(),
                        [&](const SourceFile& file) { return file.name == submission.main; });
  for (const ProgramFile& file : request.includes)
    ARBITER_CHECK(add_included(set, request, file));
  for (const std::filesystem::path& path : request.additions) {
    const ProgramFile file{path.filename().string(), path};
    ARBITER_TRY(source, read_source(file, ErrorKind::usage));
    const model::Language* found = language_of_file(file, languages);
    source.is_compiled = found != nullptr && found->family == language.family;
    if (source.is_compiled) source.name = name_for_language(file.name, language);
    source.is_added = true;
    add(set, std::move(source));
  }
  if (set.main.empty() && !set.files.empty()) set.main = set.files.front().name;
  return set;
}

}  // namespace arbiter::judge
