#include <arbiter/referee.hpp>

#include "shiritori.hpp"

int main(int argc, char** argv) {
  return arbiter::run_referee<Shiritori>(argc, argv);
}
