#include "package/export/self_contained.hpp"

#include <gtest/gtest.h>

#include "base/file.hpp"
#include "base/test_folder.hpp"

namespace arbiter::package {
namespace {

TEST(WriteKitsInto, PutsHeadersInTheirPlaceOnce) {
  const TestFolder folder;
  folder.write("kit/arbiter/one.hpp", "#pragma once\n#include \"arbiter/two.hpp\"\nint one;\n");
  folder.write("kit/arbiter/two.hpp", "#pragma once\nint two;\n");
  folder.write("p/a.cpp",
               "#include <arbiter/one.hpp>\n  # include \"arbiter/two.hpp\"  // again\nint a;\n");
  folder.write("p/below/b.cpp", "#include <arbiter/other.hpp>\n#include <vector>\nint b;\n");
  folder.write("p/c.py", "#include <arbiter/one.hpp>\n");
  const auto changed = write_kits_into(folder / "p", {folder / "nothing", folder / "kit"});
  ASSERT_TRUE(changed);
  EXPECT_EQ(*changed, 1U);
  EXPECT_EQ(read_file(folder / "p/a.cpp").value(),
            "#ifndef ARBITER_KIT_ONE\n#define ARBITER_KIT_ONE\n// arbiter/one.hpp, of Arbiter's "
            "kits.\n"
            "#ifndef ARBITER_KIT_TWO\n#define ARBITER_KIT_TWO\n// arbiter/two.hpp, of Arbiter's "
            "kits.\nint two;\n#endif\nint one;\n#endif\n"
            "#ifndef ARBITER_KIT_TWO\n#define ARBITER_KIT_TWO\n// arbiter/two.hpp, of Arbiter's "
            "kits.\nint two;\n#endif\nint a;\n");
  EXPECT_EQ(read_file(folder / "p/below/b.cpp").value(),
            "#include <arbiter/other.hpp>\n#include <vector>\nint b;\n");
  EXPECT_EQ(read_file(folder / "p/c.py").value(), "#include <arbiter/one.hpp>\n");
}

}  // namespace
}  // namespace arbiter::package
