#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "arbiter/referee.hpp"
// The game of a package for tests of the whole program.
#include "../../runner/tests/packages/nim/output_validator/nim.hpp"

namespace arbiter::tests {

namespace fs = std::filesystem;

using Descriptors = std::array<int, 2>;

/// The referee of Nim as a process of its own, and the ends of its pipes.
class RefereeTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "arbiter-referee-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    fs::create_directory(folder_ / "feedback");
    std::signal(SIGPIPE, SIG_IGN);
  }

  void TearDown() override {
    for (const int fd : {to_referee_, from_referee_, questions_})
      if (fd >= 0) ::close(fd);
    // A referee that a test left to itself may still be writing its message.
    if (child_ > 0) ::waitpid(child_, nullptr, 0);
    fs::remove_all(folder_);
  }

  /// Starts it on `input`, with questions if `asked` is not empty; "second" also asks for moves.
  void start(const std::string& input, const std::string& asked = {},
             const std::vector<std::string>& extra = {}) {
    std::ofstream(folder_ / "in") << input;
    Descriptors in{};
    Descriptors out{};
    Descriptors talk{-1, -1};
    ASSERT_EQ(::pipe(in.data()), 0);
    ASSERT_EQ(::pipe(out.data()), 0);
    if (!asked.empty()) {
      ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, talk.data()), 0);
    }
    child_ = ::fork();
    ASSERT_GE(child_, 0);
    if (child_ == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      for (const int fd : {in[0], in[1], out[0], out[1], talk[0]})
        if (fd >= 0) ::close(fd);
      if (!asked.empty()) ::setenv("ARBITER_QUESTIONS_FD", std::to_string(talk[1]).c_str(), 1);
      if (asked == "second") ::setenv("ARBITER_SECOND_PLAYER", "asked", 1);
      ::_exit(run(extra));
    }
    for (const int fd : {in[0], out[1], talk[1]})
      if (fd >= 0) ::close(fd);
    to_referee_ = in[1];
    from_referee_ = out[0];
    questions_ = talk[0];
    player_ = LineSource(from_referee_);
    answers_ = LineSource(questions_);
  }

  void say(const std::string& bytes) const { write_all(to_referee_, bytes); }

  void end_output() { close_one(to_referee_); }
  void end_input() { close_one(from_referee_); }
  void end_questions() { close_one(questions_); }

  /// The next line that the referee sends, "(end)" when it has ended.
  std::string hear() { return line_of(player_); }

  /// The answer to a question, its lines joined by "|".
  std::string ask(const std::string& question) {
    send(question);
    return hear_answer();
  }

  void send(const std::string& question) const { write_all(questions_, question + "\n"); }

  std::string hear_answer() {
    std::string answer = line_of(answers_);
    const int count = std::atoi(answer.substr(answer.find(' ') + 1).c_str());
    for (int i = 0; i < count; ++i)
      answer += "|" + line_of(answers_);
    return answer;
  }

  int status() {
    int status = 0;
    EXPECT_EQ(::waitpid(child_, &status, 0), child_);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  /// The name of the system call that the referee waits in; nothing where that cannot be seen.
  std::string system_call_it_waits_in() const {
    const std::string path = "/proc/" + std::to_string(child_) + "/syscall";
    while (true) {
      std::ifstream file(path);
      std::string number;
      if (!(file >> number)) return {};
      if (number == std::to_string(SYS_read)) return "read";
      if (number == std::to_string(SYS_poll)) return "poll";
    }
  }

  std::string feedback(const std::string& name) const {
    return read_file((folder_ / "feedback" / name).string()).value_or("(no such file)");
  }

  std::string message() const { return feedback("judgemessage.txt"); }

 private:
  int run(const std::vector<std::string>& extra) const {
    std::vector<std::string> words = {"referee", (folder_ / "in").string(), "/dev/null",
                                      (folder_ / "feedback").string()};
    words.insert(words.end(), extra.begin(), extra.end());
    std::vector<char*> argv;
    argv.reserve(words.size());
    for (std::string& word : words)
      argv.push_back(word.data());
    return run_referee<Nim>(static_cast<int>(argv.size()), argv.data());
  }

  static void close_one(int& fd) {
    ::close(fd);
    fd = -1;
  }

  static std::string line_of(LineSource& source) {
    while (true) {
      if (const auto line = source.next())
        return line->kind == ReceivedLine::Kind::line ? line->text : "(end)";
      source.read_more();
    }
  }

  fs::path folder_;
  pid_t child_ = -1;
  int to_referee_ = -1;
  int from_referee_ = -1;
  int questions_ = -1;
  LineSource player_{-1};
  LineSource answers_{-1};
};

}  // namespace arbiter::tests
