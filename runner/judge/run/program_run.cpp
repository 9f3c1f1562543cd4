#include "judge/run/program_run.hpp"

#include <algorithm>

#include "base/file.hpp"
#include "base/text.hpp"
#include "box/retry.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_most_said = 300;

Result<ProgramAnswer> try_call(box::BoxFactory& boxes, const Executable& executable,
                               const ProgramCall& call, int core, const model::TestCase& test) {
  // What it may write, and what it is given.
  std::size_t given = call.input.size();
  for (const auto& [name, bytes] : call.files)
    given += bytes.size();
  const Bytes scratch{2 * call.limits.output.count + mib(16).count +
                      static_cast<std::int64_t>(given)};
  ARBITER_TRY(box, make_box(executable, box::Policy::package, boxes, core, scratch));
  ARBITER_TRY(input, sealed_memory_file("input", call.input));
  ARBITER_TRY(output, memory_file("output"));
  ARBITER_TRY(error, memory_file("error"));
  box::RunRequest run = request_of(executable, call.limits, call.arguments);
  ARBITER_TRY(work, open_work_files(executable, test));
  run.files = work.files;
  std::vector<UniqueFd> further;
  for (const auto& [name, bytes] : call.files) {
    ARBITER_TRY(file, sealed_memory_file("further", bytes));
    run.files.push_back({name, file.get(), false});
    further.push_back(std::move(file));
  }
  run.folders = call.folders;
  run.collect = call.collect;
  ARBITER_TRY(report, box->run(run, {input.get(), output.get(), error.get()}));
  return ProgramAnswer{to_record(report), std::move(output), std::move(error),
                       std::move(report.collected)};
}

}  // namespace

Result<std::unique_ptr<box::Box>> make_box(const Executable& program, box::Policy policy,
                                           box::BoxFactory& boxes, int core,
                                           std::optional<Bytes> scratch_size) {
  box::BoxConfig config;
  config.policy = policy;
  config.core = core;
  if (scratch_size) config.scratch_size = *scratch_size;
  std::vector<UniqueFd> descriptors;
  for (const ProgramFile& file : program.files) {
    ARBITER_TRY(fd, open_read(file.path, file.links));
    config.program_files.push_back(
        {file.name, fd.get(), file.name == program.entry || file.is_executable});
    descriptors.push_back(std::move(fd));
  }
  for (const std::string& bind : program.binds)
    config.binds.push_back({bind, bind, true});
  return boxes.make(config);
}

box::RunRequest request_of(const Executable& program, const model::RunLimits& limits,
                           const std::vector<std::string>& arguments) {
  box::RunRequest run;
  run.argv = program.argv;
  run.argv.insert(run.argv.end(), arguments.begin(), arguments.end());
  run.cpu_limit = limits.time;
  run.wall_limit = limits.wall;
  run.memory_limit = limits.memory;
  run.output_limit = limits.output;
  run.process_limit += program.runtime_threads;
  return run;
}

model::RunLimits validation_limits(const model::PackageLimits& limits) {
  return {limits.validation_time, wall_limit(limits.validation_time), limits.validation_memory,
          limits.validation_output};
}

Result<WorkFiles> open_work_files(const Executable& executable, const model::TestCase& test) {
  WorkFiles work;
  const auto add = [&](const std::string& name, const std::filesystem::path& path,
                       Links links) -> Result<void> {
    ARBITER_TRY(fd, open_read(path, links));
    work.files.push_back({name, fd.get(), false});
    work.descriptors.push_back(std::move(fd));
    return {};
  };
  for (const ProgramFile& file : executable.work_files) {
    const bool is_replaced =
        std::ranges::any_of(test.files, [&](const auto& own) { return own.name == file.name; });
    if (!is_replaced) ARBITER_CHECK(add(file.name, file.path, file.links));
  }
  for (const model::NamedFile& file : test.files)
    ARBITER_CHECK(add(file.name, file.path, Links::follow));
  return work;
}

UniqueFd choose_output(std::vector<UniqueFd>& collected, UniqueFd standard_output) {
  for (UniqueFd& file : collected) {
    if (file && !head_of(file.get(), 1).empty()) return std::move(file);
  }
  return standard_output;
}

ProgramCall call_with_input(std::string_view input, const std::vector<std::string>& files) {
  ProgramCall call;
  call.input = input;
  for (const std::string& name : files)
    call.files.emplace_back(name, input);
  return call;
}

bool may_be_stopped_from_outside(const model::RunRecord& record) {
  const bool has_exited = record.ending == model::Ending::exited;
  return (has_exited || record.ending == model::Ending::signalled) &&
         box::may_be_stopped_from_outside(has_exited, record.exit_status, record.signal);
}

Result<ProgramAnswer> call_program(box::BoxFactory& boxes, const Executable& executable,
                                   const ProgramCall& call, int core, const model::TestCase& test) {
  return box::try_twice(
      [&] { return try_call(boxes, executable, call, core, test); },
      [](const ProgramAnswer& answer) { return may_be_stopped_from_outside(answer.record); });
}

Result<std::string> bytes_of(const UniqueFd& file) {
  ARBITER_TRY(mapped, MappedFile::of_descriptor(file.get()));
  return std::string(mapped.bytes());
}

std::string head_of(int descriptor, std::size_t most) {
  const auto mapped = MappedFile::of_descriptor(descriptor);
  return mapped ? std::string(mapped->bytes().substr(0, most)) : std::string();
}

std::string tail_of(int descriptor, std::size_t most) {
  const auto mapped = MappedFile::of_descriptor(descriptor);
  if (!mapped) return {};
  const std::string_view bytes = mapped->bytes();
  return std::string(bytes.substr(bytes.size() - std::min(bytes.size(), most)));
}

std::string last_line(std::string_view said) {
  const std::size_t end = said.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return {};
  said = said.substr(0, end + 1);
  said.remove_prefix(said.rfind('\n') + 1);
  return ": " + printable(said.substr(0, k_most_said));
}

std::string last_words(int descriptor) {
  const auto mapped = MappedFile::of_descriptor(descriptor);
  return mapped ? last_line(mapped->bytes()) : std::string();
}

HeapClaim heap_claim(const model::RunRecord& record, int error, const Executable& program) {
  const auto& messages = program.out_of_memory;
  const bool has_failed = record.ending == model::Ending::signalled ||
                          (record.ending == model::Ending::exited && record.exit_status != 0);
  if (messages.empty() || !has_failed) return HeapClaim::none;
  const auto said = MappedFile::of_descriptor(error);
  if (!said) return HeapClaim::none;
  const bool is_claimed = std::ranges::any_of(messages, [&](const std::string& one) {
    return said->bytes().find(one) != std::string_view::npos;
  });
  if (!is_claimed) return HeapClaim::none;
  return record.memory < program.full_memory ? HeapClaim::doubtful : HeapClaim::supported;
}

void set_limit(model::RunRecord& record, model::Ending limit) {
  record.ending = limit;
  record.exit_status = 0;
  record.signal = 0;
}

bool confirms_full_heap(const model::RunRecord& unbounded, Bytes memory_limit) {
  return unbounded.ending == model::Ending::memory_limit || unbounded.memory > memory_limit;
}

}  // namespace arbiter::judge
