#include "serve/jobs.hpp"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.hpp"

namespace arbiter::serve {
namespace {

using State = Job::State;

constexpr std::ptrdiff_t k_most_waiting = 16;
constexpr std::ptrdiff_t k_most_games = 8;
constexpr std::size_t k_most_kept = 200;
constexpr std::size_t k_most_text = 1U << 20U;
constexpr auto k_absence = std::chrono::seconds(15);
constexpr auto k_round = std::chrono::seconds(1);

}  // namespace

Jobs::Jobs(boost::asio::io_context& io, TempDir folder, Events events)
    : io_(io), rounds_(io), folder_(std::move(folder)), events_(std::move(events)) {
  look_after();
}

Result<void> Jobs::check_room(bool is_game, State state, std::ptrdiff_t most) const {
  const auto count = std::ranges::count_if(all_, [=](const auto& entry) {
    return entry.second.is_game() == is_game && entry.second.state == state;
  });
  if (!is_stopped_ && count < most) return {};
  return usage_error(is_game ? "too many games are being played; leave one"
                             : "too many programs wait to be judged; try again later");
}

Result<int> Jobs::judge(const ServedProblem& problem, const std::string& name,
                        std::string_view bytes) {
  ARBITER_CHECK(check_room(false, State::waiting, k_most_waiting));
  const std::filesystem::path folder = folder_.path() / std::to_string(last_ + 1);
  ARBITER_CHECK(make_folders(folder));
  ARBITER_CHECK(write_file(folder / name, bytes));
  Job& job = add(problem, name);
  job.folder = folder;
  events_.on_state(job);
  judge_next();
  return job.id;
}

Result<int> Jobs::play(const ServedProblem& problem) {
  ARBITER_CHECK(check_room(true, State::running, k_most_games));
  Job& game = add(problem, "");
  game.folder = folder_.path();
  ARBITER_CHECK(start(game, {"play", problem.package.string()}));
  return game.id;
}

Job& Jobs::add(const ServedProblem& problem, const std::string& name) {
  const auto ended =
      std::ranges::find(all_, State::ended, [](auto& entry) { return entry.second.state; });
  if (all_.size() >= k_most_kept && ended != all_.end()) {
    std::error_code ignored;
    if (!ended->second.is_game()) std::filesystem::remove_all(ended->second.folder, ignored);
    all_.erase(ended);
  }
  Job& job = all_[++last_];
  job.id = last_;
  job.problem = &problem;
  job.name = name;
  return job;
}

Job* Jobs::find(int id) {
  const auto found = all_.find(id);
  return found == all_.end() ? nullptr : &found->second;
}

Result<void> Jobs::start(Job& job, std::vector<std::string> words) {
  words.insert(words.end(), {"--color", "never", "--progress", "never"});
  Child::Events events;
  events.on_output = [this, &job](std::string_view text) { add_text(job, text); };
  events.on_end = [this, &job] { end(job); };
  auto child = Child::start(io_, std::move(words), job.folder, std::move(events));
  job.state = child ? State::running : State::ended;
  if (!child) return std::move(child).error();
  job.child = std::move(*child);
  return {};
}

void Jobs::judge_next() {
  if (is_stopped_ || !check_room(false, State::running, 1)) return;
  for (auto& [id, job] : all_) {
    if (job.state != State::waiting) continue;
    const auto begun =
        start(job, {"judge", job.problem->package.string(), job.name, "--out", job.run().string()});
    if (!begun) job.text = begun.error().text();
    if (job.child) job.child->close_input();
    events_.on_state(job);
    if (begun) return;
  }
}

void Jobs::end(Job& job) {
  job.child.reset();
  job.state = State::ended;
  if (!job.is_game()) job.verdict = events_.verdict(job.run());
  events_.on_state(job);
  judge_next();
}

bool Jobs::type(Job& game, std::string_view line) {
  const std::string typed = std::string(line.substr(0, line.find_first_of("\r\n"))) + '\n';
  if (!game.child || !game.child->write(typed)) return false;
  // It is shown where it was typed, as a terminal does.
  add_text(game, typed);
  return true;
}

void Jobs::add_text(Job& job, std::string_view text) {
  if (job.text.size() + text.size() > k_most_text) {
    if (job.is_game() && job.child) job.child->stop();
    return;
  }
  job.text += text;
  events_.on_text(job, text);
}

void Jobs::look_after() {
  rounds_.expires_after(k_round);
  rounds_.async_wait([this](boost::system::error_code stopped) {
    if (stopped) return;
    const auto now = std::chrono::steady_clock::now();
    for (auto& [id, job] : all_) {
      if (events_.is_watched(job)) job.last_seen = now;
      const bool is_left = job.is_game() && now - job.last_seen > k_absence;
      if (is_left && job.child) job.child->stop();
    }
    look_after();
  });
}

void Jobs::stop() {
  is_stopped_ = true;
  rounds_.cancel();
  for (auto& [id, job] : all_) {
    if (job.child) job.child->stop();
  }
}

}  // namespace arbiter::serve
