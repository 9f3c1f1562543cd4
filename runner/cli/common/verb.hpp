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

  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string summary() const = 0;
  /// The arguments of its usage line, each followed by a blank; may be empty.
  [[nodiscard]] virtual std::string usage() const { return {}; }
  /// Declares its options; what they hold is read by `run`.
  virtual void declare(CLI::App& app) = 0;
  /// Does it and returns the exit status.
  virtual int run(const Session& session) = 0;
};

std::unique_ptr<Verb> make_judge_verb();
std::unique_ptr<Verb> make_grade_verb();
std::unique_ptr<Verb> make_generate_verb();
std::unique_ptr<Verb> make_stress_verb();
std::unique_ptr<Verb> make_play_verb();
std::unique_ptr<Verb> make_show_verb();
std::unique_ptr<Verb> make_repro_verb();
std::unique_ptr<Verb> make_doctor_verb();

/// All verbs, in the order of the help text.
std::vector<std::unique_ptr<Verb>> make_verbs();

}  // namespace arbiter::cli
