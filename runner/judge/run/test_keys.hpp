#pragma once

#include <map>
#include <mutex>
#include <string>

#include "base/result.hpp"
#include "judge/compile/compile.hpp"
#include "judge/run/plan.hpp"

namespace arbiter::judge {

/// SHA-256 of a submission's files and their names, in hex. Error: one is unreadable.
Result<std::string> hash_submission(const Submission& submission);

/// The SHA-256 of all that judging a problem depends on, in hex: its YAML files, the names and
/// contents of its tests (of those that were not made the names), its output validator. Error: a
/// file cannot be read.
Result<std::string> hash_problem(const model::Problem& problem);

/// Names what the judgement of one test depends on, by content: the program and how it is
/// started, input, answer, checker and its arguments, limits, file interface, sandbox mode.
/// Safe to use from several threads.
class TestKeys {
 public:
  /// `surroundings` is everything else that may change a judgement (version, mode).
  TestKeys(const Plan& plan, const std::string& surroundings);

  /// 64 hex digits. Error: a file cannot be read.
  Result<std::string> key(std::size_t submission, std::size_t test, const Executable& executable);
  /// The same where `program` names all that the program depends on, its limits included.
  Result<std::string> key(const std::string& program, std::size_t test);

 private:
  Result<std::string> program(std::size_t submission, const Executable& executable);
  Result<std::string> data(std::size_t test);

  const Plan& plan_;
  std::string common_;
  std::mutex mutex_;
  std::map<std::size_t, std::string> programs_;
  std::map<std::size_t, std::string> tests_;
};

}  // namespace arbiter::judge
