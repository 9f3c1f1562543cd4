#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "package/yaml/yaml_reader.hpp"

namespace arbiter::package {

/// Splits a command at blanks as a POSIX shell would: quotes and backslashes are understood and
/// nothing else. None: a quote that is not closed, or a backslash at the end.
std::optional<std::vector<std::string>> split_command(std::string_view text);

/// The numbers that a `count` stands for; none of them where `fault` says why.
struct Counts {
  std::vector<std::int64_t> values;
  std::string fault;
  Mark mark;  ///< of the fault
};
/// n, a list, or a..=b; 1 to 100 numbers.
Counts counts_of(const YamlNode& node);
/// What is appended to the name of each of them, as "-01": with zeros where they are consecutive.
std::vector<std::string> count_suffixes(const std::vector<std::int64_t>& counts);

/// `number` with zeros before it up to `width` columns; its sign counts.
std::string zero_padded(std::int64_t number, std::size_t width);

}  // namespace arbiter::package
