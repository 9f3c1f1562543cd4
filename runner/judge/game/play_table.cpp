#include "judge/game/play_table.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "judge/run/test_runner.hpp"
#include "judge/run/validator_run.hpp"
#include "judge/verdict/decide.hpp"

namespace arbiter::judge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int k_step_ms = 100;
// A referee answers before it waits for a move, so one that has written and not answered will not.
constexpr std::chrono::seconds k_patience_after_output{2};
constexpr std::chrono::seconds k_patience_without{10};
constexpr std::chrono::seconds k_farewell{2};
// People think, and then ask for hints.
constexpr std::chrono::hours k_evening{24};
constexpr int k_hints = 100;
constexpr std::size_t k_most_line = 1000;
constexpr std::size_t k_most_unheard = std::size_t{1} << 20;

/// The first line, if it is there whole, without its end.
std::optional<std::string> take_line(std::string& bytes) {
  const std::size_t end = bytes.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = bytes.substr(0, end);
  bytes.erase(0, end + 1);
  return line;
}

void write_line(const UniqueFd& to, std::string_view line) {
  // Whether it is still read shows elsewhere.
  if (to) [[maybe_unused]]
    const auto done = write_all(to.get(), std::string(line) + "\n");
}

/// Takes in what can be read at most; at the end of the file the descriptor is closed.
void read_into(UniqueFd& from, short events, std::string& bytes) {
  if (events == 0) return;
  std::array<char, 4096> part{};
  const ssize_t got = ::read(from.get(), part.data(), part.size());
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) return from.reset();
  bytes.append(part.data(), static_cast<std::size_t>(got));
  // Nobody listens to so much.
  if (bytes.size() > k_most_unheard) bytes.clear();
}

}  // namespace

Result<void> PlayTable::Seat::start(UniqueFd input, UniqueFd output) {
  ARBITER_SET(error, memory_file("error"));
  side.emplace(GameSide{*box, request, error.get(), false, model::CallProtocol::kattis,
                        channel ? std::vector<int>{channel.get()} : std::vector<int>{}});
  return player.start(*side, std::move(input), std::move(output));
}

void PlayTable::Seat::hear(short events) {
  player.hear(events);
  if (!player.is_running()) channel.reset();
}

void PlayTable::say_as_first(std::string_view line) {
  write_line(to_referee_, line);
}

void PlayTable::tell_second(std::string_view line) {
  write_line(to_second_, line);
}

Result<void> PlayTable::prepare_referee(const model::TestCase& test, box::BoxFactory& boxes) {
  ARBITER_SET(referee_.box, make_box(*seats_.referee, box::Policy::package, boxes));
  referee_.request = validator_request(plan_, *seats_.referee, ProgramRole::interactor, test);
  referee_.request.cpu_limit *= k_hints;
  referee_.request.wall_limit = k_evening;
  referee_.request.environment.emplace_back("ARBITER_QUESTIONS_FD=3");
  if (!seats_.referee_is_second) {
    referee_.request.environment.emplace_back("ARBITER_SECOND_PLAYER=asked");
  }
  ARBITER_SET(input_, open_read(test.input));
  referee_.request.files = {{"input", input_.get(), false}};
  if (test.answer) {
    ARBITER_SET(answer_, open_read(*test.answer));
    referee_.request.files.push_back({"answer", answer_.get(), false});
  }
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return system_error("cannot make a channel to the referee", errno);
  }
  questions_ = UniqueFd(ends[0]);
  referee_.channel = UniqueFd(ends[1]);
  return {};
}

Result<void> PlayTable::start_program(Seat& seat, const SeatedProgram& program,
                                      const model::TestCase& test, box::BoxFactory& boxes,
                                      UniqueFd input, UniqueFd output) {
  ARBITER_SET(seat.box, make_box(*program.executable, box::Policy::submission, boxes));
  ARBITER_SET(seat.work, open_work_files(*program.executable, test));
  seat.request = submission_request(*program.executable, program.limits);
  seat.request.argv.insert(seat.request.argv.end(), test.args.begin(), test.args.end());
  seat.request.files = seat.work.files;
  // What the others take for their moves is not its own.
  seat.request.wall_limit += seat.request.wall_limit + plan_.problem->limits.validation_time;
  const bool has_person = !seats_.first || (!seats_.second && !seats_.referee_is_second);
  if (has_person) seat.request.wall_limit = k_evening;
  return seat.start(std::move(input), std::move(output));
}

Result<void> PlayTable::start(std::size_t test, box::BoxFactory& boxes) {
  const model::TestCase& data = plan_.problem->tests[test];
  ARBITER_CHECK(prepare_referee(data, boxes));
  ARBITER_TRY(there, make_pipe());
  ARBITER_TRY(back, make_pipe());
  ARBITER_CHECK(referee_.start(std::move(there.read), std::move(back.write)));
  if (seats_.first) {
    ARBITER_CHECK(start_program(first_, *seats_.first, data, boxes, std::move(back.read),
                                std::move(there.write)));
  } else {
    to_referee_ = std::move(there.write);
    from_referee_ = std::move(back.read);
  }
  if (!seats_.second) return {};
  ARBITER_TRY(to, make_pipe());
  ARBITER_TRY(from, make_pipe());
  to_second_ = std::move(to.write);
  from_second_ = std::move(from.read);
  return start_program(second_, *seats_.second, data, boxes, std::move(to.read),
                       std::move(from.write));
}

/// Waits a moment and takes in what has come. Whether `other` can be read.
Result<bool> PlayTable::step(int other) {
  std::array<pollfd, 7> sources{{{questions_.get(), POLLIN, 0},
                                 {from_referee_.get(), POLLIN, 0},
                                 {from_second_.get(), POLLIN, 0},
                                 {referee_.player.leash(), POLLIN, 0},
                                 {first_.player.leash(), POLLIN, 0},
                                 {second_.player.leash(), POLLIN, 0},
                                 {other, POLLIN, 0}}};
  if (::poll(sources.data(), sources.size(), k_step_ms) < 0) {
    if (errno == EINTR) return false;
    return system_error("cannot wait for the game", errno);
  }
  read_into(questions_, sources[0].revents, answers_);
  read_into(from_referee_, sources[1].revents, said_);
  read_into(from_second_, sources[2].revents, replies_);
  if (sources[3].revents != 0) referee_.hear(sources[3].revents);
  if (sources[4].revents != 0) first_.hear(sources[4].revents);
  if (sources[5].revents != 0) second_.hear(sources[5].revents);
  return sources[6].revents != 0;
}

/// The answer that lies there whole; none: it is still on its way.
Result<std::optional<RefereeAnswer>> PlayTable::take_answer() {
  const Error nonsense =
      package_error("the referee's answer to a question is not 'ok', 'no' or 'bad' and a count",
                    "runner/docs/referees.md has the form");
  while (auto line = take_line(answers_)) {
    if (!begun_) {
      RefereeAnswer answer;
      const std::size_t blank = line->find(' ');
      const std::string word = line->substr(0, blank);
      if (word != "ok" && word != "no" && word != "bad") return nonsense;
      if (word == "no") answer.kind = RefereeAnswer::Kind::no;
      if (word == "bad") answer.kind = RefereeAnswer::Kind::bad;
      const std::string count = blank == std::string::npos ? "" : line->substr(blank + 1);
      const auto lines = number_in<std::size_t>(count);
      if (!lines) return nonsense;
      missing_ = *lines;
      begun_ = std::move(answer);
    } else {
      begun_->lines.push_back(printable(*line));
      --missing_;
    }
    if (missing_ == 0) return std::exchange(begun_, std::nullopt);
  }
  return std::optional<RefereeAnswer>();
}

Result<std::optional<RefereeAnswer>> PlayTable::ask(std::string_view question) {
  const std::string line = std::string(question) + "\n";
  // A referee that has gone shows below.
  [[maybe_unused]] const ssize_t sent =
      ::send(questions_.get(), line.data(), line.size(), MSG_NOSIGNAL);
  const auto asked = Clock::now();
  std::optional<Clock::time_point> spoke;
  while (true) {
    ARBITER_TRY(answer, take_answer());
    if (answer) {
      has_answered_ = true;
      return answer;
    }
    if (referee_has_ended() && !questions_) {
      if (!has_answered_) return std::optional<RefereeAnswer>();
      return judge_error("the referee has ended");
    }
    ARBITER_CHECK(step());
    if (has_answered_) continue;
    if (!spoke && !said_.empty()) spoke = Clock::now();
    const bool is_silent = Clock::now() - asked > k_patience_without ||
                           (spoke && Clock::now() - *spoke > k_patience_after_output);
    if (is_silent) return std::optional<RefereeAnswer>();
  }
}

Result<std::optional<std::string>> PlayTable::hear_second() {
  while (true) {
    if (auto line = take_line(replies_)) {
      if (line->size() > k_most_line) return std::optional<std::string>();
      return std::optional<std::string>(std::move(*line));
    }
    if (!from_second_ || replies_.size() > k_most_line) return std::optional<std::string>();
    ARBITER_CHECK(step());
  }
}

Result<std::string> PlayTable::hear_referee(int other, Nanoseconds patience) {
  const auto began = Clock::now();
  while (said_.empty() && !referee_has_ended() && Clock::now() - began < patience) {
    ARBITER_TRY(has_other, step(other));
    if (has_other) break;
  }
  // What it wrote last lies in the pipe still.
  while (referee_has_ended() && from_referee_)
    ARBITER_CHECK(step());
  return std::exchange(said_, {});
}

PlayEnd PlayTable::end() {
  questions_.reset();
  to_referee_.reset();
  to_second_.reset();
  const auto began = Clock::now();
  const std::array<Seat*, 3> all = {&referee_, &first_, &second_};
  while (std::ranges::any_of(all, &Seat::is_on)) {
    if (!step()) break;
    if (Clock::now() - began < k_farewell) continue;
    for (Seat* seat : all) {
      if (seat->side && seat->player.is_free()) seat->player.stop();
    }
  }
  PlayEnd end;
  const auto record = [](const Seat& seat) {
    return seat.player.is_running() ? fault_record("it did not end") : seat.player.record();
  };
  end.referee = record(referee_);
  if (seats_.first) end.first = record(first_);
  if (seats_.second) end.second = record(second_);
  if (referee_.player.is_running()) return end;
  if (auto report = referee_.player.take()) {
    end.message = feedback_message(*report, referee_.error.get());
  }
  return end;
}

Result<std::unique_ptr<PlayTable>> PlayTable::open(const Plan& plan, std::size_t test,
                                                   box::BoxFactory& boxes, const PlaySeats& seats) {
  std::unique_ptr<PlayTable> table(new PlayTable(plan, seats));
  ARBITER_CHECK(table->start(test, boxes));
  return table;
}

}  // namespace arbiter::judge
