#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/test_folder.hpp"
#include "box/host_facts.hpp"

namespace arbiter::box {

/// A folder with the kernel's files of a machine that is not this one.
class FakeHost {
 public:
  FakeHost() {
    write("proc/sys/kernel/osrelease", "6.8.0-31-generic\n");
    write("proc/self/ns/user", "");
    write("proc/self/status", "Name:\tarbiter\nSeccomp:\t0\nSeccomp_filters:\t0\n");
    write("helper", "");
    std::filesystem::permissions(helper(), std::filesystem::perms::all);
  }

  FakeHost& write(const std::string& path, const std::string& text) {
    folder_.write(path, text);
    return *this;
  }

  FakeHost& remove(const std::string& path) {
    EXPECT_TRUE(std::filesystem::remove(folder_ / path));
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

  [[nodiscard]] std::filesystem::path helper() const { return folder_ / "helper"; }

  [[nodiscard]] HostFacts facts(unsigned user = 1000, int cores = 4) const {
    HostFacts read = read_host_facts(folder_.path(), user, helper());
    read.cores = cores;
    return read;
  }

 private:
  TestFolder folder_;
  std::string mounts_;
};

}  // namespace arbiter::box
