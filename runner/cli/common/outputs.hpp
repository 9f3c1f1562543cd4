#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/common/terminal.hpp"
#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::cli {

/// One document to be written: -o KIND=PATH, or standard output.
struct Output {
  const report::Format* format = nullptr;
  std::filesystem::path path;  ///< empty: standard output
};

/// --format and all of -o. Error{usage}: an unknown kind (with the nearest), an extension that
/// tells none, a folder that does not exist.
Result<std::vector<Output>> parse_outputs(const std::string& format,
                                          const std::vector<std::string>& files);

/// Writes all documents; those to files even when one of them fails.
Result<void> write_outputs(const std::vector<Output>& outputs, const model::Judgement& judgement,
                           const Terminal& terminal);

}  // namespace arbiter::cli
