#include "box/remote_box.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "base/file.hpp"
#include "base/text.hpp"

namespace arbiter::box {
namespace {

namespace protocol = box_protocol;
using Clock = std::chrono::steady_clock;

// It ends within milliseconds, unless the kernel cannot kill what is in it.
constexpr Nanoseconds k_end_patience = std::chrono::seconds(5);
// Building a box takes a millisecond; a machine in trouble gets a while.
constexpr Nanoseconds k_build_patience = std::chrono::seconds(20);

constexpr std::array k_environment = {"PATH=/usr/bin:/bin", "HOME=/work", "TMPDIR=/work",
                                      "LC_ALL=C.UTF-8"};

Result<void> add_files(const std::vector<FileToPlace>& files, std::vector<protocol::File>& into,
                       std::vector<int>& descriptors) {
  for (const FileToPlace& file : files) {
    if (!protocol::is_inner_path(file.path)) {
      return judge_error("the path '" + file.path + "' is not one inside the box");
    }
    if (file.fd < 0) return judge_error("the file '" + file.path + "' is not open");
    into.push_back({file.path.c_str(), file.executable});
    descriptors.push_back(file.fd);
  }
  return {};
}

Result<void> add_paths(const std::vector<std::string>& paths, std::vector<const char*>& into) {
  for (const std::string& path : paths) {
    if (!protocol::is_inner_path(path)) {
      return judge_error("the path '" + path + "' is not one inside the box");
    }
    into.push_back(path.c_str());
  }
  return {};
}

void fill_environment(const RunRequest& request, std::vector<const char*>& into) {
  for (const std::string_view usual : k_environment) {
    const std::string_view key = usual.substr(0, usual.find('=') + 1);
    const bool is_replaced = std::ranges::any_of(
        request.environment, [&](const std::string& own) { return own.starts_with(key); });
    if (!is_replaced) into.push_back(usual.data());
  }
  for (const std::string& own : request.environment) {
    into.push_back(own.c_str());
  }
}

bool has_nul(const std::vector<std::string>& texts) {
  return std::ranges::any_of(
      texts, [](const std::string& text) { return text.find('\0') != std::string::npos; });
}

Result<protocol::Run> to_protocol(const RunRequest& request, std::vector<int>& descriptors) {
  if (request.argv.empty() || request.argv[0].substr(0, 1) != "/") {
    return judge_error("the program to run must be an absolute path in the box");
  }
  if (has_nul(request.argv) || has_nul(request.environment)) {
    return judge_error("an argument or environment variable has a NUL inside");
  }
  protocol::Run run;
  static_cast<protocol::RunBounds&>(run) = request;
  if (run.cpu_limit.count() <= 0 || run.wall_limit.count() <= 0 || run.memory_limit.count <= 0 ||
      run.output_limit.count < 0 || run.process_limit <= 0) {
    return judge_error("a run needs limits above zero");
  }
  for (const std::string& argument : request.argv) {
    run.argv.push_back(argument.c_str());
  }
  fill_environment(request, run.environment);
  ARBITER_CHECK(add_files(request.files, run.files, descriptors));
  ARBITER_CHECK(add_paths(request.folders, run.folders));
  ARBITER_CHECK(add_paths(request.collect, run.collect));
  if (!request.gather.empty() && !protocol::is_inner_path(request.gather)) {
    return judge_error("the folder '" + request.gather + "' is not one inside the box");
  }
  run.gather = request.gather.c_str();
  return run;
}

// What a program does to its input, to its mode, its times or its bytes, must be seen by nobody
// else: not in a test on the disk, nor in the output that a checker judges, nor by the next
// submission. So it gets a copy of its own that nobody can write to. Not open for what is no file.
Result<UniqueFd> own_input(int input) {
  struct stat info {};
  if (::fstat(input, &info) != 0 || !S_ISREG(info.st_mode)) return UniqueFd();
  return sealed_copy("input", input);
}

constexpr const char* k_wrong_files = "the box answers with the wrong files";

/// The size of the largest file that a run can leave: what it wrote, or what was placed for it.
Bytes largest_left(const RunRequest& request) {
  Bytes most{request.output_limit.count + 1};
  for (const FileToPlace& file : request.files) {
    struct stat info {};
    if (::fstat(file.fd, &info) == 0) most.count = std::max(most.count, info.st_size);
  }
  return most;
}

/// The next file, as a copy: a descriptor into the box keeps its file system, and a hole that is
/// mapped there and read needs space, without which the reader dies. Only a regular file is read;
/// anything else could wait for ever.
Result<UniqueFd> take_file(std::vector<UniqueFd>& descriptors, std::size_t& next, Bytes most) {
  if (next == descriptors.size()) return judge_error(k_wrong_files);
  const UniqueFd file = std::move(descriptors[next++]);
  return sealed_copy("collected", file.get(), most);
}

}  // namespace

Result<std::unique_ptr<RemoteBox>> RemoteBox::begin(Nursery& nursery, int stop) {
  ARBITER_TRY(socket, nursery.begin_box());
  return std::make_unique<RemoteBox>(std::move(socket), stop);
}

void RemoteBox::end() {
  is_broken_ = true;
  ::shutdown(socket_.get(), SHUT_WR);
}

RemoteBox::~RemoteBox() {
  RemoteBox::end();
  const auto end = Clock::now() + k_end_patience;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd closed{socket_.get(), POLLIN, 0};
    if (left <= 0) return;
    if (::poll(&closed, 1, static_cast<int>(left)) <= 0) continue;
    // What it may still have said is of no interest.
    const auto is_there = inbox_.receive(socket_.get());
    if (!is_there || !*is_there) return;
  }
}

Result<void> RemoteBox::finish() {
  for (; unanswered_ > 0; --unanswered_) {
    ARBITER_TRY(kind, receive(k_build_patience));
    if (kind != protocol::Kind::ready) return judge_error("the box answers out of order");
  }
  return {};
}

Result<protocol::Kind> RemoteBox::receive(Nanoseconds patience) {
  // Whatever goes wrong from here on, box and runner may disagree on what comes next.
  is_broken_ = true;
  const auto end = Clock::now() + patience;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return judge_error("the box does not answer");
    std::array<pollfd, 2> sources{{{socket_.get(), POLLIN, 0}, {stop_, POLLIN, 0}}};
    const int most = static_cast<int>(std::min<decltype(left)>(left, 1000000));
    const int got = ::poll(sources.data(), sources.size(), most);
    if (got < 0 && errno != EINTR) return system_error("cannot wait for the box", errno);
    if (got > 0 && sources[1].revents != 0) return judge_error("stopped");
    if (got > 0) break;
  }
  ARBITER_TRY(is_there, inbox_.receive(socket_.get()));
  if (!is_there) return judge_error("the box ended unexpectedly");
  ARBITER_TRY(kind, protocol::kind_of(inbox_.bytes()));
  if (kind == protocol::Kind::fault) {
    protocol::Fault fault;
    ARBITER_CHECK(protocol::decode(inbox_.bytes(), fault));
    Error error = judge_error(printable(fault.text));
    if (fault.is_not_executable) error.kind = ErrorKind::not_executable;
    return error;
  }
  is_broken_ = false;
  return kind;
}

Result<void> RemoteBox::assign(const BoxConfig& config) {
  protocol::Setup setup;
  std::vector<int> descriptors;
  setup.policy = config.policy;
  setup.scratch_size = config.scratch_size;
  setup.core = config.core;
  for (const Bind& bind : config.binds) {
    if (bind.source.substr(0, 1) != "/" || bind.target.substr(0, 1) != "/") {
      return judge_error("'" + bind.source + "' can only be shown in the box by absolute paths");
    }
    setup.binds.push_back({bind.source.c_str(), bind.target.c_str(), bind.optional});
  }
  ARBITER_CHECK(add_files(config.program_files, setup.files, descriptors));
  patience_ = config.patience;
  auto sent = protocol::send_message(socket_.get(), protocol::encode(setup), descriptors);
  if (sent) ++unanswered_;
  // A box that could not be made says why before it is gone.
  ARBITER_CHECK(finish());
  return sent;
}

Result<RunReport> RemoteBox::run(const RunRequest& request, const RunDescriptors& descriptors) {
  if (is_broken_) return judge_error("the box failed before");
  ARBITER_TRY(input, own_input(descriptors.input));
  std::vector<int> passed{input ? input.get() : descriptors.input, descriptors.output,
                          descriptors.error};
  if (descriptors.leash >= 0) passed.push_back(descriptors.leash);
  passed.insert(passed.end(), descriptors.channels.begin(), descriptors.channels.end());
  ARBITER_TRY(run, to_protocol(request, passed));
  run.has_leash = descriptors.leash >= 0;
  run.channels = static_cast<std::int32_t>(descriptors.channels.size());
  is_broken_ = true;
  ARBITER_CHECK(protocol::send_message(socket_.get(), protocol::encode(run), passed));
  ARBITER_TRY(kind, receive(protocol::k_most_wall_limits * request.wall_limit + patience_));
  is_broken_ = true;
  if (kind != protocol::Kind::report) return judge_error("the box answers out of order");
  ARBITER_TRY(report, take_report(request));
  is_broken_ = false;
  return report;
}

Result<RunReport> RemoteBox::take_report(const RunRequest& request) {
  protocol::Report seen;
  ARBITER_CHECK(protocol::decode(inbox_.bytes(), seen));
  RunReport report;
  static_cast<protocol::RunFigures&>(report) = seen;
  std::size_t next = 0;
  const Bytes most = largest_left(request);
  for (const bool is_there : seen.collected) {
    report.collected.emplace_back();
    if (!is_there) continue;
    ARBITER_SET(report.collected.back(), take_file(inbox_.descriptors(), next, most));
  }
  for (const protocol::Gathered& one : seen.gathered) {
    if (one.path == request.gather || !lies_in(one.path, request.gather)) {
      return judge_error(k_wrong_files);
    }
    report.gathered.push_back({one.kind, one.path, {}});
    if (one.kind > protocol::GatheredKind::executable) continue;
    ARBITER_SET(report.gathered.back().file, take_file(inbox_.descriptors(), next, most));
  }
  if (report.collected.size() != request.collect.size() || next != inbox_.descriptors().size()) {
    return judge_error(k_wrong_files);
  }
  return report;
}

}  // namespace arbiter::box
