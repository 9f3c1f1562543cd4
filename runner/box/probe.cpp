#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include "base/unique_fd.hpp"
#include "box/box.hpp"
#include "box/diagnose.hpp"
#include "box/host_facts.hpp"
#include "box/remote_box.hpp"

namespace arbiter::box {
namespace {

std::vector<Mode> candidates() {
  if (::geteuid() == 0) {
    return {Mode::root_cgroup_v1, Mode::root_cgroup_v2, Mode::user_namespace};
  }
  return {Mode::delegated_cgroup_v2, Mode::user_namespace};
}

// A mode works when a program runs in it and says so.
Result<void> try_mode(Mode mode, const std::filesystem::path& arbiter_box) {
  Nursery nursery(mode, arbiter_box, false);
  ARBITER_TRY(box, RemoteBox::begin(nursery));
  ARBITER_CHECK(box->assign(BoxConfig{}));
  const UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  RunRequest request;
  request.argv = {"/bin/true"};
  request.cpu_limit = std::chrono::seconds(5);
  request.wall_limit = std::chrono::seconds(10);
  request.memory_limit = mib(64);
  request.output_limit = mib(1);
  ARBITER_TRY(report, box->run(request, {null.get(), null.get(), null.get()}));
  if (!report.exited || report.exit_status != 0) {
    return judge_error("a program that should end well did not");
  }
  return {};
}

int usable_cores() {
  cpu_set_t cores;
  return ::sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

}  // namespace

Probe probe(const std::filesystem::path& arbiter_box) {
  std::vector<Trial> trials;
  for (const Mode mode : candidates()) {
    const auto works = try_mode(mode, arbiter_box);
    trials.push_back({mode, works.has_value(), works ? std::string{} : works.error().text()});
    if (works) break;
  }
  const Caller caller{::geteuid(), usable_cores(), arbiter_box};
  return diagnose(read_host_facts("/", caller), trials);
}

}  // namespace arbiter::box
