#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "box/box.hpp"

namespace arbiter::judge {

/// Boxes for unit tests: run commands of the host without any isolation, in a temporary folder
/// that plays /work, with binds and /program replaced in the arguments. Never part of a program.
class FakeBoxFactory : public box::BoxFactory {
 public:
  Result<std::unique_ptr<box::Box>> make(const box::BoxConfig& config) override;
  [[nodiscard]] box::Mode mode() const override { return box::Mode::user_namespace; }
  void stop() override {}

  /// The commands that were run, as asked for.
  std::vector<std::vector<std::string>> commands();
  /// How many of them had a word that contains `part`.
  std::size_t count(const std::string& part);

  std::atomic<bool> is_broken = false;                   ///< every run is a fault of the box
  std::atomic<box::Stopped> stopped = box::Stopped::no;  ///< every run is reported stopped so

 private:
  friend class FakeBox;
  void note(const std::vector<std::string>& argv);

  std::mutex mutex_;
  std::vector<std::vector<std::string>> commands_;
};

}  // namespace arbiter::judge
