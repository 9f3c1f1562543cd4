// A number to encode.
#include <arbiter/generator.hpp>

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& random, arbiter::Options&) {
    random.out() << "encode\n" << random.integer(0, 1'000'000) << '\n';
  });
}
