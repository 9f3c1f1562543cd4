#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "report/samples.hpp"
#include "report/stress/formats.hpp"

namespace arbiter::report {
namespace {

using testing::HasSubstr;

std::string certificate(const std::string& name) {
  return stress_certificate(stress_sample(name), "0.1.0+abc1234");
}

TEST(StressCertificate, Exhausted) {
  const std::string text = certificate("exhausted");
  EXPECT_THAT(text, HasSubstr("- problem: `wordduel`, SHA-256 `aaaa"));
  EXPECT_THAT(text, HasSubstr("  - `wrong.cpp`, SHA-256 `bbbb"));
  EXPECT_THAT(text,
              HasSubstr("- enumerated: all 457353 inputs that `tiny --most 4` makes; the "
                        "largest has 12 bytes\n"
                        "  - they have only the characters `a-d` and numbers from 1 to 5; the "
                        "input validators also accept the characters `e-h z` and numbers from "
                        "1 to 1000\n\n## Found\n\nNothing.\n\n"
                        "**Checked exhaustively**: equal to `reference.cpp` on all 457353 "
                        "inputs that `tiny --most 4` makes.\n"));
}

TEST(StressCertificate, CutOff) {
  EXPECT_THAT(
      certificate("cut_off"),
      HasSubstr("- left out: `greedy.cpp` already fails `secret/1`, `late.cpp` `secret/2`\n"));
  EXPECT_THAT(certificate("cut_off"),
              HasSubstr("**Not finished**, cut off: all sequences of up to 40 choices were asked "
                        "for, those of up to 3 were completed.\n"));
}

TEST(StressCertificate, Several) {
  const std::string text = certificate("several");
  const std::size_t second = text.find("### `folder/crashes.cpp`: RTE on an input of 9 bytes\n");
  EXPECT_EQ(text.substr(0, second), R"(# Stress test of `wordduel`

## Setting

- problem: `wordduel`, SHA-256 `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`
- submissions: 3
  - `wrong.cpp`
  - `good.cpp`
  - `folder/crashes.cpp`
- answers: by `submissions/accepted/reference.cpp`, SHA-256 `cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc`
- seed: 7
- Arbiter: `0.1.0+abc1234`
- sandbox: `root, cgroup v1`
- compiler of `cpp20`: `g++ (Debian 12.2.0-14) 12.2.0`
- compiler of `text`: ?
- limits: 2 s CPU, 5 s wall, 256 MiB memory, 8 MiB output
- machine: `AMD EPYC 7763`, 4 cores, `Linux 6.1.0-18-amd64 x86_64`
- started: `2026-11-21T07:45:00Z`

## Inputs

- submissions run on: 321 inputs in 1.5 s (214 per second)
- drawn from: `tiny --most 1..20 {seed}`, up to `--most 14`, 123416 inputs
- enumerated: all inputs of up to 3 choices (5 bytes) of `tiny --most 4`, 40 different inputs
  - they have only the characters `a-c`

## Found

2 failures.

Nothing in `good.cpp`.

### `wrong.cpp`: WA on an input of 9 bytes

- found by: `tiny --most 12 --seed 1729`
- found with 120 bytes, 43 attempts in 200 ms
- message: `line 2, column 1: expected "4", got "3"`
- first difference: line 2, column 1 of the output
- saved as: `secret/stress-1`
- alone catches: `wrong_answer/greedy.cpp`
- alone catches: `wrong_answer/off_by_one.cpp`

Input:

```
2
abc
ab
```

Expected:

```
yes
4
```

Got:

```
yes
3
```

Repeat it:

```sh
arbiter judge wordduel wrong.cpp --input stress-1.in
```

)");
  EXPECT_THAT(text.substr(second),
              HasSubstr("\n- the time for shrinking ended; a smaller one may exist\n"));
  EXPECT_THAT(text.substr(second),
              HasSubstr("\nGot:\n\n(empty)\n\nEnd of standard error:\n\n```\nread 2 words\n"
                        "\\x1b[31mfree(): invalid pointer\\x1b[0m\n```\n"));
  EXPECT_THAT(text,
              testing::EndsWith("## Repeat it\n\n```sh\narbiter stress wordduel wrong.cpp --for "
                                "60s --seed 7\n```\n"));
}

TEST(StressCertificate, FaultyAndInterrupted) {
  const std::string text = certificate("faulty");
  EXPECT_THAT(text, HasSubstr("\n- sandbox: none, programs ran without isolation\n"));
  EXPECT_THAT(text, HasSubstr("\n- submissions run on: 0 inputs\n"
                              "- skipped because a validator refused them: 17\n"));
  EXPECT_THAT(text, HasSubstr("\nNothing.\n\nThe search was interrupted.\n\n"
                              "## Faults of generators and validators\n\n"
                              "- the `generator tiny`: `ended with exit status 1` (3 times), with "
                              "`tiny --most 3 --seed 1`\n"
                              "- the `input validator strict.cpp`: `two runs do not agree`\n"));
}

TEST(StressCertificate, TwoOnlyDiffer) {
  const std::string text = certificate("two");
  EXPECT_THAT(text, HasSubstr("### `a.cpp` and `b.cpp` differ on an input of 9 bytes\n"));
  EXPECT_THAT(text, HasSubstr("\nOutput of `a.cpp`:\n\n```\nyes\n4\n```\n"));
  EXPECT_THAT(text, HasSubstr("\nOutput of `b.cpp`:\n\n```\nyes\n3\n```\n"));
  for (const std::string_view word : {"WA", "AC", "xpected", "right", "wrong"})
    EXPECT_EQ(text.find(word), std::string::npos) << word << "\n" << text;
}

/// The lines of Markdown that are neither in a fenced block nor begin or end one.
std::string outside_of_blocks(const std::string& markdown) {
  std::string outside;
  std::string fence;
  for (const std::string_view line : split_lines(markdown)) {
    if (!fence.empty()) {
      if (line == fence) fence.clear();
    } else if (line.starts_with("```")) {
      fence = line.substr(0, line.find_first_not_of('`'));
    } else {
      outside.append(line).append("\n");
    }
  }
  EXPECT_EQ(fence, "") << "a block is not ended";
  return outside;
}

/// Without what stands in code spans, by the rules of CommonMark.
std::string outside_of_spans(std::string_view text) {
  std::string outside;
  while (!text.empty()) {
    const std::size_t run = std::min(text.find_first_not_of('`'), text.size());
    if (run == 0) {
      outside += text.front();
      text.remove_prefix(1);
      continue;
    }
    std::size_t end = run;
    while (end < text.size()) {
      const std::size_t begin = std::min(text.find('`', end), text.size());
      end = std::min(text.find_first_not_of('`', begin), text.size());
      if (end - begin == run) break;
      if (begin == text.size()) end = begin;
    }
    EXPECT_LT(end - run, text.size()) << "a span is not ended";
    text.remove_prefix(end);
  }
  return outside;
}

TEST(StressCertificate, ForeignTextMeansNothing) {
  const std::string text = certificate("hostile");
  EXPECT_TRUE(is_utf8(text));
  EXPECT_LT(text.size(), 60000U);
  for (const char c : text)
    ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
  const std::string outside = outside_of_blocks(text);
  for (const std::string_view line : split_lines(outside)) {
    const std::string ours = outside_of_spans(line);
    for (const std::string_view theirs : {"`", "<b>", "|", "\\x", "zz", "mm"})
      EXPECT_EQ(ours.find(theirs), std::string::npos) << line;
  }
  // Nothing but what we begin is a heading.
  for (const std::string_view line : split_lines(outside)) {
    EXPECT_TRUE(!line.starts_with("#") || line.starts_with("# Stress test of ``") ||
                line.starts_with("## ") || line.starts_with("### "))
        << line;
  }
}

constexpr std::string_view k_found = R"({
  "schema": "arbiter/stress/1", "arbiter": "0.1.0", "problem": "wordduel",
  "problem_hash": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "started": "2026-11-21T07:45:00Z",
  "submissions": [{
    "path": "wrong.cpp",
    "sha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}],
  "against": "submissions/accepted/reference.cpp",
  "against_sha256": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc",
  "compilers": [{"language": "cpp20", "version": "g++ (Debian 12.2.0-14) 12.2.0"},
                {"language": "text", "version": null}],
  "limits": {"time_s": 2.0, "wall_s": 5.0, "memory_mib": 256, "output_mib": 8},
  "machine": {"cpu": "AMD EPYC 7763", "kernel": "Linux 6.1.0-18-amd64 x86_64", "cores": 4},
  "game": false, "seed": 7, "iterations": 321,
  "seconds": 1.5, "iterations_per_s": 214.0, "refused": 0, "found": 1,
  "generators": [
    {"generator": "tiny --most 1..20 {seed}", "reached": "--most 14", "inputs": 123416}],
  "exhausted_up_to": [
    {"generator": "tiny --most 4", "inputs": 40, "choices": 3, "bytes": 5,
     "values": {"characters": "abc", "least": null, "most": null}, "beyond": null,
     "complete": false}],
  "exhaustion": null, "left_out": [],
  "failures": [{
    "submission": "wrong.cpp", "verdict": "WA",
    "message": "line 2, column 1: expected \"4\", got \"3\"",
    "first_difference": {
      "output_line": 2, "output_column": 1, "answer_line": 2, "answer_column": 1,
      "expected": "4", "got": "3", "expected_end": false, "got_end": false},
    "found_by": "tiny --most 12 --seed 1729", "original_bytes": 120, "shrunk_bytes": 9,
    "original_choices": 31, "shrunk_choices": 4, "choices": "1 in 0..3\n", "shrink_attempts": 43,
    "found_after_seconds": 0.5, "shrink_seconds": 0.2, "shrunk_out": true,
    "input": "2\nabc\nab\n", "expected": "yes\n4\n", "got": "yes\n3\n", "got_left_out": 0,
    "stderr_tail": "", "replay": "arbiter judge wordduel wrong.cpp --input stress-1.in",
    "saved": null, "catches": [],
    "outcomes": [{
      "submission": "wrong.cpp", "verdict": "WA",
      "message": "line 2, column 1: expected \"4\", got \"3\""}]}],
  "faults": [], "command": "arbiter stress wordduel wrong.cpp --for 60s --seed 7",
  "sandbox": {"mode": "root, cgroup v1", "unsandboxed": false}, "interrupted": false})";

nlohmann::json parsed(const model::StressResult& result) {
  return nlohmann::json::parse(stress_document(result, "0.1.0"));
}

TEST(StressDocument, AllOfIt) {
  // Their order included.
  using Json = nlohmann::ordered_json;
  EXPECT_EQ(Json::parse(stress_document(stress_sample("found"), "0.1.0")), Json::parse(k_found));
}

TEST(StressDocument, NothingIsNull) {
  const auto json = parsed(model::StressResult());
  for (const char* name : {"problem", "problem_hash", "started", "against", "exhausted_up_to"})
    EXPECT_TRUE(json[name].is_null()) << name;
  EXPECT_EQ(json["iterations_per_s"], 0);
  EXPECT_EQ(json["found"], 0);
}

TEST(StressDocument, SeveralSubmissions) {
  const auto json = parsed(stress_sample("several"));
  EXPECT_EQ(json["found"], 2);
  EXPECT_EQ(json["failures"][1]["submission"], "folder/crashes.cpp");
  EXPECT_EQ(json["failures"][1]["verdict"], "RTE");
  EXPECT_EQ(json["failures"][1]["shrunk_out"], false);
  EXPECT_TRUE(json["failures"][1]["first_difference"].is_null());
  EXPECT_EQ(json["failures"][0]["saved"], "secret/stress-1");
  EXPECT_EQ(json["failures"][0]["catches"].size(), 2U);
  EXPECT_EQ(json["failures"][0]["outcomes"][2]["message"], "over 2 s");
  EXPECT_EQ(json["submissions"][0]["sha256"], nullptr);
}

TEST(StressDocument, OfTwoNobodyIsRight) {
  auto result = stress_sample("two");
  auto json = parsed(result);
  EXPECT_TRUE(json["failures"][0]["verdict"].is_null());
  EXPECT_TRUE(json["failures"][0]["outcomes"][0]["verdict"].is_null());
  EXPECT_TRUE(json["failures"][0]["outcomes"][1]["verdict"].is_null());
  result.failures[0].verdict = model::Verdict::tle;
  EXPECT_EQ(parsed(result)["failures"][0]["verdict"], "TLE");
  result = stress_sample("two");
  result.submissions.emplace_back("c.cpp");
  EXPECT_EQ(parsed(result)["failures"][0]["verdict"], "WA");
}

TEST(StressDocument, FaultsAndInterruption) {
  const auto json = parsed(stress_sample("faulty"));
  EXPECT_EQ(json["faults"][0]["program"], "generator tiny");
  EXPECT_EQ(json["faults"][0]["times"], 3);
  EXPECT_TRUE(json["faults"][1]["command"].is_null());
  EXPECT_EQ(json["refused"], 17);
  EXPECT_EQ(json["sandbox"]["unsandboxed"], true);
  EXPECT_EQ(json["interrupted"], true);
}

TEST(StressDocument, BytesThatAreNotUtf8AreReplaced) {
  auto result = stress_sample("found");
  result.failures[0].input = "a\xff\x1b`b";
  result.failures[0].outcomes[0].submission = 99;
  const std::string text = stress_document(result, "0.1.0");
  EXPECT_TRUE(is_utf8(text));
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["failures"][0]["input"], "a\xEF\xBF\xBD\x1b`b");
  EXPECT_EQ(json["failures"][0]["outcomes"][0]["submission"], "?");
  EXPECT_TRUE(is_utf8(stress_document(stress_sample("hostile"), "\xff")));
}

}  // namespace
}  // namespace arbiter::report
