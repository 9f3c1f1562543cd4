#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/temp_dir.hpp"
#include "serve/child.hpp"
#include "serve/serve.hpp"

namespace arbiter::serve {

/// What a browser began: the judging of a program, or a game. Each is a child process.
struct Job {
  enum class State { waiting, running, ended };
  int id = 0;
  const ServedProblem* problem = nullptr;
  std::string name;  ///< of the program; empty: a game
  State state = State::waiting;
  std::string text;     ///< what the child wrote and, of a game, what was typed
  std::string verdict;  ///< once it was judged; empty: it could not be, and `text` says why
  std::filesystem::path folder;  ///< of the program
  std::shared_ptr<Child> child;
  std::chrono::steady_clock::time_point last_seen = std::chrono::steady_clock::now();

  [[nodiscard]] bool is_game() const { return name.empty(); }
  /// No program has such a name.
  [[nodiscard]] std::filesystem::path run() const { return folder / ".run"; }
};

/// The jobs of a server. Programs are judged one after the other: a judge uses all cores, and
/// another one beside it would disturb its times. Games are played side by side, and left when
/// nobody has looked for a while.
class Jobs {
 public:
  struct Events {
    std::function<void(const Job&, std::string_view text)> on_text;
    std::function<void(const Job&)> on_state;
    std::function<bool(const Job&)> is_watched;
    std::function<std::string(const std::filesystem::path& run)> verdict;
  };
  /// Programs and their runs are kept in `folder`.
  Jobs(boost::asio::io_context& io, TempDir folder, Events events);

  /// Begins one and returns its id; a program's name is safe. Error{usage}: too many are there;
  /// {judge}: the disk is full, no more processes.
  Result<int> judge(const ServedProblem& problem, const std::string& name, std::string_view bytes);
  Result<int> play(const ServedProblem& problem);
  /// Null: there is none of that id, or it was long ago.
  Job* find(int id);
  [[nodiscard]] const std::map<int, Job>& all() const { return all_; }
  /// Types a line in a game. False: the game takes none now.
  bool type(Job& game, std::string_view line);
  /// Begins nothing more and ends what runs.
  void stop();

 private:
  [[nodiscard]] Result<void> check_room(bool is_game, Job::State state, std::ptrdiff_t most) const;
  Job& add(const ServedProblem& problem, const std::string& name);
  Result<void> start(Job& job, std::vector<std::string> words);
  void judge_next();
  void add_text(Job& job, std::string_view text);
  void end(Job& job);
  void look_after();

  boost::asio::io_context& io_;
  boost::asio::steady_timer rounds_;
  TempDir folder_;
  Events events_;
  std::map<int, Job> all_;
  int last_ = 0;
  bool is_stopped_ = false;
};

}  // namespace arbiter::serve
