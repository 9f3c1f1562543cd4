// Any sequence of packets as what a box answers. The runner must come to an error or to a report
// that can be true, without waiting, and must close every descriptor that it was passed.
//
// An input is a byte that says how many files the runner asks for, then packets: a byte that says
// how it is sent and with what kind of descriptors, one for their number, two for the number of
// bytes, then these bytes. All packets are queued before the runner starts, then the box is gone.

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "box/remote_box.hpp"
#include "box_protocol/channel.hpp"
#include "require.hpp"

namespace {

namespace box = arbiter::box;
namespace protocol = arbiter::box_protocol;
using arbiter::UniqueFd;
using arbiter::fuzz::require;

constexpr std::size_t k_most_packets = 6;
constexpr std::size_t k_most_descriptors = 5;
// Above every descriptor that one input can open.
constexpr int k_descriptors_end = 128;

class Script {
 public:
  explicit Script(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<std::uint8_t>(rest_[0]);
    rest_.remove_prefix(1);
    return value;
  }

  std::string_view bytes(std::size_t size) {
    const std::string_view all = rest_.substr(0, size);
    rest_.remove_prefix(all.size());
    return all;
  }

  [[nodiscard]] bool is_over() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

int count_descriptors() {
  int count = 0;
  for (int fd = 0; fd < k_descriptors_end; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) ++count;
  }
  return count;
}

UniqueFd something_to_pass(unsigned kind) {
  switch (kind % 4) {
    case 0: {
      auto file = arbiter::sealed_memory_file("passed", "content");
      return file ? std::move(file).value() : UniqueFd();
    }
    case 1:
      return UniqueFd(::eventfd(0, EFD_CLOEXEC));
    case 2:
      return UniqueFd(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    default:
      return UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC));
  }
}

// As the channel sends it, or any packet.
void send_raw(int socket, std::string_view bytes, const std::vector<int>& descriptors) {
  iovec part{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): sendmsg only reads.
  part = {const_cast<char*>(bytes.data()), bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE((k_most_descriptors + 1) * sizeof(int))> control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  const std::size_t size = descriptors.size() * sizeof(int);
  if (size > 0) {
    header.msg_control = control.data();
    header.msg_controllen = CMSG_SPACE(size);
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    *rights = {CMSG_LEN(size), SOL_SOCKET, SCM_RIGHTS};
    std::memcpy(CMSG_DATA(rights), descriptors.data(), size);
  }
  // Where there is no room the rest of the script is not said.
  [[maybe_unused]] const auto sent = ::sendmsg(socket, &header, MSG_DONTWAIT | MSG_NOSIGNAL);
}

void queue_packet(Script& script, int socket) {
  const unsigned way = script.byte();
  std::vector<UniqueFd> held(script.byte() % (k_most_descriptors + 1));
  std::vector<int> passed;
  for (UniqueFd& one : held) {
    one = something_to_pass(way / 4);
    passed.push_back(one.get());
  }
  const std::size_t size = script.byte() + std::size_t{256} * script.byte();
  const std::string_view bytes = script.bytes(size);
  if (way % 4 == 0) {
    [[maybe_unused]] const auto sent = protocol::send_message(socket, bytes, passed);
  } else if (way % 4 == 1) {
    send_raw(socket, bytes, passed);
  } else if (auto file = arbiter::memory_file("long"); file) {
    require(arbiter::write_all(file->get(), bytes).has_value(), "a file in memory can be written");
    passed.push_back(file->get());
    send_raw(socket, "f", passed);
  }
}

void check(const box::RunReport& report, std::size_t asked) {
  require(report.cpu.count() >= 0 && report.wall.count() >= 0, "times are not negative");
  require(report.memory.count >= 0 && report.processes >= 0, "amounts are not negative");
  require(report.exited ? report.signal == 0 && report.exit_status >= 0 && report.exit_status < 256
                        : report.signal > 0 && report.signal < 128,
          "it exited with a status or died of a signal");
  require(report.stopped >= box::Stopped::no && report.stopped <= box::Stopped::asked,
          "the reason is one that we know");
  require(report.collected.size() == asked, "there is an answer for each file asked for");
  for (const UniqueFd& file : report.collected) {
    struct stat info {};
    require(!file || (::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode)),
            "what was collected is a regular file");
  }
  for (const box::Gathered& one : report.gathered) {
    const bool is_file = one.kind <= box::GatheredKind::executable;
    require(one.path.starts_with("feedback/"), "what was gathered lies where it was asked for");
    require(one.file.is_open() == is_file, "files are open, and nothing else is");
  }
}

void play(Script script, int null) {
  auto ends = protocol::make_channel();
  require(ends.has_value(), "there are sockets");
  box::RemoteBox remote(std::move(ends->first));
  const UniqueFd far = std::move(ends->second);
  box::RunRequest request;
  request.argv = {"/program/main"};
  request.cpu_limit = std::chrono::seconds(1);
  request.wall_limit = std::chrono::seconds(1);
  request.memory_limit = arbiter::mib(1);
  request.output_limit = arbiter::mib(1);
  const std::size_t wishes = script.byte();
  request.collect.resize(wishes % 4, "output.txt");
  if (wishes % 8 >= 4) request.gather = "feedback";
  for (std::size_t i = 0; i < k_most_packets && !script.is_over(); ++i) {
    queue_packet(script, far.get());
  }
  ::shutdown(far.get(), SHUT_WR);

  if (!remote.finish() || !remote.assign({})) return;
  bool has_failed = false;
  for (std::size_t i = 0; i < k_most_packets; ++i) {
    const auto report = remote.run(request, {null, null, null});
    if (report) check(*report, request.collect.size());
    require(!(has_failed && report), "a box that failed is not used again");
    has_failed |= !report;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const int before = count_descriptors();
  play(Script({reinterpret_cast<const char*>(data), size}), null.get());
  require(count_descriptors() == before, "every descriptor is closed again");
  return 0;
}
