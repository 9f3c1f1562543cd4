#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "report/stress/formats.hpp"
#include "report/stress/samples.hpp"

namespace arbiter::report {
namespace {

using testing::HasSubstr;

std::string certificate(const std::string& name) {
  return stress_certificate(stress_sample(name), "0.1.0+abc1234");
}

TEST(StressCertificate, Proved) {
  const std::string text = certificate("proved");
  EXPECT_THAT(text, HasSubstr("- problem: `wordduel`, SHA-256 `aaaa"));
  EXPECT_THAT(text, HasSubstr("  - `wrong.cpp`, SHA-256 `bbbb"));
  EXPECT_THAT(text, HasSubstr("- enumerated: all 457353 inputs that `tiny --most 4` makes; the "
                              "largest has 12 bytes\n\n## Found\n\nNothing.\n\n"
                              "**Checked exhaustively**: equal to `reference.cpp` on all 457353 "
                              "inputs that `tiny --most 4` makes.\n"));
}

TEST(StressCertificate, Several) {
  EXPECT_EQ(certificate("several"), R"(# Stress test of `wordduel`

## Setting

- problem: `wordduel`, SHA-256 `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`
- submissions: 3
  - `wrong.cpp`
  - `good.cpp`
  - `folder/crashes.cpp`
- answers: by `submissions/accepted/reference.cpp`
- seed: 7
- Arbiter: `0.1.0+abc1234`
- sandbox: `root, cgroup v1`
- started: `2026-11-21T07:45:00Z`

## Inputs

- submissions run on: 321 inputs in 1.5 s (214 per second)
- drawn from: `tiny --most 1..20 {seed}`, up to `--most 14`, 123416 inputs
- enumerated: all inputs of up to 3 choices (5 bytes) of `tiny --most 4`, 40 different inputs

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

### `folder/crashes.cpp`: RTE on an input of 9 bytes

- found by: `tiny --most 12 --seed 1729`
- found with 2 KiB, 43 attempts in 200 ms
- the time for shrinking ended; a smaller one may exist
- message: `died of signal 11 (SIGSEGV: Segmentation fault)`

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

(empty)

End of standard error:

```
read 2 words
\x1b[31mfree(): invalid pointer\x1b[0m
```

Repeat it:

```sh
arbiter judge wordduel wrong.cpp --input stress-1.in
```

## Repeat it

```sh
arbiter stress wordduel wrong.cpp --for 60s --seed 7
```
)");
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

}  // namespace
}  // namespace arbiter::report
