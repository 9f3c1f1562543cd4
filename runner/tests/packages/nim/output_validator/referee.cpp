#include "nim.hpp"

int main(int argc, char** argv) {
  return arbiter::run_referee<arbiter::tests::Nim>(argc, argv);
}
