#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/verification.hpp"
#include "report/report.hpp"

namespace arbiter::report {

using Verifications = std::vector<model::Verification>;

/// A format of `verify`.
struct VerifyFormat {
  std::string_view name;
  std::string_view extension;  ///< tells the kind of -o PATH when it is left out
  std::string (*render)(const Verifications& all, const Style& style);
};
/// All of them, "human" first.
std::span<const VerifyFormat> verify_formats();

/// One verification as a cache keeps it, and back; none: the text is no such.
std::string kept_verification(const model::Verification& verification);
std::optional<model::Verification> parse_verification(std::string_view text);

}  // namespace arbiter::report
