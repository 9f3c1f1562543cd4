#include "arbiter_box/output_end.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "arbiter_box/processes.hpp"

namespace arbiter::arbiter_box {

OutputEnd::OutputEnd(int proc, int output) : proc_(proc) {
  ::fstat(output, &output_);
}

bool OutputEnd::is_without(pid_t process) const {
  // Nearly always the answer, and cheap.
  if (is_of_pipe(proc_, process, STDOUT_FILENO, output_)) return false;
  const std::string path = std::to_string(process) + "/fd";
  const int folder_fd = ::openat(proc_, path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const folder = folder_fd >= 0 ? ::fdopendir(folder_fd) : nullptr;
  if (folder == nullptr) return false;
  bool is_found = false;
  while (const dirent* entry = ::readdir(folder)) {
    is_found =
        is_found || (entry->d_name[0] != '.' &&
                     is_of_pipe(proc_, process, std::strtoll(entry->d_name, nullptr, 10), output_));
  }
  ::closedir(folder);
  if (is_found) return false;
  // Whoever ends has closed everything a moment before it is gone.
  const ProcessSeen seen = look_at(proc_, process);
  return seen.pid == process && !seen.is_exiting;
}

bool OutputEnd::look(const std::vector<pid_t>& processes) {
  const bool is_closed =
      !processes.empty() && std::all_of(processes.begin(), processes.end(),
                                        [this](pid_t process) { return is_without(process); });
  const bool was_closed = was_closed_;
  was_closed_ = is_closed;
  return is_closed && was_closed;
}

}  // namespace arbiter::arbiter_box
