#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/common/session.hpp"

namespace CLI {
class App;
}

namespace arbiter::cli {

/// One verb of the command line.
class Verb {
 public:
  Verb() = default;
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;
  virtual ~Verb() = default;

  /// Declares its options; what they hold is read by `run`.
  virtual void declare(CLI::App& app) = 0;
  /// Does it and returns the exit status.
  virtual int run(const Session& session) = 0;
};

std::unique_ptr<Verb> make_judge_verb();
std::unique_ptr<Verb> make_grade_verb();
std::unique_ptr<Verb> make_generate_verb();
std::unique_ptr<Verb> make_stress_verb();
std::unique_ptr<Verb> make_verify_verb();
std::unique_ptr<Verb> make_limits_verb();
std::unique_ptr<Verb> make_grow_verb();
std::unique_ptr<Verb> make_watch_verb();
std::unique_ptr<Verb> make_new_verb();
std::unique_ptr<Verb> make_play_verb();
std::unique_ptr<Verb> make_statement_verb();
std::unique_ptr<Verb> make_runs_verb();
std::unique_ptr<Verb> make_show_verb();
std::unique_ptr<Verb> make_report_verb();
std::unique_ptr<Verb> make_serve_verb();
std::unique_ptr<Verb> make_replay_verb();
std::unique_ptr<Verb> make_repro_verb();
std::unique_ptr<Verb> make_explain_verb();
std::unique_ptr<Verb> make_export_verb();
std::unique_ptr<Verb> make_shard_run_verb();
std::unique_ptr<Verb> make_cache_verb();
std::unique_ptr<Verb> make_doctor_verb();

/// A verb as help texts show it.
struct VerbRow {
  const char* name;
  const char* arguments;  ///< of its usage line, each followed by a blank
  const char* summary;
  std::unique_ptr<Verb> (*make)();
};

/// All verbs, in the order of the help text.
inline constexpr VerbRow k_verbs[] = {
    {"judge", "[PROBLEM] [SUBMISSION...] ", "Judge submissions, or all labelled ones of a problem",
     make_judge_verb},
    {"grade", "SUBMISSIONS... ", "Grade what a whole class handed in", make_grade_verb},
    {"generate", "[PROBLEM] ", "Make the tests that generators.yaml asks for", make_generate_verb},
    {"stress", "[PROBLEM] [SUBMISSION...] ", "Find the smallest input that a submission fails on",
     make_stress_verb},
    {"watch", "[PROBLEM] FILE ", "Judge a program again whenever it is saved", make_watch_verb},
    {"verify", "[PROBLEM...] ", "Check everything that a problem package promises",
     make_verify_verb},
    {"limits", "[PROBLEM] ", "Find limits by the problem's own submissions", make_limits_verb},
    {"grow", "[PROBLEM] PROGRAM... ", "Tell how time and memory grow with the input",
     make_grow_verb},
    {"new", "NAME ", "Make a new problem to begin with", make_new_verb},
    {"play", "[PROBLEM] ", "Play a problem's game, or watch two programs do it", make_play_verb},
    {"statement", "[PROBLEM] ", "Make a page or a PDF of a problem's statement",
     make_statement_verb},
    {"runs", "", "List the stored runs", make_runs_verb},
    {"show", "[RUN [SUBMISSION [TEST]]] ", "Show a stored run again, in detail", make_show_verb},
    {"report", "[RUN] ", "Write a page that shows a stored run", make_report_verb},
    {"serve", "[RUN|FOLDER] ", "Show a run in the browser, judge programs and play there",
     make_serve_verb},
    {"replay", "RUN SUBMISSION TEST ", "Watch a game, or how an output came about, step by step",
     make_replay_verb},
    {"repro", "RUN STUDENT PROBLEM/TEST ",
     "Run one case of a graded class again and show all of it", make_repro_verb},
    {"explain", "RUN STUDENT [PROBLEM] ", "Tell how the grades of one student came to be",
     make_explain_verb},
    {"export", "[PROBLEM] ", "Write what another platform needs to judge a problem",
     make_export_verb},
    {"shard-run", "FOLDER ROUND SHARD ", "Judge one shard of a cohort on a node of a cluster",
     make_shard_run_verb},
    {"cache", "info|clean ", "Tell what the cache holds, or empty it", make_cache_verb},
    {"doctor", "", "Tell how programs are isolated here, and what is missing", make_doctor_verb},
};

/// The whole program: reads the command line (without argv[0]) and returns the exit status.
int run(std::vector<std::string> arguments);

}  // namespace arbiter::cli
