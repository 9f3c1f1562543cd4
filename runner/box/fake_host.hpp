#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file.hpp"
#include "base/temp_dir.hpp"
#include "box/host_facts.hpp"

namespace arbiter::box {

/// A folder with the kernel's files of a machine that is not this one.
class FakeHost {
 public:
  FakeHost() : folder_(TempDir::make("fake-host").value()) {
    write("proc/sys/kernel/osrelease", "6.8.0-31-generic\n");
    write("proc/self/ns/user", "");
    write("proc/self/status", "Name:\tarbiter\nSeccomp:\t0\nSeccomp_filters:\t0\n");
    write("helper", "");
    std::filesystem::permissions(folder_.path() / "helper", std::filesystem::perms::all);
  }

  FakeHost& write(const std::string& path, const std::string& text) {
    const auto whole = folder_.path() / path;
    std::filesystem::create_directories(whole.parent_path());
    EXPECT_TRUE(write_file(whole, text));
    return *this;
  }

  FakeHost& remove(const std::string& path) {
    EXPECT_TRUE(std::filesystem::remove(folder_.path() / path));
    return *this;
  }

  /// Appends a line to the mounts, as "TYPE TARGET OPTIONS".
  FakeHost& mount(const std::string& type, const std::string& target, const std::string& options) {
    mounts_ += type + " " + target + " " + type + " " + options + " 0 0\n";
    return write("proc/self/mounts", mounts_);
  }

  /// A system in which systemd runs a manager for user 1000 and hands it these controllers.
  FakeHost& systemd_user(const std::string& controllers) {
    write("run/systemd/system/x", "").write("run/user/1000/systemd/x", "");
    write("run/user/1000/bus", "").write("run/dbus/system_bus_socket", "");
    mount("cgroup2", "/sys/fs/cgroup", "rw,nosuid,nodev,noexec,relatime");
    write("proc/self/cgroup", "0::/user.slice/user-1000.slice/session-2.scope\n");
    return write("sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/cgroup.controllers",
                 controllers + "\n");
  }

  [[nodiscard]] std::filesystem::path helper() const { return folder_.path() / "helper"; }

  [[nodiscard]] HostFacts facts(unsigned user = 1000, int cores = 4) const {
    return read_host_facts(folder_.path(), {user, cores, helper()});
  }

 private:
  TempDir folder_;
  std::string mounts_;
};

}  // namespace arbiter::box
