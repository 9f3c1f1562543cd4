// A pair of numbers from 0 to --most N.
#include <arbiter/generator.hpp>

int main(int argc, char** argv) {
  return arbiter::generate(argc, argv, [](arbiter::Generator& random, arbiter::Options& options) {
    const auto most = options.integer("most", 0, 2'000'000'000);
    const auto a = random.integer(0, most);
    const auto b = random.integer(0, most);
    random.out() << a << ' ' << b << '\n';
  });
}
