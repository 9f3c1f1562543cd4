// Whole games of shiritori: programs of the package, compiled as they are, joined by pipes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;

const fs::path k_problem = ARBITER_SHIRITORI;

int shell(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Compiles what it needs, once for all tests.
class ShiritoriGames : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::string pattern = (fs::temp_directory_path() / "arbiter-shiritori-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder() = pattern;
  }
  static void TearDownTestSuite() { fs::remove_all(folder()); }

  void SetUp() override {
    fs::remove_all(folder() / "feedback");
    fs::create_directory(folder() / "feedback");
    fs::remove(folder() / "back");
    ASSERT_EQ(shell("mkfifo " + (folder() / "back").string()), 0);
  }

  static fs::path& folder() {
    static fs::path path;
    return path;
  }

  static std::string program(const std::string& source) {
    const fs::path made = folder() / fs::path(source).stem();
    if (!fs::exists(made)) {
      EXPECT_EQ(shell(ARBITER_COMPILE " -o " + made.string() + " " + (k_problem / source).string()),
                0)
          << source;
    }
    return made.string();
  }

  /// Joins a first command, which opens the game, with a player; the status of the first.
  static int join(const std::string& opponent, const std::string& player) {
    const std::string back = (folder() / "back").string();
    const std::string status = (folder() / "status").string();
    shell("{ timeout 60 " + opponent + " < " + back + "; echo $? > " + status +
          "; } | timeout 60 " + player + " > " + back);
    std::ifstream file(status);
    int code = -1;
    file >> code;
    return code;
  }

  static fs::path test(const std::string& name) {
    return k_problem / "data/secret" / (name + ".in");
  }

  /// Lets a player play against the referee; the status of the referee.
  static int play(const std::string& player, const std::string& name) {
    return join(program("output_validator/referee.cpp") + " " + test(name).string() +
                    " /dev/null " + (folder() / "feedback").string() + "/",
                player);
  }

  static std::string message() { return contents(folder() / "feedback/judgemessage.txt"); }

  /// How many words were said, the "-" of the loser not counted.
  static int words_said() {
    const std::string text = message();
    std::istringstream moves(text.substr(text.rfind("moves:") + 6));
    std::string move;
    int said = 0;
    while (moves >> move)
      said += move == "-" ? 0 : 1;
    return said;
  }
};

TEST_F(ShiritoriGames, LastAsLongAsTheSolutionSays) {
  const std::map<std::string, int> reference = {
      {"1-easy/46-words", 11}, {"2-medium/22-words", 17}, {"3-hard/187-words", 43}};
  // In 16 MiB, its libraries and all that is only mapped included.
  const std::string player =
      "sh -c 'ulimit -v 16384; exec " + program("submissions/accepted/reference.cpp") + "'";
  for (const auto& [name, words] : reference) {
    fs::remove(folder() / "feedback/judgemessage.txt");
    EXPECT_EQ(play(player, name), 42) << message();
    EXPECT_EQ(words_said(), words) << name;
  }
}

TEST_F(ShiritoriGames, OfLettersThatWinEndAsTheSolutionSays) {
  const std::string fixed = program("submissions/wrong_answer/letters_x_k_b.cpp");
  EXPECT_EQ(play(fixed, "1-easy/46-words"), 43);
  EXPECT_EQ(play(fixed, "2-medium/22-words"), 43);
  EXPECT_EQ(play(fixed, "3-hard/187-words"), 42);
  EXPECT_EQ(words_said(), 51);
  const std::string found = program("submissions/wrong_answer/letters_with_surplus.cpp");
  for (const char* name : {"1-easy/46-words", "2-medium/22-words", "3-hard/187-words"})
    EXPECT_EQ(play(found, name), 42) << name;
}

TEST_F(ShiritoriGames, AreLostByWhoStopsOrGivesUp) {
  EXPECT_EQ(play("true", "1-easy/46-words"), 43);
  EXPECT_THAT(message(), HasSubstr("move 1: the output ended where a move was expected"));
  EXPECT_EQ(play("echo -", "1-easy/46-words"), 43);
  EXPECT_THAT(message(), HasSubstr("move 1: said \"-\", though 4 words"));
}

TEST_F(ShiritoriGames, AgainstTheAttachedServerAreWrittenDown) {
  const fs::path dialogue = folder() / "dialogue.txt";
  for (const char* name : {"1-easy/46-words", "2-medium/22-words", "3-hard/187-words"}) {
    const std::string server = program("attachments/shiritori-server.cpp") + " " +
                               test(name).string() + " " + dialogue.string() + " 2> /dev/null";
    EXPECT_EQ(join(server, program("submissions/accepted/reference.cpp")), 0) << name;
    EXPECT_THAT(contents(dialogue), testing::EndsWith("\n<-\n"));
    EXPECT_EQ(join(server, "echo nonsense"), 1) << name;
  }
}

TEST_F(ShiritoriGames, AgainstTheAttachedServerAreTheSample) {
  const fs::path sample = k_problem / "data/sample/01-four-words";
  const fs::path dialogue = folder() / "dialogue.txt";
  EXPECT_EQ(join(program("attachments/shiritori-server.cpp") + " " + sample.string() + ".in " +
                     dialogue.string() + " 2> /dev/null",
                 program("submissions/accepted/reference.cpp")),
            0);
  EXPECT_EQ(contents(dialogue), contents(sample.string() + ".interaction"));
}

TEST_F(ShiritoriGames, HaveInputsThatTheValidatorTells) {
  const std::string validator = program("input_validators/validate.cpp");
  int invalid = 0;
  for (const auto& entry : fs::recursive_directory_iterator(k_problem / "data")) {
    if (entry.path().extension() != ".in") continue;
    const bool is_invalid = entry.path().parent_path().filename() == "invalid_input";
    invalid += is_invalid ? 1 : 0;
    const std::string command = validator + " < " + entry.path().string() + " 2> /dev/null";
    EXPECT_EQ(shell(command), is_invalid ? 43 : 42) << entry.path();
  }
  EXPECT_EQ(invalid, 24);
}

}  // namespace
