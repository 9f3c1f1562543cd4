#include "judge/compile/tool_run.hpp"

#include <fmt/format.h>

#include "base/file.hpp"
#include "box/retry.hpp"

namespace arbiter::judge {
namespace {

/// The first of what was said, with a note if that is not all.
Result<std::string> log_of(const UniqueFd& messages) {
  ARBITER_TRY(said, MappedFile::of_descriptor(messages.get()));
  const auto most = static_cast<std::size_t>(k_most_log.count);
  std::string log(said.bytes().substr(0, most));
  if (said.bytes().size() <= most) return log;
  return log + fmt::format("\n[only the first {} of the messages are kept]\n", show(k_most_log));
}

Result<ToolOutcome> try_tool(box::BoxFactory& boxes, const ToolRun& run) {
  box::BoxConfig config;
  config.policy = box::Policy::toolchain;
  config.scratch_size = run.output_limit;
  config.binds = run.binds;
  ARBITER_TRY(box, boxes.make(config));

  box::RunRequest request = run;
  request.wall_limit = 2 * run.cpu_limit + std::chrono::seconds(1);
  std::vector<UniqueFd> contents;
  for (const ToolFile& file : run.sources) {
    ARBITER_TRY(fd, sealed_memory_file("source", *file.bytes));
    request.files.push_back({file.name, fd.get(), file.is_executable});
    contents.push_back(std::move(fd));
  }
  ARBITER_TRY(nothing, sealed_memory_file("nothing", ""));
  ARBITER_TRY(messages, memory_file("messages"));
  auto report = box->run(request, {nothing.get(), messages.get(), messages.get()});
  ToolOutcome outcome;
  ARBITER_SET(outcome.log, log_of(messages));
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
