#include "box_protocol/channel.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "base/file.hpp"

namespace arbiter::box_protocol {
namespace {

class Channel : public testing::Test {
 protected:
  void SetUp() override {
    auto ends = make_channel();
    ASSERT_TRUE(ends);
    near_ = std::move(ends->first);
    far_ = std::move(ends->second);
  }

  void send_raw(std::string_view bytes) const {
    ASSERT_EQ(::send(near_.get(), bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
  }

  UniqueFd near_;
  UniqueFd far_;
  Inbox inbox_;
};

TEST_F(Channel, CarriesMessagesOfEverySize) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, k_inline_size, k_inline_size + 1,
                                 std::size_t{1000000}, k_most_size}) {
    const std::string bytes(size, 'm');
    ASSERT_TRUE(send_message(near_.get(), bytes, {}));
    auto got = inbox_.receive(far_.get());
    ASSERT_TRUE(got) << size;
    EXPECT_TRUE(*got);
    EXPECT_EQ(inbox_.bytes(), bytes);
    EXPECT_TRUE(inbox_.descriptors().empty());
  }
}

TEST_F(Channel, PassesDescriptorsInOrderAndCloseOnExec) {
  for (const std::size_t size : {std::size_t{3}, k_inline_size + 1}) {
    auto one = sealed_memory_file("one", "1");
    auto two = sealed_memory_file("two", "2");
    ASSERT_TRUE(one && two);
    const std::array<int, 2> passed{one->get(), two->get()};
    ASSERT_TRUE(send_message(near_.get(), std::string(size, 'x'), passed));
    ASSERT_TRUE(inbox_.receive(far_.get()));
    ASSERT_EQ(inbox_.descriptors().size(), 2U);
    EXPECT_EQ(*read_descriptor(inbox_.descriptors()[0].get()), "1");
    EXPECT_EQ(*read_descriptor(inbox_.descriptors()[1].get()), "2");
    EXPECT_EQ(::fcntl(inbox_.descriptors()[0].get(), F_GETFD), FD_CLOEXEC);
  }
}

TEST_F(Channel, PassesAsManyDescriptorsAsItSays) {
  const std::vector<int> most(k_most_passed, 0);
  ASSERT_TRUE(send_message(near_.get(), "x", most));
  ASSERT_TRUE(inbox_.receive(far_.get()));
  EXPECT_EQ(inbox_.descriptors().size(), k_most_passed);
  EXPECT_FALSE(send_message(near_.get(), "x", std::vector<int>(k_most_passed + 1, 0)));
}

TEST_F(Channel, FailsRatherThanWaitForOneWhoNeverReads) {
  bool is_sent = true;
  for (int i = 0; i < 10000 && is_sent; ++i) {
    is_sent = send_message(near_.get(), std::string(k_inline_size, 'x'), {}).has_value();
  }
  EXPECT_FALSE(is_sent);
}

TEST_F(Channel, RefusesToSendWhatIsTooLong) {
  EXPECT_FALSE(send_message(near_.get(), std::string(k_most_size + 1, 'x'), {}));
}

TEST_F(Channel, TellsThatTheOtherSideHasClosed) {
  near_.reset();
  auto got = inbox_.receive(far_.get());
  ASSERT_TRUE(got);
  EXPECT_FALSE(*got);
  EXPECT_FALSE(send_message(far_.get(), "x", {}));
}

TEST_F(Channel, RefusesPacketsThatItDoesNotSend) {
  send_raw("?unknown");
  EXPECT_FALSE(inbox_.receive(far_.get()));
  send_raw("f");
  EXPECT_FALSE(inbox_.receive(far_.get())) << "a long message without its file";
  send_raw(std::string(k_inline_size + 2, 'i'));
  EXPECT_FALSE(inbox_.receive(far_.get())) << "a packet that is too long";
}

TEST_F(Channel, RefusesLongMessagesThatAreTooLong) {
  auto file = memory_file("huge");
  ASSERT_TRUE(file);
  ASSERT_EQ(::ftruncate(file->get(), static_cast<off_t>(k_most_size) + 1), 0);
  const std::array<int, 1> passed{file->get()};
  // As send_message would, but larger than it allows.
  iovec part{};
  char mark = 'f';
  part = {&mark, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  *rights = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
  std::memcpy(CMSG_DATA(rights), passed.data(), sizeof(int));
  ASSERT_EQ(::sendmsg(near_.get(), &header, 0), 1);
  EXPECT_FALSE(inbox_.receive(far_.get()));
}

}  // namespace
}  // namespace arbiter::box_protocol
