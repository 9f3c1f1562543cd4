#include "arbiter_box/output_end.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "arbiter_box/groups/kernel_files.hpp"
#include "arbiter_box/processes.hpp"

namespace arbiter::arbiter_box {

OutputEnd::OutputEnd(int proc, int output) : proc_(proc) {
  ::fstat(output, &output_);
}

bool OutputEnd::is_without(pid_t process) const {
  // Nearly always the answer, and cheap.
  if (is_of_pipe(proc_, process, STDOUT_FILENO, output_)) return false;
  const auto names = names_in(proc_, std::to_string(process) + "/fd");
  if (!names) return false;
  const bool is_held = std::any_of(names->begin(), names->end(), [&](const std::string& name) {
    return is_of_pipe(proc_, process, std::strtoll(name.c_str(), nullptr, 10), output_);
  });
  if (is_held) return false;
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
