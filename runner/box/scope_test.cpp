// Asks a systemd that the test plays, over a bus of its own.

#include "box/scope.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <thread>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::box {
namespace {

using testing::HasSubstr;

constexpr pid_t k_process = 4242;
constexpr const char* k_unit = "arbiter-box-4242.scope";
constexpr auto k_patience = std::chrono::seconds(20);

constexpr const char* k_configuration = R"(<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=SOCKET</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
)";

/// What the manager that the test plays does with a scope that it is asked for.
enum class Manner { starts_it, fails_to_start_it, refuses, says_nothing };

/// Its one method, as systemd has it.
struct Manager {
  Manner manner = Manner::starts_it;
  std::string unit;
  std::map<std::string, std::string> properties;
};

std::string value_of(sd_bus_message* message, const char* type) {
  const std::string_view sort = type;
  const char* text = nullptr;
  std::uint32_t number = 0;
  std::uint64_t large = 0;
  std::string all;
  if (sort == "s" && sd_bus_message_read(message, "s", &text) >= 0) return text;
  if (sort == "t" && sd_bus_message_read(message, "t", &large) >= 0) return std::to_string(large);
  if (sort == "au" && sd_bus_message_enter_container(message, 'a', "u") >= 0) {
    while (sd_bus_message_read(message, "u", &number) > 0)
      all += std::to_string(number) + " ";
  }
  if (sort == "as" && sd_bus_message_enter_container(message, 'a', "s") >= 0) {
    while (sd_bus_message_read(message, "s", &text) > 0)
      all += std::string(text) + " ";
  }
  sd_bus_message_exit_container(message);
  return all;
}

void read_properties(sd_bus_message* message, Manager& into) {
  const char* unit = nullptr;
  const char* mode = nullptr;
  ASSERT_GE(sd_bus_message_read(message, "ss", &unit, &mode), 0);
  EXPECT_STREQ(mode, "fail");
  into.unit = unit;
  ASSERT_GE(sd_bus_message_enter_container(message, 'a', "(sv)"), 0);
  while (sd_bus_message_enter_container(message, 'r', "sv") > 0) {
    const char* name = nullptr;
    const char* type = nullptr;
    ASSERT_GE(sd_bus_message_read(message, "s", &name), 0);
    ASSERT_GE(sd_bus_message_peek_type(message, nullptr, &type), 0);
    ASSERT_GE(sd_bus_message_enter_container(message, 'v', type), 0);
    into.properties[name] = value_of(message, type);
    sd_bus_message_exit_container(message);
    sd_bus_message_exit_container(message);
  }
}

int start_transient_unit(sd_bus_message* message, void* data, sd_bus_error* error) {
  auto& manager = *static_cast<Manager*>(data);
  read_properties(message, manager);
  if (manager.manner == Manner::says_nothing) return 1;
  if (manager.manner == Manner::refuses) {
    return sd_bus_error_set(error, SD_BUS_ERROR_ACCESS_DENIED, "Not for you.");
  }
  sd_bus* const bus = sd_bus_message_get_bus(message);
  const bool is_done = manager.manner == Manner::starts_it;
  const auto tell = [&](const std::string& unit, const char* result) {
    return sd_bus_emit_signal(bus, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
                              "JobRemoved", "uoss", 7U, "/org/freedesktop/systemd1/job/7",
                              unit.c_str(), result);
  };
  // Others ask too.
  tell("other.scope", is_done ? "failed" : "done");
  sd_bus_reply_method_return(message, "o", "/org/freedesktop/systemd1/job/7");
  return tell(manager.unit, is_done ? "done" : "failed");
}

const sd_bus_vtable k_vtable[] = {SD_BUS_VTABLE_START(0),
                                  SD_BUS_METHOD("StartTransientUnit", "ssa(sv)a(sa(sv))", "o",
                                                start_transient_unit, SD_BUS_VTABLE_UNPRIVILEGED),
                                  SD_BUS_SIGNAL("JobRemoved", "uoss", 0), SD_BUS_VTABLE_END};

class Scope : public testing::Test {
 protected:
  void TearDown() override {
    is_over_ = true;
    if (serving_.joinable()) serving_.join();
    if (daemon_ <= 0) return;
    ::kill(daemon_, SIGTERM);
    ::waitpid(daemon_, nullptr, 0);
  }

  [[nodiscard]] std::vector<std::string> buses() const { return {"unix:path=" + socket_.string()}; }

  // The test is skipped where there is no dbus-daemon.
  void start_bus() {
    std::string configuration = k_configuration;
    configuration.replace(configuration.find("SOCKET"), 6, socket_.string());
    const auto file = folder_.path() / "bus.conf";
    ASSERT_TRUE(write_file(file, configuration));
    std::array<int, 2> address{};
    ASSERT_EQ(::pipe(address.data()), 0);
    const UniqueFd told(address[0]);
    UniqueFd tells(address[1]);
    daemon_ = ::fork();
    if (daemon_ == 0) {
      ::dup2(tells.get(), 1);
      ::dup2(::open("/dev/null", O_WRONLY | O_CLOEXEC), 2);
      const std::string option = "--config-file=" + file.string();
      ::execlp("dbus-daemon", "dbus-daemon", option.c_str(), "--nofork", "--print-address=1",
               nullptr);
      ::_exit(127);
    }
    tells.reset();
    // It listens when it has told its address, and keeps that open.
    char first = 0;
    if (::read(told.get(), &first, 1) != 1) GTEST_SKIP() << "there is no dbus-daemon";
  }

  void play(Manner manner) {
    manager_.manner = manner;
    sd_bus* bus = nullptr;
    ASSERT_GE(sd_bus_new(&bus), 0);
    ASSERT_GE(sd_bus_set_address(bus, buses().front().c_str()), 0);
    ASSERT_GE(sd_bus_set_bus_client(bus, 1), 0);
    ASSERT_GE(sd_bus_start(bus), 0);
    ASSERT_GE(sd_bus_add_object_vtable(bus, nullptr, "/org/freedesktop/systemd1",
                                       "org.freedesktop.systemd1.Manager", k_vtable, &manager_),
              0);
    ASSERT_GE(sd_bus_request_name(bus, "org.freedesktop.systemd1", 0), 0);
    serving_ = std::thread([this, bus] {
      while (!is_over_) {
        if (sd_bus_process(bus, nullptr) == 0) sd_bus_wait(bus, 10'000);
      }
      sd_bus_flush_close_unref(bus);
    });
  }

  TempDir folder_ = TempDir::make("scope-test").value();
  std::filesystem::path socket_ = folder_.path() / "bus";
  Manager manager_;

 private:
  pid_t daemon_ = -1;
  std::atomic<bool> is_over_ = false;
  std::thread serving_;
};

std::string why(const Result<void>& done) {
  return done ? "" : done.error().text();
}

class ScopeOnABus : public Scope {
 protected:
  void SetUp() override { start_bus(); }
};

TEST_F(ScopeOnABus, IsAskedForWithTheNurseryAloneInIt) {
  play(Manner::starts_it);
  EXPECT_EQ(why(put_into_scope(k_process, buses(), k_patience)), "");
  EXPECT_EQ(manager_.unit, k_unit);
  EXPECT_EQ(manager_.properties["PIDs"], "4242 ");
  EXPECT_EQ(manager_.properties["DelegateControllers"], "memory pids ");
  EXPECT_EQ(manager_.properties["CollectMode"], "inactive-or-failed");
  EXPECT_EQ(manager_.properties["TasksMax"], "18446744073709551615");
  EXPECT_EQ(manager_.properties.size(), 5U);
}

TEST_F(ScopeOnABus, IsNotThereWhenItsJobFails) {
  play(Manner::fails_to_start_it);
  EXPECT_THAT(why(put_into_scope(k_process, buses(), k_patience)),
              HasSubstr("systemd gave no control group: its job ended as failed"));
}

TEST_F(ScopeOnABus, CanBeRefused) {
  play(Manner::refuses);
  EXPECT_THAT(why(put_into_scope(k_process, buses(), k_patience)), HasSubstr("Not for you."));
}

TEST_F(ScopeOnABus, IsNotWaitedForForEver) {
  play(Manner::says_nothing);
  EXPECT_THAT(why(put_into_scope(k_process, buses(), std::chrono::milliseconds(100))),
              HasSubstr("no answer within 1 s"));
}

TEST_F(ScopeOnABus, IsNotToBeHadFromABusWithoutSystemd) {
  EXPECT_THAT(why(put_into_scope(k_process, buses(), k_patience)),
              HasSubstr("org.freedesktop.systemd1"));
}

TEST_F(ScopeOnABus, IsHadFromTheNextBus) {
  play(Manner::starts_it);
  const std::string none = "unix:path=" + (folder_.path() / "none").string();
  EXPECT_EQ(why(put_into_scope(k_process, {none, buses().front()}, k_patience)), "");
}

TEST_F(Scope, IsNotWaitedForFromAnybodyWhoIsNoBus) {
  const UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(socket_.string().size(), sizeof address.sun_path);
  socket_.string().copy(static_cast<char*>(address.sun_path), sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listener.get(), 1), 0);
  EXPECT_THAT(why(put_into_scope(k_process, buses(), std::chrono::milliseconds(100))),
              HasSubstr("no answer within 1 s"));
}

TEST_F(Scope, IsNotToBeHadWithoutABus) {
  EXPECT_THAT(why(put_into_scope(k_process, {}, k_patience)), HasSubstr("no bus"));
  EXPECT_THAT(why(put_into_scope(k_process, buses(), k_patience)), HasSubstr("cannot connect"));
}

}  // namespace
}  // namespace arbiter::box
