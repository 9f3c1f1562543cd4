#include "cli/stress/found_inputs.hpp"

#include <chrono>
#include <system_error>
#include <vector>

#include "base/file.hpp"
#include "store/hash.hpp"

namespace arbiter::cli {
namespace {

namespace fs = std::filesystem;

constexpr auto k_kept = std::chrono::hours(24 * 30);
constexpr std::size_t k_digits = 16;

void remove_old(const fs::path& folder) {
  const auto now = fs::file_time_type::clock::now();
  std::vector<fs::path> old;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    std::error_code ignored;
    const auto written = it->last_write_time(ignored);
    if (!ignored && now - written > k_kept) old.push_back(it->path());
  }
  for (const fs::path& path : old)
    fs::remove(path, failed);
}

}  // namespace

Result<fs::path> keep_found_input(const fs::path& state, const std::string& input) {
  const fs::path folder = state / "found";
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) {
    return judge_error("cannot make the folder " + folder.string() + ": " + failed.message(),
                       "set XDG_STATE_HOME to a folder that can be written");
  }
  remove_old(folder);
  store::Sha256 hash;
  hash.add_field(input);
  fs::path path = folder / (hash.hex().substr(0, k_digits) + ".in");
  ARBITER_CHECK(write_file(path, input));
  return path;
}

}  // namespace arbiter::cli
