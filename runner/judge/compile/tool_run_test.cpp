#include "judge/compile/tool_run.hpp"

#include <gtest/gtest.h>

namespace arbiter::judge {
namespace {

using Words = std::vector<std::string>;

TEST(Command, FillsPlaceholdersElementByElement) {
  CommandValues values;
  values.sources = {"a b.cpp", "c.cpp"};
  values.kit_includes = {};
  values.program = "out";
  values.main = "{program}.py";
  values.memory = mib(256);
  EXPECT_EQ(expand_command({"g++", "{kit_includes}", "-o", "{program}", "{sources}"}, values),
            (Words{"g++", "-o", "out", "a b.cpp", "c.cpp"}));
  EXPECT_EQ(expand_command({"-Xmx{memory_mib}m", "{main}", "x{program}x{program}"}, values),
            (Words{"-Xmx256m", "{program}.py", "xoutxout"}));
}

TEST(Command, TellsRuntimesTheirShareOfTheMemory) {
  model::Language language;
  language.runtime_memory = mib(40);
  EXPECT_EQ(heap_of(language, mib(256)), mib(216));
  EXPECT_EQ(heap_of(language, mib(32)), mib(16));
  CommandValues values;
  values.memory = mib(256);
  values.heap = heap_of(language, values.memory);
  values.start_heap = mib(100);
  values.helper = "help.js";
  EXPECT_EQ(
      expand_command({"-Xms{start_heap_mib}m", "-Xmx{heap_mib}m", "-Xss{stack_mib}m", "{helper}"},
                     values),
      (Words{"-Xms100m", "-Xmx216m", "-Xss32m", "help.js"}));
  values.memory = mib(4096);
  EXPECT_EQ(expand_command({"{stack_mib}"}, values), Words{"64"});
  values.memory = mib(4);
  EXPECT_EQ(expand_command({"{stack_mib}"}, values), Words{"1"});
}

TEST(Command, PutsTheMainSourceLast) {
  CommandValues values;
  EXPECT_EQ(expand_command({"a", "{sources_main_last}"}, values), Words{"a"});
  values.sources = {"main.ml", "a.ml", "b.ml"};
  EXPECT_EQ(expand_command({"o", "{sources_main_last}", "z"}, values),
            (Words{"o", "a.ml", "b.ml", "main.ml", "z"}));
}

TEST(Command, KeepsNamesFromBeingOptions) {
  EXPECT_EQ(as_argument("-fplugin=x.cpp"), "./-fplugin=x.cpp");
  EXPECT_EQ(as_argument("@args.cpp"), "./@args.cpp");
  EXPECT_EQ(as_argument("main.cpp"), "main.cpp");
}

}  // namespace
}  // namespace arbiter::judge
