#include "judge/run/company.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <thread>
#include <vector>

namespace arbiter::judge {
namespace {

TEST(Company, ManyWorkSideBySide) {
  Company company;
  constexpr int k_threads = 4;
  std::barrier all_are_there(k_threads);
  std::vector<std::jthread> threads;
  for (int i = 0; i < k_threads; ++i) {
    threads.emplace_back([&] {
      const Company::Beside beside(company);
      all_are_there.arrive_and_wait();  // never, if one had to wait for another
    });
  }
}

TEST(Company, WhoIsAloneHasNobodyBeside) {
  Company company;
  std::atomic<int> beside = 0;
  std::atomic<int> alone = 0;
  std::atomic<int> met = 0;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int round = 0; round < 2000; ++round) {
        if ((round + thread) % 4 == 0) {
          const Company::Alone me(company);
          met += alone.fetch_add(1) + beside.load();
          --alone;
        } else {
          const Company::Beside me(company);
          ++beside;
          met += alone.load();
          --beside;
        }
      }
    });
  }
  threads.clear();
  EXPECT_EQ(met.load(), 0);
}

}  // namespace
}  // namespace arbiter::judge
