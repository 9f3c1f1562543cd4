#include "box_protocol/message.hpp"

#include <sys/socket.h>

#include <array>

#include "box_protocol/codec.hpp"

namespace arbiter::box_protocol {
namespace {

constexpr std::uint32_t k_magic = 0x58424241;                                        // "ABBX"
constexpr std::array k_names = {"box", "setup", "run", "ready", "report", "fault"};  // by Kind
constexpr std::size_t k_number = 8;
constexpr std::size_t k_least_text = 5;  // length and NUL
constexpr int k_most_folders = 4;
constexpr std::int64_t k_most_bytes = std::int64_t{1} << 50;
// Far above what can be measured, and low enough that sums of reports cannot overflow.
constexpr std::int64_t k_most_seen_ns = std::int64_t{1} << 56;
constexpr std::int64_t k_most_processes = std::int64_t{1} << 30;
constexpr std::int64_t k_most_ns = std::int64_t{400} * 24 * 3600 * 1000000000;

Error malformed(const char* what) {
  return judge_error(std::string("a malformed ") + what + " message");
}

template <class Codec, class Flag>
void flag(Codec& codec, Flag& value) {
  codec.number(value, 0, 1);
}

template <class Codec, class Enumerator, class Last>
void choice(Codec& codec, Enumerator& value, Last last) {
  codec.number(value, 0, static_cast<std::int64_t>(last));
}

template <class Codec, class Text>
void inner_path(Codec& codec, Text& path) {
  codec.text(path);
  codec.require(is_inner_path(path));
}

template <class Codec, class List>
void texts(Codec& codec, List& list) {
  codec.list(list, k_least_text, [&](auto& text) { codec.text(text); });
}

template <class Codec, class List>
void inner_paths(Codec& codec, List& list) {
  codec.list(list, k_least_text, [&](auto& path) { inner_path(codec, path); });
}

template <class Codec, class List>
void files_of(Codec& codec, List& list) {
  codec.list(list, k_least_text + k_number, [&](auto& file) {
    inner_path(codec, file.path);
    flag(codec, file.executable);
  });
}

template <class Codec>
void describe(Codec& codec, Described<Codec, Setup>& setup) {
  choice(codec, setup.policy, Policy::package);
  codec.number(setup.scratch_size.count, 0, k_most_bytes);
  codec.number(setup.core, -1, 65535);
  codec.list(setup.binds, 2 * k_least_text + k_number, [&](auto& bind) {
    codec.text(bind.source);
    codec.text(bind.target);
    flag(codec, bind.optional);
    codec.require(bind.source[0] == '/' && bind.target[0] == '/');
  });
  files_of(codec, setup.files);
}

template <class Codec>
void describe(Codec& codec, Described<Codec, Run>& run) {
  codec.number(run.cpu_limit, 1, k_most_ns);
  codec.number(run.wall_limit, 1, k_most_ns);
  codec.number(run.memory_limit.count, 1, k_most_bytes);
  codec.number(run.stack_limit.count, 0, k_most_bytes);
  codec.number(run.output_limit.count, 0, k_most_bytes);
  codec.number(run.process_limit, 1, 1000000);
  flag(codec, run.is_server);
  flag(codec, run.has_leash);
  codec.number(run.channels, 0, k_most_channels);
  texts(codec, run.argv);
  codec.require(!run.argv.empty() && run.argv[0][0] == '/');
  texts(codec, run.environment);
  files_of(codec, run.files);
  inner_paths(codec, run.folders);
  inner_paths(codec, run.collect);
  codec.text(run.gather);
  codec.require(run.gather[0] == '\0' || is_inner_path(run.gather));
}

template <class Codec>
void describe(Codec& codec, Described<Codec, Report>& report) {
  choice(codec, report.stopped, Stopped::asked);
  flag(codec, report.exited);
  codec.number(report.exit_status, 0, 255);
  codec.number(report.signal, 0, 127);
  codec.require(report.exited == (report.signal == 0));
  codec.number(report.cpu, 0, k_most_seen_ns);
  codec.number(report.wall, 0, k_most_seen_ns);
  codec.number(report.ended, 0, INT64_MAX);
  codec.number(report.written, 0, INT64_MAX);
  codec.number(report.memory.count, 0, k_most_bytes);
  codec.number(report.processes, 0, k_most_processes);
  flag(codec, report.out_of_memory);
  flag(codec, report.is_starved);
  codec.require(!report.is_starved || report.stopped == Stopped::wall_limit);
  flag(codec, report.approximate);
  flag(codec, report.is_worn);
  flag(codec, report.gathered_all);
  codec.list(report.collected, k_number, [&](auto& is_there) { flag(codec, is_there); });
  codec.list(report.gathered, k_number + k_least_text, [&](auto& one) {
    choice(codec, one.kind, GatheredKind::other);
    inner_path(codec, one.path);
  });
}

template <class Codec>
void describe(Codec& codec, Described<Codec, Fault>& fault) {
  codec.text(fault.text);
  flag(codec, fault.is_not_executable);
}

template <class Codec>
void describe(Codec& codec, Described<Codec, Pulse>& pulse) {
  codec.number(pulse.now, INT64_MIN, INT64_MAX);
  codec.number(pulse.cpu, 0, INT64_MAX);
  codec.number(pulse.queued, 0, INT64_MAX);
  codec.number(pulse.stuck_since, INT64_MIN, INT64_MAX);
  codec.number(pulse.written, 0, INT64_MAX);
  codec.number(pulse.has_closed_output, 0, 1);
}

void begin(Writer& out, Kind kind) {
  out.u32(k_magic);
  out.u32(k_version);
  out.u32(static_cast<std::uint32_t>(kind));
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

template <class Message>
std::string encode(const Message& message) {
  Writer out;
  begin(out, Message::k_kind);
  describe(out, message);
  return out.take();
}

template <class Message>
Result<void> decode(std::string_view bytes, Message& into) {
  Reader in(bytes);
  in.require(in.u32() == k_magic);
  in.require(in.u32() == k_version);
  in.require(in.u32() == static_cast<std::uint32_t>(Message::k_kind));
  describe(in, into);
  if (!in.done()) return malformed(k_names.at(static_cast<std::size_t>(Message::k_kind)));
  return {};
}

template std::string encode(const Setup&);
template std::string encode(const Run&);
template std::string encode(const Report&);
template std::string encode(const Fault&);
template Result<void> decode(std::string_view, Setup&);
template Result<void> decode(std::string_view, Run&);
template Result<void> decode(std::string_view, Report&);
template Result<void> decode(std::string_view, Fault&);

std::string encode_ready() {
  Writer out;
  begin(out, Kind::ready);
  return out.take();
}

Result<Kind> kind_of(std::string_view bytes) {
  Reader in(bytes);
  in.require(in.u32() == k_magic);
  const std::uint32_t version = in.u32();
  const std::uint32_t kind = in.u32();
  if (in.ok() && version != k_version) {
    return judge_error("arbiter-box is of another version than arbiter",
                       "install both from the same build");
  }
  in.require(kind > 0 && kind < k_names.size());
  if (!in.ok()) return malformed("box");
  return static_cast<Kind>(kind);
}

void send_pulse(int socket, const Pulse& pulse) {
  Writer out;
  describe(out, pulse);
  const std::string bytes = out.take();
  // The next one says more, so a lost one is no loss.
  [[maybe_unused]] const ssize_t sent =
      ::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

std::optional<Pulse> next_pulse(int socket) {
  std::array<char, 64> bytes{};
  const ssize_t got = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got <= 0) return std::nullopt;
  Reader in(std::string_view(bytes.data(), static_cast<std::size_t>(got)));
  Pulse pulse;
  describe(in, pulse);
  return in.done() ? std::optional(pulse) : std::nullopt;
}

}  // namespace arbiter::box_protocol
