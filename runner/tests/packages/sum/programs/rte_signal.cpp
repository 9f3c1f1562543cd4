#include <csignal>

int main() { std::raise(SIGSEGV); }
