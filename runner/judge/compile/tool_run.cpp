#include "judge/compile/tool_run.hpp"

#include "base/file.hpp"
#include "box/retry.hpp"
#include "judge/compile/log_pipe.hpp"

namespace arbiter::judge {
namespace {

box::RunRequest request_of(const ToolRun& run) {
  box::RunRequest request;
  request.argv = run.argv;
  request.cpu_limit = run.cpu_limit;
  request.wall_limit = 2 * run.cpu_limit + std::chrono::seconds(1);
  request.memory_limit = run.memory_limit;
  request.output_limit = run.file_limit;
  request.process_limit = run.process_limit;
  request.folders = run.folders;
  request.collect = run.collect;
  return request;
}

Result<ToolOutcome> try_tool(box::BoxFactory& boxes, const ToolRun& run) {
  box::BoxConfig config;
  config.policy = box::Policy::toolchain;
  config.scratch_size = run.file_limit;
  config.binds = run.binds;
  ARBITER_TRY(box, boxes.make(config));

  box::RunRequest request = request_of(run);
  std::vector<UniqueFd> contents;
  for (const ToolFile& file : run.files) {
    ARBITER_TRY(fd, sealed_memory_file("source", *file.bytes));
    request.files.push_back({file.name, fd.get(), file.is_executable});
    contents.push_back(std::move(fd));
  }
  ARBITER_TRY(nothing, sealed_memory_file("nothing", ""));
  ARBITER_TRY(log, LogPipe::open(k_most_log));
  auto report = box->run(request, {nothing.get(), log.write_end(), log.write_end()});
  ToolOutcome outcome;
  outcome.log = log.finish();
  if (!report) {
    if (report.error().kind != ErrorKind::not_executable) return std::move(report).error();
    outcome.is_missing = true;
    return outcome;
  }
  outcome.report = std::move(report).value();
  return outcome;
}

}  // namespace

Result<ToolOutcome> run_tool(box::BoxFactory& boxes, const ToolRun& run) {
  return box::try_twice([&] { return try_tool(boxes, run); });
}

}  // namespace arbiter::judge
