#include "judge/compile/tool_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/file.hpp"
#include "base/text.hpp"
#include "box/retry.hpp"

namespace arbiter::judge {
namespace {

// Where a machine unwinds a stack that is full it takes several times the stack's size.
std::int64_t stack_mib(Bytes memory) {
  return std::clamp<std::int64_t>(memory.count / mib(8).count, 1, 64);
}

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

std::vector<std::string> expand_command(const std::vector<std::string>& words,
                                        const CommandValues& values) {
  std::vector<std::string> command;
  for (const std::string& word : words) {
    if (word == "{sources}") {
      command.insert(command.end(), values.sources.begin(), values.sources.end());
    } else if (word == "{sources_main_last}") {
      command.insert(command.end(), values.sources.begin(), values.sources.end());
      const auto first = command.end() - static_cast<std::ptrdiff_t>(values.sources.size());
      if (first != command.end()) std::rotate(first, first + 1, command.end());
    } else if (word == "{kit_includes}") {
      command.insert(command.end(), values.kit_includes.begin(), values.kit_includes.end());
    } else {
      std::string filled = word;
      replace_all(filled, "{program}", values.program);
      replace_all(filled, "{memory_mib}", std::to_string(values.memory.count / mib(1).count));
      replace_all(filled, "{heap_mib}", std::to_string(values.heap.count / mib(1).count));
      replace_all(filled, "{start_heap_mib}",
                  std::to_string(values.start_heap.count / mib(1).count));
      replace_all(filled, "{stack_mib}", std::to_string(stack_mib(values.memory)));
      replace_all(filled, "{helper}", values.helper);
      // Last: a source's name is the only value that may itself look like a placeholder.
      replace_all(filled, "{main}", values.main);
      command.push_back(std::move(filled));
    }
  }
  return command;
}

Bytes heap_of(const model::Language& language, Bytes memory) {
  // Less than this no runtime starts with.
  constexpr Bytes k_least = mib(16);
  return std::max(k_least, Bytes{memory.count - language.runtime_memory.count});
}

std::string as_argument(const std::string& name) {
  return name.empty() || name.front() == '-' || name.front() == '@' ? "./" + name : name;
}

Result<ToolOutcome> run_tool(box::BoxFactory& boxes, const ToolRun& run) {
  return box::try_twice([&] { return try_tool(boxes, run); },
                        [](const ToolOutcome& outcome) {
                          const box::RunReport& report = outcome.report;
                          return box::may_be_stopped_from_outside(report.exited, report.exit_status,
                                                                  report.signal);
                        });
}

}  // namespace arbiter::judge
