#include "cli/common/verb.hpp"

#include <CLI/App.hpp>
#include <optional>

#include "base/file.hpp"
#include "cli/grow/measure.hpp"
#include "report/judge/growth.hpp"

namespace arbiter::cli {
namespace {

class GrowVerb final : public Verb {
 public:
  void declare(CLI::App& app) override {
    app.footer(
        "The command has one range, which is the size n: 'random --n 100..100000'. Without\n"
        "--generator Arbiter takes the commands of 'grow' in arbiter.yaml. Each program runs on\n"
        "larger and larger inputs until it is over a limit, and so does the reference.");
    SharedFlags shared(app, request_.judge);
    shared.words();
    app.add_option("--generator,-g", request_.generators, "What makes inputs, with one range")
        ->type_name("COMMAND");
    shared.language();
    shared.time_limit("Stop there (default: the problem's)");
    shared.memory_limit();
    shared.links_within("The problem's links may lead into DIR");
    shared.sandbox();
    shared.format("human or json");
    shared.outputs("Also write: json=PATH, html=PATH");
  }

  Result<int> run(const Session& session) override {
    StressCall call;
    return end(session, call.judge, grow(session, call), "interrupted; nothing was written");
  }

 private:
  struct Kind {
    std::string_view name;
    std::string_view extension;
    std::string (*make)(const model::GrowthResult& result);
  };

  Result<int> grow(const Session& session, StressCall& call) {
    ARBITER_CHECK(check_human_or_json(request_.judge.format));
    constexpr Kind k_kinds[] = {{"json", ".json", report::growth_document},
                                {"html", ".html", report::growth_page}};
    ARBITER_TRY(outputs, parse_files(std::span<const Kind>(k_kinds), {"kind", "json=growth.txt"},
                                     request_.judge.outputs));
    // Submissions refer to its languages.
    JudgeCall named;
    ARBITER_CHECK(find_programs(session, named));
    call.request = request_;
    call.request.given = named.loaded.submissions;
    ARBITER_TRY(result, measure(session, named, call));
    for (const OutputOf<Kind>& wanted : outputs)
      ARBITER_CHECK(write_file(wanted.path, wanted.format->make(result)));
    return end_with(request_.judge.format == "json" ? report::growth_document(result)
                                                    : report::growth_text(result, session.out()));
  }

  Result<void> find_programs(const Session& session, JudgeCall& call) const {
    call.options = request_.judge;
    call.options.format = "human";
    call.options.outputs.clear();
    call.needs_tests = false;
    ARBITER_CHECK(prepare(session, call));
    if (!call.located.submissions.empty()) return {};
    return usage_error("no program is named", "name one: arbiter grow PROBLEM PROGRAM…");
  }

  /// On the inputs of --generator, else of the command that the problem says grows.
  static Result<model::GrowthResult> measure(const Session& session, const JudgeCall& named,
                                             StressCall& call) {
    const model::Problem& problem = named.problem;
    std::optional<judge::Submission> reference;
    if (problem.reference) {
      ARBITER_SET(reference,
                  judge::load_submission(*problem.reference, named.surroundings.languages, {},
                                         {problem.root, problem.links_within}));
    }
    auto& generators = call.request.generators;
    if (generators.empty() && !problem.grow.empty()) generators = {problem.grow.front()};
    if (!generators.empty()) return measure_growth_of(session, reference, {}, call);
    return usage_error("nothing says which inputs grow",
                       "give a command with one range, --generator 'random --n 100..100000', or "
                       "write it into arbiter.yaml: grow: ['random --n 100..100000']");
  }

  StressRequest request_;
};

}  // namespace

const VerbRow k_grow_verb = {"grow", "[PROBLEM] PROGRAM... ",
                             "Tell how time and memory grow with the input", make_verb<GrowVerb>};

}  // namespace arbiter::cli
