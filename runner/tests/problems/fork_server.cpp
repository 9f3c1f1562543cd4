// Linked with a program, answers one request after the other instead of running it once.
//
// A constructor runs before `main` and before the program's own static objects. It reads requests
// from standard input, forks a child for each, and in the child gives way to the program, with the
// request's input as standard input, so that every run begins as a new process would, without the
// cost of one. Replies go to standard output.
//
// A request is three numbers of 32 bits: which word of the command line is another one in this run
// (0: none), its length, the length of the input; then that word and the input. The reply is the
// status as waitpid gives it, the length of the output, and the output.

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

[[noreturn]] void stop(const char* why) {
  std::perror(why);
  std::_Exit(1);
}

/// False at the end of the requests.
bool read_all(char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = read(STDIN_FILENO, to, size);
    if (got < 0) stop("read");
    if (got == 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

void write_all(int fd, const char* from, std::size_t size) {
  while (size > 0) {
    const ssize_t put = write(fd, from, size);
    if (put <= 0) stop("write");
    from += put;
    size -= static_cast<std::size_t>(put);
  }
}

int memory_file(const std::string& content) {
  const int fd = memfd_create("stream", 0);
  if (fd < 0) stop("memfd_create");
  write_all(fd, content.data(), content.size());
  lseek(fd, 0, SEEK_SET);
  return fd;
}

/// True in the child, which is to run the program.
bool serve(char** changed, const std::string& word, const std::string& input) {
  const int in = memory_file(input);
  const int out = memory_file("");
  const pid_t child = fork();
  if (child < 0) stop("fork");
  if (child == 0) {
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) stop("dup2");
    close(in);
    close(out);
    // The words of the command line lie in this process for as long as it lives.
    if (changed != nullptr) *changed = (new std::string(word))->data();
    return true;
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) stop("waitpid");
  const off_t size = lseek(out, 0, SEEK_END);
  std::string output(static_cast<std::size_t>(size), '\0');
  if (pread(out, output.data(), output.size(), 0) != size) stop("pread");
  const std::array<std::uint32_t, 2> head = {static_cast<std::uint32_t>(status),
                                             static_cast<std::uint32_t>(size)};
  write_all(STDOUT_FILENO, reinterpret_cast<const char*>(head.data()), sizeof head);
  write_all(STDOUT_FILENO, output.data(), output.size());
  close(in);
  close(out);
  return false;
}

__attribute__((constructor(101))) void answer_requests(int argc, char** argv, char** /*unused*/) {
  std::array<std::uint32_t, 3> head{};
  while (read_all(reinterpret_cast<char*>(head.data()), sizeof head)) {
    std::string word(head[1], '\0');
    std::string input(head[2], '\0');
    if (head[0] >= static_cast<std::uint32_t>(argc) || !read_all(word.data(), word.size()) ||
        !read_all(input.data(), input.size())) {
      stop("a request is wrong, or ends too soon");
    }
    if (serve(head[0] == 0 ? nullptr : argv + head[0], word, input)) return;
  }
  std::_Exit(0);
}

}  // namespace
