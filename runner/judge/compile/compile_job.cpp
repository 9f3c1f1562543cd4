#include "judge/compile/compile_job.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "judge/compile/tool_run.hpp"
#include "judge/program/program_files.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

// Changed whenever a compile of an older Arbiter must not be taken for one of this.
constexpr std::string_view k_cache_format = "arbiter compile 3";

// No file of a submitted folder has a hidden name, so nothing of it can be in the way.
constexpr const char* k_folder = ".arbiter";
const std::string k_program = ".arbiter/program";
constexpr const char* k_precompiled_target = "/pch";
// For the linker: who calls main calls __wrap_main, and who calls __real_main calls main.
constexpr const char* k_wrap_main = "-Wl,--wrap=main";

constexpr std::size_t k_most_standards = 5;
constexpr Nanoseconds k_time_for_standards = std::chrono::seconds(10);

struct Precompiled {
  std::string key;
  std::optional<std::filesystem::path> folder;
  std::vector<std::string> options;  ///< by which the compiler finds it
};

const std::vector<std::string>& command_of(const model::Language& language) {
  return language.compile.empty() ? language.check : language.compile;
}

std::string place_of(const HelperFile& helper) {
  return std::string(k_folder) + "/" + helper.name;
}

/// `headers` is the text of what is precompiled.
PrecompiledRecipe recipe_of(const CompileJob& job, std::string header, std::string headers) {
  CommandValues values;
  values.sources = {k_precompiled_source};
  values.program = k_precompiled_output;
  PrecompiledRecipe recipe;
  recipe.header = std::move(header);
  recipe.headers = std::move(headers);
  recipe.argv = expand_command(job.language.compile, values);
  store::Sha256 key;
  key.add_field(k_cache_format);
  key.add_field(job.toolchain.identity);
  key.add_field(recipe.headers);
  key.add_words(recipe.argv);
  recipe.key = key.hex();
  return recipe;
}

/// The precompiled header to compile with; one that is missing is begun to be made.
Precompiled precompiled_for(const CompileTools& tools, const CompileJob& job) {
  const std::string& header = job.language.precompiled_header;
  if (header.empty()) return {};
  const std::vector<std::string_view> sources = job.sources.compiled_texts();
  if (job.is_one_of_many && sources.size() == 1) {
    const std::string name = "leading.hpp";
    const PrecompiledRecipe recipe = recipe_of(job, name, leading_includes(sources.front()));
    if (recipe.headers.empty()) return {};
    if (!tools.precompiled.find(recipe.key, name)) tools.precompiled.make_at_once(recipe);
    return {recipe.key,
            tools.precompiled.find(recipe.key, name),
            {"-include", fmt::format("{}/{}", k_precompiled_target, name)}};
  }
  if (!may_use_precompiled(header, sources)) return {};
  const PrecompiledRecipe recipe = recipe_of(job, header, fmt::format("#include <{}>\n", header));
  Precompiled precompiled{recipe.key,
                          tools.precompiled.find(recipe.key, header),
                          {fmt::format("-I{}", k_precompiled_target)}};
  if (!precompiled.folder) tools.precompiled.make_in_background(recipe);
  return precompiled;
}

ToolRun run_of(const CompileTools& tools, const CompileJob& job, const model::Language& language) {
  ToolRun run;
  run.argv = compile_command(tools, job, language);
  for (const SourceFile& file : job.sources.files)
    run.sources.push_back({file.name, &file.bytes, file.is_executable});
  for (const HelperFile& helper : job.helpers)
    run.sources.push_back({place_of(helper), &helper.bytes});
  run.folders = {k_folder};
  if (!language.compile.empty()) run.collect = {k_program + language.program_suffix};
  if (uses_kits(language)) run.binds = tools.kits.binds;
  for (const std::string& folder : language.binds)
    run.binds.push_back({folder, folder, true});
  run.cpu_limit = job.limits.compilation_time;
  run.memory_limit = job.limits.compilation_memory;
  // What is written lies in memory too, so there is no use in a limit of its own.
  run.output_limit = job.limits.compilation_memory;
  run.process_limit += language.runtime_threads;
  return run;
}

Result<ToolOutcome> run_with(const CompileTools& tools, ToolRun run,
                             const Precompiled& precompiled) {
  run.argv.insert(run.argv.begin() + 1, precompiled.options.begin(), precompiled.options.end());
  run.binds.push_back({precompiled.folder->string(), k_precompiled_target, false});
  return run_tool(tools.boxes, run);
}

/// Which limit stopped the compile; empty if none.
std::string broken_limit(const ToolOutcome& outcome, const model::PackageLimits& limits) {
  bool is_over_memory = outcome.report.memory > limits.compilation_memory ||
                        (!outcome.succeeded() && outcome.report.out_of_memory);
  switch (outcome.report.stopped) {
    case box::Stopped::cpu_limit:
      return fmt::format("compiling took more than its limit of {} CPU time",
                         show(limits.compilation_time));
    case box::Stopped::wall_limit:
      return fmt::format("compiling took more than its limit of {} on the clock",
                         show(2 * limits.compilation_time + std::chrono::seconds(1)));
    case box::Stopped::output_limit:
      return "compiling wrote more than its limit";
    case box::Stopped::memory_limit:
      is_over_memory = true;
      break;
    case box::Stopped::asked:
    case box::Stopped::no:
      break;
  }
  if (is_over_memory) {
    return fmt::format("compiling took more than its limit of {} of memory",
                       show(limits.compilation_memory));
  }
  return {};
}

void append_line(std::string& log, const std::string& line) {
  if (!log.empty() && log.back() != '\n') log += '\n';
  log += line + "\n";
}

/// What a runtime runs it knows best; what is run by itself must be a program of this system.
bool is_program(const UniqueFd& fd, const model::Language& language) {
  std::array<char, 4> head{};
  if (!fd || ::pread(fd.get(), head.data(), head.size(), 0) != 4) return false;
  const bool runs_itself = language.run.front() == "{program}" && !language.makes_folder;
  return !runs_itself || is_elf({head.data(), head.size()});
}

CompileOutcome outcome_of(ToolOutcome done, const CompileJob& job) {
  CompileOutcome outcome;
  outcome.is_missing = done.is_missing;
  outcome.log = std::move(done.log);
  if (done.is_missing) return outcome;
  const std::string limit = broken_limit(done, job.limits);
  if (!limit.empty()) {
    append_line(outcome.log, "error: " + limit);
    return outcome;
  }
  outcome.ok = done.succeeded();
  // The box sees the end of the driver only, which tells of its children in its own way.
  if (!outcome.ok && outcome.log.find("File size limit exceeded") != std::string::npos) {
    append_line(outcome.log, "error: compiling wrote a file larger than its limit of " +
                                 show(job.limits.compilation_memory));
    return outcome;
  }
  // A compiler that died of a signal may do better tomorrow.
  outcome.is_lasting = done.report.exited;
  if (!done.report.exited) {
    append_line(outcome.log,
                fmt::format("error: the compiler was ended by signal {}", done.report.signal));
  }
  // "Syntax OK" is not worth saying, and what is doubtful is said again when it is run.
  if (outcome.ok && job.language.compile.empty()) outcome.log.clear();
  if (!outcome.ok || job.language.compile.empty()) return outcome;
  if (!done.report.collected.empty()) outcome.program = std::move(done.report.collected.front());
  if (!is_program(outcome.program, job.language)) {
    append_line(outcome.log, "error: the compiler made no program");
    outcome.ok = false;
    outcome.program.reset();
  }
  return outcome;
}

/// Tries the other standards, within a fixed time. A fault of the box only ends the trying: the
/// verdict is known without.
std::string find_standard(const CompileTools& tools, const CompileJob& job) {
  Nanoseconds left = k_time_for_standards;
  for (const model::Language* other :
       other_standards(job.language, tools.languages, k_most_standards)) {
    ToolRun run = run_of(tools, job, *other);
    run.cpu_limit = std::min(run.cpu_limit, left);
    const auto outcome = run_tool(tools.boxes, run);
    if (!outcome) return {};
    if (outcome->succeeded()) {
      return fmt::format("it compiles as {}: --language {}", other->name, other->id);
    }
    left -= outcome->report.cpu;
    if (left <= Nanoseconds{}) return {};
  }
  return {};
}

}  // namespace

std::vector<std::string> compile_command(const CompileTools& tools, const CompileJob& job,
                                         const model::Language& language) {
  CommandValues values;
  values.sources = job.sources.arguments();
  values.kit_includes = tools.kits.includes;
  for (const SourceFile& file : job.sources.files) {
    const std::filesystem::path name(file.name);
    if (name.filename() != "testlib.h") continue;
    // Some include it in angle brackets, which do not look beside the file.
    const std::filesystem::path folder = std::filesystem::path(".") / name.parent_path();
    values.kit_includes.insert(values.kit_includes.end(), {"-idirafter", folder.string()});
  }
  values.program = k_program + language.program_suffix;
  values.main = as_argument(job.sources.main);
  values.memory = job.limits.compilation_memory;
  values.heap = heap_of(language, values.memory);
  if (!job.helpers.empty()) values.helper = place_of(job.helpers.front());
  if (job.as_server) values.sources.push_back(values.helper);
  std::vector<std::string> command = expand_command(command_of(language), values);
  if (job.as_server) command.emplace_back(k_wrap_main);
  return command;
}

std::string compile_key(const CompileTools& tools, const CompileJob& job) {
  store::Sha256 key;
  key.add_field(k_cache_format);
  key.add_field(job.language.id);
  key.add_words(command_of(job.language));
  // What a compiler finds in them may be what it lacked.
  key.add_words(job.language.binds);
  for (const HelperFile& helper : job.helpers)
    key.add_field(helper.bytes);
  key.add_field(job.toolchain.identity);
  key.add_field(job.sources.mentions_kits() ? tools.kits.hash : "");
  for (const SourceFile& file : job.sources.files) {
    key.add_field(file.name);
    key.add_field(file.is_compiled ? "compiled" : file.is_executable ? "executable" : "beside");
    key.add_field(file.bytes);
  }
  if (job.as_server) key.add_field(k_wrap_main);
  return key.hex();
}

Result<CompileOutcome> compile_in_box(const CompileTools& tools, const CompileJob& job) {
  const ToolRun run = run_of(tools, job, job.language);
  const Precompiled precompiled = precompiled_for(tools, job);
  if (precompiled.folder) {
    ARBITER_TRY(quick, run_with(tools, run, precompiled));
    if (quick.succeeded() && quick.log.empty()) return outcome_of(std::move(quick), job);
  }
  ARBITER_TRY(plain, run_tool(tools.boxes, run));
  // It went well and without a word: so what was said before came of the precompiled header.
  if (precompiled.folder && plain.succeeded() && plain.log.empty()) {
    tools.precompiled.discard(precompiled.key);
  }
  CompileOutcome outcome = outcome_of(std::move(plain), job);
  if (!outcome.ok && outcome.is_lasting && !job.as_server && may_be_the_standard(outcome.log) &&
      help_for_characters(job.sources.files, outcome.log).empty()) {
    outcome.help = find_standard(tools, job);
  }
  return outcome;
}

}  // namespace arbiter::judge
