#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "judge/compile/package_program.hpp"
#include "model/judgement.hpp"
#include "model/problem.hpp"

namespace arbiter::judge {

/// A game as the lines of an .interaction file: "<" before what the judge sent, ">" before what the
/// submission sent. Of a game whose middle was not written down, its beginning.
std::string interaction_lines(const model::Transcript& transcript);

/// What a replay program reads of a test that was judged: its game as interaction_lines, or its
/// output. None: not all of the output was kept.
std::optional<std::string> said_in(const model::TestJudgement& test);

/// Runs the replay program of a problem, which has one, in a box: arguments are the input and the
/// answer of the test, `said` is standard input, the output of the submission or the lines of a
/// game. Returns what it wrote, which report::read_replay reads. The program is compiled once for
/// each `tools`. Error{invalid_package}: it does not compile or fails; {judge}: a fault of the box.
Result<std::string> run_replay_program(PackageTools& tools, const model::TestCase& test,
                                       std::string_view said);

}  // namespace arbiter::judge
