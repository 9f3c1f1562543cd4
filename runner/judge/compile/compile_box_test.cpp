// Compiling in real boxes; skipped where programs cannot be isolated.
#include <gmock/gmock.h>

#include "base/file.hpp"
#include "judge/compile/compile.hpp"
#include "judge/fake_box.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class CompileInBox : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { boxes = best_boxes(ARBITER_BOX_PATH); }
  static void TearDownTestSuite() { boxes.reset(); }

  void SetUp() override {
    if (!boxes) GTEST_SKIP() << "programs cannot be isolated here";
    paths_.share = ARBITER_SOURCE_DIR;
    paths_.cache = folder_ / "cache";
  }

  Compiled compile(const fs::path& path, const std::string& language = "") {
    const auto submission = load_submission(path, languages_, language);
    EXPECT_TRUE(submission) << submission.error().text();
    CompileRequest request;
    request.submission = &submission.value();
    request.limits = &limits_;
    request.is_one_of_many = is_one_of_many_;
    Compiler compiler(*boxes, paths_, languages_);
    auto compiled = compiler.compile(request);
    EXPECT_TRUE(compiled) << compiled.error().text();
    EXPECT_THAT(compiler.take_warnings(), ElementsAre());
    return compiled ? std::move(compiled).value() : Compiled();
  }

  Compiled compile_text(const std::string& name, const std::string& text,
                        const std::string& language = "") {
    return compile(folder_.write("in/" + name, text), language);
  }

  /// What the program prints when it reads `input`.
  std::string run(const Executable& executable, const std::string& input) {
    box::BoxConfig config;
    for (const std::string& bind : executable.binds)
      config.binds.push_back({bind, bind, true});
    std::vector<UniqueFd> opened;
    for (const ProgramFile& file : executable.files) {
      opened.push_back(open_read(file.path).value());
      config.program_files.push_back(
          {file.name, opened.back().get(), file.name == executable.entry});
    }
    auto box = boxes->make(config);
    EXPECT_TRUE(box) << box.error().text();
    box::RunRequest request;
    request.argv = executable.argv;
    request.cpu_limit = std::chrono::seconds(10);
    request.wall_limit = std::chrono::seconds(60);
    request.memory_limit = mib(256);
    request.output_limit = mib(8);
    request.process_limit += executable.runtime_threads;
    const auto in = sealed_memory_file("input", input);
    const auto out = memory_file("output");
    const auto report = (*box)->run(request, {in->get(), out->get(), out->get()});
    EXPECT_TRUE(report) << report.error().text();
    return std::string(MappedFile::of_descriptor(out->get())->bytes());
  }

  static std::unique_ptr<box::BoxFactory> boxes;
  TestFolder folder_;
  store::HostPaths paths_;
  model::Languages languages_ = shipped_languages();
  model::PackageLimits limits_;
  bool is_one_of_many_ = false;
};

std::unique_ptr<box::BoxFactory> CompileInBox::boxes;

// languages_test.py does this in every language.
TEST_F(CompileInBox, HelloAndWhatWasMadeOfIt) {
  const Compiled compiled = compile(ARBITER_SOURCE_DIR "/reference/hello/hello.c");
  ASSERT_TRUE(compiled.judgement.ok) << compiled.judgement.log;
  EXPECT_EQ(run(compiled.executable, "good day\n"), "good day\n");
  const Compiled ready = compile(compiled.executable.files[0].path);
  ASSERT_TRUE(ready.judgement.ok) << ready.judgement.log;
  EXPECT_EQ(run(ready.executable, "ready\n"), "ready\n");
}

TEST_F(CompileInBox, APythonProgramOfSeveralFiles) {
  folder_.write("p/helper.py", "word = 'helped'\n");
  folder_.write("p/main.py", "import helper\nprint(helper.word)\n");
  const Compiled compiled = compile(folder_ / "p");
  ASSERT_TRUE(compiled.judgement.ok) << compiled.judgement.log;
  EXPECT_EQ(run(compiled.executable, ""), "helped\n");
}

TEST_F(CompileInBox, TheHostsFilesAreOutOfReach) {
  const Compiled shadow = compile_text("a.c", "#include \"/etc/shadow\"\nint main(void) {}\n");
  EXPECT_FALSE(shadow.judgement.ok);
  EXPECT_EQ(shadow.judgement.fault, "");
  EXPECT_THAT(shadow.judgement.log, HasSubstr("a.c:1:10: fatal error: /etc/shadow: No such file"));
  const Compiled users = compile_text("a.c", "#include \"/etc/passwd\"\nint main(void) {}\n");
  EXPECT_FALSE(users.judgement.ok);
  EXPECT_THAT(users.judgement.log, Not(HasSubstr("root:")));
  const auto secret = folder_.write("secret.txt", "hidden");
  const Compiled assembled = compile_text(
      "b.c", "__asm__(\".incbin \\\"" + secret.string() + "\\\"\");\nint main(void) {}\n");
  EXPECT_FALSE(assembled.judgement.ok);
}

TEST_F(CompileInBox, ACompileOverItsTimeIsACompileError) {
  limits_.compilation_time = std::chrono::seconds(1);
  const Compiled slow = compile_text(
      "a.c", "#if __INCLUDE_LEVEL__ < 40\n#include __FILE__\n#include __FILE__\n#endif\n");
  EXPECT_FALSE(slow.judgement.ok);
  EXPECT_EQ(slow.judgement.fault, "");
  EXPECT_THAT(slow.judgement.log, HasSubstr("error: compiling took more than its limit of"));
}

TEST_F(CompileInBox, ACompileOverItsMemoryIsACompileError) {
  limits_.compilation_memory = mib(100);
  const Compiled large =
      compile_text("a.cpp", "#include <regex>\n#include <bits/stdc++.h>\nint main() {}\n");
  EXPECT_FALSE(large.judgement.ok);
  EXPECT_EQ(large.judgement.fault, "");
  EXPECT_THAT(large.judgement.log,
              HasSubstr("error: compiling took more than its limit of 100 MiB of memory"));
}

TEST_F(CompileInBox, AProgramOverTheFileLimitIsACompileError) {
  limits_.compilation_memory = mib(300);
  const Compiled large =
      compile_text("a.c", "int a[1 << 27] = {1};\nint main(void) { return a[5]; }\n");
  EXPECT_FALSE(large.judgement.ok);
  // Where memory is counted by control groups, what is written counts too and may be stopped first.
  EXPECT_THAT(large.judgement.log,
              AnyOf(HasSubstr("error: compiling wrote a file larger than its limit of 300 MiB"),
                    HasSubstr("error: compiling took more than its limit of 300 MiB of memory")));
}

/// With a header that is precompiled faster than bits/stdc++.h.
class PrecompiledInBox : public CompileInBox {
 protected:
  PrecompiledInBox() {
    for (model::Language& row : languages_.rows)
      row.precompiled_header = row.family == "cpp" ? "vector" : "";
  }

  const std::string good_ =
      "#include <vector>\n#include <cstdio>\n"
      "int main() { return std::printf(\"%d\", std::vector<int>{42}[0]) < 0; }\n";
};

TEST_F(PrecompiledInBox, TheSameIsSaid) {
  const std::string bad =
      "#include <vector>\nint main() {\n  std::vector<int> v;\n  std::sort(v, 1);\n"
      "  std::vector<void> w;\n  v + 1;\n}\n";
  const Compiled without = compile_text("bad.cpp", bad);
  EXPECT_FALSE(without.judgement.ok);
  fs::remove_all(folder_ / "cache/programs");
  EXPECT_FALSE(compile_text("bad.cpp", bad).judgement.ok);
  EXPECT_TRUE(fs::exists(folder_ / "cache/precompiled"));
  fs::remove_all(folder_ / "cache/programs");
  const Compiled with = compile_text("bad.cpp", bad);
  EXPECT_FALSE(with.judgement.cached);
  EXPECT_EQ(with.judgement.log, without.judgement.log);

  const Compiled good = compile_text("good.cpp", good_);
  ASSERT_TRUE(good.judgement.ok) << good.judgement.log;
  EXPECT_EQ(run(good.executable, ""), "42");
}

TEST_F(PrecompiledInBox, OfManyTheirLeadingIncludesAreAtTheFirst) {
  is_one_of_many_ = true;
  const std::string text = "#include <cstdio>\n#include <vector>\n" + good_;
  const Compiled first = compile_text("a.cpp", text);
  ASSERT_TRUE(first.judgement.ok) << first.judgement.log;
  const std::string bytes = read_file(first.executable.files[0].path).value();
  int headers = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "cache/precompiled"))
    headers += entry.path().filename() == "leading.hpp.gch" ? 1 : 0;
  EXPECT_EQ(headers, 1);
  // It makes no other program.
  is_one_of_many_ = false;
  fs::remove_all(folder_ / "cache/programs");
  fs::remove_all(folder_ / "cache/precompiled");
  const Compiled again = compile_text("a.cpp", text);
  EXPECT_FALSE(again.judgement.cached);
  EXPECT_EQ(read_file(again.executable.files[0].path).value(), bytes);
}

TEST_F(PrecompiledInBox, ADamagedPrecompiledHeaderIsMadeAnew) {
  for (int i = 0; i < 2; ++i) {
    compile_text("a.cpp", good_);
    fs::remove_all(folder_ / "cache/programs");
  }
  fs::path header;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "cache/precompiled"))
    if (entry.path().extension() == ".gch") header = entry.path();
  ASSERT_FALSE(header.empty());
  const fs::path record = header.parent_path() / "record";
  std::string damaged = read_file(header).value();
  damaged.back() = static_cast<char>(damaged.back() + 1);
  ASSERT_TRUE(write_file(header, damaged));
  const Compiled compiled = compile_text("a.cpp", good_);
  ASSERT_TRUE(compiled.judgement.ok) << compiled.judgement.log;
  EXPECT_EQ(run(compiled.executable, ""), "42");
  EXPECT_THAT(read_file(record).value(), HasSubstr(store::sha256(read_file(header).value())));
}

}  // namespace
}  // namespace arbiter::judge
