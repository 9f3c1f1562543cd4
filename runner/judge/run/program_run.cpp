#include "judge/run/program_run.hpp"

#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "box/retry.hpp"
#include "judge/run/checking.hpp"
#include "judge/run/work_files.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_most_said = 300;

Result<ProgramAnswer> try_call(box::BoxFactory& boxes, const ProgramCall& call) {
  // What it may write, and what it is given.
  std::size_t given = call.input.size();
  for (const auto& [name, bytes] : call.files)
    given += bytes.size();
  const Bytes scratch{2 * call.limits.output.count + mib(16).count +
                      static_cast<std::int64_t>(given)};
  ARBITER_TRY(box, package_box(*call.executable, boxes, call.core, scratch));
  ARBITER_TRY(input, sealed_memory_file("input", call.input));
  ARBITER_TRY(output, memory_file("output"));
  ARBITER_TRY(error, memory_file("error"));
  box::RunRequest run;
  run.argv = call.executable->argv;
  run.argv.insert(run.argv.end(), call.arguments.begin(), call.arguments.end());
  run.cpu_limit = call.limits.time;
  run.wall_limit = call.limits.wall;
  run.memory_limit = call.limits.memory;
  run.output_limit = call.limits.output;
  run.process_limit += call.executable->runtime_threads;
  ARBITER_TRY(work, open_work_files(*call.executable,
                                    call.test != nullptr ? *call.test : model::TestCase()));
  run.files = work.files;
  for (const std::string& name : call.input_names)
    run.files.push_back({name, input.get(), false});
  std::vector<UniqueFd> further;
  for (const auto& [name, bytes] : call.files) {
    ARBITER_TRY(file, sealed_memory_file("further", bytes));
    run.files.push_back({name, file.get(), false});
    further.push_back(std::move(file));
  }
  run.collect = call.collect;
  ARBITER_TRY(report, box->run(run, {input.get(), output.get(), error.get()}));
  return ProgramAnswer{to_record(report), std::move(output), std::move(error),
                       std::move(report.collected)};
}

}  // namespace

Result<std::unique_ptr<box::Box>> package_box(const Executable& program, box::BoxFactory& boxes,
                                              int core, std::optional<Bytes> scratch_size) {
  ARBITER_TRY(placed, place(program));
  box::BoxConfig config;
  config.policy = box::Policy::package;
  if (scratch_size) config.scratch_size = *scratch_size;
  config.program_files = std::move(placed.files);
  for (const std::string& bind : program.binds)
    config.binds.push_back({bind, bind, true});
  config.core = core;
  return boxes.make(config);
}

Result<ProgramAnswer> call_program(box::BoxFactory& boxes, const ProgramCall& call) {
  return box::try_twice([&] { return try_call(boxes, call); });
}

std::string last_words(int descriptor) {
  const auto mapped = MappedFile::of_descriptor(descriptor);
  if (!mapped) return {};
  std::string_view text = mapped->bytes();
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  text.remove_prefix(text.rfind('\n') + 1);
  return ": " + printable(text.substr(0, k_most_said));
}

}  // namespace arbiter::judge
