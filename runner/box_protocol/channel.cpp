#include "box_protocol/channel.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/file.hpp"
#include "box_protocol/message.hpp"

namespace arbiter::box_protocol {
namespace {

// The first byte of a packet says where the message is.
constexpr char k_inline = 'i';
constexpr char k_in_file = 'f';
constexpr std::size_t k_packet_size = k_inline_size + 1;

using Control = std::array<char, CMSG_SPACE(k_most_descriptors * sizeof(int))>;

Result<void> send_packet(int socket, char where, std::string_view bytes,
                         std::span<const int> descriptors, std::uint64_t pass) {
  std::array<iovec, 2> parts{};
  parts[0] = {&where, 1};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): sendmsg only reads.
  parts[1] = {const_cast<char*>(bytes.data()), bytes.size()};
  msghdr header{};
  header.msg_iov = parts.data();
  header.msg_iovlen = bytes.empty() ? 1 : 2;
  alignas(cmsghdr) Control control;
  if (!descriptors.empty()) {
    header.msg_control = control.data();
    header.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
  }
  // Requests and answers take turns, so there is room for each; whoever makes the other side wait
  // is broken, and must not hang it.
  constexpr int k_flags = MSG_NOSIGNAL | MSG_DONTWAIT;
  while (::syscall(SYS_sendmsg, socket, &header, k_flags, 0, 0, pass) < 0) {
    if (errno != EINTR) return system_error("cannot send to the box", errno);
  }
  return {};
}

void take_descriptors(msghdr& header, std::vector<UniqueFd>& into) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&header); part != nullptr; part = CMSG_NXTHDR(&header, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof(int));
      into.emplace_back(fd);
    }
  }
}

}  // namespace

Result<std::pair<UniqueFd, UniqueFd>> make_channel() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return system_error("cannot make a pair of sockets", errno);
  }
  return std::make_pair(UniqueFd(ends[0]), UniqueFd(ends[1]));
}

Result<void> send_message(int socket, std::string_view bytes, std::span<const int> descriptors,
                          std::uint64_t pass) {
  if (descriptors.size() > k_most_passed) return judge_error("too many files for one message");
  if (bytes.size() > k_most_size) return judge_error("a message for the box is too long");
  if (bytes.size() <= k_inline_size) return send_packet(socket, k_inline, bytes, descriptors, pass);
  ARBITER_TRY(file, sealed_memory_file("arbiter-message", bytes));
  std::vector<int> all(descriptors.begin(), descriptors.end());
  all.push_back(file.get());
  return send_packet(socket, k_in_file, {}, all, pass);
}

void send_fault(int socket, const Error& error, std::uint64_t pass) {
  const std::string text = error.text();
  const Fault fault{text.c_str(), error.kind == ErrorKind::not_executable};
  [[maybe_unused]] const auto told = send_message(socket, encode(fault), {}, pass);
}

Inbox::Inbox() : buffer_(new char[k_packet_size]) {
  descriptors_.reserve(8);
}

Result<bool> Inbox::receive(int socket) {
  descriptors_.clear();
  bytes_ = {};
  iovec part{buffer_.get(), k_packet_size};
  alignas(cmsghdr) Control control;
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got < 0 && errno == ECONNRESET) return false;
  if (got < 0) return system_error("cannot receive", errno);
  take_descriptors(header, descriptors_);
  if (got == 0) return false;
  if ((header.msg_flags & MSG_CTRUNC) != 0) {
    return judge_error("not all files of a message arrived: too many are open");
  }
  if ((header.msg_flags & MSG_TRUNC) != 0) return judge_error("a message was cut");
  bytes_ = std::string_view(buffer_.get() + 1, static_cast<std::size_t>(got) - 1);
  if (buffer_[0] == k_inline) return true;
  if (buffer_[0] != k_in_file || !bytes_.empty()) return judge_error("not a message");
  ARBITER_CHECK(read_long());
  return true;
}

Result<void> Inbox::read_long() {
  if (descriptors_.empty()) return judge_error("a long message without its file");
  const UniqueFd file = std::move(descriptors_.back());
  descriptors_.pop_back();
  struct stat info {};
  if (::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
      info.st_size > static_cast<off_t>(k_most_size)) {
    return judge_error("a message is too long");
  }
  long_.resize(static_cast<std::size_t>(info.st_size));
  // Copied, not mapped: the sender could shrink the file under a mapping.
  std::size_t done = 0;
  while (done < long_.size()) {
    const ssize_t got =
        ::pread(file.get(), long_.data() + done, long_.size() - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return judge_error("a long message could not be read");
    done += static_cast<std::size_t>(got);
  }
  bytes_ = long_;
  return {};
}

}  // namespace arbiter::box_protocol
