#include "judge/generate/pattern_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/text.hpp"
#include "judge/compile/tool_run.hpp"

namespace arbiter::judge {
namespace {

// Python's own engine, since the patterns are written for it; in a box, since one can be written
// that takes for ever. It prints the number of each pattern that is not found, or is none.
constexpr const char* k_script = R"(
import re, sys
text = open("text", encoding="utf-8", errors="replace", newline="").read()
for number, pattern in enumerate(sys.argv[1:]):
    try:
        if not re.search(pattern, text, re.MULTILINE | re.DOTALL):
            print(number, "is not found")
    except re.error as error:
        print(number, "is no regular expression:", error)
)";

}  // namespace

Result<std::vector<std::string>> missing_patterns(box::BoxFactory& boxes,
                                                  const std::vector<std::string>& patterns,
                                                  const std::string& text) {
  ToolRun run;
  run.argv = {"/usr/bin/python3", "-I", "-S", "-c", k_script};
  run.argv.insert(run.argv.end(), patterns.begin(), patterns.end());
  run.files = {{"text", &text}};
  run.cpu_limit = std::chrono::seconds(10);
  run.memory_limit = mib(1024);
  ARBITER_TRY(outcome, run_tool(boxes, run));
  if (outcome.is_missing) {
    return std::vector<std::string>{
        "its patterns are not looked for, because python3 is not installed"};
  }
  if (!outcome.succeeded()) return std::vector<std::string>{"its patterns take too long to find"};
  std::vector<std::string> missing;
  for (const std::string_view line : split_lines(outcome.log)) {
    const std::size_t blank = line.find(' ');
    std::size_t number = patterns.size();
    std::from_chars(line.data(), line.data() + std::min(blank, line.size()), number);
    // A message may quote a pattern that has several lines.
    if (number >= patterns.size() || blank == std::string_view::npos) continue;
    missing.push_back(fmt::format("the pattern '{}'{}", patterns[number], line.substr(blank)));
  }
  return missing;
}

}  // namespace arbiter::judge
