#include <arbiter/referee.hpp>

#include "rules.hpp"

int main(int argc, char** argv) {
  return arbiter::run_referee<ioiwari::Rules>(argc, argv);
}
