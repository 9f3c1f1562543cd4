#pragma once

#include "package/polygon/xml_file.hpp"

namespace arbiter::package {

/// Warns of what stands in `assets` of a Polygon package and is not used: unknown elements, and
/// tests of the checker and the validators themselves.
void check_assets(const XmlFile& xml, const pugi::xml_node& assets);

}  // namespace arbiter::package
