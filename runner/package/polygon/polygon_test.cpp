#include "package/polygon/polygon.hpp"

#include <gmock/gmock.h>

#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A package of Polygon with something else in problem.xml.
Loaded load_with(std::string_view old, const std::string& text) {
  PackageFolder folder;
  folder.make_polygon().replace("problem.xml", old, text);
  return folder.load();
}

TEST(Polygon, ReadsFilesOfWindows) {
  PackageFolder folder;
  std::string text(k_polygon_xml);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.insert(at, "\r");
  folder.make_polygon().write("problem.xml", text).write("tests/02", "1 2\r\n");
  const Loaded loaded = folder.load();
  EXPECT_THAT(briefs(loaded), ElementsAre("warning P018 problem.xml:10:30"));
  EXPECT_THAT(rendered(loaded), HasSubstr("Windows line ends"));
}

TEST(Polygon, BearsHostileShapes) {
  const auto with_rest = [](const std::string& text) {
    return load_with("</problem>", text + "</problem>");
  };
  EXPECT_TRUE(has_errors(with_rest(repeated("<a></a>", 150'000)).diagnostics))
      << "larger than 1 MiB";
  EXPECT_THAT(rendered(with_rest(repeated("<a>", 150'000))), HasSubstr("not XML"));
  EXPECT_THAT(briefs(with_rest(repeated("<a>", 120'000) + repeated("</a>", 120'000))),
              ElementsAre("warning P035 problem.xml:13:2"));
  EXPECT_THAT(rendered(load_with("<test/>", repeated("<test/>", 100'000))),
              HasSubstr("more than 10000 tests"));
  EXPECT_THAT(rendered(load_with("short-name=\"sum\"", "short-name=\"\xff\"")), HasSubstr("0xff"));
}

TEST(PolygonPattern, TakesOneNumber) {
  EXPECT_EQ(expand_pattern("tests/%02d", 7), "tests/07");
  EXPECT_EQ(expand_pattern("tests/%02d.a", 123), "tests/123.a");
  EXPECT_EQ(expand_pattern("t%d/in", 7), "t7/in");
  EXPECT_EQ(expand_pattern("%03d", 7), "007");
  for (const char* bad :
       {"", "tests/01", "%", "%s", "%02d%02d", "%2d", "%0", "%099999999999d", "%n", "%d%n"})
    EXPECT_EQ(expand_pattern(bad, 1), std::nullopt) << bad;
}

}  // namespace
}  // namespace arbiter::package
