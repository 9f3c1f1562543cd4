#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/file.hpp"
#include "base/own_folder.hpp"
#include "base/temp_dir.hpp"
#include "judge/compile/compile_job.hpp"
#include "judge/compile/tool_run.hpp"
#include "store/entry_store.hpp"
#include "store/hash.hpp"

namespace arbiter::judge {
namespace {

namespace fs = std::filesystem;

constexpr Bytes k_most_size = mib(512);

/// What follows blanks and comments.
std::string_view skip_blanks(std::string_view text) {
  constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";
  if (text.substr(0, 3) == k_byte_order_mark) text.remove_prefix(3);
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n\f\v");
    text.remove_prefix(std::min(begin, text.size()));
    const bool is_line = text.substr(0, 2) == "//";
    if (!is_line && text.substr(0, 2) != "/*") return text;
    const std::size_t end = text.find(is_line ? "\n" : "*/", 2);
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + (is_line ? 1 : 2));
  }
}

std::string record_of(std::string_view precompiled) {
  return std::to_string(precompiled.size()) + " " + store::sha256(precompiled);
}

Result<void> keep(const box::RunReport& report, const fs::path& made, const std::string& header) {
  if (report.collected.empty() || !report.collected.front()) {
    return judge_error("no precompiled header was made");
  }
  ARBITER_TRY(mapped, MappedFile::of_descriptor(report.collected.front().get()));
  const fs::path target = made / (header + ".gch");
  std::error_code failure;
  fs::create_directories(target.parent_path(), failure);
  UniqueFd copy(::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!copy) return system_error("cannot write " + target.string(), errno);
  ARBITER_CHECK(write_all(copy.get(), mapped.bytes()));
  ARBITER_CHECK(write_file(made / "record", record_of(mapped.bytes())));
  // In the box it is read by a user who owns nothing here.
  for (fs::path folder = target.parent_path();; folder = folder.parent_path()) {
    if (::chmod(folder.c_str(), 0755) != 0) return system_error("cannot set a mode", errno);
    if (folder == made) return {};
  }
}

}  // namespace

bool may_use_precompiled(const std::string& header, const std::vector<std::string_view>& sources) {
  bool is_used = false;
  for (const std::string_view source : sources) {
    const std::size_t first = source.find(header);
    if (first == std::string_view::npos) continue;
    if (included_in(skip_blanks(source)) != "<" + header + ">") return false;
    is_used = true;
  }
  return is_used;
}

std::string leading_includes(std::string_view source) {
  std::string all;
  for (std::string_view text = skip_blanks(source);; text = skip_blanks(text)) {
    const std::string_view named = included_in(text);
    if (!named.starts_with('<')) return all;
    all += fmt::format("#include {}\n", named);
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

std::optional<fs::path> PrecompiledHeaders::find(const std::string& key,
                                                 const std::string& header) {
  const fs::path place = folder() / key;
  if (!is_whole(key, header)) return std::nullopt;
  ::utimensat(AT_FDCWD, (place / "record").c_str(), nullptr, 0);
  return place;
}

bool PrecompiledHeaders::is_whole(const std::string& key, const std::string& header) {
  const fs::path place = folder() / key;
  const fs::path precompiled = place / (header + ".gch");
  const std::lock_guard lock(whole_mutex_);
  const auto known = whole_.find(key);
  struct stat info {};
  if (::lstat(precompiled.c_str(), &info) != 0) return false;
  constexpr std::int64_t k_second = 1'000'000'000;
  const std::pair<std::uint64_t, std::int64_t> now(
      info.st_ino, info.st_ctim.tv_sec * k_second + info.st_ctim.tv_nsec);
  if (known != whole_.end() && known->second == now) return true;
  const bool is_all_own = is_own(place) && is_own(place / "record") &&
                          is_own(precompiled.parent_path()) && is_own(precompiled);
  const auto record = read_file(place / "record", kib(1));
  const auto mapped = MappedFile::open(precompiled);
  if (!is_all_own || !record || !mapped || *record != record_of(mapped->bytes())) return false;
  whole_[key] = now;
  return true;
}

bool PrecompiledHeaders::was_asked_before(const std::string& key) {
  std::error_code failure;
  fs::create_directories(cache_ / "locks", failure);
  const fs::path mark = cache_ / "locks" / ("asked-" + key);
  const UniqueFd made(::open(mark.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  return !made && errno == EEXIST;
}

void PrecompiledHeaders::make_in_background(const PrecompiledRecipe& recipe) {
  const std::lock_guard lock(mutex_);
  if (!was_asked_before(recipe.key) || !begun_.insert(recipe.key).second) return;
  ++being_made_;
  makers_.emplace_back([this, recipe] {
    make(recipe);
    --being_made_;
  });
}

void PrecompiledHeaders::make_at_once(const PrecompiledRecipe& recipe) {
  {
    const std::lock_guard lock(mutex_);
    if (!begun_.insert(recipe.key).second) return;
  }
  make(recipe);
}

void PrecompiledHeaders::make(const PrecompiledRecipe& recipe) {
  // Nothing is lost when it cannot be made: sources compile without it, only slower. So every
  // failure here just ends the making.
  const auto lock =
      store::take_lock(cache_ / "locks", "precompiled-" + recipe.key.substr(0, 2), false);
  if (!lock || !lock->is_open() || find(recipe.key, recipe.header)) return;
  ToolRun run;
  run.argv = recipe.argv;
  run.sources = {{k_precompiled_source, &recipe.headers}};
  run.collect = {k_precompiled_output};
  const model::PackageLimits limits;
  run.cpu_limit = limits.compilation_time;
  run.memory_limit = limits.compilation_memory;
  run.output_limit = k_most_size;
  const auto outcome = run_tool(boxes_, run);
  if (!outcome || !outcome->succeeded()) return;

  std::error_code failure;
  fs::create_directories(folder(), failure);
  auto made = TempDir::make("new", folder());
  if (!made || !keep(outcome->report, made->path(), recipe.header)) return;
  const fs::path place = folder() / recipe.key;
  fs::remove_all(place, failure);
  fs::rename(made->path(), place, failure);
  if (!failure) made->release();
}

void PrecompiledHeaders::discard(const std::string& key) {
  std::error_code ignored;
  fs::remove_all(folder() / key, ignored);
}

void PrecompiledHeaders::wait() {
  std::vector<std::jthread> makers;  // joined when the lock is gone
  const std::lock_guard lock(mutex_);
  makers.swap(makers_);
}

}  // namespace arbiter::judge
