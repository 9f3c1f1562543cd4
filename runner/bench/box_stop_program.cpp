// The program that box_stop stops: never ends by itself, in one of several ways.
#include <sys/wait.h>
#include <unistd.h>

#include <string_view>
#include <thread>

namespace {

[[noreturn]] void burn() {
  for (volatile unsigned i = 0;; i = i + 1) {
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view way = argc > 1 ? argv[1] : "";
  if (way == "threads") std::thread(burn).detach();
  if (way == "children") {
    // A new one every few milliseconds, none of them waited for.
    while (true) {
      if (::fork() == 0) {
        ::alarm(1);
        for (volatile unsigned i = 0; i < 10'000'000; i = i + 1) {
        }
        ::_exit(0);
      }
      ::usleep(10'000);
    }
  }
  if (way == "sleep") {
    while (true) {
      ::pause();
    }
  }
  burn();
}
