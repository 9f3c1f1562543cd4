#include "judge/compile/compile.hpp"

#include <gmock/gmock.h>

#include <thread>

#include "judge/fake_box.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class CompilerTest : public ::testing::Test {
 protected:
  store::HostPaths paths() {
    store::HostPaths paths;
    paths.share = folder_ / "share";
    paths.cache = folder_ / "cache";
    return paths;
  }

  /// Compiles with a compiler of its own, as another process would.
  Compiled compile(const fs::path& path, const std::string& language = "") {
    auto submission = load_submission(path, languages_, language);
    EXPECT_TRUE(submission) << submission.error().text();
    submission->label = label_;
    CompileRequest request = request_;
    request.submission = &submission.value();
    request.limits = &limits_;
    Compiler compiler(boxes_, paths(), languages_);
    auto compiled = compiler.compile(request);
    EXPECT_TRUE(compiled) << compiled.error().text();
    warnings_ = compiler.take_warnings();
    return compiled ? std::move(compiled).value() : Compiled();
  }

  Compiled compile_text(const std::string& name, const std::string& text) {
    return compile(folder_.write("in/" + name, text));
  }

  TestFolder folder_;
  FakeBoxFactory boxes_;
  model::PackageLimits limits_;
  CompileRequest request_;
  std::optional<std::string> label_;
  model::Languages languages_ = shipped_languages();
  std::vector<std::string> warnings_;  ///< of the last compiler
};

const std::string k_program = "int main() { return 0; }\n";

TEST_F(CompilerTest, MakesAProgramAndFindsItAgain) {
  const Compiled first = compile_text("a.cpp", k_program);
  EXPECT_TRUE(first.judgement.ok) << first.judgement.log;
  EXPECT_FALSE(first.judgement.cached);
  EXPECT_EQ(first.judgement.log, "");
  EXPECT_THAT(first.executable.argv, ElementsAre("/program/program"));
  EXPECT_EQ(first.executable.entry, "program");
  ASSERT_EQ(first.executable.files.size(), 1U);
  EXPECT_EQ(first.executable.files[0].name, "program");
  EXPECT_EQ(read_all(first.executable.files[0].path).substr(1, 3), "ELF");

  const Compiled again = compile_text("a.cpp", k_program);
  EXPECT_TRUE(again.judgement.cached);
  EXPECT_EQ(boxes_.count("-o"), 1U);
  EXPECT_EQ(boxes_.count("--version"), 1U);
  EXPECT_EQ(again.executable.files[0].path, first.executable.files[0].path);
}

TEST_F(CompilerTest, TellsProgramsApartByAllThatMatters) {
  compile_text("a.cpp", k_program);
  EXPECT_FALSE(compile_text("a.cpp", k_program + "//").judgement.cached) << "content";
  EXPECT_FALSE(compile_text("b.cpp", k_program).judgement.cached) << "name";
  EXPECT_FALSE(compile(folder_ / "in/b.cpp", "cpp17").judgement.cached) << "standard";
  request_.additions = {folder_.write("extra.h", "")};
  EXPECT_FALSE(compile_text("b.cpp", k_program).judgement.cached) << "--add";
  EXPECT_TRUE(compile_text("b.cpp", k_program).judgement.cached);
}

TEST_F(CompilerTest, KeepsFailuresToo) {
  const Compiled first = compile_text("a.cpp", "int main() { return x; }\n");
  EXPECT_FALSE(first.judgement.ok);
  EXPECT_EQ(first.judgement.fault, "");
  EXPECT_THAT(first.judgement.log, HasSubstr("a.cpp:1:21: error: ‘x’ was not declared"));
  EXPECT_THAT(first.judgement.log, Not(HasSubstr(folder_.path().string())));
  const Compiled again = compile_text("a.cpp", "int main() { return x; }\n");
  EXPECT_TRUE(again.judgement.cached);
  EXPECT_EQ(again.judgement.log, first.judgement.log);
}

TEST_F(CompilerTest, KeepsTheBeginningOfAFloodOfMessages) {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += "#warning " + std::string(50, 'x') + "\n";
  const std::string log = compile_text("a.c", text + "int main(void) {}\n").judgement.log;
  EXPECT_THAT(log, HasSubstr("a.c:1:"));
  EXPECT_THAT(log, EndsWith("\n[only the first 64 KiB of the messages are kept]\n"));
}

TEST_F(CompilerTest, MakesADamagedEntryAgain) {
  const Compiled first = compile_text("a.cpp", k_program);
  std::ofstream(first.executable.files[0].path) << "damaged";
  const Compiled again = compile_text("a.cpp", k_program);
  EXPECT_TRUE(again.judgement.ok);
  EXPECT_FALSE(again.judgement.cached);
  EXPECT_EQ(read_all(again.executable.files[0].path).substr(1, 3), "ELF");
}

TEST_F(CompilerTest, CompilesOnceForManyThreads) {
  const auto path = folder_.write("in/a.cpp", k_program);
  const auto submission = load_submission(path, languages_, "");
  request_.submission = &submission.value();
  Compiler compiler(boxes_, paths(), languages_);
  std::vector<std::thread> threads;
  threads.reserve(4);
  std::atomic<int> good = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto compiled = compiler.compile(request_);
      if (compiled && compiled->judgement.ok) ++good;
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(good, 4);
  EXPECT_EQ(boxes_.count("-o"), 1U);
}

TEST_F(CompilerTest, WorksWithoutACache) {
  folder_.write("cache", "a file where the cache should be");
  const auto path = folder_.write("in/a.cpp", k_program);
  const auto submission = load_submission(path, languages_, "");
  Compiler compiler(boxes_, paths(), languages_);
  request_.submission = &submission.value();
  const auto compiled = compiler.compile(request_);
  ASSERT_TRUE(compiled && compiled->judgement.ok);
  EXPECT_EQ(read_all(compiled->executable.files[0].path).substr(1, 3), "ELF");
  EXPECT_THAT(compiler.take_warnings(), Not(IsEmpty()));
}

TEST_F(CompilerTest, RefusesCodeOverTheLimitOfSubmissionsOnly) {
  limits_.code = Bytes{10};
  const Compiled refused = compile_text("a.cpp", k_program);
  EXPECT_FALSE(refused.judgement.ok);
  EXPECT_EQ(refused.judgement.log, "error: the source is 25 B long, over the code limit of 10 B\n");
  EXPECT_THAT(boxes_.commands(), IsEmpty());
  request_.of_package = true;
  EXPECT_TRUE(compile_text("a.cpp", k_program).judgement.ok);
}

TEST_F(CompilerTest, WarnsOfCodeOverTheLimitThatHasALabel) {
  limits_.code = Bytes{10};
  label_ = "accepted";
  EXPECT_TRUE(compile_text("a.cpp", k_program).judgement.ok);
  EXPECT_THAT(warnings_,
              ElementsAre(HasSubstr("25 B long, over the code limit of 10 B; it is judged")));
}

TEST_F(CompilerTest, SaysWhichLimitStoppedItAndForgetsThat) {
  // The version is asked for in the same boxes, so it has to be known before.
  compile_text("first.cpp", k_program);
  boxes_.stopped = box::Stopped::cpu_limit;
  const Compiled slow = compile_text("a.cpp", k_program);
  EXPECT_FALSE(slow.judgement.ok);
  EXPECT_THAT(slow.judgement.log, HasSubstr("more than its limit of 60 s CPU time"));
  boxes_.stopped = box::Stopped::memory_limit;
  EXPECT_THAT(compile_text("a.cpp", k_program).judgement.log,
              HasSubstr("limit of 2 GiB of memory"));
  boxes_.stopped = box::Stopped::no;
  const Compiled well = compile_text("a.cpp", k_program);
  EXPECT_TRUE(well.judgement.ok);
  EXPECT_FALSE(well.judgement.cached);
}

TEST_F(CompilerTest, NamesThePackageOfAMissingToolchain) {
  for (model::Language& row : languages_.rows) {
    if (row.id == "c") row.compile[0] = "/usr/bin/no-such-gcc";
  }
  const Compiled compiled = compile_text("a.c", k_program);
  EXPECT_FALSE(compiled.judgement.ok);
  EXPECT_EQ(compiled.judgement.fault,
            "C needs /usr/bin/no-such-gcc, which is not installed: install the Debian package gcc");
  for (model::Language& row : languages_.rows)
    row.package.clear();
  EXPECT_THAT(compile_text("a.c", k_program).judgement.fault,
              HasSubstr("not installed, and Debian 12 has no package of it"));
}

TEST_F(CompilerTest, GivesAnErrorWhenTheBoxBreaks) {
  boxes_.is_broken = true;
  const auto submission = load_submission(folder_.write("a.cpp", k_program), languages_, "");
  request_.submission = &submission.value();
  const auto compiled = Compiler(boxes_, paths(), languages_).compile(request_);
  ASSERT_FALSE(compiled);
  EXPECT_EQ(compiled.error().kind, ErrorKind::judge);
  EXPECT_THAT(compiled.error().text(), HasSubstr("the box broke"));
}

TEST_F(CompilerTest, TakesAReadyBinaryAsItIs) {
  fs::copy_file("/proc/self/exe", folder_ / "solution");
  const Compiled ready = compile(folder_ / "solution");
  EXPECT_TRUE(ready.judgement.ok) << ready.judgement.log;
  EXPECT_THAT(ready.executable.argv, ElementsAre("/program/program"));
  EXPECT_EQ(ready.executable.files[0].path, folder_ / "solution");
  EXPECT_THAT(boxes_.commands(), IsEmpty());
}

TEST_F(CompilerTest, ChecksPythonWithoutCompiling) {
  const Compiled good = compile_text("a.py", "print(1)\n");
  EXPECT_TRUE(good.judgement.ok) << good.judgement.log;
  EXPECT_THAT(good.executable.argv, ElementsAre("/usr/bin/python3", "/program/a.py"));
  EXPECT_EQ(good.executable.entry, "");
  const Compiled bad = compile_text("b.py", "print(1\n");
  EXPECT_FALSE(bad.judgement.ok);
  EXPECT_THAT(bad.judgement.log, HasSubstr("File \"b.py\", line 1"));
  EXPECT_THAT(bad.judgement.log, HasSubstr("SyntaxError"));
  EXPECT_FALSE(fs::exists(folder_ / "in/__pycache__"));
  EXPECT_TRUE(compile_text("a.py", "print(1)\n").judgement.cached);
}

TEST_F(CompilerTest, CompilesAFolderOfCWithAHeader) {
  folder_.write("p/lib/f.h", "int f(void);\n");
  folder_.write("p/lib/f.c", "#include <math.h>\nint f(void) { return (int)floor(0.5); }\n");
  folder_.write("p/main.c", "#include \"lib/f.h\"\nint main(void) { return f(); }\n");
  const Compiled compiled = compile(folder_ / "p");
  EXPECT_TRUE(compiled.judgement.ok) << compiled.judgement.log;
}

TEST_F(CompilerTest, AddsFilesAndLetsThemReplaceTheSubmissions) {
  request_.additions = {
      folder_.write("given/main.c", "#include \"who.h\"\nint main(void) { return who(); }\n"),
      folder_.write("given/who.h", "int who(void);\n")};
  EXPECT_TRUE(
      compile_text("who.c", "#include \"who.h\"\nint who(void) { return 0; }\n").judgement.ok);
  folder_.write("own/who.c", "int who(void) { return 0; }\n");
  folder_.write("own/main.c", "int main(void) { this is the student's own }\n");
  const Compiled replaced = compile(folder_ / "own");
  EXPECT_TRUE(replaced.judgement.ok) << replaced.judgement.log;
}

TEST_F(CompilerTest, OffersTheKits) {
  folder_.write("share/checker/include/arbiter/answer.hpp", "inline int answer() { return 0; }\n");
  const std::string source = "#include <arbiter/answer.hpp>\nint main() { return answer(); }\n";
  const Compiled first = compile_text("a.cpp", source);
  EXPECT_TRUE(first.judgement.ok) << first.judgement.log;
  EXPECT_TRUE(compile_text("a.cpp", source).judgement.cached);
  EXPECT_TRUE(compile_text("plain.cpp", k_program).judgement.ok);
  folder_.write("share/checker/include/arbiter/answer.hpp", "inline int answer() { return 1; }\n");
  EXPECT_FALSE(compile_text("a.cpp", source).judgement.cached) << "the kit changed";
  EXPECT_TRUE(compile_text("plain.cpp", k_program).judgement.cached) << "it uses no kit";
}

TEST_F(CompilerTest, TellsAnotherStandardThatTakesIt) {
  const Compiled old = compile_text("a.cpp",
                                    "int main() { register int x = 0; return x; }\n#if __cplusplus "
                                    "> 201402L\n#error too new\n#endif\n");
  EXPECT_FALSE(old.judgement.ok);
  EXPECT_THAT(old.judgement.helps, ElementsAre("it compiles as C++14: --language cpp14"));
  EXPECT_THAT(compile(folder_ / "in/a.cpp").judgement.helps,
              ElementsAre("it compiles as C++14: --language cpp14"))
      << "from the cache";
  EXPECT_THAT(compile_text("b.cpp", "int main() { return }\n").judgement.helps, IsEmpty());
}

TEST_F(CompilerTest, TellsWhichAttachmentBringsMain) {
  request_.attachments = {folder_.write("attachments/who_main.c", "int main(void) { return 0; }")};
  const Compiled compiled = compile_text("who.c", "int who(void) { return 0; }\n");
  EXPECT_FALSE(compiled.judgement.ok);
  ASSERT_EQ(compiled.judgement.helps.size(), 1U) << compiled.judgement.log;
  EXPECT_THAT(compiled.judgement.helps[0],
              HasSubstr("--add " + (folder_ / "attachments/who_main.c").string()));
}

TEST_F(CompilerTest, NamesCharactersOfWebPages) {
  const Compiled cpp = compile_text("a.cpp", "#include <cstdio>\nint main() { puts(“hi”); }\n");
  EXPECT_FALSE(cpp.judgement.ok);
  ASSERT_EQ(cpp.judgement.helps.size(), 2U) << cpp.judgement.log;
  EXPECT_THAT(cpp.judgement.helps[0], HasSubstr("a.cpp:2:19: a typographic quote (U+201C)"));
  const Compiled python = compile_text("a.py", "x =\u00A01\n");
  ASSERT_EQ(python.judgement.helps.size(), 1U) << python.judgement.log;
  EXPECT_THAT(python.judgement.helps[0], HasSubstr("a.py:1:4: a no-break space (U+00A0)"));
}

TEST_F(CompilerTest, TakesNoFileNameForAnOption) {
  EXPECT_TRUE(compile_text("-fplugin=x.cpp", k_program).judgement.ok);
  EXPECT_TRUE(compile_text("@x.cpp", k_program).judgement.ok);
  EXPECT_TRUE(compile_text("{program}.cpp", k_program).judgement.ok);
}

/// With a header that is precompiled faster than bits/stdc++.h.
class PrecompiledHeaderTest : public CompilerTest {
 protected:
  PrecompiledHeaderTest() {
    for (model::Language& row : languages_.rows)
      row.precompiled_header = row.family == "cpp" ? "vector" : "";
  }
};

TEST_F(PrecompiledHeaderTest, IsMadeAtTheSecondUseAndChangesNoMessage) {
  const std::string include = "#include <vector>\n";
  const std::string good = include + "int main() { return std::vector<int>(1)[0]; }\n";
  EXPECT_TRUE(compile_text("only.cpp", good).judgement.ok);
  EXPECT_EQ(boxes_.count("header.gch"), 0U) << "one program alone does not pay for it";
  EXPECT_TRUE(compile_text("a.cpp", good).judgement.ok);
  EXPECT_EQ(boxes_.count("-I/pch"), 0U) << "the second does not wait for it";
  const Compiled quick = compile_text("b.cpp", good);
  EXPECT_TRUE(quick.judgement.ok) << quick.judgement.log;
  EXPECT_EQ(boxes_.count("-I/pch"), 1U);
  EXPECT_EQ(boxes_.count("b.cpp"), 1U) << "said nothing, so was compiled once";
  EXPECT_EQ(boxes_.count("header.gch"), 1U) << "made once";

  const std::string bad =
      include + "int main() { std::sort(1, 2); std::vector<int> v(std::string()); v + 1; }\n";
  const Compiled with = compile_text("c.cpp", bad);
  EXPECT_EQ(boxes_.count("-I/pch"), 2U);
  fs::remove_all(folder_ / "cache/programs");
  fs::remove_all(folder_ / "cache/precompiled");
  const Compiled without = compile_text("c.cpp", bad);
  EXPECT_EQ(boxes_.count("-I/pch"), 2U);
  EXPECT_FALSE(with.judgement.ok);
  EXPECT_EQ(with.judgement.log, without.judgement.log);
}

TEST_F(PrecompiledHeaderTest, MayBeDamaged) {
  const std::string good = "#include <vector>\nint main() { return std::vector<int>(1)[0]; }\n";
  compile_text("only.cpp", good);
  compile_text("a.cpp", good);
  fs::path header;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "cache/precompiled")) {
    if (entry.path().extension() == ".gch") header = entry.path();
  }
  ASSERT_FALSE(header.empty());
  ASSERT_GT(fs::file_size(header), 100000U);
  fs::resize_file(header, 100000);
  EXPECT_TRUE(compile_text("b.cpp", good).judgement.ok);
  EXPECT_EQ(boxes_.count("-I/pch"), 0U) << "a cut one is not used";
  EXPECT_EQ(boxes_.count("header.gch"), 2U) << "and made again";
  const auto size_again = fs::file_size(header);
  fs::resize_file(header, 100000);
  fs::resize_file(header, size_again);
  EXPECT_TRUE(compile_text("c.cpp", good).judgement.ok) << "one that lies about itself";
  EXPECT_EQ(boxes_.count("-I/pch"), 0U) << "is not used either";
}

}  // namespace
}  // namespace arbiter::judge
