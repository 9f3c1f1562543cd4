#pragma once

#include <string>

#include "package/yaml/yaml_tree.hpp"

namespace arbiter::package {

/// Whether a scalar means a number or a boolean as it is written.
bool is_number_or_boolean(const YamlNode& node);

/// A value as the text of a YAML file with the same meaning, ended by a newline.
std::string yaml_text(const YamlNode& node);

}  // namespace arbiter::package
