#pragma once

#include <string_view>

namespace arbiter {

/// "0.1.0+abc1234": the version and the commit it was built from; "-dirty" follows when tracked
/// files differed, and "unknown" stands for the commit where there was no git checkout.
std::string_view version();

/// "g++ 12.2.0" or "clang 14.0.6": what compiled this program.
std::string_view compiler();

}  // namespace arbiter
