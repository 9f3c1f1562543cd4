// usage: fuzz_seeds FOLDER: writes what the fuzzers begin with, made by the encoders themselves, so
// that it never falls behind the protocol: FOLDER/messages_fuzz/* and FOLDER/box_answers_fuzz/*.

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "box_protocol/message.hpp"

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
  setup.scratch_size = 1 << 20;
  setup.binds = {{"/usr/share/kit", "/kit", false}, {"/opt", "/opt", true}};
  setup.files = {{"main", true}, {"data/words.txt", false}};
  setup.faults = {{protocol::FaultPoint{}, 1}};
  return setup;
}

protocol::Run some_run() {
  protocol::Run run;
  run.cpu_limit_ns = 1000000000;
  run.wall_limit_ns = 3000000000;
  run.memory_limit = 64 << 20;
  run.output_limit = 1 << 20;
  run.process_limit = 8;
  run.argv = {"/program/main", "argument"};
  run.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"};
  run.files = {{"input.txt", false}};
  run.folders = {"feedback"};
  run.collect = {"output.txt", "feedback/judgemessage.txt"};
  return run;
}

protocol::Report some_report(std::vector<bool> collected) {
  protocol::Report report;
  report.exited = true;
  report.cpu_ns = 1000000;
  report.wall_ns = 2000000;
  report.memory = 1 << 20;
  report.processes = 1;
  report.collected = std::move(collected);
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

std::vector<Seed> all_seeds() {
  const std::string ready = protocol::encode_ready();
  const std::string plain = *protocol::encode(some_report({}));
  const std::string two_files = *protocol::encode(some_report({true, false, true}));
  const std::string stopped = *protocol::encode(stopped_report());
  const std::string fault = *protocol::encode(protocol::Fault{"cannot execute /program/main"});
  const std::string begun = packet(0, 0, ready) + packet(0, 0, ready);
  const std::string none(1, '\0');
  const std::string three(1, '\3');
  return {
      {"messages_fuzz", "setup", *protocol::encode(some_setup())},
      {"messages_fuzz", "run", *protocol::encode(some_run())},
      {"messages_fuzz", "report", two_files},
      {"messages_fuzz", "stopped", stopped},
      {"messages_fuzz", "fault", fault},
      {"messages_fuzz", "ready", ready},
      {"messages_fuzz", "path", "feedback/judgemessage.txt"},
      {"box_answers_fuzz", "reports", none + begun + packet(0, 0, plain) + packet(0, 0, stopped)},
      {"box_answers_fuzz", "files", three + begun + packet(0, 2, two_files)},
      {"box_answers_fuzz", "no-files", three + begun + packet(4, 2, two_files)},
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
  for (const Seed& seed : all_seeds()) {
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
