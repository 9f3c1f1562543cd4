#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/judgement.hpp"
#include "report/report.hpp"

namespace arbiter::report {

/// What was found out about a machine, for machines (`doctor --format json`). Empty texts that
/// tell of nothing become null.
struct DoctorDocument {
  struct Language {
    std::string id;
    std::string name;
    bool is_installed = false;
    std::string tool;
    std::string version;
    std::string package;
  };
  struct Finding {
    bool is_good = false;
    std::string text;
    std::string remedy;
  };
  /// A node of a cluster that was asked.
  struct Engine {
    std::string name;
    std::string node;
    std::vector<Finding> findings;
  };
  std::string arbiter_version;
  bool can_isolate = false;
  std::string mode;       ///< in words
  std::string mode_flag;  ///< for --sandbox
  std::vector<std::string> guarantees;
  std::vector<std::string> missing;
  std::string remedy;
  std::string alternative;
  std::vector<std::string> noise;
  std::vector<Language> languages;
  std::string checktestdata;  ///< the program for grammars of inputs
  std::string cache;
  Bytes cache_size;
  Bytes cache_limit;  ///< of what may be pruned
  std::string state;
  std::optional<Engine> engine;
};

/// One document `arbiter/doctor/1` (see schema/doctor-1.schema.json).
std::string doctor_document(const DoctorDocument& doctor);

/// The same for people: the mode, what it guarantees, what is missing and the one command that
/// gives it, what makes timing noisy, and which languages can be used. `doctor.languages` of one
/// tool stand together.
std::string doctor_text(const DoctorDocument& doctor, const Style& style);

/// What stands on standard output instead of a judgement when JSON was asked for and there is
/// none: {"schema":"arbiter/error/1","status":…,"message":…,"help":…}, with a newline.
std::string error_document(const Error& error, int status);

/// What `generate` made and wrote, or with `dry_run` would make, for machines.
struct GenerateDocument {
  struct Test {
    std::string name;
    std::string how;  ///< its command with the seed filled in, or where it comes from
    std::optional<std::uint32_t> seed;  ///< none where its command has no {seed}
    std::string solution;               ///< who answers it, from the package's root; empty: nobody
    std::vector<std::string> files;     ///< extensions without dot; empty for a dry run
    bool cached = false;                ///< nothing had to be run for it
  };
  std::string arbiter_version;
  std::string problem;
  bool dry_run = false;
  std::string sandbox_mode;  ///< in words; empty: nothing had to be run
  bool unsandboxed = false;
  std::vector<Test> tests;
  std::vector<std::string> written;  ///< paths below data/, as the next two
  std::vector<std::string> removed;
  std::vector<std::string> kept;  ///< changed by hand since they were written, so left alone
  std::uint64_t unchanged = 0;
  std::vector<std::vector<std::string>> equal_inputs;  ///< names of tests with the same input
  std::vector<std::string> unlisted;  ///< tests of data/ that generators.yaml does not name
};

/// One document `arbiter/generate/1`.
std::string generate_document(const GenerateDocument& document);

/// A stored run, in a few words.
struct RunEntry {
  std::string id;
  std::size_t back = 0;  ///< it is last~N
  std::string folder;    ///< that holds it
  std::string verb;      ///< "judge" or "grade"; empty: it cannot be read
  std::vector<std::string> problems;
  std::vector<std::string> submissions;  ///< as given; none for a class
  std::size_t students = 0;              ///< of a class
  std::string started;                   ///< UTC, ISO 8601 with Z
  std::string finished;                  ///< likewise; empty: not known
  bool is_interrupted = false;           ///< or killed
  std::vector<model::Verdict> verdicts;  ///< one a submission that has one, or a grade
  std::optional<int> exit_status;        ///< none: not known
};

/// The newest runs of `all` that are stored, for machines: one document `arbiter/runs/1`.
std::string runs_document(const std::vector<RunEntry>& runs, std::size_t all);

/// The same for people: a row each.
std::string runs_text(const std::vector<RunEntry>& runs, std::size_t all, const Style& style);

/// "20261121T074500Z-1a2b, 2026-11-21 07:45:00 UTC": which run is shown, as a line.
std::string run_line(const std::string& id, const std::string& started, const Style& style);

/// What would be run, for machines (`judge --dry-run --format json`).
struct PlanDocument {
  struct Submission {
    std::string path;
    std::string language;
    model::RunLimits limits;
  };
  std::string arbiter_version;
  std::string problem;
  std::string checker;  ///< in words
  model::RunLimits limits;
  std::vector<std::string> measured_first;  ///< paths; with these the time limit is found
  int repeat = 1;
  int most_passes = 1;  ///< more in multi-pass problems
  bool fail_fast = false;
  std::vector<Submission> submissions;
  std::vector<std::string> tests;
};

/// One document `arbiter/plan/1`.
std::string plan_document(const PlanDocument& plan);

}  // namespace arbiter::report
