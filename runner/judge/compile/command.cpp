#include "judge/compile/command.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text.hpp"

namespace arbiter::judge {
namespace {

// Where a machine unwinds a stack that is full it takes several times the stack's size.
std::int64_t stack_mib(Bytes memory) {
  return std::clamp<std::int64_t>(memory.count / mib(8).count, 1, 64);
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

}  // namespace arbiter::judge
