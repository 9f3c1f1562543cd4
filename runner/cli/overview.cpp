#include "cli/overview.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.hpp"
#include "cli/common/locate.hpp"
#include "cli/common/verb.hpp"
#include "package/package.hpp"

namespace arbiter::cli {
namespace {

std::string found_here() {
  const auto root = enclosing_problem();
  if (!root) return {};
  const package::Loaded loaded = package::load_problem(*root);
  const model::Problem& problem = loaded.problem;
  return fmt::format("here: {}, {} tests, {} programs\n  arbiter judge\n", printable(problem.id),
                     problem.tests.size(), problem.submissions.size());
}

}  // namespace

std::string overview() {
  // At most 40 columns and, with what is found here, 15 lines.
  return "Arbiter judges programs: isolated,\n"
         "on tests, with a verdict and its reason.\n"
         "\n"
         "teacher: what does my class get?\n"
         "  arbiter grade handed-in --problems .\n"
         "setter: do my tests catch wrong ones?\n"
         "  arbiter judge problems/mine\n"
         "validator: is my port right on my input?\n"
         "  arbiter judge twofive my.py --input -\n" +
         found_here() +
         "\n"
         "arbiter doctor  is isolation possible?\n"
         "arbiter --help  the rest\n";
}

std::string help_text() {
  std::string text = "Usage: arbiter VERB [ARGUMENTS]\n\nVerbs:\n";
  for (const VerbRow& row : k_verbs)
    text += fmt::format("  {:<10}{}\n", row.name, row.summary);
  text +=
      "\n"
      "'arbiter VERB --help' explains a verb. 'arbiter --version' tells the version.\n"
      "\n"
      "Exit status: 0 as expected, 1 not as expected, 2 wrong usage, 3 invalid package,\n"
      "4 nothing matched, 5 the judge failed, 6 incomplete, 130 interrupted.\n";
  return text;
}

}  // namespace arbiter::cli
