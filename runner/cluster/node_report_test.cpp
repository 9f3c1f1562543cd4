#include "cluster/node_report.hpp"

#include <gmock/gmock.h>

#include "base/test_folder.hpp"

namespace arbiter::cluster {
namespace {

NodeReport usual() {
  return {"n1", "1.0", "a processor", true, "userns", "", {"c", "java"}, 30, ""};
}

/// The texts and remedies of all that is not good.
std::string faults(const NodeReport& here, const NodeReport& node) {
  std::string text;
  for (const Finding& one : compare(here, node, false)) {
    if (!one.is_good) text += one.text + " -> " + one.remedy + "\n";
  }
  return text;
}

TEST(NodeReport, IsReadAsItWasWritten) {
  const auto read = read_node_document(node_document(usual()));
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(faults(usual(), *read), "");
  EXPECT_EQ(read->host, "n1");
  const auto refused = read_node_document("bash: arbiter: not found");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), testing::HasSubstr("bash: arbiter: not found"));
}

TEST(NodeReport, SaysWhatDiffersAndWhatToDo) {
  NodeReport node = usual();
  node.version = "0.9";
  EXPECT_EQ(faults(usual(), node),
            "Arbiter 0.9; here it is 1.0 -> install the same version on all nodes\n");
  node = usual();
  node.can_isolate = false;
  node.remedy = "sysctl this";
  EXPECT_EQ(faults(usual(), node), "programs cannot be isolated -> sysctl this\n");
  node = usual();
  node.mode = "root";
  EXPECT_EQ(faults(usual(), node), "programs are isolated: root; here: userns -> \n");
  node = usual();
  node.languages = {"c"};
  EXPECT_THAT(faults(usual(), node), testing::HasSubstr("this machine has: java"));
  node = usual();
  node.folder = "no such folder";
  EXPECT_THAT(faults(usual(), node), testing::HasSubstr("no such folder -> --shared DIR"));
}

TEST(NodeReport, BearsWhatATimeLimitBears) {
  NodeReport node = usual();
  for (const auto& [loop, is_alike] : {std::pair{30.0, true},
                                       {34.0, true},
                                       {27.0, true},
                                       {35.0, false},
                                       {25.0, false},
                                       {0.0, true}}) {
    node.loop = loop;
    EXPECT_EQ(faults(usual(), node).empty(), is_alike) << loop;
    EXPECT_EQ(are_alike(30, loop), is_alike) << loop;
  }
  EXPECT_GT(loop_time().count(), 0);
}

TEST(SharedFolder, CarriesAQuestionAndItsAnswer) {
  const TestFolder folder;
  EXPECT_FALSE(answer_in(folder.path()));
  ASSERT_TRUE(ask_in(folder.path(), "who?"));
  EXPECT_FALSE(find_answer_in(folder.path(), "who?"));
  ASSERT_TRUE(answer_in(folder.path()));
  EXPECT_TRUE(find_answer_in(folder.path(), "who?"));
  EXPECT_FALSE(find_answer_in(folder.path(), "what?"));
}

}  // namespace
}  // namespace arbiter::cluster
