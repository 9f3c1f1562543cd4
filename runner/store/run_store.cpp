#include "store/run_store.hpp"

#include <fmt/chrono.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/file.hpp"
#include "base/text.hpp"
#include "store/entry_store.hpp"

namespace arbiter::store {
namespace {

namespace fs = std::filesystem;
using std::chrono::system_clock;

constexpr const char* k_deleted = ".deleted-";
constexpr std::size_t k_stamp_length = 16;  // 20261121T074500Z

std::string stamp(system_clock::time_point time) {
  return fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(system_clock::to_time_t(time)));
}

/// The fraction of the second stands in the last digits, so that runs sort as they began; whoever
/// comes within the same 15 µs as another takes one of the next.
std::string new_id(system_clock::time_point now, int attempt = 0) {
  using std::chrono::microseconds;
  const auto time = now + attempt * microseconds(16);
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<microseconds>(time - second).count();
  return fmt::format("{}-{:04x}", stamp(second), rest * 65536 / 1000000);
}

bool looks_like_id(std::string_view name) {
  return name.size() == k_stamp_length + 5 && name[8] == 'T' && name[15] == 'Z' && name[16] == '-';
}

/// --out may name any folder: what is there and no journal is not overwritten.
Result<void> check_is_own(const fs::path& journal) {
  const auto present = read_file(journal, mib(1024));
  constexpr std::string_view k_begin = "{\"schema\":\"arbiter/archive/";
  std::error_code ignored;
  const bool is_free = !fs::exists(fs::symlink_status(journal, ignored));
  if (is_free || (present && (present->empty() || present->starts_with(k_begin)))) return {};
  return usage_error(journal.string() + " is in the way: it is not the journal of a run",
                     "choose another folder");
}

/// Deletes a run unless somebody writes it. The lock is taken under the folder's own name and the
/// folder renamed away before anything in it goes, so that nobody ever finds half a run.
bool remove_run(const StoredRun& run) {
  const auto lock = lock_run_folder(run.folder);
  if (!lock || !lock->is_open()) return false;
  const fs::path doomed = run.folder.parent_path() / (k_deleted + run.id);
  std::error_code code;
  fs::rename(run.folder, doomed, code);
  if (code) return false;
  fs::remove_all(doomed, code);
  return true;
}

/// Folders that somebody began to delete and did not finish.
void remove_leftovers(const fs::path& runs) {
  std::error_code code;
  std::vector<fs::path> doomed;
  for (fs::directory_iterator it(runs, code), end; !code && it != end; it.increment(code)) {
    if (it->path().filename().string().rfind(k_deleted, 0) == 0) doomed.push_back(it->path());
  }
  for (const fs::path& path : doomed)
    fs::remove_all(path, code);
}

Error no_such_run(std::string_view word, const std::vector<StoredRun>& runs) {
  std::string message = "unknown run '" + printable(word) + "'";
  if (runs.empty()) {
    return usage_error(std::move(message), "no run is stored yet; judge and grade store runs");
  }
  std::vector<std::string> words = ids_of(runs);
  words.emplace_back("last");
  std::ranges::reverse(words);
  const auto near = nearest(word, words);
  return usage_error(std::move(message),
                     near ? "did you mean " + *near + "?"
                          : "write last, last~1 or an id; 'arbiter runs' lists them");
}

}  // namespace

Run::~Run() {
  if (journal_ && journal_->descriptor() >= 0) (void)finish();
}

Result<void> Run::append(std::string_view line) {
  ARBITER_CHECK(journal_->append(line));
  unsynced_ = true;
  if (std::chrono::steady_clock::now() - synced_ >= std::chrono::seconds(1)) return finish();
  return {};
}

Result<void> Run::finish() {
  synced_ = std::chrono::steady_clock::now();
  if (!unsynced_) return {};
  ARBITER_CHECK(journal_->sync());
  unsynced_ = false;
  return {};
}

Result<RunStore> RunStore::open(const fs::path& state_dir, RunClock clock) {
  const fs::path runs = state_dir / "runs";
  ARBITER_CHECK(make_folders(runs));
  return RunStore(runs, std::move(clock));
}

Result<Run> RunStore::begin(const std::optional<fs::path>& out_dir) {
  if (out_dir) {
    ARBITER_CHECK(make_folders(*out_dir));
    ARBITER_CHECK(check_is_own(*out_dir / k_journal_name));
    ARBITER_TRY(run, begin_in(new_id(clock_()), *out_dir));
    if (!run) {
      return judge_error("another run is being written to " + out_dir->string());
    }
    return std::move(*run);
  }
  // Another process may delete the folder before it is locked.
  constexpr int k_tries = 100;
  for (int i = 0; i < k_tries; ++i) {
    ARBITER_TRY(folder, reserve());
    ARBITER_TRY(run, begin_in(folder.filename().string(), folder));
    if (run) return std::move(*run);
  }
  return judge_error("cannot begin a run in " + runs_.string());
}

Result<fs::path> RunStore::reserve() {
  // Another process may begin at the same time.
  constexpr int k_tries = 100;
  for (int i = 0; i < k_tries; ++i) {
    const fs::path folder = runs_ / new_id(clock_(), i);
    if (::mkdir(folder.c_str(), 0755) == 0) return folder;
    if (errno != EEXIST) return system_error("cannot make the folder " + folder.string(), errno);
  }
  return judge_error("cannot begin a run in " + runs_.string());
}

Result<std::optional<Run>> RunStore::begin_in(std::string id, const fs::path& folder) {
  Run run(std::move(id), folder);
  auto lock = lock_run_folder(folder);
  if (lock && !lock->is_open()) return std::optional<Run>();
  // A folder that is given again holds one run, the new one.
  auto journal = lock ? AppendLog::open(folder / k_journal_name, OldLines::drop,
                                        "the journal of run " + run.id_)
                      : Result<AppendLog>(lock.error());
  if (std::error_code gone; !journal && !fs::exists(folder, gone)) return std::optional<Run>();
  ARBITER_SET(run.journal_, std::move(journal));
  run.lock_ = std::move(*lock);
  return std::optional<Run>(std::move(run));
}

Result<fs::path> RunStore::find(std::string_view word) const {
  const auto runs = list();
  if (word == "last" || word.substr(0, 5) == "last~") {
    std::size_t back = 0;
    if (word.size() > 4) {
      const auto number = number_in<std::size_t>(word.substr(5));
      if (!number) return no_such_run(word, runs);
      back = *number;
    }
    if (back < runs.size()) return runs[runs.size() - 1 - back].folder;
    Error error = no_such_run(word, runs);
    if (!runs.empty()) error.help = "the oldest is last~" + std::to_string(runs.size() - 1);
    return error;
  }
  std::vector<const StoredRun*> matching;
  for (const StoredRun& run : runs) {
    if (!word.empty() && run.id.compare(0, word.size(), word) == 0) matching.push_back(&run);
  }
  if (matching.size() == 1) return matching.front()->folder;
  std::error_code code;
  if (!word.empty() && fs::is_regular_file(fs::path(word) / k_journal_name, code))
    return fs::path(word);
  if (matching.size() > 1) {
    std::string help = "write more of it:";
    for (std::size_t i = 0; i < matching.size() && i < 5; ++i)
      help += " " + matching[i]->id;
    return usage_error("'" + printable(word) + "' is the beginning of several runs", help);
  }
  return no_such_run(word, runs);
}

std::vector<StoredRun> RunStore::list() const {
  std::vector<StoredRun> all;
  std::error_code code;
  for (fs::directory_iterator it(runs_, code), end; !code && it != end; it.increment(code)) {
    const std::string name = it->path().filename().string();
    if (looks_like_id(name)) all.push_back({name, it->path()});
  }
  std::ranges::sort(all, {}, &StoredRun::id);
  return all;
}

std::size_t RunStore::prune(const RunRetention& retention) {
  remove_leftovers(runs_);
  const auto runs = list();
  if (runs.empty()) return 0;
  const std::string oldest_kept = stamp(clock_() - retention.age);
  // To weigh a run takes a call for each of its files: too much for every start.
  const bool weighed = runs.size() % retention.weighed_every == 0;
  std::vector<Bytes> sizes(runs.size());
  Bytes total;
  for (std::size_t i = 0; weighed && i < runs.size(); ++i) {
    sizes[i] = size_of(runs[i].folder);
    total.count += sizes[i].count;
  }
  std::size_t removed = 0;
  for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
    const bool too_old = runs[i].id.compare(0, k_stamp_length, oldest_kept) < 0;
    if (!too_old && total <= retention.total) break;
    if (!remove_run(runs[i])) continue;
    total.count -= sizes[i].count;
    ++removed;
  }
  return removed;
}

}  // namespace arbiter::store
