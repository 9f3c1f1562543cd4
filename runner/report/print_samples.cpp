// Prints what the reports make of sample judgements: for the schema test, and for the eye.
//   print_samples DIR                          every sample in every format, as DIR/NAME.json
//   print_samples NAME FORMAT [WIDTH [color]]  one on standard output; FORMAT may be show or
//                                              test:N too

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "report/samples.hpp"

namespace {

using arbiter::report::Style;

int print(const std::vector<std::string>& args) {
  const auto judgement = arbiter::report::sample(args[0]);
  const Style style{args.size() > 3, args.size() > 2 ? std::stoul(args[2]) : 80};
  if (args[1] == "show") {
    std::cout << arbiter::report::show_submission(judgement, 0, style);
  } else if (args[1].rfind("test:", 0) == 0) {
    std::cout << arbiter::report::show_test(judgement, 0, std::stoul(args[1].substr(5)), style);
  } else {
    const auto* format = arbiter::report::find_format(args[1]);
    if (format == nullptr) return 2;
    std::cout << format->render(judgement, style);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (args.size() >= 2) return print(args);
  if (args.size() != 1) return 2;
  for (const auto& sample : arbiter::report::samples()) {
    for (const auto& format : arbiter::report::judge_formats()) {
      const std::string path = args[0] + "/" + sample.name + std::string(format.extension);
      std::ofstream file(path, std::ios::binary);
      file << format.render(sample.judgement, {});
      if (!file.flush()) return 1;
    }
  }
  return 0;
}
