#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "arbiter/shown.hpp"

namespace arbiter {

/// The exit statuses by which a checker or a referee answers the judge; every other one is a judge
/// error.
inline constexpr int k_exit_accepted = 42;
inline constexpr int k_exit_wrong = 43;
inline constexpr int k_exit_data_at_fault = 1;
inline constexpr int k_exit_usage = 2;

/// The feedback directory of an output validator. One that cannot be written ends the program with
/// status 2 and a message on standard error, so the judge is blamed.
class Feedback {
 public:
  explicit Feedback(std::string directory) : directory_(std::move(directory)) {
    if (directory_.empty() || directory_.back() != '/') directory_ += '/';
  }

  /// Adds a line for the judges, behind those of earlier passes.
  void tell_judges(std::string_view message) const { add_line("judgemessage.txt", message); }

  /// Says what is wrong with the judge's own data, also on standard error.
  void tell_fault(std::string_view message) const {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(message.size()), message.data());
    add_line("judgeerror.txt", message);
  }

  /// The share of the test's points that an accepted output gets, 0 to 1.
  void give_share(double share) const {
    write("score_multiplier.txt", "wb", std::to_string(share) + '\n');
  }

  /// The input of the next pass of a multi-pass problem.
  void ask_for_pass(std::string_view input) const { write("nextpass.in", "wb", input); }

 private:
  void add_line(const char* name, std::string_view message) const {
    write(name, "ab", std::string(message) + '\n');
  }

  void write(const char* name, const char* mode, std::string_view bytes) const {
    const std::string path = directory_ + name;
    std::FILE* file = std::fopen(path.c_str(), mode);
    bool written = file != nullptr;
    if (written) {
      written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
      // What was buffered meets a full disk only when the file is closed.
      written = std::fclose(file) == 0 && written;
    }
    if (!written) {
      std::fprintf(stderr, "cannot write %s\n", shown(path, 400).c_str());
      std::exit(k_exit_usage);
    }
  }

  std::string directory_;
};

}  // namespace arbiter
