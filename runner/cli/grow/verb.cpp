#include "cli/common/verb.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <utility>

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

  int run(const Session& session) override {
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
    std::vector<OutputOf<Kind>> outputs;
    for (const std::string& text : request_.judge.outputs) {
      ARBITER_TRY(wanted, parse_output(std::span<const Kind>(k_kinds),
                                       FormatWords{"kind", "json=growth.txt"}, text));
      ARBITER_CHECK(check_file("-o " + text, wanted.path));
      outputs.push_back(std::move(wanted));
    }
    // Submissions refer to its languages.
    StressCall named;
    named.request = request_;
    ARBITER_CHECK(find_programs(session, named));
    call.request = request_;
    ARBITER_TRY(result, measure_growth(session, named.judge.loaded.submissions, call));
    for (const OutputOf<Kind>& wanted : outputs)
      ARBITER_CHECK(write_file(wanted.path, wanted.format->make(result)));
    ARBITER_CHECK(write_results(request_.judge.format == "json"
                                    ? report::growth_document(result)
                                    : report::growth_text(result, session.out())));
    return 0;
  }

  static Result<void> find_programs(const Session& session, StressCall& call) {
    call.judge.options = call.request.judge;
    call.judge.options.format = "human";
    call.judge.options.outputs.clear();
    call.judge.needs_tests = false;
    ARBITER_CHECK(prepare(session, call.judge));
    if (!call.judge.located.submissions.empty()) return {};
    return usage_error("no program is named", "name one: arbiter grow PROBLEM PROGRAM…");
  }

  StressRequest request_;
};

}  // namespace

std::unique_ptr<Verb> make_grow_verb() {
  return std::make_unique<GrowVerb>();
}

}  // namespace arbiter::cli
