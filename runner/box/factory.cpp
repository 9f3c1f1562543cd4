#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

#include "base/machine/processors.hpp"
#include "box/box.hpp"
#include "box/host_facts.hpp"
#include "box/remote_box.hpp"

namespace arbiter::box {
namespace {

// Keeps a store of empty boxes, filled by a thread of its own.
class PoolFactory : public BoxFactory {
 public:
  PoolFactory(Mode mode, std::unique_ptr<Nursery> nursery, int ready, UniqueFd stop_event,
              std::unique_ptr<RemoteBox> first)
      : mode_(mode),
        nursery_(std::move(nursery)),
        ready_(static_cast<std::size_t>(ready)),
        stop_(std::move(stop_event)) {
    store_.push_back(std::move(first));
    if (ready_ > 0) filler_ = std::jthread([this](const std::stop_token& stop) { fill(stop); });
  }

  Result<std::unique_ptr<Box>> make(const BoxConfig& config) override {
    ARBITER_TRY(box, take());
    ARBITER_CHECK(box->assign(config));
    return std::unique_ptr<Box>(std::move(box));
  }

  [[nodiscard]] Mode mode() const override { return mode_; }

  void stop() override {
    // It is never read again, so it stays readable for everybody.
    [[maybe_unused]] const int written = ::eventfd_write(stop_.get(), 1);
  }

 private:
  Result<std::unique_ptr<RemoteBox>> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!store_.empty()) {
        auto box = std::move(store_.front());
        store_.pop_front();
        wake_.notify_one();
        return box;
      }
    }
    return RemoteBox::begin(*nursery_, stop_.get());
  }

  void fill(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (wake_.wait(lock, stop, [this] { return store_.size() < ready_; })) {
      lock.unlock();
      auto box = RemoteBox::begin(*nursery_, stop_.get());
      const bool is_there = box && (*box)->finish();
      lock.lock();
      // A failure shows where the box is needed: in make.
      if (!is_there) return;
      store_.push_back(std::move(box).value());
    }
  }

  Mode mode_;
  std::unique_ptr<Nursery> nursery_;
  std::size_t ready_;
  UniqueFd stop_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<std::unique_ptr<RemoteBox>> store_;
  std::jthread filler_;
};

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

HostFacts::Ci ci_of_environment() {
  if (std::getenv("GITHUB_ACTIONS") != nullptr) return HostFacts::Ci::github;
  return std::getenv("GITLAB_CI") != nullptr ? HostFacts::Ci::gitlab : HostFacts::Ci::none;
}

}  // namespace

Probe probe(const std::filesystem::path& arbiter_box) {
  std::vector<Trial> trials;
  for (const Mode mode : candidates()) {
    const auto works = try_mode(mode, arbiter_box);
    trials.push_back({mode, works.has_value(), works ? std::string{} : works.error().text()});
    if (works) break;
  }
  HostFacts facts = read_host_facts("/", ::geteuid(), arbiter_box);
  facts.cores = static_cast<int>(std::max<std::size_t>(usable_processors().size(), 1));
  facts.ci = ci_of_environment();
  return diagnose(facts, trials);
}

Result<std::unique_ptr<BoxFactory>> make_factory(Mode mode,
                                                 const std::filesystem::path& arbiter_box,
                                                 int ready) {
  UniqueFd stop(::eventfd(0, EFD_CLOEXEC));
  if (!stop) return system_error("cannot make an event descriptor", errno);
  auto nursery = std::make_unique<Nursery>(mode, arbiter_box, true);
  auto first = RemoteBox::begin(*nursery, stop.get());
  auto done = first ? (*first)->finish() : Result<void>(first.error());
  if (!done) {
    return std::move(done).error().within("the mode '" + std::string(mode_name(mode)) +
                                          "' does not work here");
  }
  return std::unique_ptr<BoxFactory>(
      std::make_unique<PoolFactory>(mode, std::move(nursery), mode == Mode::unsandboxed ? 0 : ready,
                                    std::move(stop), std::move(first).value()));
}

}  // namespace arbiter::box
