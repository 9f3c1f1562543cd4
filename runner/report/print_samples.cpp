// Writes what the reports make of sample judgements, for the schema test.
//   print_samples DIR    every sample in every format, as DIR/NAME.json, of a stress test as
//                        DIR/stress/NAME.json, of a grade book as DIR/grade/NAME.json; lists of
//                        runs as DIR/runs/NAME.json, errors as DIR/error/NAME.json, and
//                        verifications as DIR/verify/NAME.json

#include <filesystem>
#include <fstream>

#include "report/grade/formats.hpp"
#include "report/json/documents.hpp"
#include "report/report.hpp"
#include "report/samples.hpp"
#include "report/stress/formats.hpp"
#include "report/verify/verification.hpp"

namespace {

using namespace arbiter::report;

bool write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

bool write_errors(const std::string& folder) {
  return write(folder + "/usage.json", error_document(arbiter::usage_error("no", "yes"), 2)) &
         write(folder + "/judge.json", error_document(arbiter::judge_error("\xff"), 5));
}

bool write_all(const std::string& folder) {
  bool is_written = true;
  for (const auto& sample : samples()) {
    for (const Format& format : judge_formats()) {
      is_written &= write(folder + "/" + sample.name + std::string(format.extension),
                          format.render(sample.value, {}));
    }
  }
  std::filesystem::create_directory(folder + "/stress");
  for (const auto& sample : stress_samples()) {
    is_written &=
        write(folder + "/stress/" + sample.name + ".json", stress_document(sample.value, "0.1.0"));
  }
  for (const char* below : {"/grade", "/runs", "/error", "/verify"})
    std::filesystem::create_directory(folder + below);
  is_written &= write(folder + "/runs/none.json", runs_document({}, 0)) &&
                write(folder + "/runs/some.json", runs_document(run_samples(), 21)) &&
                write_errors(folder + "/error");
  for (const VerifyFormat& format : verify_formats()) {
    is_written &= write(folder + "/verify/all" + std::string(format.extension),
                        format.render(verify_samples(), {}));
  }
  for (const auto& sample : grade_samples()) {
    for (const char* kind : {"json", "jsonl", "junit"}) {
      const GradeFormat* format = format_named(grade_formats(), kind);
      const auto output = make_grade_output(*format, sample.value, {});
      is_written &=
          output && write(folder + "/grade/" + sample.name + std::string(format->extension),
                          output->files[0].bytes);
    }
  }
  return is_written;
}

}  // namespace

int main(int argc, char** argv) {
  return argc == 2 && write_all(argv[1]) ? 0 : 1;
}
