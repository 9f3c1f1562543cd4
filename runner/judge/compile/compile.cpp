#include "judge/compile/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <system_error>

#include "base/file.hpp"
#include "judge/compile/compile_job.hpp"
#include "judge/compile/compile_sources.hpp"
#include "judge/compile/tool_run.hpp"
#include "judge/program/program_files.hpp"
#include "store/entry_store.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_program_name = "program";
constexpr const char* k_run_script = "run";

Compiled refused(const std::string& why) {
  Compiled compiled;
  compiled.judgement.log = "error: " + why + "\n";
  return compiled;
}

// The most that Java still addresses in its short form.
constexpr Bytes k_unbounded_heap = mib(30000);

std::string missing_toolchain(const model::Language& language) {
  const std::string missing = missing_tool(language);
  const std::string remedy = language.package.empty()
                                 ? ", and Debian 12 has no package of it"
                                 : ": install the Debian package " + language.package;
  return fmt::format("{} needs {}, which is not installed{}", language.name,
                     missing.empty() ? tool_of(language) : missing, remedy);
}

/// How the program is run, whatever its files are.
Executable executable_of(const model::Language& language, const std::string& main, Bytes memory) {
  CommandValues values;
  values.program = language.makes_folder
                       ? std::string("/program/") + k_run_script
                       : std::string("/program/") + k_program_name + language.program_suffix;
  values.main = "/program/" + main;
  values.memory = memory;
  values.heap = heap_of(language, memory);
  values.start_heap = values.heap;
  Executable executable;
  executable.argv = expand_command(language.run, values);
  if (!language.out_of_memory.empty()) {
    // What doubles its arrays has filled little more than half of the heap when it fails.
    executable.full_memory = {memory.count - values.heap.count / 2};
    values.heap = k_unbounded_heap;
    executable.unbounded_argv = expand_command(language.run, values);
  }
  executable.binds = language.binds;
  executable.holds_answers = language.holds_answers;
  executable.runtime_threads = language.runtime_threads;
  executable.out_of_memory = language.out_of_memory;
  return executable;
}

Executable with_program(Executable executable, const model::Language& language,
                        const fs::path& program) {
  executable.entry = k_program_name + language.program_suffix;
  executable.files = {{executable.entry, program}};
  return executable;
}

Bytes run_memory_of(const CompileRequest& request, const model::PackageLimits& limits) {
  if (request.run_memory) return *request.run_memory;
  return request.of_package ? limits.validation_memory : limits.memory;
}

/// A package's limits for compiling, written with C++ in mind, as they are for this language.
model::PackageLimits limits_for(const model::Language& language, model::PackageLimits limits) {
  limits.compilation_time = std::max(limits.compilation_time, language.compile_time);
  limits.compilation_memory = std::max(limits.compilation_memory, language.compile_memory);
  return limits;
}

Result<std::vector<HelperFile>> read_helpers(const std::vector<fs::path>& paths) {
  std::vector<HelperFile> helpers;
  for (const fs::path& path : paths) {
    ARBITER_TRY(bytes, read_file(path, mib(1)));
    helpers.push_back({path.filename().string(), std::move(bytes)});
  }
  return helpers;
}

Compiled ready_binary(const Submission& submission, Bytes run_memory) {
  const model::Language& language = *submission.language;
  const fs::path& program = submission.files.front().path;
  if (const std::string why = why_not_runnable(program); !why.empty()) return refused(why);
  Compiled compiled;
  compiled.judgement.ok = true;
  compiled.executable = with_program(executable_of(language, "", run_memory), language, program);
  compiled.executable.files.front().links = submission.files.front().links;
  return compiled;
}

Compiled answers(const Submission& submission, Bytes run_memory) {
  Compiled compiled;
  compiled.judgement.ok = true;
  compiled.executable = executable_of(*submission.language, "", run_memory);
  compiled.executable.files = submission.files;
  return compiled;
}

bool is_ready_binary(const model::Language& language) {
  return language.compile.empty() && language.extensions.empty() && !language.holds_answers;
}

}  // namespace

struct Compiler::State {
  State(box::BoxFactory& factory, store::HostPaths host, const model::Languages& table)
      : paths(std::move(host)),
        languages(table),
        kits(Kits::find(paths.share, paths.cache)),
        toolchains(factory, paths.cache),
        cache(paths.cache, paths.share / "programs"),
        precompiled(factory, paths.cache),
        tools{factory, kits, precompiled, languages} {}

  store::HostPaths paths;
  const model::Languages& languages;
  Kits kits;
  Toolchains toolchains;
  store::ProgramCache cache;
  PrecompiledHeaders precompiled;
  CompileTools tools;

  std::mutex mutex;  ///< of what follows
  std::vector<std::string> warnings;
  std::vector<UniqueFd> in_memory;  ///< programs that are in no file
  std::vector<TempDir> unpacked;    ///< programs of several files
  bool has_stored = false;

  void warn(const Error& error) {
    const std::lock_guard lock(mutex);
    const std::string text = "compiled programs are not kept: " + error.text();
    if (std::ranges::find(warnings, text) == warnings.end()) {
      warnings.push_back(text);
    }
  }

  Result<fs::path> keep_in_memory(std::string_view bytes) {
    ARBITER_TRY(copy, sealed_memory_file("program", bytes));
    fs::path path = fmt::format("/proc/self/fd/{}", copy.get());
    const std::lock_guard lock(mutex);
    in_memory.push_back(std::move(copy));
    return path;
  }

  Result<store::CompileRecord> keep_in_memory(CompileOutcome outcome) {
    store::CompileRecord record{outcome.ok, std::move(outcome.log), std::move(outcome.help), {}};
    if (!outcome.program) return record;
    ARBITER_TRY(mapped, MappedFile::of_descriptor(outcome.program.get()));
    ARBITER_SET(record.program, keep_in_memory(mapped.bytes()));
    return record;
  }

  Result<store::CompileRecord> keep(const std::string& key, CompileOutcome outcome) {
    if (!outcome.is_lasting) return keep_in_memory(std::move(outcome));
    auto stored =
        cache.store(key, {outcome.ok, outcome.log, outcome.help, {}}, outcome.program.get());
    if (stored) {
      const std::lock_guard lock(mutex);
      has_stored = true;
      return stored;
    }
    warn(stored.error());
    return keep_in_memory(std::move(outcome));
  }

  /// Gives the record of the compile; in `to` the command, whether it was there, and the fault if
  /// there is one.
  Result<store::CompileRecord> look_up_or_compile(const CompileJob& job,
                                                  model::CompileJudgement& to) {
    const std::string key = compile_key(tools, job);
    to.command = compile_command(tools, job, job.language);
    to.cached = true;
    if (auto known = cache.find(key)) return *std::move(known);
    const auto lock = cache.lock(key);
    if (!lock) warn(lock.error());
    // Somebody else may have compiled it while we waited.
    if (auto known = cache.find(key)) return *std::move(known);
    to.cached = false;
    ARBITER_TRY(outcome, compile_in_box(tools, job));
    if (outcome.is_missing) to.fault = missing_toolchain(job.language);
    return keep(key, std::move(outcome));
  }

  void add_helps(const CompileRequest& request, const SourceSet& sources, const std::string& help,
                 model::CompileJudgement& to) const {
    to.helps = help_for_characters(sources.files, to.log);
    const auto foreign = help_for_foreign_code(sources.files, to.log);
    to.helps.insert(to.helps.end(), foreign.begin(), foreign.end());
    std::error_code ignored;
    if (auto main = help_for_main(to.log, request.attachments, *request.submission->language,
                                  fs::current_path(ignored))) {
      to.helps.push_back(std::move(*main));
    }
    if (!help.empty()) to.helps.push_back(help);
  }

  Result<void> add_folder(Executable& to, const fs::path& packed) {
    ARBITER_TRY(folder, unpack_folder(packed));
    to.files = std::move(folder.files);
    const std::lock_guard lock(mutex);
    unpacked.push_back(std::move(folder.folder));
    return {};
  }

  Result<void> add_files(Executable& to, const SourceSet& sources,
                         const model::Language& language) {
    for (const SourceFile& file : sources.files) {
      ARBITER_TRY(path, file.is_rewritten ? keep_in_memory(file.bytes) : Result(file.path));
      to.files.push_back({file.name, std::move(path), file.is_executable, file.links});
      const bool is_found_there =
          language.finds_sources_in_work_folder && file.name != sources.main;
      if (file.is_data || is_found_there) to.work_files.push_back(to.files.back());
    }
    return {};
  }

  Result<Compiled> compile(const CompileRequest& request) {
    const model::Language& language = *request.submission->language;
    const model::PackageLimits limits =
        limits_for(language, request.limits != nullptr ? *request.limits : model::PackageLimits());
    const Bytes run_memory = run_memory_of(request, limits);
    if (is_ready_binary(language)) return ready_binary(*request.submission, run_memory);
    if (language.holds_answers) return answers(*request.submission, run_memory);
    const Bytes on_disk = size_on_disk(*request.submission);
    if (!request.of_package && on_disk > k_most_sources) {
      return refused(fmt::format("the source is {} long; Arbiter reads at most {}", show(on_disk),
                                 show(k_most_sources)));
    }
    ARBITER_TRY(sources, read_sources(request, languages));
    if (!request.of_package && sources.code_size() > limits.code) {
      const std::string why = fmt::format("the source is {} long, over the code limit of {}",
                                          show(sources.code_size()), show(limits.code));
      if (!request.submission->label) return refused(why);
      // Its label is about what it does; no tool of the field holds the size against it.
      const std::lock_guard lock(mutex);
      warnings.push_back(fmt::format("{}: {}; it is judged because the problem has a label for it",
                                     request.submission->given, why));
    }
    ARBITER_TRY(toolchain, toolchains.find(language));
    Compiled compiled;
    if (!toolchain) {
      compiled.judgement.fault = missing_toolchain(language);
      return compiled;
    }
    compiled.executable = executable_of(language, sources.main, run_memory);
    compiled.executable.toolchain = toolchain->identity;
    compiled.judgement.compiler = toolchain->version;
    ARBITER_CHECK(add_files(compiled.executable, sources, language));
    const bool is_ready = language.makes_folder
                              ? sources.main == k_run_script
                              : language.compile.empty() && language.check.empty();
    if (is_ready) {
      compiled.judgement.ok = true;
      return compiled;
    }
    ARBITER_TRY(helpers, read_helpers(request.as_server ? language.server : language.helpers));
    const CompileJob job{
        language, sources, *toolchain, limits, helpers, request.as_server, request.is_one_of_many};
    ARBITER_TRY(record, look_up_or_compile(job, compiled.judgement));
    if (!compiled.judgement.fault.empty()) return compiled;
    compiled.judgement.ok = record.ok;
    compiled.judgement.log = record.log;
    if (!record.ok) add_helps(request, sources, record.help, compiled.judgement);
    if (record.ok && language.makes_folder) {
      const auto added = add_folder(compiled.executable, record.program);
      if (!added && added.error().kind != ErrorKind::invalid_package) return added.error();
      if (!added) return refused(added.error().text());
    } else if (!language.compile.empty()) {
      compiled.executable = with_program(std::move(compiled.executable), language, record.program);
    }
    return compiled;
  }
};

Result<Executable> executable_or_error(Compiled compiled, const std::string& name) {
  if (!compiled.judgement.fault.empty()) return judge_error(compiled.judgement.fault);
  if (compiled.judgement.ok) return std::move(compiled.executable);
  return usage_error(fmt::format("{} does not compile:\n{}", name, compiled.judgement.log),
                     "'arbiter judge' shows more of it");
}

Compiler::Compiler(box::BoxFactory& boxes, store::HostPaths paths,
                   const model::Languages& languages)
    : state_(std::make_unique<State>(boxes, std::move(paths), languages)) {}

Compiler::~Compiler() {
  state_->precompiled.wait();
  if (state_->has_stored) store::prune_cache(state_->paths.cache, store::cache_limit());
}

Result<Compiled> Compiler::compile(const CompileRequest& request) {
  const model::Language& language = *request.submission->language;
  if (request.as_server && language.server.empty()) {
    return refused("programs in " + language.name + " cannot be servers");
  }
  auto compiled = state_->compile(request);
  if (!compiled)
    return std::move(compiled).error().within("compiling " + request.submission->given);
  return compiled;
}

Result<fs::path> Compiler::keep_in_memory(std::string_view bytes) {
  return state_->keep_in_memory(bytes);
}

std::map<std::string, std::string> Compiler::versions() const {
  return state_->toolchains.versions();
}

std::vector<std::string> Compiler::take_warnings() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->warnings, {});
}

void Compiler::wait_for_background() {
  state_->precompiled.wait();
}

bool Compiler::is_busy() const {
  return state_->precompiled.is_busy();
}

}  // namespace arbiter::judge
