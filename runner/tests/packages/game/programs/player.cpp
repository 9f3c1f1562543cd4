// Answers with the successor of every number, unless the referee gives it another part.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace {

bool hear(long& number) {
  return std::scanf("%ld", &number) == 1;
}

void answer(const std::string& text) {
  std::puts(text.c_str());
  std::fflush(stdout);
}

int play_fairly() {
  long number = 0;
  while (hear(number))
    answer(std::to_string(number + 1));
  return 0;
}

int never_flush() {
  static char store[1 << 16];
  std::setvbuf(stdout, store, _IOFBF, sizeof store);
  long number = 0;
  while (hear(number))
    std::printf("%ld\n", number + 1);
  return 0;
}

int read_to_the_end() {
  while (std::getchar() != EOF) {
  }
  return 0;
}

void write_much(long bytes) {
  static char text[1 << 12];
  memset(text, 'x', sizeof text);
  for (long done = 0; done < bytes; done += static_cast<long>(sizeof text)) {
    if (::write(1, text, sizeof text) < 0) std::abort();
  }
}

int play(const std::string& part) {
  if (part == "leaves") return 0;
  if (part == "fails") return 3;
  if (part == "dies") std::abort();
  if (part == "loops")
    while (true) {
    }
  if (part == "sleeps") ::sleep(60);
  if (part == "eats") {
    for (int i = 0; i < 1000; ++i)
      memset(malloc(1 << 20), i, 1 << 20);
  }
  if (part == "floods") write_much(1L << 40);
  if (part == "never-flushes") return never_flush();
  if (part == "listens") return read_to_the_end();
  if (part == "closes-its-output") {
    ::close(1);
    return read_to_the_end();
  }
  if (part == "stops-talking") {
    answer("that is all");
    ::close(1);
    char word[4];
    return std::scanf("%3s", word) == 1 ? 0 : 4;
  }
  if (part == "closes-its-input") {
    ::close(0);
    answer("8");
    answer("42");
    answer("1001");
    return 0;
  }
  if (part == "out-of-turn") answer("1 2 3 4 5");
  if (part == "junk") ::write(1, "\x00\xff\xfe\x1b[2J\n", 9);
  if (part == "huge") answer(std::string(100'000, '9'));
  const int status = play_fairly();
  if (part == "babbles") write_much(1 << 19);
  if (part == "babbles-much" || part == "babbles-much-fails") write_much(1 << 22);
  if (part == "babbles-much-fails") return 6;
  if (part == "fails-after") return 5;
  if (part == "dies-after") std::abort();
  if (part == "loops-after")
    while (true) {
    }
  if (part == "sleeps-after") ::sleep(60);
  return status;
}

}  // namespace

int main() {
  char part[32];
  if (std::scanf("%31s", part) != 1) return 0;
  return play(part);
}
