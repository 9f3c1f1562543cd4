#include "judge/generate/input_maker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/run/program_run.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

using model::k_test_extensions;

// Tests may be larger than what a submission may write.
constexpr Bytes k_most_output = mib(256);

model::RunLimits limits_of_generators(const model::PackageLimits& limits) {
  return {limits.validation_time, wall_limit(limits.validation_time), limits.validation_memory,
          k_most_output};
}

MadeContents contents_of(ProgramAnswer& answer) {
  Contents contents;
  for (std::size_t i = 0; i < answer.collected.size(); ++i) {
    if (answer.collected[i]) {
      contents[std::string(k_test_extensions[i])] = std::move(answer.collected[i]);
    }
  }
  if (contents.count(".in") > 0) return {std::move(contents), {}};
  if (head_of(answer.output.get(), 1).empty()) {
    return {{}, "it wrote nothing, neither to standard output nor into testcase.in"};
  }
  contents[".in"] = std::move(answer.output);
  return {std::move(contents), {}};
}

std::string place_of_difference(std::string_view a, std::string_view b) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const std::string_view before = a.substr(0, static_cast<std::size_t>(in_a - a.begin()));
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t start = before.rfind('\n') + 1;
  const auto token = [](std::string_view text, std::size_t at) {
    constexpr std::size_t k_most = 20;
    const std::string_view rest = text.substr(std::min(at, text.size()), k_most);
    if (rest.empty()) return std::string("the end");
    return fmt::format("'{}'", printable(rest.substr(0, rest.find('\n'))));
  };
  const std::size_t at = before.size();
  return fmt::format("line {}, column {}: {} the first time, {} the second", line, at - start + 1,
                     token(a, at), token(b, at));
}

Result<MadeContents> run_generator(PackageTools& tools, const PlannedTest& test,
                                   const Submission& program) {
  const std::string what = "generator " + test.recipe->program;
  const auto executable = tools.executable(program, what);
  if (!executable) {
    if (executable.error().kind != ErrorKind::invalid_package) return executable.error();
    return MadeContents{{}, executable.error().text()};
  }
  ProgramCall call;
  call.limits = limits_of_generators(tools.programs().problem.limits);
  for (const std::string_view extension : k_test_extensions)
    call.collect.push_back("testcase" + std::string(extension));
  std::string why;
  for (int attempt = 0; attempt < test.recipe->retries; ++attempt) {
    call.arguments = arguments_of(test, attempt);
    ARBITER_TRY(answer, call_program(tools.programs().boxes, **executable, call));
    if (may_be_checked(answer.record, call.limits)) return contents_of(answer);
    why = reason(answer.record, call.limits, {}) + last_words(answer.error.get());
    // One that takes too long once would do so every time.
    if (answer.record.ending != model::Ending::exited) break;
  }
  return MadeContents{{}, fmt::format("{}: {}", what, why)};
}

Result<void> add_given(const model::TestRecipe& recipe, Contents& contents) {
  for (const auto& [extension, path] : recipe.copies) {
    ARBITER_TRY(file, MappedFile::open(path));
    ARBITER_SET(contents[extension], sealed_memory_file("file", file.bytes()));
  }
  for (const auto& [extension, text] : recipe.literals) {
    ARBITER_SET(contents[extension], sealed_memory_file("file", text));
  }
  if (recipe.before.empty() && recipe.after.empty()) return {};
  ARBITER_TRY(input, MappedFile::of_descriptor(contents.at(".in").get()));
  ARBITER_SET(
      contents[".in"],
      sealed_memory_file("file", recipe.before + std::string(input.bytes()) + recipe.after));
  return {};
}

}  // namespace

Result<std::string> list_tests(const PackagePrograms& programs) {
  const model::ProgramSource& source = *programs.problem.generation.lister;
  const std::string what = "the list of test cases " + source.name;
  ARBITER_TRY(executable, compile_package_program(programs, source, what));
  ProgramCall call;
  call.limits = limits_of_generators(programs.problem.limits);
  ARBITER_TRY(answer, call_program(programs.boxes, executable, call));
  if (may_be_checked(answer.record, call.limits)) {
    return head_of(answer.output.get(), static_cast<std::size_t>(mib(1).count));
  }
  return package_error(fmt::format("{}: {}{}", what, reason(answer.record, call.limits, {}),
                                   last_words(answer.error.get())));
}

Result<MadeContents> make_contents(PackageTools* tools, const PlannedTest& test,
                                   const Submission* program) {
  MadeContents made;
  if (program != nullptr) {
    ARBITER_SET(made, run_generator(*tools, test, *program));
  }
  if (made.fault.empty()) ARBITER_CHECK(add_given(*test.recipe, made.contents));
  return made;
}

Result<store::TestFiles> keep_contents(const store::TestStore& store, const std::string& key,
                                       const Contents& contents) {
  std::vector<MappedFile> mapped;
  std::map<std::string, std::string_view> views;
  for (const auto& [extension, descriptor] : contents) {
    ARBITER_TRY(file, MappedFile::of_descriptor(descriptor.get()));
    mapped.push_back(std::move(file));
    views[extension] = mapped.back().bytes();
  }
  return store.store(key, views);
}

std::string difference_of(const store::TestFiles& first, const Contents& second) {
  for (const std::string_view name : k_test_extensions) {
    const std::string extension(name);
    const auto a = first.find(extension);
    const auto b = second.find(extension);
    if ((a == first.end()) != (b == second.end())) {
      return fmt::format("only one of its two runs made testcase{}", extension);
    }
    if (a == first.end()) continue;
    const auto in_a = MappedFile::open(a->second);
    const auto in_b = MappedFile::of_descriptor(b->second.get());
    if (!in_a || !in_b || in_a->bytes() == in_b->bytes()) continue;
    return fmt::format("testcase{} differs in {}", extension,
                       place_of_difference(in_a->bytes(), in_b->bytes()));
  }
  return {};
}

}  // namespace arbiter::judge
