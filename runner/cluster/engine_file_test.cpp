#include "cluster/engine_file.hpp"

#include <gmock/gmock.h>

#include "base/test_folder.hpp"

namespace arbiter::cluster {
namespace {

EngineFile load(const std::string& text, std::vector<Diagnostic>& diagnostics) {
  const TestFolder folder;
  return load_engine_file(folder.write("arbiter-engine.yaml", text), diagnostics);
}

TEST(EngineFile, SaysWhatASiteSays) {
  std::vector<Diagnostic> diagnostics;
  const EngineFile file = load(
      "engine: auto\nslurm_options: {partition: short, mem: 900}\narbiter: /opt/arbiter\n"
      "shared: /scratch\njobs: 64\nleast_shard: 30\nmost_shard: 90.5\nsilent_after: 20\n"
      "keep: true\n",
      diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(file.engine, "auto");
  EXPECT_THAT(file.slurm_options, testing::ElementsAre(testing::Pair("partition", "short"),
                                                       testing::Pair("mem", "900")));
  EXPECT_EQ(file.arbiter, "/opt/arbiter");
  EXPECT_EQ(file.shared, "/scratch");
  EXPECT_EQ(file.jobs, 64);
  EXPECT_EQ(file.least_shard, 30);
  EXPECT_EQ(file.most_shard, 90.5);
  EXPECT_EQ(file.silent_after, 20);
  EXPECT_TRUE(file.keep);
  EXPECT_EQ(load("{}\n", diagnostics).least_shard, 60);
}

TEST(EngineFile, RefusesWhatItDoesNotKnow) {
  for (const char* text :
       {"engin: slurm\n", "engine: condor\n", "slurm_options: [a]\n", "slurm_options: {array: 1}\n",
        "jobs: 0\n", "jobs: many\n", "least_shard: -1\n", "keep: perhaps\n", "[]\n", "engine: ["}) {
    std::vector<Diagnostic> diagnostics;
    load(text, diagnostics);
    ASSERT_TRUE(has_errors(diagnostics)) << text;
    EXPECT_THAT(render(diagnostics.front(), false), testing::HasSubstr("arbiter-engine.yaml"))
        << text;
  }
}

}  // namespace
}  // namespace arbiter::cluster
