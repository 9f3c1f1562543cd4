#include "package/polygon/polygon_assets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "base/text.hpp"

namespace arbiter::package {
namespace {

constexpr std::array<std::string_view, 5> k_assets = {"checker", "interactor", "validators",
                                                      "solutions", "scorer"};

// Polygon runs these when the package is made, not when somebody is judged.
void warn_of_own_tests(const XmlFile& xml, const pugi::xml_node& program) {
  const pugi::xml_node testset = program.child("testset");
  const auto tests = testset.child("tests").children("test");
  const auto count = std::distance(tests.begin(), tests.end());
  if (count == 0) return;
  xml.warning(code::k_unsupported, testset,
              fmt::format("the {} of the {} itself {} not run",
                          count == 1 ? "test" : fmt::format("{} tests", count), program.name(),
                          count == 1 ? "is" : "are"));
}

}  // namespace

void check_assets(const XmlFile& xml, const pugi::xml_node& assets) {
  for (const pugi::xml_node& child : assets.children()) {
    const std::string_view name = child.name();
    if (child.type() != pugi::node_element ||
        std::find(k_assets.begin(), k_assets.end(), name) != k_assets.end()) {
      continue;
    }
    xml.warning(code::k_ignored, child,
                fmt::format("unknown element '{}' in 'assets', so it is ignored",
                            clipped(printable(name))));
  }
  warn_of_own_tests(xml, assets.child("checker"));
  for (const pugi::xml_node& one : assets.child("validators").children("validator"))
    warn_of_own_tests(xml, one);
}

}  // namespace arbiter::package
