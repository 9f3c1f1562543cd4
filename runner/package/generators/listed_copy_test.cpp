#include <gtest/gtest.h>

#include "package/generators/parts.hpp"
#include "package/package_test_kit.hpp"

namespace arbiter::package {
namespace {

std::string extended(std::string_view yaml, const std::string& name = "secret/stress/1") {
  PackageFolder folder;
  folder.write("generators.yaml", yaml);
  return with_listed_copy(folder.path() / "generators.yaml", name, "manual/x").value_or("none");
}

TEST(ListedCopy, GoesToTheEndOfAMap) {
  const std::string before =
      "# of ours\n"
      "data:\n"
      "  secret:  # judged\n"
      "    data:\n"
      "      b: gen.py 1\n"
      "      # the last\n"
      "      a:\n"
      "        in: |\n"
      "          1\n"
      "\n"
      "          # no comment\n";
  const std::string after =
      "# that is all\n"
      "  sample:\n"
      "    data: {}\n";
  EXPECT_EQ(extended(before + after), before +
                                          "      \"stress\":\n"
                                          "        data:\n"
                                          "          \"1\": {copy: manual/x}\n" +
                                          after);
}

TEST(ListedCopy, GoesToTheEndOfAList) {
  const std::string before =
      "data:\n"
      "  secret:\n"
      "    data:\n"
      "    - a: gen.py 1\n"
      "    - b:\n"
      "        generate: gen.py 2";
  EXPECT_EQ(extended(before), before +
                                  "\n"
                                  "    - \"stress\":\n"
                                  "        data:\n"
                                  "          \"1\": {copy: manual/x}\n");
}

TEST(ListedCopy, GoesIntoAGroupThatIsThere) {
  const std::string list =
      "data:\r\n  secret:\r\n    data:\r\n      - stress:\r\n          data:\r\n";
  EXPECT_EQ(extended(list + "            \"0\": gen.py\r\n      - b: gen.py\r\n"),
            list +
                "            \"0\": gen.py\r\n            \"1\": {copy: manual/x}\r\n"
                "      - b: gen.py\r\n");
  EXPECT_EQ(extended("data:\n  secret:\n    data:\n      stress:\n        data:\n"),
            "data:\n  secret:\n    data:\n      stress:\n        data:\n"
            "          \"1\": {copy: manual/x}\n");
}

TEST(ListedCopy, MakesWhatIsMissingAboveIt) {
  EXPECT_EQ(extended("solution: /a.py\n"),
            "solution: /a.py\ndata:\n  secret:\n    data:\n      \"stress\":\n        data:\n"
            "          \"1\": {copy: manual/x}\n");
  EXPECT_EQ(extended("data:\n  sample:\n    data: {a: gen.py}\n"),
            "data:\n  sample:\n    data: {a: gen.py}\n  secret:\n    data:\n"
            "      \"stress\":\n        data:\n          \"1\": {copy: manual/x}\n");
}

TEST(ListedCopy, IsRefusedWhereNoPlaceIsKnown) {
  for (const std::string_view yaml :
       {"data: {secret: {data: {a: gen.py}}}\n", "data:\n  secret: {data: {a: gen.py}}\n",
        "data:\n  secret:\n    data: [a: gen.py]\n", "data:\n  secret: null\n", "- a\n", "",
        "a: [\n", "data:\n  secret: gen.py\n",
        "data:\n  secret:\n    data: &x\n      {a: gen.py}\n",
        "data:\n  secret:\n    data:\n      stress: {data: {}}\n",
        "data:\n  secret:\n    data:\n      stress:\n        data:\n          1: gen.py\n", "{}",
        "\xff"}) {
    EXPECT_EQ(extended(yaml), "none") << yaml;
  }
}

}  // namespace
}  // namespace arbiter::package
