#include "report/samples.hpp"

namespace arbiter::report {

using model::Verdict;
using std::chrono::milliseconds;

std::vector<model::Verification> verify_samples() {
  Diagnostic error{Severity::error, "V501", "it is wrong", {}, {"a note"}, {"mend it"}};
  error.place = arbiter::Place{"p/problem.yaml", 3, 7, 4, "a:\tb"};
  const Diagnostic warning{Severity::warning, {}, "it may be wrong", {}, {}, {}};
  const Diagnostic note{Severity::note, "V511", "two are alike", {}, {}, {"leave one out"}};
  model::Verification found;
  found.problem = "sum";
  found.parts = {{"submissions", "2 submissions", {error, note}, false},
                 {"limits", "", {warning}, true}};
  found.submissions = {
      {"accepted/a.c", Verdict::ac, true, milliseconds(7), "secret/1", "sample AC, secret 3/4"},
      {"wrong_answer/a_name_that_is_so_long_that_it_cannot_be_shown.cpp",
       Verdict::je,
       false,
       {},
       {},
       {}}};
  found.time_limit = milliseconds(1500);
  model::Verification clean;
  clean.problem = "max";
  clean.parts = {{"package", "3 samples", {}, true}, {"inputs", "", {}, false}};
  return {found, clean};
}

}  // namespace arbiter::report
