// Plays as the test's input says: "PLAYER REFEREE", the parts of both. It tells the player its
// part, then asks for the successors of some numbers.
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace {

std::string g_feedback;

[[noreturn]] void say(int status, const std::string& why) {
  std::ofstream(g_feedback + "judgemessage.txt") << why << "\n";
  std::exit(status);
}

void tell(const std::string& line) {
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);
}

[[noreturn]] void play_fairly() {
  for (const long question : {7L, 41L, 1000L}) {
    tell(std::to_string(question));
    char answer[32];
    if (std::scanf("%31s", answer) != 1) say(43, "no answer to " + std::to_string(question));
    if (answer != std::to_string(question + 1)) {
      say(43, "a wrong answer to " + std::to_string(question));
    }
  }
  tell("bye");
  say(42, "well played");
}

[[noreturn]] void flood() {
  while (true)
    std::puts("0");
}

// What players do to referees, done by the referee. Returns where the part is none of these.
void misbehave(const std::string& part) {
  if (part == "never-flushes") {
    // What was flushed before is all that the player ever hears.
    std::puts("7");
    char answer[32];
    if (std::scanf("%31s", answer) != 1) say(43, "no answer to what was never said");
    say(42, "answered");
  }
  if (part == "out-of-turn") {
    // All it has to say, before it listens.
    tell("7\n41\n1000\nbye");
    char answers[3][32];
    if (std::scanf("%31s %31s %31s", answers[0], answers[1], answers[2]) != 3) {
      say(43, "too few answers");
    }
    const bool is_right = std::string(answers[0]) == "8" && std::string(answers[1]) == "42" &&
                          std::string(answers[2]) == "1001";
    say(is_right ? 42 : 43, "answers to all at once");
  }
  if (part == "junk") {
    std::fwrite("\x00\xff\xfe\x1b[2J\n", 1, 8, stdout);
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    say(1, "said \x1b[2J");
  }
  if (part == "huge") {
    tell(std::string(1'000'000, '9'));
    char word[2];
    if (std::scanf("%1s", word) == 1) say(42, "some answer");
    say(43, "no answer to a huge number");
  }
  if (part == "closes-its-input") {
    // What the player answers is read by nobody, which must not end it.
    ::close(0);
    for (const long question : {7L, 41L, 1000L})
      tell(std::to_string(question));
    say(42, "does not want to know");
  }
}

[[noreturn]] void play(const std::string& part) {
  misbehave(part);
  if (part == "accepts") say(42, "I like it");
  if (part == "rejects") say(43, "I do not like it");
  if (part == "ends") std::exit(0);
  if (part == "fails") say(1, "no idea");
  if (part == "dies") std::abort();
  if (part == "loops")
    while (true) {
    }
  if (part == "floods") flood();
  if (part == "eats") {
    for (int i = 0;; ++i)
      std::memset(std::malloc(1 << 20), i, 1 << 20);
  }
  if (part == "waits") {
    char word[2];
    if (std::scanf("%1s", word) == 1) say(42, "heard something");
    say(43, "heard nothing");
  }
  if (part == "gives-up") {
    while (std::getchar() != EOF) {
    }
    std::exit(1);
  }
  if (part == "closes-early") {
    // The player answers this with its own end, if it sees it.
    ::close(1);
    char word[2];
    if (std::scanf("%1s", word) == 1) say(43, "heard something");
    say(42, "heard the end");
  }
  if (part == "reads-on") {
    // As soon as the player will say no more, it is told to go.
    while (std::getchar() != EOF) {
    }
    tell("go");
    std::exit(42);
  }
  if (part == "closes") {
    // The player must not see an end of what it reads before this program has ended.
    ::close(1);
    pollfd player = {0, POLLIN, 0};
    if (::poll(&player, 1, 200) != 0) say(43, "the player did not wait");
    say(42, "was here all the time");
  }
  if (part == "writes-after") {
    // The player has ended by then, and that must not end this program.
    char word[32];
    while (std::scanf("%31s", word) == 1) {
    }
    for (int i = 0; i < 100000; ++i)
      std::puts("are you there?");
    std::fflush(stdout);
    say(42, "wrote to nobody");
  }
  play_fairly();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 1;
  g_feedback = argv[3];
  std::string player;
  std::string referee;
  std::ifstream(argv[1]) >> player >> referee;
  if (referee != "waits" && referee != "closes") tell(player);
  play(referee);
}
