// Prints what the reports make of sample judgements: for the schema test, and for the eye.
//   print_samples DIR                          every sample in every format, as DIR/NAME.json
//                                              and of a stress test as DIR/stress/NAME.json
//   print_samples NAME FORMAT [WIDTH [color]]  one on standard output; FORMAT may be show or
//                                              test:N too
//                                              and of a grade book as DIR/grade/NAME.json
//   print_samples stress:NAME human|json|certificate [WIDTH [color]]
//   print_samples grade:NAME FORMAT [WIDTH [color]]      FORMAT may be summary or table too

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "report/grade/formats.hpp"
#include "report/grade/samples.hpp"
#include "report/grade/text.hpp"
#include "report/report.hpp"
#include "report/samples.hpp"
#include "report/stress/formats.hpp"
#include "report/stress/samples.hpp"

namespace {

using arbiter::report::Style;

int print_stress(const std::string& name, const std::string& format, const Style& style) {
  const auto result = arbiter::report::stress_sample(name);
  if (format == "human") {
    std::cout << arbiter::report::stress_text(result, style);
  } else if (format == "json") {
    std::cout << arbiter::report::stress_document(result, "0.1.0");
  } else if (format == "certificate") {
    std::cout << arbiter::report::stress_certificate(result, "0.1.0");
  } else {
    return 2;
  }
  return 0;
}

int print_grade(const std::string& name, const std::string& kind, const Style& style) {
  const auto book = arbiter::report::grade_sample(name);
  if (kind == "summary" || kind == "table") {
    std::cout << (kind == "table" ? arbiter::report::grade_table(book, style)
                                  : arbiter::report::grade_summary(book, style));
    return 0;
  }
  const auto* format = arbiter::report::find_grade_format(kind);
  if (format == nullptr) return 2;
  const auto output = arbiter::report::make_grade_output(*format, book, {});
  if (!output) return 2;
  for (const auto& file : output->files)
    std::cout << (file.name.empty() ? "" : "== " + file.name + "\n") << file.bytes;
  return 0;
}

int print(const std::vector<std::string>& args) {
  const Style style{args.size() > 3, args.size() > 2 ? std::stoul(args[2]) : 80};
  if (args[0].starts_with("stress:")) return print_stress(args[0].substr(7), args[1], style);
  if (args[0].starts_with("grade:")) return print_grade(args[0].substr(6), args[1], style);
  const auto judgement = arbiter::report::sample(args[0]);
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

bool write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

bool write_grades(const std::string& folder) {
  std::filesystem::create_directory(folder);
  bool is_written = true;
  for (const auto& sample : arbiter::report::grade_samples()) {
    for (const char* kind : {"json", "jsonl", "junit"}) {
      const auto* format = arbiter::report::find_grade_format(kind);
      const auto output = arbiter::report::make_grade_output(*format, sample.book, {});
      is_written &= output && write(folder + "/" + sample.name + std::string(format->extension),
                                    output->files[0].bytes);
    }
  }
  return is_written;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (args.size() >= 2) return print(args);
  if (args.size() != 1) return 2;
  bool is_written = true;
  for (const auto& sample : arbiter::report::samples()) {
    for (const auto& format : arbiter::report::judge_formats()) {
      is_written &= write(args[0] + "/" + sample.name + std::string(format.extension),
                          format.render(sample.judgement, {}));
    }
  }
  std::filesystem::create_directory(args[0] + "/stress");
  for (const auto& sample : arbiter::report::stress_samples()) {
    is_written &= write(args[0] + "/stress/" + sample.name + ".json",
                        arbiter::report::stress_document(sample.result, "0.1.0"));
  }
  return is_written && write_grades(args[0] + "/grade") ? 0 : 1;
}
