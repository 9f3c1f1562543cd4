// What batch_program_box_test.cpp calls: does what its first word says.
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

struct Counter {
  int value;
  Counter() : value(41) { ++value; }
  ~Counter() { std::cout << "ends with " << value << "\n"; }
};
Counter counter;
std::map<std::string, int> seen;
extern "C" void first() __attribute__((constructor(101)));
int firsts;
void first() {
  ++firsts;
}

std::string all_of(std::istream& from) {
  return std::string(std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>());
}

void list(const char* folder) {
  struct stat info;
  stat(folder, &info);
  std::cout << folder << " " << std::oct << info.st_mode << std::dec;
  DIR* listing = opendir(folder);
  while (dirent* entry = readdir(listing)) {
    if (entry->d_name[0] != '.' || entry->d_name[1] > '.') std::cout << " " << entry->d_name;
  }
  closedir(listing);
  std::cout << "\n";
}

int look() {
  list(".");
  list("/tmp");
  list("/dev/shm");
  for (int i = 0; i < 100; ++i) {
    if (fcntl(i, F_GETFD) < 0) continue;
    std::cout << i << ": " << fcntl(i, F_GETFD) << " " << fcntl(i, F_GETFL) << " "
              << lseek(i, 0, SEEK_CUR) << "\n";
  }
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, 0, &blocked);
  for (int i = 1; i < 65; ++i) {
    struct sigaction action;
    sigaction(i, 0, &action);
    if (sigismember(&blocked, i) || action.sa_handler != SIG_DFL)
      std::cout << "signal " << i << "\n";
  }
  rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  std::cout << limit.rlim_cur << " " << (getpgrp() == getpid()) << " " << getcwd(0, 0) << " "
            << umask(0) << " " << environ[0] << "\n";
  for (int i = 0; environ[i]; ++i)
    std::cout << environ[i] << "\n";
  return 0;
}

int leave() {
  const char* names[] = {"a", "/tmp/b", "/dev/shm/c"};
  for (const char* name : names) {
    mkdir(name, 0755);
    const std::string folder = name;
    for (int i = 0; i < 300; ++i)
      std::ofstream((folder + "/" + std::to_string(i)).c_str()) << i;
    mkdir((folder + "/inner").c_str(), 0755);
    mkdir((folder + "/inner/most").c_str(), 0);
    symlink("/", (folder + "/inner/link").c_str());
    mkfifo((folder + "/inner/fifo").c_str(), 0);
    chmod((folder + "/inner").c_str(), 0);
  }
  fcntl(1, F_SETFL, O_APPEND | O_NONBLOCK);
  lseek(0, 0, SEEK_END);
  if (write(0, "more", 4) == 4) lseek(0, 5, SEEK_SET);
  chmod(".", 0500);
  return 0;
}

int orphan() {
  if (fork() != 0) {
    std::cout << "goes" << std::endl;
    return 0;
  }
  for (int i = 0; i < 5; ++i) {
    if (fork() == 0) setsid();
  }
  signal(SIGTERM, SIG_IGN);
  while (true)
    std::ofstream("still") << "there";
}

int files() {
  std::ifstream given("in/given.txt");
  std::cout << all_of(given);
  std::ofstream("testcase.in") << "made " << all_of(std::cin);
  mkdir("testcase.ans", 0755);
  symlink("testcase.in", "link");
  std::ofstream("empty");
  return 0;
}

int main(int argc, char** argv) {
  const std::string what = argv[1];
  const int number = argc > 2 ? std::atoi(argv[2]) : 0;
  if (what == "echo") {
    for (int i = 0; argv[i]; ++i)
      std::cout << i << " of " << argc << ": " << argv[i] << "\n";
    std::cout << ++counter.value << " " << ++seen["calls"] << " " << ++firsts << "\n";
    std::cerr << "heard\n";
    std::cout << std::cin.rdbuf();
    return 0;
  }
  if (what == "exit") return number;
  if (what == "abort") std::abort();
  if (what == "loop")
    while (true)
      counter.value ^= 1;
  if (what == "pause") pause();
  if (what == "kill") kill(number == 0 ? getpid() : getppid(), SIGKILL);
  if (what == "stop") kill(getppid(), SIGSTOP);
  if (what == "close")
    for (int i = 0; i < 3; ++i)
      close(i);
  if (what == "print") {
    const std::string part(1024, 'x');
    for (int left = number; left > 0; left -= 1024)
      std::cout << part;
  }
  if (what == "complain") std::cerr << std::string(number, 'x') << "end";
  if (what == "count") std::cout << all_of(std::cin).size();
  if (what == "grow") {
    std::vector<char> memory(number, 1);
    return memory[number / 2] - 1;
  }
  if (what == "flood") {
    signal(SIGXFSZ, SIG_IGN);
    std::ofstream("flood") << std::string(number, 'x');
  }
  if (what == "unsynced") {
    std::ios::sync_with_stdio(false);
    std::cout << "kept until the end";
  }
  if (what == "files") return files();
  if (what == "leave") return leave();
  if (what == "look") return look();
  if (what == "orphan") return orphan();
  return 0;
}
