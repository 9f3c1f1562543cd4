#include <gtest/gtest.h>

#include "base/file.hpp"
#include "base/test_folder.hpp"
#include "package/export/target.hpp"

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

TEST(OneFile, JoinsSourcesWithTheirOwnHeaders) {
  const TestFolder folder;
  folder.write("kit/arbiter/one.hpp", "#pragma once\nint one;\n");
  folder.write("p/inner/deep.h", "#pragma once\n#include \"../side.h\"\nint deep;\n");
  folder.write("p/side.h", "#include <arbiter/one.hpp>\n#include \"self.h\"\nint side;\n");
  folder.write("p/self.h", "#include \"self.h\"\n");
  folder.write("outside.h", "int outside;\n");
  folder.write("p/a.cpp", "#include \"inner/deep.h\"\n#include \"../outside.h\"\nint a;\n");
  folder.write("p/b.cpp", "#include \"side.h\"\nint b;\n");
  model::ProgramSource program;
  program.base = folder / "p";
  for (const char* name : {"a.cpp", "b.cpp", "inner/deep.h", "side.h", "self.h", "notes.txt"})
    program.files.push_back(folder / "p" / name);
  const auto joined = one_file(program, {folder / "kit"});
  ASSERT_TRUE(joined);
  // A name that leads out of the program stays as it is.
  EXPECT_NE(joined->find("#include \"../outside.h\"\nint a;\n"), std::string::npos);
  EXPECT_EQ(joined->find("int outside"), std::string::npos);
  EXPECT_LT(joined->find("int one;"), joined->find("int side;"));
  EXPECT_LT(joined->find("int side;"), joined->find("int deep;"));
  EXPECT_LT(joined->find("int a;"), joined->find("int b;"));
  EXPECT_NE(joined->find("#ifndef ARBITER_FILE_INNER_DEEP_H\n"), std::string::npos);
}

}  // namespace
}  // namespace arbiter::package
