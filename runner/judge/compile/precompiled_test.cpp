#include <gtest/gtest.h>

#include "judge/compile/compile_job.hpp"

namespace arbiter::judge {
namespace {

struct Case {
  std::vector<std::string_view> sources;
  bool may;
};

TEST(Precompiled, MayBeUsedWhereTheIncludeComesFirst) {
  const std::string header = "bits/stdc++.h";
  const std::string_view plain = "#include <bits/stdc++.h>\nint main() {}";
  const std::vector<Case> cases = {
      {{plain}, true},
      {{"\xef\xbb\xbf"
        "  #  include<bits/stdc++.h>"},
       true},
      {{"// name\n/* task\n */ // more\r\n\n#include <bits/stdc++.h>"}, true},
      {{plain, "#include <vector>\n"}, true},
      {{"#include <vector>\n"}, false},
      {{"#include <vector>\n#include <bits/stdc++.h>"}, false},
      {{"#pragma GCC optimize(\"O3\")\n#include <bits/stdc++.h>"}, false},
      {{"#define _GLIBCXX_DEBUG\n#include <bits/stdc++.h>"}, false},
      {{plain, "#pragma GCC target(\"avx2\")\n#include <bits/stdc++.h>"}, false},
      {{"/* never closed #include <bits/stdc++.h>"}, false},
      {{"// #include <bits/stdc++.h>"}, false},
      {{"#include \"bits/stdc++.h\""}, false},
      {{"#include <bits/stdc++.hpp>"}, false},
      {{""}, false},
      {{}, false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(may_use_precompiled(header, c.sources), c.may)
        << (c.sources.empty() ? "no source" : c.sources.back());
  }
}

TEST(Precompiled, LeadingIncludesEndAtAnythingElse) {
  EXPECT_EQ(leading_includes("// word\n#include <array>\n\n# include<map> // x\n/* */\n"
                             "#include \"kit.hpp\"\n#include <set>\n"),
            "#include <array>\n#include <map>\n");
  EXPECT_EQ(leading_includes("#include <array>"), "#include <array>\n");
  EXPECT_EQ(leading_includes("#define NDEBUG\n#include <cassert>\n"), "");
  EXPECT_EQ(leading_includes("#include <vector\nint main() {}\n"), "");
  EXPECT_EQ(leading_includes(""), "");
}

}  // namespace
}  // namespace arbiter::judge
