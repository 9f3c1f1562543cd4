#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/program/submission.hpp"
#include "model/judgement.hpp"

namespace arbiter::judge {

/// A run that failed, for what it hints at.
struct FailedRun {
  const model::RunRecord& record;
  const model::RunLimits& limits;
  std::string_view output;
  std::string_view error_tail;
  bool is_output_right = false;  ///< the checker accepts the output, though the run failed
  bool has_full_stack = false;   ///< a smaller stack makes it crash where this run ended
};

/// What people overlook, in words: a full stack, a status other than 0, nothing printed, Python 2,
/// Latin-1 in Python. Changes no verdict.
std::vector<std::string> hints_of(const FailedRun& run);

/// The names of files ("input.txt") that the text of a program seems to open: literals that end
/// like those of inputs and outputs, outside of lines that are comments. At most 8, each once.
std::vector<std::string> named_files(std::string_view source);

/// The same of all files of a program that are text of at most 1 MiB.
std::vector<std::string> named_files(const Submission& submission);

}  // namespace arbiter::judge
