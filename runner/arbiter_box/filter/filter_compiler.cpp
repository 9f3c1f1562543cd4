// Compiles the system-call filters while Arbiter is built, and prints them as rows for filter.cpp:
// they are the same in every box but for one number.
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arbiter_box/filter/filter.hpp"
#include "arbiter_box/filter/filter_rules.hpp"

namespace arbiter::arbiter_box {
namespace {

using Program = std::vector<sock_filter>;

constexpr std::array k_filters = {
    FilterKind{"k_programs", false, true}, FilterKind{"k_programs_uncounted", false, false},
    FilterKind{"k_toolchain", true, true}, FilterKind{"k_toolchain_uncounted", true, false}};

#if defined(__x86_64__)
constexpr std::uint32_t k_architecture = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t k_architecture = AUDIT_ARCH_AARCH64;
#endif

// The numbers of x32, which no other calls of the same machine have.
constexpr std::uint32_t k_first_x32 = 0x40000000;
constexpr unsigned k_last_argument = 5;

constexpr std::uint32_t low_half_of(unsigned argument) {
  return offsetof(seccomp_data, args) + argument * 8;
}

void load(Program& program, std::uint32_t offset) {
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

void jump(Program& program, std::uint16_t how, std::uint32_t value, std::uint8_t yes,
          std::uint8_t no) {
  program.push_back(BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | BPF_K | how), value, yes, no));
}

void answer(Program& program, Answer with) {
  program.push_back(BPF_STMT(BPF_RET | BPF_K, with));
}

Program compile_rule(const Rule& rule) {
  Program program;
  if (rule.init_may) {
    load(program, low_half_of(k_last_argument));
    jump(program, BPF_JEQ, low_half(k_pass_placeholder), 0, 3);
    load(program, low_half_of(k_last_argument) + 4);
    jump(program, BPF_JEQ, high_half(k_pass_placeholder), 0, 1);
    answer(program, k_allow);
  }
  // Whatever the kernel knows to be allowed without looking costs nothing.
  const bool decides = std::ranges::any_of(
      rule.looks, [&](const Look& look) { return look.then != rule.otherwise; });
  for (const Look& look : decides ? rule.looks : std::vector<Look>{}) {
    load(program, low_half_of(look.argument));
    program.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, look.of));
    jump(program, look.how == Look::At::equals ? BPF_JEQ : BPF_JSET, look.value, 0, 1);
    answer(program, look.then);
  }
  answer(program, rule.otherwise);
  return program;
}

/// What is done from one number of a call on.
struct Piece {
  unsigned from = 0;
  Program program;
};

bool are_equal(const Program& a, const Program& b) {
  return a.size() == 1 && b.size() == 1 && a.front().k == b.front().k;
}

// Sorted, from 0 to the end of all numbers; neighbours with the same plain answer are one.
std::vector<Piece> make_pieces(const std::vector<Rule>& rules) {
  std::vector<Piece> pieces;
  const auto add = [&](unsigned from, Program program) {
    if (pieces.empty() || !are_equal(pieces.back().program, program)) {
      pieces.push_back({from, std::move(program)});
    }
  };
  Program absent;
  answer(absent, k_absent);
  unsigned next = 0;
  for (const Rule& rule : rules) {
    if (rule.number > next) add(next, absent);
    add(rule.number, compile_rule(rule));
    next = rule.number + 1;
  }
  add(next, absent);
  return pieces;
}

// A tree of comparisons: the kernel looks at few of them for each call.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the logarithm of the number of calls.
Program search(std::span<const Piece> pieces) {
  if (pieces.size() == 1) return pieces.front().program;
  const std::size_t middle = pieces.size() / 2;
  const Program below = search(pieces.first(middle));
  const Program above = search(pieces.subspan(middle));
  Program program;
  // The jump that may be far is one for itself.
  jump(program, BPF_JGE, pieces[middle].from, 0, 1);
  program.push_back(BPF_STMT(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(below.size())));
  program.insert(program.end(), below.begin(), below.end());
  program.insert(program.end(), above.begin(), above.end());
  return program;
}

Program compile(const FilterKind& kind) {
  Program program;
  load(program, offsetof(seccomp_data, arch));
  jump(program, BPF_JEQ, k_architecture, 1, 0);
  answer(program, SECCOMP_RET_KILL_PROCESS);
  load(program, offsetof(seccomp_data, nr));
  jump(program, BPF_JGE, k_first_x32, 0, 1);
  answer(program, SECCOMP_RET_KILL_PROCESS);
  const Program rest = search(make_pieces(rules_for(kind)));
  program.insert(program.end(), rest.begin(), rest.end());
  return program;
}

void print(const FilterKind& kind) {
  const Program program = compile(kind);
  fmt::print("constexpr std::array<sock_filter, {}> {}{{{{\n", program.size(), kind.name);
  for (const sock_filter& one : program) {
    fmt::print("    {{{}, {}, {}, {:#x}}},\n", one.code, one.jt, one.jf, one.k);
  }
  fmt::print("}}}};\n");
}

}  // namespace
}  // namespace arbiter::arbiter_box

int main() {
  for (const auto& kind : arbiter::arbiter_box::k_filters) {
    arbiter::arbiter_box::print(kind);
  }
  return 0;
}
