#pragma once

#include <string>

#include "package/yaml_tree.hpp"

namespace arbiter::package {

/// A value as the text of a YAML file with the same meaning, ended by a newline.
std::string yaml_text(const YamlNode& node);

}  // namespace arbiter::package
