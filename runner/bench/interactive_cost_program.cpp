// "ask N": sends N lines, waiting for the answer to each. "answer": sends every line back.
#include <unistd.h>

#include <cstdlib>
#include <string_view>

int main(int argc, char** argv) {
  char line[64] = "12345\n";
  if (argc > 2) {
    for (int left = std::atoi(argv[2]); left > 0; --left) {
      if (::write(1, line, 6) != 6 || ::read(0, line, sizeof line) != 6) return 43;
    }
    return 42;
  }
  for (ssize_t got = 0; (got = ::read(0, line, sizeof line)) > 0;) {
    if (::write(1, line, static_cast<std::size_t>(got)) != got) return 1;
  }
  return 0;
}
