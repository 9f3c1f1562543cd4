#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiter/feedback.hpp"
#include "arbiter/shown.hpp"
#include "arbiter/token_reader.hpp"
#include "arbiter/whole_file.hpp"

namespace arbiter {

/// The frame of a checker: what the judge gave it, and the ways to end.
///
/// The process contract is that of the problem package format 2025-09, "Output Validator":
/// arguments are the input file, the answer file, the feedback directory, then the extra ones of
/// the package; the contestant's output comes on standard input. All three texts are raw bytes.
/// Wrong usage, unreadable files and a feedback directory that cannot be written end the program
/// with status 2 and a message on standard error, so the judge is blamed and never the submission.
class OutputValidator {
 public:
  OutputValidator(int argc, char** argv) {
    if (argc < 4) {
      std::fprintf(stderr, "usage: %s INPUT ANSWER FEEDBACK_DIRECTORY [ARGUMENT...] < OUTPUT\n",
                   argc > 0 ? argv[0] : "checker");
      std::exit(k_exit_usage);
    }
    input_ = contents_of(argv[1], "input");
    answer_ = contents_of(argv[2], "answer");
    feedback_ = Feedback(argv[3]);
    args_.assign(argv + 4, argv + argc);
    std::optional<std::string> output = read_stream(stdin);
    if (!output) {
      std::fputs("cannot read the contestant's output from standard input\n", stderr);
      std::exit(k_exit_usage);
    }
    output_ = std::move(*output);
  }

  const std::string& input() const { return input_; }
  const std::string& answer() const { return answer_; }
  const std::string& output() const { return output_; }

  /// The package's extra arguments, in their order.
  const std::vector<std::string>& args() const { return args_; }

  /// The value of the last extra argument of the form `key=value`, nothing if there is none.
  std::optional<std::string> option(std::string_view key) const {
    std::optional<std::string> value;
    for (const std::string& arg : args_) {
      if (arg.size() > key.size() && arg[key.size()] == '=' && arg.compare(0, key.size(), key) == 0)
        value = arg.substr(key.size() + 1);
    }
    return value;
  }

  /// Ends the program: the output is right. A message goes to judgemessage.txt.
  [[noreturn]] void accept(std::string_view message = {}) const {
    if (!message.empty()) feedback_.tell_judges(message);
    std::exit(k_exit_accepted);
  }

  /// Ends the program, in a multi-pass problem: the output is right so far, and the submission runs
  /// again on `input`. What else lies in the feedback directory is there in the next pass, and
  /// messages are added to those of the passes before.
  [[noreturn]] void accept_and_continue(std::string_view input,
                                        std::string_view message = {}) const {
    feedback_.ask_for_pass(input);
    accept(message);
  }

  /// Ends the program: the output is wrong, and judgemessage.txt says where and why.
  [[noreturn]] void reject(std::string_view message) const {
    feedback_.tell_judges(message);
    std::exit(k_exit_wrong);
  }

  /// Ends the program: the judge's own data is at fault, which is never held against a submission.
  [[noreturn]] void fail(std::string_view message) const {
    feedback_.tell_fault(message);
    std::exit(k_exit_data_at_fault);
  }

 private:
  static std::string contents_of(const std::string& path, const char* what) {
    std::optional<std::string> bytes = read_file(path);
    if (!bytes) {
      std::fprintf(stderr, "cannot read the %s file %s\n", what, shown(path, 400).c_str());
      std::exit(k_exit_usage);
    }
    return std::move(*bytes);
  }

  std::string input_;
  std::string answer_;
  std::string output_;
  Feedback feedback_{std::string()};
  std::vector<std::string> args_;
};

}  // namespace arbiter
