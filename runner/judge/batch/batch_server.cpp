#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "box/leash.hpp"
#include "config/compile/batch_protocol.h"
#include "judge/batch/batch_program.hpp"

namespace arbiter::judge {
namespace {

// More than this is better handed over in files.
constexpr std::size_t k_most_given = std::size_t{64} << 20;
// Longer command lines may be more than the kernel allows a new process.
constexpr std::size_t k_most_names = std::size_t{64} << 10;
constexpr Nanoseconds k_patience = std::chrono::seconds(5);
constexpr Nanoseconds k_start_patience = std::chrono::seconds(30);
// The limits that count are those of its calls.
constexpr Nanoseconds k_life = std::chrono::hours(1000);

std::size_t names_size(const ProgramCall& call) {
  std::size_t size = call.files.size() * sizeof(std::uint64_t);
  for (const auto* names : {&call.arguments, &call.collect}) {
    for (const std::string& name : *names)
      size += name.size() + 1;
  }
  for (const auto& [name, bytes] : call.files)
    size += name.size() + 1;
  return size;
}

/// What of a call is in the box besides the program's own memory: its input, files and output.
Bytes room_beside(const model::RunLimits& limits) {
  return {4 * limits.output.count + 2 * static_cast<std::int64_t>(k_most_given) + mib(16).count};
}

box::RunRequest request_of(const Executable& server, const model::RunLimits& limits,
                           box::Mode mode) {
  box::RunRequest run;
  run.argv = server.argv;
  // Without isolation these are the machine's own, and programs leave there what they like.
  if (mode != box::Mode::unsandboxed) {
    run.argv.emplace_back("/tmp");
    run.argv.emplace_back("/dev/shm");
  }
  run.cpu_limit = k_life;
  run.wall_limit = k_life;
  run.memory_limit = {limits.memory.count + room_beside(limits).count};
  run.output_limit = {std::max(limits.output.count, static_cast<std::int64_t>(k_most_given))};
  run.process_limit += server.runtime_threads + 1;
  run.is_server = true;
  run.environment.emplace_back(ARBITER_BATCH_SERVES "=1");
  return run;
}

struct Ends {
  UniqueFd ours;
  UniqueFd theirs;
};

Result<Ends> make_socket() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return system_error("cannot make a socket", errno);
  }
  return Ends{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

void append(std::string& to, const std::string& name) {
  to.append(name.c_str(), name.size() + 1);
}

iovec part_of(std::string_view bytes) {
  // The type is that of reading, too.
  return {const_cast<char*>(bytes.data()), bytes.size()};
}

bool is_well_formed(const BatchReplyHead& head, const ProgramCall& call) {
  const auto most = static_cast<std::uint64_t>(call.limits.output.count);
  const bool is_clean = head.ending == BATCH_ENDED_BY_ITSELF;
  return head.magic == ARBITER_BATCH_MAGIC && head.ending <= BATCH_OVER_OUTPUT_LIMIT &&
         head.cpu_ns >= 0 && head.wall_ns >= 0 && head.memory >= 0 && head.output_size <= most &&
         head.error_size <= static_cast<std::uint64_t>(k_error_kept.count) &&
         head.collected == (is_clean ? call.collect.size() : 0);
}

bool keeps_limits(const BatchReplyHead& head, const model::RunLimits& limits) {
  return head.ending == BATCH_ENDED_BY_ITSELF && head.cpu_ns <= limits.time.count() &&
         head.wall_ns <= limits.wall.count() && head.memory <= limits.memory.count;
}

model::RunRecord record_of(const BatchReplyHead& head) {
  model::RunRecord record;
  record.ending = model::Ending::exited;
  record.exit_status = head.status;
  record.cpu = Nanoseconds(head.cpu_ns);
  record.wall = Nanoseconds(head.wall_ns);
  record.memory = {head.memory};
  record.processes = 0;
  return record;
}

}  // namespace

Result<std::unique_ptr<BatchServer>> BatchServer::start(box::BoxFactory& boxes,
                                                        const Executable& server,
                                                        const model::RunLimits& limits, int core) {
  std::unique_ptr<BatchServer> started(new BatchServer(limits));
  ARBITER_TRY(box, make_box(server, box::Policy::package, boxes, core, room_beside(limits)));
  ARBITER_TRY(leash, box::make_leash());
  ARBITER_TRY(socket, make_socket());
  UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nothing) return system_error("cannot open /dev/null", errno);
  auto run = [box = std::move(box), request = request_of(server, limits, boxes.mode()),
              theirs = std::move(socket.theirs), nothing = std::move(nothing),
              held = std::move(leash.theirs)]() mutable {
    // How it ended is of no interest: that it did, the other end of the socket sees.
    [[maybe_unused]] const auto ignored =
        box->run(request, {theirs.get(), nothing.get(), nothing.get(), held.get()});
    theirs.reset();
    box.reset();
  };
  try {
    started->done_ = std::async(std::launch::async, std::move(run));
  } catch (const std::system_error& error) {
    return system_error("cannot start a thread", error.code().value());
  }
  started->leash_ = std::move(leash.ours);
  started->socket_ = std::move(socket.ours);
  return started;
}

BatchServer::~BatchServer() {
  // A server that waits for a call ends by itself; any other is stopped.
  socket_.reset();
  if (leash_) box::pull(leash_.get());
}

bool BatchServer::may_take(const ProgramCall& call) {
  std::size_t given = call.input.size();
  for (const auto& [name, bytes] : call.files)
    given += bytes.size();
  // What has a NUL inside is no argument, which a plain run says.
  const bool has_nul = std::ranges::any_of(call.arguments, [](const std::string& argument) {
    return argument.find('\0') != std::string::npos;
  });
  return given <= k_most_given && names_size(call) <= k_most_names && !has_nul &&
         call.collect.size() <= ARBITER_BATCH_COLLECTED;
}

bool BatchServer::has_room(const model::RunLimits& limits) const {
  return limits.memory <= limits_.memory && limits.output <= limits_.output;
}

Result<void> BatchServer::wait_for(short events) const {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
    if (left.count() <= 0) return judge_error("the server does not answer");
    pollfd socket{socket_.get(), events, 0};
    const auto most = std::min<std::int64_t>(left.count(), 1'000'000);
    const int got = ::poll(&socket, 1, static_cast<int>(most));
    if (got > 0) return {};
    if (got < 0 && errno != EINTR) return system_error("cannot wait for the server", errno);
  }
}

Result<void> BatchServer::send_all(std::vector<iovec>& parts) const {
  std::size_t first = 0;
  while (first < parts.size()) {
    msghdr message{};
    message.msg_iov = parts.data() + first;
    message.msg_iovlen = std::min<std::size_t>(parts.size() - first, 64);
    const ssize_t sent = ::sendmsg(socket_.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      if (errno != EAGAIN && errno != EINTR) {
        return system_error("cannot write to the server", errno);
      }
      ARBITER_CHECK(wait_for(POLLOUT));
      continue;
    }
    auto left = static_cast<std::size_t>(sent);
    while (first < parts.size() && left >= parts[first].iov_len) {
      left -= parts[first++].iov_len;
    }
    if (left > 0) {
      parts[first].iov_base = static_cast<char*>(parts[first].iov_base) + left;
      parts[first].iov_len -= left;
    }
  }
  return {};
}

Result<void> BatchServer::send(const ProgramCall& call) {
  deadline_ = Clock::now() + call.limits.wall + k_patience;
  if (is_new_) deadline_ += k_start_patience;
  names_.resize(sizeof(BatchRequestHead));
  std::vector<iovec> parts(2);
  parts[1] = part_of(call.input);
  for (const auto& [name, bytes] : call.files) {
    const std::uint64_t size = bytes.size();
    names_.append(reinterpret_cast<const char*>(&size), sizeof size);
    parts.push_back(part_of(bytes));
  }
  for (const std::string& argument : call.arguments)
    append(names_, argument);
  for (const auto& [name, bytes] : call.files)
    append(names_, name);
  for (const std::string& name : call.collect)
    append(names_, name);
  BatchRequestHead head{};
  head.magic = ARBITER_BATCH_MAGIC;
  head.arguments = static_cast<std::uint32_t>(call.arguments.size());
  head.files = static_cast<std::uint32_t>(call.files.size());
  head.collected = static_cast<std::uint32_t>(call.collect.size());
  head.names_size = names_.size() - sizeof head;
  head.input_size = call.input.size();
  head.cpu_ns = call.limits.time.count();
  head.wall_ns = call.limits.wall.count();
  head.output_limit = static_cast<std::uint64_t>(call.limits.output.count);
  head.error_kept = static_cast<std::uint64_t>(k_error_kept.count);
  std::memcpy(names_.data(), &head, sizeof head);
  parts[0] = part_of(names_);
  return send_all(parts);
}

Result<void> BatchServer::take(void* to, std::size_t size) {
  char* at = static_cast<char*>(to);
  while (size > 0) {
    if (buffer_at_ < buffer_end_) {
      const std::size_t part = std::min(size, buffer_end_ - buffer_at_);
      std::memcpy(at, buffer_.data() + buffer_at_, part);
      buffer_at_ += part;
      at += part;
      size -= part;
      continue;
    }
    ARBITER_CHECK(wait_for(POLLIN));
    const ssize_t got = ::recv(socket_.get(), buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got < 0) return system_error("cannot read from the server", errno);
    if (got == 0) return judge_error("the server is gone");
    buffer_at_ = 0;
    buffer_end_ = static_cast<std::size_t>(got);
  }
  return {};
}

Result<std::string> BatchServer::take_text(std::uint64_t size) {
  std::string text(size, '\0');
  ARBITER_CHECK(take(text.data(), text.size()));
  return text;
}

Result<std::optional<BatchAnswer>> BatchServer::receive(const ProgramCall& call) {
  BatchReplyHead head{};
  ARBITER_CHECK(take(&head, sizeof head));
  if (!is_well_formed(head, call)) return judge_error("the server broke the protocol");
  is_new_ = false;
  std::vector<std::int64_t> sizes(head.collected);
  ARBITER_CHECK(take(sizes.data(), sizes.size() * sizeof(std::int64_t)));
  BatchAnswer answer;
  answer.record = record_of(head);
  ARBITER_SET(answer.output, take_text(head.output_size));
  ARBITER_SET(answer.error, take_text(head.error_size));
  for (const std::int64_t size : sizes) {
    answer.collected.emplace_back();
    if (size < 0) continue;
    if (size > call.limits.output.count) return judge_error("the server broke the protocol");
    ARBITER_SET(answer.collected.back(), take_text(static_cast<std::uint64_t>(size)));
  }
  if (buffer_at_ != buffer_end_) return judge_error("the server says more than it was asked");
  if (!keeps_limits(head, call.limits)) return std::optional<BatchAnswer>();
  return std::optional<BatchAnswer>(std::move(answer));
}

}  // namespace arbiter::judge
