#include "grade/work_key.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/file.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/execute.hpp"
#include "store/hash.hpp"

namespace arbiter::grade {
namespace {

// Raise it when the meaning of a stored result changes.
constexpr std::string_view k_format = "work-key-1";

Result<void> add_file(store::Sha256& hash, const judge::ProgramFile& file) {
  ARBITER_TRY(mapped, MappedFile::open(file.path, file.links));
  hash.add_field(file.name);
  hash.add_field(file.is_executable ? "x" : "");
  hash.add_field(mapped.bytes());
  return {};
}

void add_words(store::Sha256& hash, const std::vector<std::string>& words) {
  hash.add_field(std::to_string(words.size()));
  for (const std::string& word : words)
    hash.add_field(word);
}

/// An upgraded compiler makes other programs.
void add_tools(store::Sha256& hash, const model::Language& language) {
  for (const std::string& tool : judge::tools_of(language)) {
    struct stat info {};
    const bool is_there = ::stat(tool.c_str(), &info) == 0;
    hash.add_field(is_there ? fmt::format("{} {} {}.{:09}", tool, info.st_size, info.st_mtim.tv_sec,
                                          info.st_mtim.tv_nsec)
                            : tool + " missing");
  }
}

}  // namespace

Result<std::string> work_key(const judge::Plan& plan, std::size_t submission) {
  const judge::CompileRequest request = judge::compile_request(plan, submission);
  const judge::Submission& program = *request.submission;
  const model::Language& language = *program.language;
  store::Sha256 hash;
  hash.add_field(k_format);
  hash.add_field(language.id);
  add_words(hash, language.compile);
  add_words(hash, language.check);
  add_words(hash, language.run);
  add_tools(hash, language);
  hash.add_field(program.main);
  hash.add_field(std::to_string(program.files.size()));
  for (const judge::ProgramFile& file : program.files)
    ARBITER_CHECK(add_file(hash, file));
  for (const judge::ProgramFile& file : request.includes)
    ARBITER_CHECK(add_file(hash, file));
  if (request.constants != nullptr) {
    for (const auto& [name, value] : *request.constants) {
      hash.add_field(name);
      hash.add_field(value);
    }
  }
  const model::PackageLimits& package = plan.problem->limits;
  hash.add_field(fmt::format("{} {} {}", package.code.count, package.compilation_time.count(),
                             package.compilation_memory.count));
  const model::RunLimits& limits = plan.submissions[submission].limits;
  hash.add_field(fmt::format("{} {} {} {}", limits.time.count(), limits.wall.count(),
                             limits.memory.count, limits.output.count));
  return hash.hex();
}

}  // namespace arbiter::grade
