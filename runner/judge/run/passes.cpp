#include "judge/run/passes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/file.hpp"
#include "judge/run/program_run.hpp"

namespace arbiter::judge {
namespace {

using model::RunRecord;
using model::Verdict;

constexpr std::string_view k_folder = "feedback";
// The file in the feedback folder that asks for another pass.
constexpr std::string_view k_next_pass = "feedback/nextpass.in";
constexpr std::size_t k_head_bytes = 4096;

/// A test needs what its most demanding pass needs.
void add_demands(const RunRecord& earlier, RunRecord& of_all) {
  of_all.cpu = std::max(of_all.cpu, earlier.cpu);
  of_all.wall = std::max(of_all.wall, earlier.wall);
  of_all.memory = std::max(of_all.memory, earlier.memory);
  of_all.processes = std::max(of_all.processes, earlier.processes);
  of_all.approximate = of_all.approximate || earlier.approximate;
  of_all.was_rerun = of_all.was_rerun || earlier.was_rerun;
}

}  // namespace

const std::string* Feedback::find(std::string_view path) const {
  const auto found = std::ranges::find(files, path, &File::path);
  return found == files.end() ? nullptr : &found->bytes;
}

Result<PassEnd> end_of_pass(box::RunReport& report) {
  using Kind = box::GatheredKind;
  PassEnd end;
  if (report.collected.empty()) return judge_error("a pass without its end");
  // Asked for by name: of many files it might not be among those that are told.
  const UniqueFd next = std::move(report.collected.back());
  report.collected.pop_back();
  if (next) {
    ARBITER_SET(end.next_input, bytes_of(next));
  }
  for (const box::Gathered& one : report.gathered) {
    if (one.path == k_next_pass) {
      if (next) continue;
      end.next_input.emplace();
      end.fault = "nextpass.in is not a regular file";
    } else if (one.kind == Kind::folder) {
      end.feedback.folders.push_back(one.path);
    } else if (!one.file) {
      end.fault = fmt::format("{} is neither a file nor a folder", one.path);
    } else {
      ARBITER_TRY(bytes, bytes_of(one.file));
      end.feedback.files.push_back({one.path, std::move(bytes), one.kind == Kind::executable});
    }
  }
  if (!report.gathered_all) {
    end.fault = "there are more than 64 files and folders, deep folders, or files without access";
  }
  return end;
}

Result<std::vector<UniqueFd>> continue_from(const Pass* pass, box::RunRequest& validator) {
  std::vector<UniqueFd> descriptors;
  if (pass == nullptr) return descriptors;
  const Feedback& feedback = pass->feedback;
  for (const Feedback::File& file : feedback.files) {
    ARBITER_TRY(bytes, sealed_memory_file("feedback", file.bytes));
    validator.files.push_back({file.path, bytes.get(), file.executable});
    descriptors.push_back(std::move(bytes));
  }
  validator.folders.insert(validator.folders.end(), feedback.folders.begin(),
                           feedback.folders.end());
  validator.gather = k_folder;
  validator.collect.emplace_back(k_next_pass);
  return descriptors;
}

PassStep after_pass(Verdict verdict, const PassEnd& end, int number, int most) {
  if (!end.next_input) return {};
  if (verdict == Verdict::wa) {
    return {false,
            "the output validator rejected, with status 43, and yet left a nextpass.in that asks "
            "for another pass"};
  }
  if (verdict != Verdict::ac) return {};
  if (number >= most) {
    return {false, fmt::format("the output validator asks for pass {}, but there are at most {}: "
                               "set 'limits.validation_passes' in problem.yaml",
                               number + 1, most)};
  }
  if (!end.fault.empty()) {
    return {false, "the feedback folder cannot be kept for the next pass: " + end.fault};
  }
  return {true, {}};
}

model::TestJudgement judge_passes(int most,
                                  const std::function<JudgedPass(const Pass& pass)>& judge_pass) {
  Pass pass;
  RunRecord earlier;
  while (true) {
    JudgedPass judged = judge_pass(pass);
    model::TestJudgement& judgement = judged.judgement;
    if (pass.number > 1) add_demands(earlier, judgement.run);
    PassStep step = after_pass(judgement.verdict, judged.end, pass.number, most);
    if (!step.goes_on) {
      judgement.passes = pass.number;
      if (!step.fault.empty()) {
        judgement.verdict = Verdict::je;
        judgement.message = std::move(step.fault);
      }
      if (judgement.verdict != Verdict::ac && pass.input) {
        judgement.pass_input = pass.input->substr(0, k_head_bytes);
      }
      return std::move(judgement);
    }
    earlier = judgement.run;
    pass = {pass.number + 1, std::move(judged.end.next_input), std::move(judged.end.feedback)};
  }
}

Result<UniqueFd> input_of(const model::TestCase& test, const Pass* pass) {
  if (pass == nullptr || !pass->input) return open_read(test.input);
  return sealed_memory_file("input", *pass->input);
}

}  // namespace arbiter::judge
