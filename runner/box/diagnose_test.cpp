// Machines as people have them, from their kernel's files to what doctor advises. Those of
// testdata/machines.txt:
//   == NAME
//   ## the user
//   ++ TYPE TARGET OPTIONS of what is mounted
//   :: the controllers that systemd hands on to user 1000
//   -- FILE, and its text in the line below
//   !! a file that is not there
//   >> the only mode that works
//   ?? a part of what is told to be missing; none: nothing is
//   .. a part of the remedy; none: there is none

#include <gmock/gmock.h>

#include "base/test_cases.hpp"
#include "base/text.hpp"
#include "box/fake_host.hpp"
#include "box/host_facts.hpp"
#include "box_protocol/mode.hpp"

namespace arbiter::box {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<FileCase> machines() {
  return cases_in(ARBITER_SOURCE_DIR "/runner/box/testdata/machines.txt",
                  {"##", "++", "::", "!!", ">>", "??", ".."});
}

void make(FakeHost& host, FileCase machine) {
  for (const std::string& mount : machine.marked["++"]) {
    const std::vector<std::string> words = words_of(mount, " ");
    host.mount(words.at(0), words.at(1), words.at(2));
  }
  for (const std::string& controllers : machine.marked["::"])
    host.systemd_user(controllers);
  for (const auto& [name, text] : machine.files)
    host.write(name, text);
  for (const std::string& name : machine.marked["!!"])
    host.remove(name);
}

void make_docker(FakeHost& host) {
  const std::vector<FileCase> all = machines();
  make(host, *std::ranges::find(all, "docker run", &FileCase::name));
}

Probe diagnosed(const FakeHost& host, unsigned user, Mode works) {
  const std::vector<Mode> tried =
      user == 0 ? std::vector{Mode::root_cgroup_v1, Mode::root_cgroup_v2, Mode::user_namespace}
                : std::vector{Mode::delegated_cgroup_v2, Mode::user_namespace};
  std::vector<Trial> trials;
  for (const Mode mode : tried) {
    const bool good = mode == works;
    trials.push_back({mode, good, good ? "" : "it is broken"});
    if (good) break;
  }
  return diagnose(host.facts(user), trials);
}

std::string lines_of(const std::vector<std::string>& lines) {
  return joined(lines, "\n");
}

/// It has all these parts; without any it is empty.
void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  EXPECT_EQ(text.empty(), parts.empty()) << text;
  for (const std::string& part : parts)
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(Diagnose, KnowsTheMachinesOfItsUsers) {
  for (FileCase& machine : machines()) {
    SCOPED_TRACE(machine.name);
    FakeHost host;
    make(host, machine);
    const auto user = number_in<unsigned>(machine.marked["##"].at(0));
    const auto mode = box_protocol::parse_mode(machine.marked[">>"].at(0));
    ASSERT_TRUE(user && mode);
    const Probe probe = diagnosed(host, *user, *mode);
    EXPECT_EQ(probe.mode, *mode);
    EXPECT_EQ(probe.can_isolate, *mode != Mode::unsandboxed);
    expect_parts(lines_of(probe.missing), machine.marked["??"]);
    expect_parts(probe.remedy, machine.marked[".."]);
    EXPECT_EQ(probe.remedy.find('\n'), std::string::npos) << "one command";
  }
}

TEST(Diagnose, NamesTheHelperFirst) {
  FakeHost host;
  make_docker(host);
  std::filesystem::permissions(host.helper(), std::filesystem::perms::owner_read);
  EXPECT_THAT(diagnosed(host, 0, Mode::unsandboxed).remedy, HasSubstr("chmod +x"));
  std::filesystem::remove(host.helper());
  const Probe probe = diagnosed(host, 0, Mode::unsandboxed);
  EXPECT_THAT(lines_of(probe.missing),
              HasSubstr("arbiter-box is not at " + host.helper().string()));
  EXPECT_THAT(probe.remedy, HasSubstr("cmake --install"));
}

TEST(Diagnose, SaysWhereOptionsGoInACiService) {
  FakeHost host;
  make_docker(host);
  HostFacts facts = host.facts(0);
  const std::vector<Trial> failed = {{Mode::user_namespace, false, "it is broken"}};
  facts.ci = HostFacts::Ci::github;
  EXPECT_THAT(diagnose(facts, failed).remedy,
              HasSubstr("in the workflow: container: { image: IMAGE, options: --security-opt"));
  facts.ci = HostFacts::Ci::gitlab;
  EXPECT_THAT(diagnose(facts, failed).remedy, HasSubstr("[runners.docker]"));
}

TEST(Diagnose, OffersAppArmorsNarrowerWay) {
  FakeHost host;
  host.write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
  EXPECT_THAT(diagnosed(host, 1000, Mode::unsandboxed).alternative,
              HasSubstr("profile arbiter-box " + host.helper().string() +
                        " flags=(unconfined) { userns, }"));
}

std::vector<std::string> guarantees_of(Mode mode) {
  return diagnose({}, {{mode, true, {}}}).guarantees;
}

TEST(Diagnose, PromisesMoreWhereMoreIsCounted) {
  const std::string with_groups = lines_of(guarantees_of(Mode::root_cgroup_v1));
  EXPECT_THAT(with_groups, HasSubstr("over all processes, process limit"));
  for (const Mode same : {Mode::root_cgroup_v2, Mode::delegated_cgroup_v2}) {
    EXPECT_EQ(lines_of(guarantees_of(same)), with_groups);
  }
  const std::string without = lines_of(guarantees_of(Mode::user_namespace));
  EXPECT_THAT(without, HasSubstr("of programs of one process"));
  EXPECT_THAT(without, HasSubstr("no network"));
  EXPECT_THAT(guarantees_of(Mode::unsandboxed), ElementsAre(HasSubstr("nothing is isolated")));
}

TEST(Noise, IsNoneOnAQuietMachine) {
  HostFacts facts;
  facts.cores = 4;
  facts.governor = "performance";
  facts.load = 0.9;
  facts.stolen = 0.009;
  facts.quota_cores = 4;
  EXPECT_THAT(diagnose(facts, {}).noise, IsEmpty());
}

TEST(Noise, IsALineForEachCause) {
  HostFacts facts;
  facts.has_hyperthreads = facts.has_turbo = facts.has_swap = true;
  facts.governor = "powersave";
  facts.load = 1.5;
  facts.stolen = 0.034;
  facts.quota_cores = 0.5;
  EXPECT_THAT(diagnose(facts, {}).noise,
              ElementsAre(HasSubstr("one core only"), HasSubstr("hardware threads"),
                          HasSubstr("governor powersave"), HasSubstr("turbo"), HasSubstr("swap"),
                          HasSubstr("1.5 processes share 1 cores"), HasSubstr("3% of the time"),
                          HasSubstr("0.5 of 1 cores")));
}

}  // namespace
}  // namespace arbiter::box
