#include <fmt/format.h>

#include "package/export/target.hpp"

namespace arbiter::package {
namespace {

using model::ScoreAggregation;

/// Tests that get their points only together, in the order of their numbers.
struct PointGroup {
  double points = 0;
  std::vector<std::size_t> tests;
};

/// CMS adds up subtasks and takes the worst test of each; tests that are added up are one each.
std::vector<PointGroup> subtasks_of(const model::Problem& problem) {
  std::vector<PointGroup> all(1);
  for (std::size_t i = 0; i < problem.tests.size(); ++i) {
    if (model::is_sample(problem.tests[i].name)) all.front().tests.push_back(i);
  }
  for (const ScoredTests& group : scored_tests(problem)) {
    if (group.scoring.aggregation != ScoreAggregation::sum) {
      all.push_back({group.scoring.max_score.value_or(0), group.tests});
      continue;
    }
    for (const std::size_t test : group.tests)
      all.push_back({group.each(), {test}});
  }
  std::erase_if(all, [](const PointGroup& one) { return one.tests.empty(); });
  return all;
}

class CmsWriter {
 public:
  explicit CmsWriter(Target& target) : target_(target), problem_(target.problem()) {}

  Result<void> write() {
    ARBITER_CHECK(write_tests());
    ARBITER_CHECK(write_task_yaml());
    ARBITER_CHECK(write_check());
    ARBITER_CHECK(write_solutions());
    ARBITER_CHECK(write_statement());
    ARBITER_CHECK(target_.copy(problem_.root / "attachments", "att"));
    ARBITER_CHECK(target_.write_file_names());
    target_.lose_other_files({"arbiter.yaml", "attachments", "statement", "problem_statement"});
    return {};
  }

 private:
  Result<void> write_tests() {
    std::string gen;
    for (const PointGroup& subtask : subtasks_of(problem_)) {
      gen += fmt::format("#ST: {}\n", subtask.points);
      parameters_ += fmt::format("{}[{}, {}]", parameters_.empty() ? "" : ", ", subtask.points,
                                 subtask.tests.size());
      for (const std::size_t index : subtask.tests) {
        const model::TestCase& test = problem_.tests[index];
        const std::string input = fmt::format("input/input{}.txt", count_);
        ARBITER_CHECK(target_.copy(test.input, input));
        const std::string answer = fmt::format("output/output{}.txt", count_);
        ARBITER_CHECK(test.answer ? target_.copy(*test.answer, answer) : target_.write(answer, ""));
        if (model::is_sample(test.name))
          public_ += fmt::format("{}{}", public_.empty() ? "" : ",", count_);
        gen += fmt::format("#COPY: {}\n", input);
        ++count_;
      }
    }
    return target_.write("gen/GEN", gen);
  }

  Result<void> write_task_yaml() {
    std::string text =
        fmt::format("name: {}\ntitle: {}\n", in_quotes(problem_.id), in_quotes(target_.title()));
    const auto limit = problem_.limits.time.value_or(std::chrono::seconds(10));
    text += fmt::format("time_limit: {}\nmemory_limit: {}\n",
                        std::chrono::duration<double>(limit).count(),
                        problem_.limits.memory.count / mib(1).count);
    text += "infile: \"\"\noutfile: \"\"\nprimary_language: en\ntoken_mode: disabled\n";
    if (problem_.is_interactive) text += "num_processes: 1\nuser_io: std_io\n";
    text += fmt::format("n_input: {}\npublic_testcases: \"{}\"\n", count_, public_);
    text += fmt::format("score_type: GroupMin\nscore_type_parameters: [{}]\n", parameters_);
    for (const ScoredTests& group : scored_tests(problem_))
      target_.lose_requirements(group);
    if (!problem_.is_scoring)
      target_.lose("CMS knows only points: all secret test cases together are worth 100");
    return target_.write("task.yaml", text);
  }

  Result<void> write_check() {
    ARBITER_TRY(arguments, target_.common_arguments());
    if (!problem_.output_validator) {
      if (!arguments.empty() || problem_.standard_checker)
        return target_.refuse("this way to compare outputs without a program in output_validator/");
      target_.lose("CMS compares outputs by lines, and tells upper case from lower case");
      return {};
    }
    const bool is_game = problem_.is_interactive;
    const std::string name = is_game ? "check/manager" : "check/checker";
    ARBITER_TRY(text,
                target_.adapted(*problem_.output_validator,
                                is_game ? Caller::cms_manager : Caller::cms_checker, arguments));
    target_.lose(
        fmt::format("before 'cmsImportTask' reads it, compile the program: g++ "
                    "-std=c++20 -O2 -static -o {0} {0}.cpp",
                    name));
    if (is_game) target_.lose("CMS gives no answer file to a referee");
    return target_.write(name + ".cpp", text);
  }

  Result<void> write_solutions() {
    for (const model::LabelledSubmission& one : problem_.submissions) {
      ARBITER_TRY(source, target_.one_source(one));
      if (!source) continue;
      const bool is_main = problem_.reference && one.path == *problem_.reference;
      const std::string extension = std::filesystem::path(source->name).extension().string();
      const std::string name = is_main                   ? "solution" + extension
                               : one.label == "accepted" ? source->name
                                                         : one.label + "_" + source->name;
      ARBITER_CHECK(target_.write("sol/" + name, source->text));
    }
    target_.lose(
        "CMS has no labels: the names of the files in sol/ begin with those of the folders");
    return {};
  }

  Result<void> write_statement() {
    for (const char* folder : {"statement", "problem_statement"}) {
      for (const char* name : {"problem.en.pdf", "problem.pdf"}) {
        std::error_code failed;
        if (std::filesystem::exists(problem_.root / folder / name, failed))
          return target_.copy(problem_.root / folder / name, "statement/statement.pdf");
      }
    }
    target_.lose(
        "CMS needs statement/statement.pdf: 'arbiter statement PROBLEM -o statement.pdf' "
        "makes it");
    return target_.write("statement/statement.html", target_.source().page);
  }

  Target& target_;
  const model::Problem& problem_;
  std::string parameters_;
  std::string public_;
  std::size_t count_ = 0;
};

}  // namespace

Result<void> write_cms(Target& target) {
  return CmsWriter(target).write();
}

}  // namespace arbiter::package
