#include "box_protocol/message.hpp"

#include "box_protocol/codec.hpp"

namespace arbiter::box_protocol {
namespace {

constexpr std::uint32_t k_magic = 0x58424241;  // "ABBX"
constexpr std::size_t k_least_text = 5;        // length and NUL
constexpr int k_most_folders = 4;
constexpr std::int64_t k_most_bytes = std::int64_t{1} << 50;
// Far above what can be measured, and low enough that sums of reports cannot overflow.
constexpr std::int64_t k_most_seen_ns = std::int64_t{1} << 56;
constexpr std::int64_t k_most_processes = std::int64_t{1} << 30;
constexpr std::int64_t k_most_ns = std::int64_t{400} * 24 * 3600 * 1000000000;

Error malformed(const char* what) {
  return judge_error(std::string("a malformed ") + what + " message");
}

void begin(Writer& out, Kind kind) {
  out.u32(k_magic);
  out.u32(k_version);
  out.u8(static_cast<std::uint8_t>(kind));
}

void expect(Reader& in, Kind kind) {
  if (in.u32() != k_magic || in.u32() != k_version || in.u8() != static_cast<std::uint8_t>(kind)) {
    in.fail();
  }
}

Result<std::string> finished(Writer& out) {
  if (!out.ok()) return judge_error("a text for the box has a NUL inside");
  return out.take();
}

void write_files(Writer& out, const std::vector<File>& files) {
  out.u32(static_cast<std::uint32_t>(files.size()));
  for (const File& file : files) {
    out.text(file.path);
    out.u8(file.executable ? 1 : 0);
  }
}

void read_files(Reader& in, std::vector<File>& files) {
  files.clear();
  const std::uint32_t count = in.count(k_least_text + 1);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    File file;
    file.path = in.text();
    file.executable = in.boolean();
    if (!is_inner_path(file.path)) in.fail();
    files.push_back(file);
  }
}

void write_texts(Writer& out, const std::vector<const char*>& texts) {
  out.u32(static_cast<std::uint32_t>(texts.size()));
  for (const char* text : texts) {
    out.text(text);
  }
}

void read_texts(Reader& in, std::vector<const char*>& texts) {
  texts.clear();
  const std::uint32_t count = in.count(k_least_text);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    texts.push_back(in.text());
  }
}

void read_inner_paths(Reader& in, std::vector<const char*>& paths) {
  read_texts(in, paths);
  for (const char* path : paths) {
    if (!is_inner_path(path)) in.fail();
  }
}

void write_gathered(Writer& out, const std::vector<Gathered>& gathered) {
  out.u32(static_cast<std::uint32_t>(gathered.size()));
  for (const Gathered& one : gathered) {
    out.u8(static_cast<std::uint8_t>(one.kind));
    out.text(one.path);
  }
}

void read_gathered(Reader& in, std::vector<Gathered>& gathered) {
  gathered.clear();
  const std::uint32_t count = in.count(k_least_text + 1);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    const std::uint8_t kind = in.u8();
    if (kind > static_cast<std::uint8_t>(GatheredKind::other)) in.fail();
    gathered.push_back({static_cast<GatheredKind>(kind), in.text()});
    if (!is_inner_path(gathered.back().path)) in.fail();
  }
}

std::int64_t read_within(Reader& in, std::int64_t least, std::int64_t most) {
  const std::int64_t value = in.i64();
  if (value < least || value > most) in.fail();
  return value;
}

std::int32_t read_small(Reader& in, std::int32_t least, std::int32_t most) {
  return static_cast<std::int32_t>(read_within(in, least, most));
}

void read_faults(Reader& in, std::vector<PlannedFault>& faults) {
  faults.clear();
  const std::uint32_t count = in.count(1 + 8);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    const std::uint8_t point = in.u8();
    if (point > static_cast<std::uint8_t>(FaultPoint::numbers_on)) in.fail();
    faults.push_back({static_cast<FaultPoint>(point), read_small(in, 0, INT32_MAX)});
  }
}

}  // namespace

bool is_inner_path(std::string_view path) {
  int folders = 0;
  while (true) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (part.empty() || part == "." || part == ".." || part.size() > 255) return false;
    if (part.find('\0') != std::string_view::npos) return false;
    if (slash == std::string_view::npos) return folders <= k_most_folders;
    ++folders;
    path.remove_prefix(slash + 1);
  }
}

Result<std::string> encode(const Setup& setup) {
  Writer out;
  begin(out, Kind::setup);
  out.u8(static_cast<std::uint8_t>(setup.policy));
  out.i64(setup.scratch_size);
  out.i64(setup.core);
  out.u32(static_cast<std::uint32_t>(setup.binds.size()));
  for (const Bind& bind : setup.binds) {
    out.text(bind.source);
    out.text(bind.target);
    out.u8(bind.optional ? 1 : 0);
  }
  write_files(out, setup.files);
  out.u32(static_cast<std::uint32_t>(setup.faults.size()));
  for (const PlannedFault& fault : setup.faults) {
    out.u8(static_cast<std::uint8_t>(fault.point));
    out.i64(fault.run);
  }
  return finished(out);
}

Result<void> decode(std::string_view bytes, Setup& into) {
  Reader in(bytes);
  expect(in, Kind::setup);
  const std::uint8_t policy = in.u8();
  if (policy > static_cast<std::uint8_t>(Policy::package)) in.fail();
  into.policy = static_cast<Policy>(policy);
  into.scratch_size = read_within(in, 0, k_most_bytes);
  into.core = read_small(in, -1, 65535);
  into.binds.clear();
  const std::uint32_t count = in.count(2 * k_least_text + 1);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    Bind bind;
    bind.source = in.text();
    bind.target = in.text();
    bind.optional = in.boolean();
    if (bind.source[0] != '/' || bind.target[0] != '/') in.fail();
    into.binds.push_back(bind);
  }
  read_files(in, into.files);
  read_faults(in, into.faults);
  if (!in.done()) return malformed("setup");
  return {};
}

Result<std::string> encode(const Run& run) {
  Writer out;
  begin(out, Kind::run);
  out.i64(run.cpu_limit_ns);
  out.i64(run.wall_limit_ns);
  out.i64(run.memory_limit);
  out.i64(run.output_limit);
  out.i64(run.process_limit);
  out.u8(run.has_leash ? 1 : 0);
  out.u8(run.has_channel ? 1 : 0);
  out.u8(run.is_server ? 1 : 0);
  write_texts(out, run.argv);
  write_texts(out, run.environment);
  write_files(out, run.files);
  write_texts(out, run.folders);
  write_texts(out, run.collect);
  out.text(run.gather);
  return finished(out);
}

Result<void> decode(std::string_view bytes, Run& into) {
  Reader in(bytes);
  expect(in, Kind::run);
  into.cpu_limit_ns = read_within(in, 1, k_most_ns);
  into.wall_limit_ns = read_within(in, 1, k_most_ns);
  into.memory_limit = read_within(in, 1, k_most_bytes);
  into.output_limit = read_within(in, 0, k_most_bytes);
  into.process_limit = read_small(in, 1, 1000000);
  into.has_leash = in.boolean();
  into.has_channel = in.boolean();
  into.is_server = in.boolean();
  read_texts(in, into.argv);
  if (into.argv.empty() || into.argv[0][0] != '/') in.fail();
  read_texts(in, into.environment);
  read_files(in, into.files);
  read_inner_paths(in, into.folders);
  read_inner_paths(in, into.collect);
  into.gather = in.text();
  if (into.gather[0] != '\0' && !is_inner_path(into.gather)) in.fail();
  if (!in.done()) return malformed("run");
  return {};
}

Result<std::string> encode(const Report& report) {
  Writer out;
  begin(out, Kind::report);
  out.u8(static_cast<std::uint8_t>(report.stopped));
  out.u8(report.exited ? 1 : 0);
  out.i64(report.exit_status);
  out.i64(report.signal);
  out.i64(report.cpu_ns);
  out.i64(report.wall_ns);
  out.i64(report.ended_ns);
  out.i64(report.written);
  out.i64(report.memory);
  out.i64(report.processes);
  out.u8(report.out_of_memory ? 1 : 0);
  out.u8(report.approximate ? 1 : 0);
  out.u8(report.is_worn ? 1 : 0);
  out.u32(static_cast<std::uint32_t>(report.collected.size()));
  for (const bool is_there : report.collected) {
    out.u8(is_there ? 1 : 0);
  }
  write_gathered(out, report.gathered);
  out.u8(report.gathered_all ? 1 : 0);
  return finished(out);
}

Result<void> decode(std::string_view bytes, Report& into) {
  Reader in(bytes);
  expect(in, Kind::report);
  const std::uint8_t stopped = in.u8();
  if (stopped > static_cast<std::uint8_t>(Stopped::asked)) in.fail();
  into.stopped = static_cast<Stopped>(stopped);
  into.exited = in.boolean();
  into.exit_status = read_small(in, 0, 255);
  into.signal = read_small(in, 0, 127);
  if (into.exited == (into.signal != 0)) in.fail();
  into.cpu_ns = read_within(in, 0, k_most_seen_ns);
  into.wall_ns = read_within(in, 0, k_most_seen_ns);
  into.ended_ns = read_within(in, 0, INT64_MAX);
  into.written = read_within(in, 0, INT64_MAX);
  into.memory = read_within(in, 0, k_most_bytes);
  into.processes = read_within(in, 0, k_most_processes);
  into.out_of_memory = in.boolean();
  into.approximate = in.boolean();
  into.is_worn = in.boolean();
  into.collected.clear();
  const std::uint32_t count = in.count(1);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    into.collected.push_back(in.boolean());
  }
  read_gathered(in, into.gathered);
  into.gathered_all = in.boolean();
  if (!in.done()) return malformed("report");
  return {};
}

Result<std::string> encode(const Fault& fault) {
  Writer out;
  begin(out, Kind::fault);
  out.text(fault.text);
  return finished(out);
}

Result<void> decode(std::string_view bytes, Fault& into) {
  Reader in(bytes);
  expect(in, Kind::fault);
  into.text = in.text();
  if (!in.done()) return malformed("fault");
  return {};
}

std::string encode_ready() {
  Writer out;
  begin(out, Kind::ready);
  return out.take();
}

Result<Kind> kind_of(std::string_view bytes) {
  Reader in(bytes);
  if (in.u32() != k_magic) return malformed("box");
  const std::uint32_t version = in.u32();
  const std::uint8_t kind = in.u8();
  if (!in.ok()) return malformed("box");
  if (version != k_version) {
    return judge_error("arbiter-box is of another version than arbiter",
                       "install both from the same build");
  }
  if (kind < static_cast<std::uint8_t>(Kind::setup) ||
      kind > static_cast<std::uint8_t>(Kind::fault)) {
    return malformed("box");
  }
  return static_cast<Kind>(kind);
}

}  // namespace arbiter::box_protocol
