#include "judge/game/play_table.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <utility>

#include "base/file.hpp"
#include "base/text.hpp"
#include "base/unique_fd.hpp"
#include "judge/game/game_player.hpp"
#include "judge/run/program_run.hpp"
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

struct Pipe {
  UniqueFd reading;
  UniqueFd writing;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe", errno);
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

/// A program at the table, with all that its run borrows.
struct Seat {
  std::unique_ptr<box::Box> box;
  box::RunRequest request;
  WorkFiles work;
  UniqueFd error;
  UniqueFd channel;
  std::optional<GameSide> side;
  Player player;

  Result<void> start(UniqueFd input, UniqueFd output) {
    ARBITER_SET(error, memory_file("error"));
    side.emplace(
        GameSide{*box, request, error.get(), false, model::CallProtocol::kattis, channel.get()});
    return player.start(*side, std::move(input), std::move(output));
  }
  /// Takes note of an end.
  void hear(short events) {
    player.hear(events);
    if (!player.is_running()) channel.reset();
  }
};

/// Bytes that come in, line by line.
class Lines {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }
  std::optional<std::string> take() {
    const std::size_t end = bytes_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = bytes_.substr(0, end);
    bytes_.erase(0, end + 1);
    return line;
  }
  std::string take_all() { return std::exchange(bytes_, {}); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  std::string bytes_;
};

class Table final : public PlayTable {
 public:
  Table(const Plan& plan, const PlaySeats& seats) : plan_(plan), seats_(seats) {}

  Result<void> start(std::size_t test, box::BoxFactory& boxes);

  Result<std::optional<RefereeAnswer>> ask(std::string_view question) override;
  void say_as_first(std::string_view line) override { write_line(to_referee_, line); }
  void tell_second(std::string_view line) override { write_line(to_second_, line); }
  Result<std::optional<std::string>> hear_second() override;
  void end_first() override { to_referee_.reset(); }
  Result<std::string> hear_referee(int other, Nanoseconds patience) override;
  [[nodiscard]] bool referee_has_ended() const override { return !referee_.player.is_running(); }
  PlayEnd end() override;

 private:
  Result<void> prepare_referee(const model::TestCase& test, box::BoxFactory& boxes);
  Result<void> start_program(Seat& seat, const SeatedProgram& program, const model::TestCase& test,
                             box::BoxFactory& boxes, UniqueFd input, UniqueFd output);
  Result<bool> step(int other = -1);
  Result<std::optional<RefereeAnswer>> take_answer();
  [[nodiscard]] bool has_person() const {
    return !seats_.first || (!seats_.second && !seats_.referee_is_second);
  }
  static void write_line(const UniqueFd& to, std::string_view line) {
    // Whether it is still read shows elsewhere.
    if (to) [[maybe_unused]]
      const auto done = write_all(to.get(), std::string(line) + "\n");
  }

  const Plan& plan_;
  const PlaySeats& seats_;
  UniqueFd input_;
  UniqueFd answer_;
  UniqueFd questions_;
  UniqueFd to_referee_;
  UniqueFd from_referee_;
  UniqueFd to_second_;
  UniqueFd from_second_;
  Lines answers_;
  Lines said_;    ///< by the referee to a person
  Lines second_;  ///< by the second player's program
  std::optional<RefereeAnswer> begun_;
  std::size_t missing_ = 0;
  bool has_answered_ = false;
  Seat referee_;
  Seat first_;
  Seat second_seat_;
};

Result<void> Table::prepare_referee(const model::TestCase& test, box::BoxFactory& boxes) {
  ARBITER_SET(referee_.box, make_box(*seats_.referee, box::Policy::package, boxes));
  referee_.request = validator_request(plan_, *seats_.referee, ProgramRole::interactor, test);
  referee_.request.cpu_limit *= k_hints;
  referee_.request.wall_limit = k_evening;
  referee_.request.environment.emplace_back("ARBITER_QUESTIONS_FD=3");
  if (!seats_.referee_is_second) {
    referee_.request.environment.emplace_back("ARBITER_SECOND_PLAYER=asked");
  }
  ARBITER_TRY(input, open_read(test.input));
  input_ = std::move(input);
  referee_.request.files = {{"input", input_.get(), false}};
  if (test.answer) {
    ARBITER_TRY(answer, open_read(*test.answer));
    answer_ = std::move(answer);
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

Result<void> Table::start_program(Seat& seat, const SeatedProgram& program,
                                  const model::TestCase& test, box::BoxFactory& boxes,
                                  UniqueFd input, UniqueFd output) {
  ARBITER_SET(seat.box, make_box(*program.executable, box::Policy::submission, boxes));
  ARBITER_TRY(work, open_work_files(*program.executable, test));
  seat.work = std::move(work);
  seat.request = submission_request(*program.executable, program.limits);
  seat.request.argv.insert(seat.request.argv.end(), test.args.begin(), test.args.end());
  seat.request.files = seat.work.files;
  // What the others take for their moves is not its own.
  seat.request.wall_limit += seat.request.wall_limit + plan_.problem->limits.validation_time;
  if (has_person()) seat.request.wall_limit = k_evening;
  return seat.start(std::move(input), std::move(output));
}

Result<void> Table::start(std::size_t test, box::BoxFactory& boxes) {
  const model::TestCase& data = plan_.problem->tests[test];
  ARBITER_CHECK(prepare_referee(data, boxes));
  ARBITER_TRY(there, make_pipe());
  ARBITER_TRY(back, make_pipe());
  ARBITER_CHECK(referee_.start(std::move(there.reading), std::move(back.writing)));
  if (seats_.first) {
    ARBITER_CHECK(start_program(first_, *seats_.first, data, boxes, std::move(back.reading),
                                std::move(there.writing)));
  } else {
    to_referee_ = std::move(there.writing);
    from_referee_ = std::move(back.reading);
  }
  if (!seats_.second) return {};
  ARBITER_TRY(to, make_pipe());
  ARBITER_TRY(from, make_pipe());
  to_second_ = std::move(to.writing);
  from_second_ = std::move(from.reading);
  return start_program(second_seat_, *seats_.second, data, boxes, std::move(to.reading),
                       std::move(from.writing));
}

/// Takes in what can be read at most; at the end of the file the descriptor is closed.
void read_into(UniqueFd& from, short events, Lines& lines) {
  if (events == 0) return;
  std::array<char, 4096> bytes{};
  const ssize_t got = ::read(from.get(), bytes.data(), bytes.size());
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) return from.reset();
  lines.add({bytes.data(), static_cast<std::size_t>(got)});
  // Nobody listens to so much.
  if (lines.size() > k_most_unheard) lines.take_all();
}

/// Waits a moment and takes in what has come. Whether `other` can be read.
Result<bool> Table::step(int other) {
  std::array<pollfd, 7> sources{{{questions_.get(), POLLIN, 0},
                                 {from_referee_.get(), POLLIN, 0},
                                 {from_second_.get(), POLLIN, 0},
                                 {referee_.player.leash(), POLLIN, 0},
                                 {first_.player.leash(), POLLIN, 0},
                                 {second_seat_.player.leash(), POLLIN, 0},
                                 {other, POLLIN, 0}}};
  if (::poll(sources.data(), sources.size(), k_step_ms) < 0) {
    if (errno == EINTR) return false;
    return system_error("cannot wait for the game", errno);
  }
  read_into(questions_, sources[0].revents, answers_);
  read_into(from_referee_, sources[1].revents, said_);
  read_into(from_second_, sources[2].revents, second_);
  if (sources[3].revents != 0) referee_.hear(sources[3].revents);
  if (sources[4].revents != 0) first_.hear(sources[4].revents);
  if (sources[5].revents != 0) second_seat_.hear(sources[5].revents);
  return sources[6].revents != 0;
}

/// The answer that lies there whole; none: it is still on its way.
Result<std::optional<RefereeAnswer>> Table::take_answer() {
  const Error nonsense{ErrorKind::invalid_package,
                       "the referee's answer to a question is not 'ok', 'no' or 'bad' and a count",
                       {},
                       "runner/docs/referees.md has the form"};
  while (auto line = answers_.take()) {
    if (!begun_) {
      RefereeAnswer answer;
      const std::size_t blank = line->find(' ');
      const std::string word = line->substr(0, blank);
      if (word != "ok" && word != "no" && word != "bad") return nonsense;
      if (word == "no") answer.kind = RefereeAnswer::Kind::no;
      if (word == "bad") answer.kind = RefereeAnswer::Kind::bad;
      const std::string count = blank == std::string::npos ? "" : line->substr(blank + 1);
      const auto [end, code] = std::from_chars(count.data(), count.data() + count.size(), missing_);
      if (code != std::errc{} || end != count.data() + count.size()) return nonsense;
      begun_ = std::move(answer);
    } else {
      begun_->lines.push_back(printable(*line));
      --missing_;
    }
    if (missing_ == 0) return std::exchange(begun_, std::nullopt);
  }
  return std::optional<RefereeAnswer>();
}

Result<std::optional<RefereeAnswer>> Table::ask(std::string_view question) {
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
    if (!spoke && said_.size() > 0) spoke = Clock::now();
    const bool is_silent = Clock::now() - asked > k_patience_without ||
                           (spoke && Clock::now() - *spoke > k_patience_after_output);
    if (is_silent) return std::optional<RefereeAnswer>();
  }
}

Result<std::optional<std::string>> Table::hear_second() {
  while (true) {
    if (auto line = second_.take()) {
      if (line->size() > k_most_line) return std::optional<std::string>();
      return std::optional<std::string>(std::move(*line));
    }
    if (!from_second_ || second_.size() > k_most_line) return std::optional<std::string>();
    ARBITER_CHECK(step());
  }
}

Result<std::string> Table::hear_referee(int other, Nanoseconds patience) {
  const auto began = Clock::now();
  while (said_.size() == 0 && !referee_has_ended() && Clock::now() - began < patience) {
    ARBITER_TRY(has_other, step(other));
    if (has_other) break;
  }
  // What it wrote last lies in the pipe still.
  while (referee_has_ended() && from_referee_)
    ARBITER_CHECK(step());
  return said_.take_all();
}

PlayEnd Table::end() {
  questions_.reset();
  to_referee_.reset();
  to_second_.reset();
  const auto began = Clock::now();
  const auto all = {std::pair{&referee_, true}, std::pair{&first_, seats_.first.has_value()},
                    std::pair{&second_seat_, seats_.second.has_value()}};
  const auto is_on = [&] {
    bool any = false;
    for (const auto& [seat, is_taken] : all)
      any |= is_taken && seat->player.is_running();
    return any;
  };
  while (is_on()) {
    if (!step()) break;
    if (Clock::now() - began < k_farewell) continue;
    for (const auto& [seat, is_taken] : all) {
      if (is_taken && seat->player.is_free()) seat->player.stop();
    }
  }
  PlayEnd end;
  const auto record = [](const Seat& seat) {
    return seat.player.is_running() ? fault_record("it did not end") : seat.player.record();
  };
  end.referee = record(referee_);
  if (seats_.first) end.first = record(first_);
  if (seats_.second) end.second = record(second_seat_);
  if (referee_.player.is_running()) return end;
  if (auto report = referee_.player.take()) {
    end.message = feedback_message(*report, referee_.error.get());
  }
  return end;
}

}  // namespace

Result<std::unique_ptr<PlayTable>> PlayTable::open(const Plan& plan, std::size_t test,
                                                   box::BoxFactory& boxes, const PlaySeats& seats) {
  auto table = std::make_unique<Table>(plan, seats);
  ARBITER_CHECK(table->start(test, boxes));
  return std::unique_ptr<PlayTable>(std::move(table));
}

}  // namespace arbiter::judge
