#include "cluster/slurm.hpp"

#include <gmock/gmock.h>

#include <map>

namespace arbiter::cluster {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Commands that answer what they are told to.
class Commands {
 public:
  RunCommand runner() {
    return [this](const std::vector<std::string>& words) -> Result<CommandOutcome> {
      calls.push_back(words);
      const auto at = answers.find(words.front());
      if (at == answers.end()) return no_command();
      return CommandOutcome{at->second.status, at->second.output, at->second.errors};
    };
  }
  static Error no_command() { return judge_error("there is no such command"); }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& call : calls)
      all.push_back(call.front());
    return all;
  }

  std::map<std::string, CommandOutcome> answers;
  std::vector<std::vector<std::string>> calls;
};

std::unique_ptr<Scheduler> slurm_of(Commands& commands) {
  SlurmNeeds needs;
  needs.cohort = "abc";
  needs.memory = mib(700);
  needs.tasks_at_once = 5;
  needs.options = {{"partition", "short"}, {"exclusive", ""}, {"mem", "900"}};
  return make_slurm(std::move(needs), commands.runner());
}

TEST(Slurm, SubmitsARoundOnce) {
  Commands commands;
  commands.answers = {{"squeue", {0, "", ""}}, {"sbatch", {0, "17\n", ""}}};
  const auto slurm = slurm_of(commands);
  ASSERT_TRUE(slurm->submit({3, 12, "/shared/rounds/3", 60}));
  EXPECT_THAT(commands.names(), ElementsAre("squeue", "scontrol", "sbatch"));
  const auto& words = commands.calls.back();
  EXPECT_THAT(words, Contains("--array=0-11%5"));
  EXPECT_THAT(words, Contains("--job-name=arbiter-abc-r3.0"));
  EXPECT_THAT(words, Contains("--time=15"));
  EXPECT_EQ(words[words.size() - 2], "/shared/rounds/3/job.sh");
  EXPECT_EQ(words.back(), "0");
  // The last of two options counts, so the site's come behind Arbiter's.
  const auto own = std::ranges::find(words, "--mem=700");
  EXPECT_LT(own, std::ranges::find(words, "--mem=900"));
  EXPECT_THAT(words, Contains("--exclusive"));
  // The answer was lost, the job was not.
  commands.answers["squeue"].output = "arbiter-abc-r3.0|17|4|PENDING|Resources|\n";
  commands.calls.clear();
  ASSERT_TRUE(slurm->submit({3, 12, "/shared/rounds/3", 60}));
  EXPECT_THAT(commands.names(), Not(Contains("sbatch")));
}

TEST(Slurm, SplitsARoundThatIsTooLargeForOneArray) {
  Commands commands;
  commands.answers = {{"squeue", {0, "arbiter-abc-r3.200|17|7|RUNNING|None|n1\n", ""}},
                      {"scontrol", {0, "MaxArraySize = 201\n", ""}},
                      {"sbatch", {0, "17\n", ""}}};
  ASSERT_TRUE(slurm_of(commands)->submit({3, 450, "/shared/rounds/3", 60}));
  std::vector<std::string> firsts;
  for (const auto& call : commands.calls) {
    if (call.front() == "sbatch") firsts.push_back(call.back());
  }
  // The second is there already.
  EXPECT_THAT(firsts, ElementsAre("0", "400"));
  EXPECT_THAT(commands.calls.back(), Contains("--array=0-49%5"));
}

TEST(Slurm, CancelsTheJobsOfARound) {
  Commands commands;
  commands.answers = {
      {"squeue",
       {0,
        "arbiter-abc-r3.0|17|7|RUNNING|None|n1\narbiter-abc-r3.0|17|8|RUNNING|None|n2\n"
        "arbiter-abc-r3.200|18|7|PENDING|None|\narbiter-abc-r4.0|19|0|PENDING|None|\n",
        ""}},
      {"scancel", {0, "", ""}}};
  slurm_of(commands)->cancel_rounds({3});
  EXPECT_THAT(commands.calls.back(), ElementsAre("scancel", "--quiet", "17", "18"));
}

TEST(Slurm, SaysWhyAJobIsRefused) {
  Commands commands;
  commands.answers = {{"squeue", {0, "", ""}},
                      {"sbatch", {1, "", "sbatch: note\nsbatch: error: Invalid account\n"}}};
  const auto refused = slurm_of(commands)->submit({1, 1, "/shared", 60});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("sbatch: error: Invalid account"));
  EXPECT_THAT(refused.error().help, HasSubstr("--slurm-option"));
}

TEST(Slurm, KnowsNothingWhenTheControllerDoesNotAnswer) {
  Commands commands;
  commands.answers = {{"squeue", {1, "", "Unable to contact slurm controller"}}};
  const Queue queue = slurm_of(commands)->look({1, 2});
  EXPECT_FALSE(queue.is_reachable);
  EXPECT_EQ(queue.complaint, "Unable to contact slurm controller");
  commands.answers.clear();
  EXPECT_FALSE(slurm_of(commands)->look({1}).is_reachable);
}

TEST(Slurm, ReadsLinesOfTheQueue) {
  struct Case {
    const char* line;
    std::string read;  ///< round, shard, phase, id; empty: no task of ours
  };
  const Case cases[] = {
      {"arbiter-abc-r2.0|17|5|RUNNING|None|n1", "2 5 running 17_5"},
      {"arbiter-abc-r2.0|17|5|PENDING|Resources|", "2 5 queued 17_5"},
      {"arbiter-abc-r2.0|17|5|PENDING|launch failed requeued held|", "2 5 held 17_5"},
      {"arbiter-abc-r2.0|17|5|REQUEUE_HOLD|None|", "2 5 held 17_5"},
      {"arbiter-abc-r2.0|17|5|CONFIGURING|None|n1", "2 5 queued 17_5"},
      {"arbiter-abc-r2.1000|17|5|RUNNING|None|n1", "2 1005 running 17_5"},
      {"arbiter-abc-r2|17|5|RUNNING|None|n1", ""},
      {"arbiter-abc-r2.0|17|5|COMPLETING|None|n1", ""},
      {"arbiter-abd-r2.0|17|5|RUNNING|None|n1", ""},
      {"arbiter-abc-rx.0|17|5|RUNNING|None|n1", ""},
      {"arbiter-abc-r2.6|17|N/A|RUNNING|None|n1", "2 6 running 17"},
      {"arbiter-abc-r2.0|17|many|RUNNING|None|n1", ""},
      {"slurm_load_jobs error", ""},
      {"", ""},
  };
  const std::map<Phase, std::string> phases = {
      {Phase::queued, "queued"}, {Phase::running, "running"}, {Phase::held, "held"}};
  for (const Case& one : cases) {
    const auto read = parse_queue_line(one.line, "abc");
    const std::string text = read
                                 ? std::to_string(read->round) + " " + std::to_string(read->shard) +
                                       " " + phases.at(read->task.phase) + " " + read->task.id
                                 : "";
    EXPECT_EQ(text, one.read) << one.line;
  }
}

TEST(Slurm, CountsCoresThatAreNotDown) {
  Commands commands;
  commands.answers = {{"sinfo", {0, "2/6/8/16\n1/1/0/2\nnonsense\n", ""}}};
  SlurmNeeds needs;
  EXPECT_EQ(make_slurm(needs, commands.runner())->cores(), 10);
  EXPECT_EQ(slurm_of(commands)->cores(), 5);  // no more than may be used at once
  EXPECT_THAT(commands.calls.back(), Contains("short"));
  commands.answers["sinfo"].status = 1;
  EXPECT_EQ(slurm_of(commands)->cores(), 0);
}

TEST(Slurm, UnderstandsOptionsOfUsers) {
  using Option = std::pair<std::string, std::string>;
  EXPECT_EQ(parse_slurm_option("partition=short").value(), Option("partition", "short"));
  EXPECT_EQ(parse_slurm_option("--exclusive").value(), Option("exclusive", ""));
  EXPECT_EQ(parse_slurm_option("comment=a=b").value(), Option("comment", "a=b"));
  for (const char* text : {"", "=", "a b=c", "array=1", "--wrap=rm", "no;=1"}) {
    const auto refused = parse_slurm_option(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error().kind, ErrorKind::usage);
    EXPECT_FALSE(refused.error().help.empty());
  }
}

TEST(Slurm, RunsACommandOnANode) {
  Commands commands;
  commands.answers = {{"srun", {0, "said", ""}}};
  EXPECT_EQ(run_on_node({{"qos", "low"}}, {"a", "b"}, commands.runner()).value(), "said");
  const auto& words = commands.calls.back();
  EXPECT_THAT(words, Contains("--qos=low"));
  EXPECT_EQ(words[words.size() - 2], "a");
  commands.answers["srun"] = {1, "", "srun: error: nothing is free"};
  EXPECT_THAT(run_on_node({}, {"a"}, commands.runner()).error().text(),
              HasSubstr("nothing is free"));
}

}  // namespace
}  // namespace arbiter::cluster
