#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/unique_fd.hpp"

namespace arbiter::box {

/// A process arbiter-box and the socket to it. At the end of its life the socket is
/// closed, on which the helper ends by itself, and the process is reaped.
class Helper {
 public:
  /// Starts `program SOCKET words…`.
  static Result<Helper> start(const std::filesystem::path& program,
                              const std::vector<std::string>& words);

  Helper(Helper&& other) noexcept;
  Helper& operator=(Helper&& other) noexcept;
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;
  ~Helper();

  [[nodiscard]] int socket() const { return socket_.get(); }
  [[nodiscard]] int pid() const;

 private:
  struct Process;
  Helper(UniqueFd socket, std::unique_ptr<Process> process);
  void end();

  UniqueFd socket_;
  std::unique_ptr<Process> process_;
};

}  // namespace arbiter::box
