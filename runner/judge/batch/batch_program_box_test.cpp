// Programs answer the same as servers and run alone, in real boxes; skipped where programs cannot
// be isolated.
#include <gtest/gtest.h>

#include "judge/batch/batch_program.hpp"
#include "judge/fake_box.hpp"

namespace arbiter::judge {
namespace {

// The names of functions of the C library are free for programs in C.
constexpr std::string_view k_c_actor = R"(
#include <stdio.h>
int write[100], kill[10], wait4, mmap, close = 7, openat, clock_gettime, prctl, lseek;
int read(void) {
  int value;
  return scanf("%d", &value) == 1 ? value : -1;
}
int main(int count, char** words) {
  printf("%d %s %d %d %d\n", count, words[count - 1], read() + read(), ++write[5], ++close);
  return 43;
}
)";

class BatchProgramTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    boxes = best_boxes(ARBITER_BOX_PATH);
    if (!boxes) return;
    folder = std::make_unique<TestFolder>();
    store::HostPaths paths;
    paths.share = ARBITER_SOURCE_DIR;
    paths.cache = *folder / "cache";
    compiler = std::make_unique<Compiler>(*boxes, paths, shipped_languages());
    const std::string source =
        read_all(ARBITER_SOURCE_DIR "/runner/judge/testdata/batch_actor.cpp");
    actor = compile("actor.cpp", source, false).executable;
    server = compile("actor.cpp", source, true).executable;
  }
  static void TearDownTestSuite() {
    compiler.reset();
    boxes.reset();
    folder.reset();
  }
  void SetUp() override {
    if (!boxes) GTEST_SKIP() << "programs cannot be isolated here";
  }

  static Compiled compile(const std::string& name, std::string_view text, bool as_server,
                          const std::string& language = "") {
    const auto path = folder->write(name, std::string(text));
    const auto submission = load_submission(path, shipped_languages(), language);
    EXPECT_TRUE(submission) << submission.error().text();
    CompileRequest request;
    request.submission = &submission.value();
    request.as_server = as_server;
    auto compiled = compiler->compile(request);
    EXPECT_TRUE(compiled) << compiled.error().text();
    if (!as_server) {
      EXPECT_TRUE(compiled->judgement.ok) << compiled->judgement.log;
    }
    return std::move(compiled).value();
  }

  static ProgramCall call(std::vector<std::string> arguments, std::string_view input = {}) {
    ProgramCall call;
    call.arguments = std::move(arguments);
    call.input = input;
    call.limits = {std::chrono::seconds(5), std::chrono::seconds(20), mib(64), mib(4)};
    return call;
  }

  static BatchAnswer answer_of(BatchProgram& program, const ProgramCall& call) {
    auto answer = program.call(call);
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? std::move(answer).value() : BatchAnswer();
  }

  /// Both ways give the same.
  static BatchAnswer compare(BatchProgram& program, const ProgramCall& call) {
    BatchProgram alone(*boxes, actor, nullptr, -1);
    BatchAnswer expected = answer_of(alone, call);
    const BatchAnswer got = answer_of(program, call);
    EXPECT_EQ(alone.plain_calls(), 1);
    EXPECT_EQ(got.record.ending, expected.record.ending);
    EXPECT_EQ(got.record.exit_status, expected.record.exit_status);
    EXPECT_EQ(got.record.signal, expected.record.signal);
    EXPECT_TRUE(got.output == expected.output) << got.output.substr(0, 2000) << "\ninstead of\n"
                                               << expected.output.substr(0, 2000);
    EXPECT_EQ(got.error, expected.error);
    EXPECT_EQ(got.collected, expected.collected);
    return expected;
  }

  /// The server answered every call.
  static void expect_served(const BatchProgram& program) {
    EXPECT_EQ(program.plain_calls(), 0);
    EXPECT_EQ(program.breakdowns(), 0);
  }

  static std::unique_ptr<box::BoxFactory> boxes;
  static std::unique_ptr<TestFolder> folder;
  static std::unique_ptr<Compiler> compiler;
  static Executable actor;
  static Executable server;
};

std::unique_ptr<box::BoxFactory> BatchProgramTest::boxes;
std::unique_ptr<TestFolder> BatchProgramTest::folder;
std::unique_ptr<Compiler> BatchProgramTest::compiler;
Executable BatchProgramTest::actor;
Executable BatchProgramTest::server;

TEST_F(BatchProgramTest, WhatEndsByItselfIsAnsweredByTheServer) {
  const std::string large(3 << 20, 'l');
  BatchProgram program(*boxes, actor, &server, -1);
  const BatchAnswer echoed = compare(program, call({"echo", "", "two words", "\xff"}, "said\n"));
  EXPECT_EQ(echoed.output,
            "0 of 5: /program/program\n1 of 5: echo\n2 of 5: \n3 of 5: two words\n4 of 5: \xff\n"
            "43 1 2\nsaid\nends with 43\n");
  for (const char* status : {"42", "43"})
    compare(program, call({"exit", status}));
  EXPECT_EQ(compare(program, call({"print", "3145728"})).output.size(), 3145728U + 13);
  EXPECT_EQ(compare(program, call({"count"}, large)).output, "3145728ends with 42\n");
  compare(program, call({"count"}, "few"));
  EXPECT_EQ(compare(program, call({"complain", "70000"})).error.size(), 65536U);
  compare(program, call({"grow", "1000000"}));
  for (const char* act : {"echo", "close", "unsynced", "orphan", "look"})
    compare(program, call({act}));
  expect_served(program);
}

TEST_F(BatchProgramTest, FilesGoInAndOut) {
  BatchProgram program(*boxes, actor, &server, -1);
  ProgramCall files = call({"files"}, "input");
  const std::string large(1 << 20, 'g');
  files.files = {{"in/given.txt", large}, {"in/more/of.it", ""}};
  files.collect = {"testcase.in", "testcase.ans", "none", "empty", "link", "in/more/of.it"};
  const BatchAnswer expected = compare(program, files);
  EXPECT_EQ(expected.output.size(), large.size() + 13);
  ASSERT_EQ(expected.collected.size(), 6U);
  EXPECT_EQ(expected.collected[0], "made input");
  EXPECT_FALSE(expected.collected[1]);
  EXPECT_EQ(expected.collected[3], "");
  EXPECT_FALSE(expected.collected[4]);
  compare(program, files);
  compare(program, call({"look"}));
  EXPECT_EQ(program.plain_calls(), 0);
}

TEST_F(BatchProgramTest, NothingOfACallIsLeftForTheNext) {
  BatchProgram program(*boxes, actor, &server, -1);
  for (int i = 0; i < 3; ++i) {
    compare(program, call({"leave"}, "some input that is longer than the next"));
    compare(program, call({"look"}, "short"));
    compare(program, call({"orphan"}));
    compare(program, call({"echo"}, "short"));
  }
  expect_served(program);
}

TEST_F(BatchProgramTest, AThousandCallsInARow) {
  BatchProgram program(*boxes, actor, &server, -1);
  for (int i = 0; i < 1000; ++i) {
    const std::string input = std::to_string(i) + "\n";
    const BatchAnswer answer = answer_of(program, call({"echo"}, input));
    ASSERT_EQ(answer.output,
              "0 of 2: /program/program\n1 of 2: echo\n43 1 2\n" + input + "ends with 43\n");
  }
  compare(program, call({"look"}));
  expect_served(program);
}

TEST_F(BatchProgramTest, APlainRunDecidesOnEverythingElse) {
  BatchProgram program(*boxes, actor, &server, -1);
  const auto decides = [&](ProgramCall made, model::Ending ending) {
    const int before = program.plain_calls();
    EXPECT_EQ(compare(program, made).record.ending, ending) << made.arguments[0];
    EXPECT_EQ(program.plain_calls(), before + 1) << made.arguments[0];
  };
  ProgramCall loop = call({"loop"});
  loop.limits.time = std::chrono::milliseconds(200);
  ProgramCall pause = call({"pause"});
  pause.limits.wall = std::chrono::milliseconds(300);
  decides(loop, model::Ending::cpu_limit);
  decides(pause, model::Ending::wall_limit);
  decides(call({"abort"}), model::Ending::signalled);
  decides(call({"kill"}), model::Ending::signalled);
  decides(call({"print", "200000000"}), model::Ending::output_limit);
  decides(call({"complain", "5000000"}), model::Ending::output_limit);
  decides(call({"flood", "5000000"}), model::Ending::output_limit);
  EXPECT_NE(answer_of(program, call({"grow", "100000000"})).record.ending, model::Ending::fault);
  EXPECT_EQ(program.plain_calls(), 8);
  compare(program, call({"look"}));
  EXPECT_EQ(program.plain_calls(), 8);
  EXPECT_EQ(program.breakdowns(), 0);
}

TEST_F(BatchProgramTest, AServerThatIsGoneIsStartedAnewButNotForEver) {
  BatchProgram program(*boxes, actor, &server, -1);
  for (int i = 1; i <= 3; ++i) {
    compare(program, call({"echo"}));
    compare(program, call({"kill", "1"}));
    EXPECT_EQ(program.breakdowns(), i);
    EXPECT_EQ(program.plain_calls(), i);
  }
  compare(program, call({"echo"}));
  EXPECT_EQ(program.plain_calls(), 4);
}

TEST_F(BatchProgramTest, AServerThatIsStoppedIsGivenUp) {
  BatchProgram program(*boxes, actor, &server, -1);
  compare(program, call({"echo"}));
  ProgramCall stop = call({"stop"});
  stop.limits.wall = std::chrono::seconds(1);
  compare(program, stop);
  EXPECT_EQ(program.breakdowns(), 1);
}

TEST_F(BatchProgramTest, AServerWithTooLittleRoomIsReplaced) {
  BatchProgram program(*boxes, actor, &server, -1);
  compare(program, call({"echo"}));
  ProgramCall roomy = call({"print", "5000000"});
  roomy.limits.output = mib(8);
  compare(program, roomy);
  EXPECT_EQ(program.plain_calls(), 0);
}

TEST_F(BatchProgramTest, AServerSaysNothingOfWhatAPlainRunDecides) {
  BatchProgram program(*boxes, actor, &server, -1);
  const auto exit = program.ask_server(call({"exit", "7"}));
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->record.exit_status, 7);
  EXPECT_FALSE(program.ask_server(call({"kill", "1"})));
  BatchProgram alone(*boxes, actor, nullptr, -1);
  EXPECT_FALSE(alone.ask_server(call({"exit", "7"})));
  EXPECT_EQ(program.plain_calls() + alone.plain_calls(), 0);
}

TEST_F(BatchProgramTest, ProgramsInCMayUseAnyName) {
  const Executable plain = compile("a.c", k_c_actor, false).executable;
  const Compiled serving = compile("a.c", k_c_actor, true);
  ASSERT_TRUE(serving.judgement.ok) << serving.judgement.log;
  EXPECT_EQ(serving.judgement.log, "");
  BatchProgram program(*boxes, plain, &serving.executable, -1);
  for (int i = 0; i < 3; ++i) {
    const BatchAnswer answer = answer_of(program, call({"word"}, "3 4"));
    EXPECT_EQ(answer.output, "2 word 7 1 8\n");
    EXPECT_EQ(answer.record.exit_status, 43);
  }
  EXPECT_EQ(program.plain_calls(), 0);
}

TEST_F(BatchProgramTest, EveryStandardOfCppCanServe) {
  for (const model::Language& row : shipped_languages().rows) {
    if (row.family != "cpp") continue;
    const Compiled serving = compile("b.cpp", "int main() { return 3; }\n", true, row.id);
    EXPECT_TRUE(serving.judgement.ok) << row.id << serving.judgement.log;
    EXPECT_EQ(serving.judgement.log, "") << row.id;
  }
}

TEST_F(BatchProgramTest, ProgramsThatReadOrWriteBeforeMainAreRunPlainly) {
  for (const char* early :
       {"scanf(\"%d\", &n)", "printf(\"early \") + fflush(stdout)", "fputs(\"early\", stderr)"}) {
    const std::string text =
        std::string("#include <cstdio>\nint n;\nconst int k_early = ") + early +
        ";\nint main() { int m = 0; scanf(\"%d\", &m); printf(\"%d\\n\", n + m); }\n";
    const Compiled plain = compile("early.cpp", text, false);
    const Compiled as_server = compile("early.cpp", text, true);
    ASSERT_TRUE(as_server.judgement.ok) << as_server.judgement.log;
    BatchProgram program(*boxes, plain.executable, &as_server.executable, -1);
    BatchProgram alone(*boxes, plain.executable, nullptr, -1);
    for (int i = 0; i < 5; ++i) {
      const BatchAnswer expected = answer_of(alone, call({}, "20 3"));
      const BatchAnswer got = answer_of(program, call({}, "20 3"));
      EXPECT_EQ(got.output, expected.output) << early;
      EXPECT_EQ(got.error, expected.error) << early;
    }
    EXPECT_EQ(program.plain_calls(), 5) << early;
  }
}

TEST_F(BatchProgramTest, ProgramsThatCannotServeAreRunPlainly) {
  const std::string wrapped =
      "extern \"C\" int __wrap_main() { return 1; }\nint main() { return 0; }\n";
  EXPECT_TRUE(compile("c.cpp", wrapped, false).judgement.ok);
  EXPECT_FALSE(compile("c.cpp", wrapped, true).judgement.ok);
  const std::string script = "import sys\nprint(sys.argv[1], input())\nsys.exit(42)\n";
  const Executable plain = compile("a.py", script, false).executable;
  const Compiled serving = compile("a.py", script, true);
  EXPECT_FALSE(serving.judgement.ok);
  EXPECT_EQ(serving.judgement.fault, "");
  BatchProgram program(*boxes, plain, nullptr, -1);
  const BatchAnswer answer = answer_of(program, call({"word"}, "line\n"));
  EXPECT_EQ(answer.output, "word line\n");
  EXPECT_EQ(answer.record.exit_status, 42);
}

}  // namespace
}  // namespace arbiter::judge
