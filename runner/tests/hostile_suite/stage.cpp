#include "hostile_suite/stage.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>

#include "base/file.hpp"
#include "base/text.hpp"
#include "box/box.hpp"
#include "package/package.hpp"

namespace arbiter::hostile {
namespace {

namespace fs = std::filesystem;

constexpr auto k_for_all = fs::perms(0755);
const fs::path k_common_header = ARBITER_SOURCE_DIR "/runner/tests/hostile/hostile.h";

const model::Languages& languages() {
  static const package::LoadedLanguages loaded =
      package::load_languages(ARBITER_SOURCE_DIR "/runner/config/languages.yaml");
  return loaded.languages;
}

Result<void> put(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  ARBITER_CHECK(write_file(path, bytes));
  fs::permissions(path, k_for_all);
  return {};
}

Error with_log(const fs::path& source, const model::CompileJudgement& judgement) {
  if (!judgement.fault.empty()) return {ErrorKind::nothing_matched, judgement.fault, {}, {}};
  return {ErrorKind::judge, source.string() + " does not compile:\n" + judgement.log, {}, {}};
}

// The cache may be closed to the user who runs the program.
Result<judge::Executable> moved(judge::Executable program, const fs::path& to) {
  fs::create_directories(to);
  for (judge::ProgramFile& file : program.files) {
    const fs::path copy = to / file.name;
    fs::copy_file(file.path, copy);
    fs::permissions(copy, k_for_all);
    file.path = copy;
  }
  return program;
}

}  // namespace

Result<Stage> Stage::make() {
  static const char* const k_original = std::getenv("TMPDIR");
  static const fs::path k_parent = k_original == nullptr ? "/tmp" : k_original;
  ARBITER_TRY(folder, TempDir::make("hostile-zoo", k_parent));
  fs::permissions(folder.path(), k_for_all);
  Stage stage(std::move(folder), "the-secret-of-" + std::to_string(::getpid()));
  ARBITER_CHECK(stage.furnish());
  return stage;
}

Result<void> Stage::furnish() {
  fs::copy_file(ARBITER_BOX_PROGRAM, box_program());
  for (const char* name : {"secret", "data/other.ans", "submissions/other.cpp"}) {
    ARBITER_CHECK(put(folder() / name, secret_ + "\n"));
  }
  const fs::path temporary = folder() / "tmp";
  fs::create_directory(temporary);
  fs::permissions(temporary, fs::perms(01777));
  ::setenv("TMPDIR", temporary.c_str(), 1);
  ::setenv("ARBITER_HOSTILE_SECRET", secret_.c_str(), 1);
  // Not close-on-exec, on purpose: what the judge leaves open must not reach a program.
  inherited_ = UniqueFd(::open((folder() / "secret").c_str(), O_RDONLY));
  if (!inherited_) return system_error("cannot open the secret", errno);
  return {};
}

std::string Stage::expand(std::string text) const {
  replace_all(text, "{secret}", (folder() / "secret").string());
  replace_all(text, "{answer}", (folder() / "data/other.ans").string());
  replace_all(text, "{submission}", (folder() / "submissions/other.cpp").string());
  replace_all(text, "{judge}", std::to_string(::getpid()));
  return text;
}

Result<std::vector<model::TestCase>> Stage::tests(const Attack& attack) const {
  std::vector<model::TestCase> tests;
  for (std::size_t i = 0; i < attack.trials.size(); ++i) {
    model::TestCase test;
    test.name = "secret/" + std::to_string(i + 1);
    test.input = folder() / "data" / (std::to_string(i + 1) + ".in");
    test.answer = folder() / "data" / (std::to_string(i + 1) + ".ans");
    ARBITER_CHECK(put(test.input, expand(attack.trials[i].input)));
    ARBITER_CHECK(put(*test.answer, expand(attack.trials[i].answer)));
    tests.push_back(test);
  }
  return tests;
}

model::Problem Stage::problem(const Attack& attack, std::vector<model::TestCase> tests) const {
  model::Problem problem;
  problem.root = folder();
  problem.id = attack.name;
  problem.limits = attack.package;
  problem.limits.time = attack.limits.time;
  problem.limits.memory = attack.limits.memory;
  problem.limits.output = attack.limits.output;
  problem.input_files = attack.input_files;
  problem.output_files = attack.output_files;
  problem.is_interactive = !attack.referee.empty();
  problem.is_multi_pass = !attack.validator.empty();
  if (problem.is_interactive || problem.is_multi_pass) problem.output_validator.emplace();
  problem.tests = std::move(tests);
  return problem;
}

Result<fs::path> Stage::expanded_source(const fs::path& source) const {
  ARBITER_TRY(text, read_file(source));
  fs::path copy = folder() / "source" / source.filename();
  ARBITER_CHECK(put(copy, expand(text)));
  return copy;
}

std::unique_ptr<judge::Compiler> make_compiler(box::BoxFactory& boxes, const fs::path& cache) {
  store::HostPaths paths;
  paths.share = ARBITER_SOURCE_DIR;
  paths.cache = cache;
  return std::make_unique<judge::Compiler>(boxes, paths, languages());
}

Result<judge::Compiled> compile(judge::Compiler& compiler, const fs::path& source,
                                const model::PackageLimits& limits) {
  ARBITER_TRY(submission, judge::load_submission(source, languages(), {}));
  judge::CompileRequest request;
  request.submission = &submission;
  request.limits = &limits;
  if (source.extension() == ".c") request.includes = {{"hostile.h", k_common_header}};
  return compiler.compile(request);
}

Result<std::vector<judge::Executable>> prepare(box::Mode mode, const std::vector<fs::path>& sources,
                                               const model::PackageLimits& limits,
                                               const fs::path& to) {
  ARBITER_TRY(boxes, box::make_factory(mode, ARBITER_BOX_PROGRAM, 0));
  const auto compiler = make_compiler(*boxes, ARBITER_HOSTILE_CACHE);
  std::vector<judge::Executable> programs;
  for (const fs::path& source : sources) {
    ARBITER_TRY(compiled, compile(*compiler, source, limits));
    if (!compiled.judgement.ok) return with_log(source, compiled.judgement);
    ARBITER_TRY(program,
                moved(std::move(compiled.executable), to / std::to_string(programs.size())));
    programs.push_back(std::move(program));
  }
  return programs;
}

}  // namespace arbiter::hostile
