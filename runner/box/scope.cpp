#include "box/scope.hpp"

#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "box_protocol/mode.hpp"

#if __has_include(<systemd/sd-bus.h>)
#include <systemd/sd-bus.h>
#define ARBITER_HAS_SD_BUS 1
#else
#define ARBITER_HAS_SD_BUS 0
#endif

namespace arbiter::box {
namespace {

Error refused(const std::string& why) {
  return judge_error("systemd gave no control group: " + why);
}

bool exists(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0;
}

std::string variable(const char* name) {
  const char* const value = ::secure_getenv(name);
  return value == nullptr ? std::string() : value;
}

#if ARBITER_HAS_SD_BUS

constexpr const char* k_manager = "org.freedesktop.systemd1";
constexpr const char* k_manager_path = "/org/freedesktop/systemd1";
constexpr const char* k_manager_interface = "org.freedesktop.systemd1.Manager";

// Loaded when it is needed: that takes longer than all else that arbiter does to start, and where
// there is no systemd it may be missing.
#define ARBITER_SD_BUS_CALLS(each)                                                             \
  each(sd_bus_new) each(sd_bus_set_address) each(sd_bus_set_bus_client) each(sd_bus_start)     \
      each(sd_bus_get_fd) each(sd_bus_match_signal_async) each(sd_bus_message_new_method_call) \
          each(sd_bus_message_append) each(sd_bus_message_read) each(sd_bus_message_get_error) \
              each(sd_bus_message_unref) each(sd_bus_call_async) each(sd_bus_process)          \
                  each(sd_bus_wait) each(sd_bus_close) each(sd_bus_unref)

struct SdBus {
#define ARBITER_MEMBER(call) decltype(&::call) call = nullptr;
  ARBITER_SD_BUS_CALLS(ARBITER_MEMBER)
#undef ARBITER_MEMBER
};

Result<SdBus> load() {
#ifdef ARBITER_STATIC
  // Its own C library would not be the one that the library was made for.
  return refused("this program is linked statically, so it cannot load libsystemd.so.0");
#else
  void* const library = ::dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return refused("libsystemd.so.0 is not installed");
  SdBus bus;
  bool has_all = true;
#define ARBITER_FIND(call)                                                  \
  bus.call = reinterpret_cast<decltype(bus.call)>(::dlsym(library, #call)); \
  has_all = has_all && bus.call != nullptr;
  ARBITER_SD_BUS_CALLS(ARBITER_FIND)
#undef ARBITER_FIND
  if (!has_all) return refused("libsystemd.so.0 is too old");
  return bus;
#endif
}

/// One connection, on which one scope is asked for. Nothing in it waits but `ask`, and that only
/// as long as it may: whoever answers may be stuck.
class Conversation {
 public:
  Conversation(const SdBus& api, std::string unit) : api_(api), unit_(std::move(unit)) {}
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  ~Conversation() {
    if (bus_ == nullptr) return;
    api_.sd_bus_close(bus_);
    api_.sd_bus_unref(bus_);
  }

  Result<void> begin(const std::string& address) {
    int code = api_.sd_bus_new(&bus_);
    if (code >= 0) code = api_.sd_bus_set_address(bus_, address.c_str());
    if (code >= 0) code = api_.sd_bus_set_bus_client(bus_, 1);
    if (code >= 0) code = api_.sd_bus_start(bus_);
    if (code < 0) return refused("cannot connect to " + address + ": " + std::strerror(-code));
    if (sees_other_processes()) return refused(address + " belongs to another container");
    return {};
  }

  Result<void> ask(pid_t process, Nanoseconds patience) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + patience;
    int code = send(process);
    while (code >= 0 && !is_over_) {
      const auto left = std::chrono::duration_cast<std::chrono::microseconds>(end - Clock::now());
      if (left.count() <= 0) {
        return refused("no answer within " +
                       std::to_string(std::chrono::ceil<std::chrono::seconds>(patience).count()) +
                       " s");
      }
      code = api_.sd_bus_process(bus_, nullptr);
      if (code == 0 && !is_over_) {
        code = api_.sd_bus_wait(bus_, static_cast<std::uint64_t>(left.count()));
        if (code == -EINTR) code = 0;
      }
    }
    if (code < 0) return refused(std::strerror(-code));
    if (!problem_.empty()) return refused(problem_);
    return {};
  }

 private:
  static int on_reply(sd_bus_message* message, void* self, sd_bus_error* /*error*/) {
    auto& own = *static_cast<Conversation*>(self);
    const sd_bus_error* const error = own.api_.sd_bus_message_get_error(message);
    if (error == nullptr) return 0;
    own.problem_ = error->message == nullptr ? error->name : error->message;
    own.is_over_ = true;
    return 0;
  }

  static int on_job_removed(sd_bus_message* message, void* self, sd_bus_error* /*error*/) {
    auto& own = *static_cast<Conversation*>(self);
    std::uint32_t id = 0;
    const char* job = nullptr;
    const char* unit = nullptr;
    const char* result = nullptr;
    if (own.api_.sd_bus_message_read(message, "uoss", &id, &job, &unit, &result) < 0 ||
        own.unit_ != unit)
      return 0;
    own.is_over_ = true;
    if (std::strcmp(result, "done") != 0) own.problem_ = std::string("its job ended as ") + result;
    return 0;
  }

  int send(pid_t process) {
    sd_bus_message* message = nullptr;
    int code = api_.sd_bus_match_signal_async(bus_, nullptr, k_manager, k_manager_path,
                                              k_manager_interface, "JobRemoved", on_job_removed,
                                              nullptr, this);
    if (code < 0) return code;
    code = api_.sd_bus_message_new_method_call(bus_, &message, k_manager, k_manager_path,
                                               k_manager_interface, "StartTransientUnit");
    if (code < 0) return code;
    // A bus on which systemd is yet to come, as right after login, keeps the call until it is
    // there. With a delegated group systemd leaves the OOM killer's work alone
    // (OOMPolicy=continue), and before version 253, which has that property for scopes, in every
    // scope.
    code = api_.sd_bus_message_append(message, "ssa(sv)a(sa(sv))", unit_.c_str(), "fail", 5U,     //
                                      "Description", "s", "Programs that arbiter runs in boxes",  //
                                      "PIDs", "au", 1U, static_cast<std::uint32_t>(process),      //
                                      "DelegateControllers", "as", 2U, "memory", "pids",          //
                                      "CollectMode", "s", "inactive-or-failed", "TasksMax", "t",  //
                                      std::uint64_t{UINT64_MAX}, 0U);
    if (code >= 0)
      code = api_.sd_bus_call_async(bus_, nullptr, message, on_reply, this, UINT64_MAX);
    api_.sd_bus_message_unref(message);
    return code;
  }

  // Process ids mean nothing to a systemd that is in another namespace of them: it could move
  // anybody. Such a peer has no number here.
  [[nodiscard]] bool sees_other_processes() const {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(api_.sd_bus_get_fd(bus_), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ||
           peer.pid == 0;
  }

  const SdBus& api_;
  std::string unit_;
  sd_bus* bus_ = nullptr;
  bool is_over_ = false;
  std::string problem_;
};

#endif

}  // namespace

bool has_systemd() {
  // As sd_booted tells it.
  return exists("/run/systemd/system");
}

std::vector<std::string> manager_buses() {
  std::vector<std::string> all;
  const auto add_address = [&](const std::string& address) {
    const bool is_new = std::find(all.begin(), all.end(), address) == all.end();
    if (!address.empty() && is_new) all.push_back(address);
  };
  const auto add_socket = [&](const std::string& path) {
    if (exists(path)) add_address("unix:path=" + path);
  };
  if (::geteuid() == 0) {
    add_address(variable("DBUS_SYSTEM_BUS_ADDRESS"));
    add_socket("/run/dbus/system_bus_socket");
    return all;
  }
  // The first two are missing under cron, or another user's after su.
  add_address(variable("DBUS_SESSION_BUS_ADDRESS"));
  add_socket(variable("XDG_RUNTIME_DIR") + "/bus");
  add_socket("/run/user/" + std::to_string(::geteuid()) + "/bus");
  return all;
}

#if ARBITER_HAS_SD_BUS

Result<void> put_into_scope(pid_t process, const std::vector<std::string>& buses,
                            Nanoseconds patience) {
  if (buses.empty()) return refused("there is no bus to ask it on");
  ARBITER_TRY(api, load());
  const auto attempt = [&](const std::string& address) -> Result<void> {
    Conversation conversation(api, box_protocol::scope_name(process));
    ARBITER_CHECK(conversation.begin(address));
    return conversation.ask(process, patience / static_cast<int>(buses.size()));
  };
  Result<void> last;
  for (const std::string& address : buses) {
    last = attempt(address);
    if (last) return last;
  }
  return last;
}

#else

Result<void> put_into_scope(pid_t /*process*/, const std::vector<std::string>& /*buses*/,
                            Nanoseconds /*patience*/) {
  return refused("this arbiter was built without libsystemd-dev");
}

#endif

}  // namespace arbiter::box
