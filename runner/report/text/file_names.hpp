#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arbiter::report {

/// A name of one file or folder for any text: letters, digits and other characters are kept where
/// every system allows them, others become %XX; never empty, never longer than 120 bytes, never
/// hidden, never ending in a point or a blank.
std::string file_name_of(std::string_view text);

/// The same for many texts at a time; names that differ in case alone or not at all get "-2", "-3".
std::vector<std::string> file_names_of(const std::vector<std::string>& texts);

}  // namespace arbiter::report
