#include "judge/run/hints.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/compile/compile_sources.hpp"

namespace arbiter::judge {
namespace {

using model::Ending;

constexpr std::size_t k_most_names = 8;

constexpr std::string_view k_too_deep =
    "is the recursion infinite? The program called itself deeper than its language allows";
constexpr std::string_view k_python_2 = "this is Python 2 code; it was run as Python 3";

constexpr std::array k_sayings = {
    Saying{"RecursionError: maximum recursion depth", k_too_deep},
    Saying{"java.lang.StackOverflowError", k_too_deep},
    Saying{"Maximum call stack size exceeded", k_too_deep},
    Saying{"goroutine stack exceeds", k_too_deep},
    Saying{"has overflowed its stack", k_too_deep},
    Saying{"NameError: name 'raw_input' is not defined", k_python_2},
    Saying{"NameError: name 'xrange' is not defined", k_python_2},
    Saying{"NameError: name 'unicode' is not defined", k_python_2},
    Saying{"NameError: name 'reduce' is not defined", k_python_2},
    Saying{"SyntaxError: Non-UTF-8 code starting with",
           "Python 3 reads a program as UTF-8, and this file is not: save it as UTF-8, or name its "
           "encoding in the first line, as # -*- coding: latin-1 -*-"},
};

/// A stack that takes nearly all of the memory ends by the signal for it.
bool has_full_stack(const FailedRun& run) {
  return run.has_full_stack ||
         (run.record.ending == Ending::signalled && run.record.signal == SIGSEGV &&
          run.record.memory.count > run.limits.memory.count / 10 * 9);
}

bool is_name_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

bool is_name_of_data(std::string_view text) {
  constexpr std::array k_ends = {".in", ".out", ".txt", ".dat", ".inp", ".ans"};
  constexpr std::size_t k_longest = 40;
  const std::string low = lower_ascii(text);
  return text.size() <= k_longest && std::ranges::all_of(text, is_name_byte) &&
         std::ranges::any_of(k_ends, [&](std::string_view end) {
           return low.ends_with(end) && low.size() > end.size();
         });
}

}  // namespace

std::vector<std::string> hints_of(const FailedRun& run) {
  std::vector<std::string> hints;
  const model::RunRecord& record = run.record;
  if (run.is_output_right && record.ending == Ending::exited) {
    hints.push_back(fmt::format(
        "the output is right, but the program ended with status {}: let it end with status 0",
        record.exit_status));
  }
  if (has_full_stack(run)) {
    hints.emplace_back(
        "is the recursion infinite? The stack is full; it may grow up to the memory limit");
  }
  for (std::string& meaning : meanings_of(run.error_tail, k_sayings))
    hints.push_back(std::move(meaning));
  if (!run.output.empty() || has_full_stack(run)) return hints;
  if (record.ending == Ending::exited && record.exit_status == 0)
    hints.emplace_back("the program printed nothing at all");
  if (record.ending == Ending::signalled) {
    hints.emplace_back(
        "nothing was printed, or it was not flushed: what a program has not flushed is lost when "
        "it crashes");
  }
  return hints;
}

std::vector<std::string> named_files(std::string_view source) {
  std::vector<std::string> names;
  for (std::string_view line : split_lines(source)) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with("//") || line.starts_with('#')) continue;
    for (std::size_t at = line.find_first_of("\"'"); at < line.size();) {
      const std::size_t end = line.find(line[at], at + 1);
      if (end == std::string_view::npos) break;
      const std::string name(line.substr(at + 1, end - at - 1));
      const bool is_new = std::ranges::find(names, name) == names.end();
      if (is_name_of_data(name) && is_new && names.size() < k_most_names) names.push_back(name);
      at = line.find_first_of("\"'", end + 1);
    }
  }
  return names;
}

std::vector<std::string> named_files(const Submission& submission) {
  std::string all;
  for (const ProgramFile& file : submission.files) {
    const auto text = read_file(file.path, mib(1), file.links);
    if (text && text->find('\0') == std::string::npos) all += *text + "\n";
  }
  return named_files(all);
}

}  // namespace arbiter::judge
