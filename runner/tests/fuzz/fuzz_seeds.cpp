// usage: fuzz_seeds FOLDER: writes what the fuzzers begin with, made by the encoders themselves, so
// that it never falls behind the protocol: FOLDER/messages_fuzz/*, FOLDER/box_answers_fuzz/*,
// FOLDER/packages_fuzz/* and FOLDER/intake_fuzz/*.

#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "box_protocol/message.hpp"
#include "package/archive/archive.hpp"

namespace {

namespace protocol = arbiter::box_protocol;

struct Seed {
  std::string fuzzer;
  std::string name;
  std::string bytes;
};

protocol::Setup some_setup() {
  protocol::Setup setup;
  setup.policy = protocol::Policy::package;
  setup.scratch_size = arbiter::mib(1);
  setup.binds = {{"/usr/share/kit", "/kit", false}, {"/opt", "/opt", true}};
  setup.files = {{"main", true}, {"data/words.txt", false}};
  return setup;
}

protocol::Run some_run() {
  protocol::Run run;
  run.cpu_limit = std::chrono::seconds(1);
  run.wall_limit = std::chrono::seconds(3);
  run.memory_limit = arbiter::mib(64);
  run.output_limit = arbiter::mib(1);
  run.process_limit = 8;
  run.argv = {"/program/main", "argument"};
  run.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"};
  run.files = {{"input.txt", false}};
  run.folders = {"feedback"};
  run.collect = {"output.txt", "feedback/judgemessage.txt"};
  run.gather = "feedback";
  return run;
}

protocol::Report some_report(std::vector<bool> collected) {
  protocol::Report report;
  report.exited = true;
  report.cpu = std::chrono::milliseconds(1);
  report.wall = std::chrono::milliseconds(2);
  report.memory = arbiter::mib(1);
  report.processes = 1;
  report.collected = std::move(collected);
  return report;
}

protocol::Report gathering_report() {
  protocol::Report report = some_report({});
  report.gathered = {{protocol::GatheredKind::folder, "feedback/a"},
                     {protocol::GatheredKind::executable, "feedback/a/run"},
                     {protocol::GatheredKind::file, "feedback/nextpass.in"}};
  return report;
}

protocol::Report stopped_report() {
  protocol::Report report = some_report({});
  report.exited = false;
  report.signal = 9;
  report.stopped = protocol::Stopped::memory_limit;
  report.out_of_memory = true;
  report.approximate = true;
  return report;
}

// A packet of a script as box_answers_fuzz.cpp reads it.
std::string packet(int way, int descriptors, const std::string& bytes) {
  std::string all;
  all += static_cast<char>(way);
  all += static_cast<char>(descriptors);
  all += static_cast<char>(bytes.size() & 0xff);
  all += static_cast<char>(bytes.size() >> 8);
  return all + bytes;
}

// A file of a package as packages_fuzz.cpp reads it.
Seed file(int kind, std::string name, const std::string& text) {
  return {"packages_fuzz", std::move(name), static_cast<char>(kind) + text};
}

std::string zip(const std::string& name, const std::string& content) {
  return *arbiter::package::write_zip({{name, content}});
}

// Arbiter itself writes no archive that leads out of its folder.
std::string zip_that_leads_out() {
  std::string bytes = zip("xx/xx/evil", "x");
  for (std::size_t at = 0; (at = bytes.find("xx/xx", at)) != std::string::npos;)
    bytes.replace(at, 5, "../..");
  return bytes;
}

std::vector<Seed> package_seeds() {
  return {
      file(0, "current",
           "problem_format_version: 2025-09\nname: {en: Sum}\ntype: pass-fail\n"
           "uuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8\nlimits: {time_limit: 2, memory: 64}\n"
           "constants: {n: 10}\n"),
      file(0, "legacy",
           "name: Old\nvalidator_flags: float_tolerance 1e-6\ngrading: {range: 0 9}\n"),
      file(0, "aliases", "a: &a [x, x]\nb: &b [*a, *a]\nname: *b\n"),
      file(1, "polygon",
           "<problem><judging><testset name=\"tests\"><time-limit>1000</time-limit>"
           "<memory-limit>1048576</memory-limit><input-path-pattern>tests/%02d"
           "</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern><tests>"
           "<test sample=\"true\"/><test group=\"1\" points=\"5\"/></tests><groups><group "
           "name=\"1\" points-policy=\"each-test\"><dependencies><dependency group=\"1\"/>"
           "</dependencies></group></groups></testset></judging><assets><checker "
           "name=\"std::wcmp.cpp\"/><interactor><source path=\"tests/01\"/></interactor><solutions>"
           "<solution tag=\"main\"><source path=\"tests/02\"/></solution></solutions></assets>"
           "</problem>"),
      file(2, "group", "max_score: 10\nscore_aggregation: sum\nrequire_pass: [sample]\n"),
      file(2, "flags", "output_validator_flags: 1e-3\non_reject: break\nrange: 0 10\n"),
      file(3, "case", "args: [a, b]\ninput_validator_args: {check: [x]}\nhint: no\n"),
      file(4, "generators",
           "solution: /submissions/accepted/a.c\ndata:\n  secret:\n    data:\n"
           "      - one: gen {seed}\n      - two: {in: 1 2, ans: 3}\n"),
      file(5, "own", "checker: numbers float_tolerance 1e-6\ninput_files: [a.in]\n"),
      file(6, "ini", "timelimit='2'\ncolor=#ffffff\n"),
      file(7, "submissions",
           "accepted: {permitted: [AC, TLE]}\naccepted/*.c: {language: c, entrypoint: a.c,\n"
           "  secret: {required: [AC], score: [0, 5]}, use_for_time_limit: lower}\n"),
      file(8, "archive", zip("problem.yaml", "name: Old\n")),
      file(8, "leads-out", zip_that_leads_out()),
      file(9, "legacy-data", "on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 100\n"),
      file(10, "legacy-group",
           "on_reject: break\naccept_score: 40\nreject_score: 0\nrange: -inf +inf\n"
           "grading: default\ngrader_flags: min first_error\ninput_validator_flags: {name: v,\n"
           "  flags: a b}\noutput_validator_flags: float_tolerance 1e-6\n"),
      file(11, "draft-group",
           "scoring: {score: 40, aggregation: min, require_pass: [sample]}\n"
           "grader_flags: sum\nfull_feedback: true\n"),
      file(12, "time-limit", "1.5\n"),
      file(13, "tags",
           "/* @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT */\n// @EXPECTED_SCORE@: 12.5\n"),
      file(14, "bare-ini", "[problem]\nname = 'Old'\ntimelimit = \"2\"\n"),
      file(15, "bare-time-limit", "2\n"),
      file(16, "plain-names",
           "1.in\n1.ans\n1.out\n01\n01.a\ntests/input1.txt\ntests/output1.txt\na/b/c/2.in\n"),
      file(17, "package-names",
           "data/secret/g/1.in\ndata/secret/g/1.ans\ndata/secret/1.files/a\ninclude/cpp/a.h\n"
           "submissions/weird/a.c\noutput_validators/v/v.c\ninput_validators/v.ctd\n"
           "answer_validators/v.py\ngraders/g.py\n"),
      file(18, "submissions-json",
           "{\"submissions/accepted/a.c\": {\"entry_point\": \"a\", \"langid\": \"c\",\n"
           "\"team\": \"jury\"}}\n")};
}

std::vector<Seed> intake_seeds() {
  const auto seed = [](std::string name, std::string bytes) {
    return Seed{"intake_fuzz", std::move(name), std::move(bytes)};
  };
  return {seed("roster", "id,name,email\n1,\"Ek, Ada\",ada@x.se\r\n2,\"say \"\"x\"\"\",\n"),
          seed("semicolons", "\xEF\xBB\xBFsep=;\r\nid;points\r\n\r\n1;2,5\r\n"),
          seed("utf16", std::string("\xFF\xFE\xE5\x00\x3D\xD8\x00\xDE", 8)),
          seed("cp1252", "\xC5sa;\x80"),
          seed("moodle", "Ada Ek_7_assignsubmission_file_main-2.cpp"),
          seed("feedback", "Default group_assignfeedback_file"),
          seed("canvas", "ek_LATE_12_34_2024_01_lab-1.py"),
          seed("anonymous", "LATE_anon_Ab3_5_lab1.zip"),
          seed("text", "ek_12_text.html"),
          seed("names", "attempt-2 lab1 (3)"),
          seed("source", "/* int main() */ char q = '\"'; int main () { return \"}\"[0]; }\n"),
          seed("module", "from util import x\n")};
}

std::vector<Seed> all_seeds() {
  const std::string ready = protocol::encode_ready();
  const std::string plain = protocol::encode(some_report({}));
  const std::string two_files = protocol::encode(some_report({true, false, true}));
  const std::string stopped = protocol::encode(stopped_report());
  const std::string fault = protocol::encode(protocol::Fault{"cannot execute /program/main", true});
  const std::string begun = packet(0, 0, ready) + packet(0, 0, ready);
  const std::string gathering = protocol::encode(gathering_report());
  const std::string none(1, '\0');
  const std::string three(1, '\3');
  const std::string folder(1, '\4');
  return {
      {"messages_fuzz", "setup", protocol::encode(some_setup())},
      {"messages_fuzz", "run", protocol::encode(some_run())},
      {"messages_fuzz", "report", two_files},
      {"messages_fuzz", "stopped", stopped},
      {"messages_fuzz", "gathered", gathering},
      {"messages_fuzz", "fault", fault},
      {"messages_fuzz", "ready", ready},
      {"messages_fuzz", "path", "feedback/judgemessage.txt"},
      {"box_answers_fuzz", "reports", none + begun + packet(0, 0, plain) + packet(0, 0, stopped)},
      {"box_answers_fuzz", "files", three + begun + packet(0, 2, two_files)},
      {"box_answers_fuzz", "no-files", three + begun + packet(4, 2, two_files)},
      {"box_answers_fuzz", "gathered", folder + begun + packet(0, 2, gathering)},
      {"box_answers_fuzz", "long", none + begun + packet(2, 0, plain)},
      {"box_answers_fuzz", "raw", none + begun + packet(1, 1, "i" + plain)},
      {"box_answers_fuzz", "fault", none + begun + packet(0, 0, plain) + packet(0, 0, fault)},
      {"box_answers_fuzz", "faulty-start", none + packet(0, 0, fault)}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: fuzz_seeds FOLDER\n", stderr);
    return 2;
  }
  std::vector<Seed> seeds = all_seeds();
  for (Seed& seed : package_seeds())
    seeds.push_back(std::move(seed));
  for (Seed& seed : intake_seeds())
    seeds.push_back(std::move(seed));
  for (const Seed& seed : seeds) {
    const auto folder = std::filesystem::path(argv[1]) / seed.fuzzer;
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (auto written = arbiter::write_file(folder / seed.name, seed.bytes); !written) {
      std::fprintf(stderr, "%s\n", written.error().text().c_str());
      return 1;
    }
  }
  return 0;
}
