#include "hostile_suite/host_view.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace arbiter::hostile {
namespace {

namespace fs = std::filesystem;

std::map<int, std::string> descriptors() {
  std::map<int, std::string> all;
  std::error_code ignored;
  for (int fd = 0; fd < 1024; ++fd) {
    const fs::path link = "/proc/self/fd/" + std::to_string(fd);
    const fs::path target = fs::read_symlink(link, ignored);
    if (!target.empty()) all[fd] = target.string();
  }
  return all;
}

// Without the pages of files, which come and go as the kernel likes.
Bytes resident_of(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/statm");
  std::int64_t size = 0;
  std::int64_t resident = 0;
  std::int64_t of_files = 0;
  file >> size >> resident >> of_files;
  return Bytes{(resident - of_files) * ::sysconf(_SC_PAGESIZE)};
}

std::set<std::string> names_in(const fs::path& folder, std::string_view beginning) {
  std::set<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (name.compare(0, beginning.size(), beginning) == 0) names.insert(at->path().string());
  }
  return names;
}

int parent_of(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::stringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos) return -1;
  std::istringstream words(text.substr(end + 1));
  std::string state;
  int parent = -1;
  words >> state >> parent;
  return parent;
}

std::map<int, int> parents() {
  std::map<int, int> all;
  for (const std::string& path : names_in("/proc", "")) {
    const std::string name = fs::path(path).filename().string();
    if (name[0] >= '0' && name[0] <= '9') all[std::stoi(name)] = parent_of(name);
  }
  return all;
}

}  // namespace

HostView look_at_host() {
  HostView view;
  view.descriptors = descriptors();
  view.resident = resident_of("self");
  const char* const temporary = std::getenv("TMPDIR");
  if (temporary != nullptr) view.temporary = names_in(temporary, "");
  for (const char* folder : {"/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "."}) {
    view.left.merge(names_in(folder, k_mark));
  }
  return view;
}

std::vector<Below> processes_below() {
  const std::map<int, int> all = parents();
  std::vector<Below> below{{::getpid(), 0, 0, {}}};
  for (std::size_t i = 0; i < below.size(); ++i) {
    for (const auto& [pid, parent] : all) {
      if (parent != below[i].pid) continue;
      below.push_back({pid, parent, below[i].depth + 1, resident_of(std::to_string(pid))});
    }
  }
  below.erase(below.begin());
  return below;
}

std::vector<std::string> all_groups() {
  std::vector<std::string> found;
  std::error_code failed;
  using Walk = fs::recursive_directory_iterator;
  for (Walk at("/sys/fs/cgroup", fs::directory_options::skip_permission_denied, failed), end;
       !failed && at != end; at.increment(failed)) {
    if (at->path().filename().string().starts_with("arbiter-box.")) {
      found.push_back(at->path().string());
    }
  }
  return found;
}

std::vector<std::string> groups_of(const std::set<int>& nurseries) {
  std::vector<std::string> found = all_groups();
  std::erase_if(found, [&](const std::string& group) {
    return std::ranges::none_of(nurseries, [&](int nursery) {
      const std::string name = "arbiter-box." + std::to_string(nursery) + ".";
      return fs::path(group).filename().string().starts_with(name);
    });
  });
  return found;
}

}  // namespace arbiter::hostile
