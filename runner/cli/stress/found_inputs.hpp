#pragma once

#include <filesystem>
#include <string>

#include "base/result.hpp"

namespace arbiter::cli {

/// The inputs that stress tests found: <state>/found/<hash>.in, each once, kept for 30 days.
class FoundInputs {
 public:
  /// Removes those that are too old. Error: the folder cannot be made.
  static Result<FoundInputs> open(const std::filesystem::path& state);

  /// Keeps an input. Error: it cannot be written.
  [[nodiscard]] Result<std::filesystem::path> keep(const std::string& input) const;

 private:
  explicit FoundInputs(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

}  // namespace arbiter::cli
