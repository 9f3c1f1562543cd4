#include <fmt/format.h>

#include <algorithm>
#include <arbiter/quantities.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/run/by_hand.hpp"
#include "verify/mangle.hpp"
#include "verify/verify.hpp"

namespace arbiter::verify {
namespace {

// So many inputs are changed, the shortest of all: a validator that misses a change misses it
// there, too.
constexpr std::size_t k_changed_inputs = 6;

/// What all test cases hold of each thing that validators name.
using QuantitiesByName = std::map<std::string, Quantities::One>;

/// Reads what the kit's quantities.hpp writes.
void add_quantities(std::string_view text, QuantitiesByName& all) {
  for (const std::string_view line : split_lines(text)) {
    std::istringstream words{std::string(line)};
    Quantities::One one;
    std::string name;
    words >> one.least >> one.greatest >> one.lowest >> one.highest >> one.at_lowest >>
        one.at_highest;
    if (!std::getline(words >> std::ws, name)) continue;
    const auto [at, is_new] = all.try_emplace(name, one);
    if (!is_new) at->second.add(one);
  }
}

/// What a validator says of an input, as a line.
std::string first_line(const std::string& message) {
  return message.substr(0, message.find('\n'));
}

/// One input that validators are asked about.
struct AskedInput {
  enum class Kind { test, invalid, changed, junk };
  Kind kind = Kind::test;
  const model::TestCase* test = nullptr;  ///< whose arguments hold
  std::string_view what;                  ///< how it was changed
  std::string text;                       ///< of those that are no files
};

/// What all validators together said.
struct Answer {
  bool is_valid = true;
  std::string refused_by;
  std::string message;
  std::string fault;
  bool is_crash = false;  ///< the fault
};

class Inputs {
 public:
  explicit Inputs(const Bench& bench) : bench_(bench), problem_(bench.tools.programs().problem) {
    part_.name = k_inputs;
  }

  Result<model::VerifiedPart> run() {
    if (problem_.input_validators.empty()) return std::move(part_);
    ARBITER_CHECK(compile());
    if (has_errors(part_.findings) || validators_.empty()) return std::move(part_);
    choose();
    answers_.resize(asked_.size());
    const auto name_of = [&](std::size_t i) { return "validating " + asked_[i].test->name; };
    ARBITER_CHECK(judge::side_by_side(asked_.size(), bench_.how, name_of,
                                      [&](std::size_t i) { return ask(i); }));
    report_faults();
    report_tests();
    report_invalid();
    report_changed();
    report_bounds();
    summarize();
    return std::move(part_);
  }

 private:
  static std::string name_of(const model::ProgramSource& validator) {
    return "input validator " + validator.name;
  }

  Result<void> compile() {
    for (const model::ProgramSource& validator : problem_.input_validators) {
      const auto made = bench_.tools.validator(validator, name_of(validator));
      if (made) {
        validators_.push_back(&validator);
        continue;
      }
      ARBITER_TRY(
          why, why_it_cannot_run(made.error(), code::k_validator_fails, validator.files.front()));
      part_.findings.push_back(std::move(why));
    }
    return {};
  }

  void choose() {
    using Kind = AskedInput::Kind;
    std::vector<std::pair<std::string, const model::TestCase*>> shortest;
    for (const model::TestCase& test : problem_.tests) {
      if (test.input.empty()) continue;
      asked_.push_back({Kind::test, &test, {}, {}});
      auto text = read_file(test.input, kib(64));
      if (!text) continue;
      for (const std::string_view what : layout_of(*text))
        layout_.insert(what);
      shortest.emplace_back(*std::move(text), &test);
    }
    for (const model::TestCase& test : problem_.invalid_inputs)
      asked_.push_back({Kind::invalid, &test, {}, {}});
    if (bench_.is_quick || shortest.empty()) return;
    std::ranges::stable_sort(shortest, {}, [](const auto& one) { return one.first.size(); });
    for (Mangled& one : junk())
      asked_.push_back({Kind::junk, shortest.front().second, one.what, std::move(one.text)});
    shortest.resize(std::min(shortest.size(), k_changed_inputs));
    for (const auto& [text, test] : shortest) {
      for (Mangled& one : changed_inputs(text)) {
        if (!layout_.contains(one.what))
          asked_.push_back({Kind::changed, test, one.what, std::move(one.text)});
      }
    }
  }

  Result<void> ask(std::size_t i) {
    const AskedInput& asked = asked_[i];
    const bool is_file =
        asked.kind == AskedInput::Kind::test || asked.kind == AskedInput::Kind::invalid;
    std::optional<MappedFile> file;
    if (is_file) {
      ARBITER_SET(file, MappedFile::open(asked.test->input));
    }
    const std::string_view bytes = file ? file->bytes() : std::string_view(asked.text);
    for (const model::ProgramSource* one : validators_) {
      const model::ProgramSource& validator = *one;
      ARBITER_TRY(executable, bench_.tools.validator(validator, name_of(validator)));
      judge::ProgramCall call = judge::call_with_input(bytes, problem_.input_files);
      call.arguments = judge::validator_arguments(asked.test->input_validator_args, validator.name);
      call.arguments.insert(call.arguments.end(), asked.test->args.begin(), asked.test->args.end());
      call.limits = judge::validation_limits(problem_.limits);
      call.files.emplace_back(k_quantities_file, "");
      call.collect = {k_quantities_file};
      ARBITER_TRY(ended, judge::call_program(bench_.tools.programs().boxes, *executable, call));
      ARBITER_TRY(said, MappedFile::of_descriptor(ended.error.get()));
      const auto word = judge::validation_of(validator, name_of(validator), ended.record,
                                             call.limits, said.bytes());
      if (!word && word.error().kind != ErrorKind::invalid_package) return word.error();
      const bool has_status_0 = ended.record.ending == model::Ending::exited &&
                                ended.record.exit_status == 0 &&
                                validator.protocol == model::CallProtocol::kattis;
      take(answers_[i], validator,
           has_status_0 ? package_error(name_of(validator) + " ended with status 0: 42 is valid")
                        : word,
           ended.record.ending == model::Ending::signalled);
      if (asked.kind == AskedInput::Kind::test) learn(ended.collected);
    }
    return {};
  }

  static void take(Answer& answer, const model::ProgramSource& validator,
                   const Result<judge::Validation>& word, bool is_crash) {
    const std::string fault = word ? word->fault : word.error().text();
    if (!fault.empty()) {
      if (answer.fault.empty()) {
        answer.fault = fault;
        answer.is_crash = is_crash;
      }
      answer.is_valid = false;
    } else if (!word->valid && answer.is_valid) {
      answer.is_valid = false;
      answer.refused_by = validator.name;
      answer.message = word->message;
    }
  }

  void learn(const std::vector<UniqueFd>& collected) {
    if (collected.empty() || !collected.front()) return;
    const auto text = judge::bytes_of(collected.front());
    if (!text) return;
    const std::lock_guard lock(mutex_);
    add_quantities(*text, quantities_);
  }

  /// Calls `take` with each input of a kind and what was said of it.
  template <class Take>
  void each(AskedInput::Kind kind, const Take& take) const {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (asked_[i].kind == kind) take(asked_[i], answers_[i]);
    }
  }

  /// A validator that fails says nothing of an input; once for each way in which it fails. One that
  /// crashes where it should refuse does what the package formats ask for: it does not accept.
  void report_faults() {
    using Fault = std::pair<Severity, std::string>;
    std::map<Fault, std::vector<std::string>> by_fault;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      if (answers_[i].fault.empty()) continue;
      const AskedInput& asked = asked_[i];
      const bool refuses = answers_[i].is_crash && asked.kind != AskedInput::Kind::test;
      by_fault[{refuses ? Severity::note : Severity::error, first_line(answers_[i].fault)}]
          .push_back(asked.what.empty() ? asked.test->name : std::string(asked.what));
    }
    for (const auto& [fault, where] : by_fault) {
      const auto& [severity, what] = fault;
      add(severity, code::k_validator_fails, fmt::format("{} (on {})", what, listed(where)),
          validators_.front()->files.front(),
          severity == Severity::note
              ? "end with status 43 where an input is refused: a crash hides other faults"
              : "an input validator must end with status 42 (valid) or 43 (invalid) whatever it "
                "reads");
    }
  }

  void report_tests() {
    std::map<std::string, std::vector<const AskedInput*>> by_validator;
    std::map<std::string, std::string> message;
    each(AskedInput::Kind::test, [&](const AskedInput& asked, const Answer& answer) {
      if (answer.is_valid || !answer.fault.empty()) return;
      by_validator[answer.refused_by].push_back(&asked);
      message.try_emplace(answer.refused_by, first_line(answer.message));
    });
    for (const auto& [validator, refused] : by_validator) {
      std::vector<std::string> names;
      for (const AskedInput* asked : refused)
        names.push_back(asked->test->name);
      const std::string& why = message[validator];
      add(Severity::error, code::k_valid_refused,
          fmt::format("the input validator {} refuses {}{}{}", validator, listed(names),
                      why.empty() ? "" : ": ", why),
          refused.front()->test->input, "correct the inputs, or the validator");
    }
  }

  void report_invalid() {
    each(AskedInput::Kind::invalid, [&](const AskedInput& asked, const Answer& answer) {
      if (!answer.is_valid) return;
      add(Severity::error, code::k_invalid_accepted,
          fmt::format("no input validator refuses {}", asked.test->name), asked.test->input,
          "let a validator check what is wrong with it, or delete the file");
    });
  }

  /// One finding for all changes: they have the same cause, a validator that is not strict.
  void report_changed() {
    std::map<std::string_view, std::vector<std::string>> accepted;
    const auto take = [&](const AskedInput& asked, const Answer& answer) {
      if (answer.is_valid) accepted[asked.what].push_back(asked.test->name);
    };
    each(AskedInput::Kind::changed, take);
    each(AskedInput::Kind::junk, take);
    if (accepted.empty()) return;
    add(Severity::warning, code::k_changed_accepted,
        fmt::format("the input validators accept inputs with {}",
                    joined(accepted, "; ", [](const auto& row) { return row.first; })),
        validators_.front()->files.front(),
        fmt::format("read every blank, line end and number strictly, up to the end of the file; "
                    "tried with {}",
                    accepted.begin()->second.front()));
  }

  /// What is wrong with inputs or validators would be told a second time.
  void report_bounds() {
    if (has_errors(part_.findings)) return;
    for (const auto& [name, one] : quantities_) {
      if (one.lowest == one.highest) continue;
      std::vector<std::string> missed;
      if (!one.at_lowest)
        missed.push_back(fmt::format("{} (the least is {})", one.lowest, one.least));
      if (!one.at_highest)
        missed.push_back(fmt::format("{} (the greatest is {})", one.highest, one.greatest));
      if (missed.empty()) continue;
      add(Severity::warning, code::k_bound_not_reached,
          fmt::format("in no test case '{}' is {}", name, joined(missed, ", nor ")),
          validators_.front()->files.front(),
          "add a test case at that bound, or narrow the validator and the statement");
    }
  }

  void summarize() {
    std::size_t tests = 0;
    std::size_t changed = 0;
    for (const AskedInput& asked : asked_) {
      tests += asked.kind == AskedInput::Kind::test ? 1 : 0;
      changed += asked.what.empty() ? 0 : 1;
    }
    part_.summary = counted(tests, "input");
    if (!problem_.invalid_inputs.empty())
      part_.summary += ", " + counted(problem_.invalid_inputs.size(), "invalid one");
    if (changed > 0) part_.summary += ", " + counted(changed, "changed one");
    if (!quantities_.empty()) part_.summary += fmt::format(", bounds of {}", quantities_.size());
  }

  void add(Severity severity, std::string_view code, std::string message,
           const std::filesystem::path& place, std::string help) {
    part_.findings.push_back(finding(severity, code, std::move(message), place, std::move(help)));
  }

  const Bench& bench_;
  const model::Problem& problem_;
  model::VerifiedPart part_;
  std::vector<const model::ProgramSource*> validators_;  ///< that can run here
  std::vector<AskedInput> asked_;
  std::set<std::string_view> layout_;  ///< of test cases: what belongs to the format
  std::vector<Answer> answers_;
  std::mutex mutex_;
  QuantitiesByName quantities_;
};

}  // namespace

Result<model::VerifiedPart> verify_inputs(const Bench& bench) {
  return Inputs(bench).run();
}

}  // namespace arbiter::verify
