// A secret number.
#include <arbiter/generator.hpp>

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& random, arbiter::Options&) {
    random.out() << random.integer(1, 1000) << '\n';
  });
}
