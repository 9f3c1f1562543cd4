// Any bytes as a message, read as either side of the box's socket reads them.

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "box_protocol/message.hpp"
#include "require.hpp"

namespace {

namespace protocol = arbiter::box_protocol;
using arbiter::fuzz::require;

// What was read must be what was sent: there is one way only to write a message. The struct is
// used again and again, as in the programs, so that nothing may be left from the message before.
template <class T>
bool read_as(std::string_view bytes, T& into) {
  if (!protocol::decode(bytes, into)) return false;
  require(protocol::encode(into) == bytes, "encoding gives the bytes that were decoded");
  return true;
}

void check_path(std::string_view path) {
  const std::filesystem::path folder = "/folder";
  const auto whole = (folder / path).lexically_normal();
  require(whole == folder / path, "the path needs no simplification");
  require(*++ ++whole.begin() != "" && whole.string().starts_with("/folder/"),
          "the path stays in its folder");
}

void check(const protocol::Setup& setup) {
  require(setup.scratch_size.count >= 0 && setup.core >= -1, "the numbers of a setup are sane");
  for (const protocol::Bind& bind : setup.binds) {
    require(bind.source[0] == '/' && bind.target[0] == '/', "binds are absolute");
  }
  for (const protocol::File& file : setup.files) {
    check_path(file.path);
  }
}

void check(const protocol::Run& run) {
  require(run.cpu_limit.count() > 0 && run.wall_limit.count() > 0 && run.memory_limit.count > 0 &&
              run.output_limit.count >= 0 && run.process_limit > 0,
          "the limits of a run are sane");
  require(!run.argv.empty() && run.argv[0][0] == '/', "there is a program to run");
  for (const protocol::File& file : run.files) {
    check_path(file.path);
  }
  for (const char* folder : run.folders) {
    check_path(folder);
  }
  for (const char* name : run.collect) {
    check_path(name);
  }
  if (run.gather[0] != '\0') check_path(run.gather);
}

void check(const protocol::Report& report) {
  require(report.exited == (report.signal == 0), "a program exits or dies of a signal");
  require(report.cpu.count() >= 0 && report.wall.count() >= 0 && report.memory.count >= 0 &&
              report.processes >= 0,
          "nothing was used less than not at all");
  for (const protocol::Gathered& one : report.gathered) {
    check_path(one.path);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static protocol::Setup setup;
  static protocol::Run run;
  static protocol::Report report;
  static protocol::Fault fault;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  int read = 0;
  if (read_as(bytes, setup)) {
    ++read;
    check(setup);
  }
  if (read_as(bytes, run)) {
    ++read;
    check(run);
  }
  if (read_as(bytes, report)) {
    ++read;
    check(report);
  }
  if (read_as(bytes, fault)) ++read;
  require(read <= 1, "a message is of one kind");
  require(read == 0 || protocol::kind_of(bytes).has_value(), "what can be decoded has a kind");
  if (protocol::is_inner_path(bytes)) check_path(bytes);
  return 0;
}
