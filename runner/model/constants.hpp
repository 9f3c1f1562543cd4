#pragma once

#include <map>
#include <string>
#include <string_view>

namespace arbiter::model {

/// The constants of a package: name, name.value, or name.variant, to value.
using Constants = std::map<std::string, std::string, std::less<>>;

/// The text with every `{{name}}` whose name is among the constants replaced by its value; values
/// are not looked into again.
std::string with_constants(std::string_view text, const Constants& constants);

}  // namespace arbiter::model
