#pragma once

#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "arbiter/choice_sequence.hpp"
#include "arbiter/choice_source.hpp"
#include "arbiter/collections.hpp"
#include "arbiter/decimal.hpp"
#include "arbiter/graph.hpp"
#include "arbiter/options.hpp"
#include "arbiter/output_text.hpp"
#include "arbiter/random_play.hpp"
#include "arbiter/words.hpp"

namespace arbiter {

/// The choices of one run of a generator, and what it writes.
class Generator : public ChoiceSource {
 public:
  /// Random numbers from the seed of the options, or from the file of choices that they name. Both
  /// outlive it.
  explicit Generator(Options& options) : ChoiceSource(std::uint64_t{0}), options_(options) {
    before_first([this] { finish_options(); });
  }

  /// What is printed when all has gone well.
  OutputText& out() { return out_; }

  /// Refuses options that are wrong even if nothing was drawn.
  void finish() { prepare(); }

 private:
  void finish_options() {
    options_.close();
    reseed(options_.seed());
    if (options_.choices_out()) record();
    if (!options_.choices_in()) return;
    std::ifstream file(*options_.choices_in(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw std::runtime_error(*options_.choices_in() + ": cannot be read");
    try {
      play(read_choices(text));
    } catch (const ChoiceTextError& error) {
      throw std::runtime_error(*options_.choices_in() + ": " + error.what());
    }
  }

  Options& options_;
  OutputText out_;
};

namespace generator_detail {

inline int fail(const std::string& what, int status) {
  std::fputs(what.c_str(), stderr);
  return status;
}

inline void write_choices(const std::string& path, const ChoiceSequence& sequence) {
  std::ofstream file(path, std::ios::binary);
  file << choice_text(sequence);
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace generator_detail

/// The main function of a generator: reads the options, makes one test by `make(generator,
/// options)`, prints it. Returns the exit status: 0; 2 after a wrong command line; 1 when `make`
/// throws. Only with 0 anything is printed on standard output.
inline int generate(int argc, char** argv, const std::function<void(Generator&, Options&)>& make) {
  using generator_detail::fail;
  Options options(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  try {
    Generator generator(options);
    make(generator, options);
    generator.finish();
    if (options.choices_out()) {
      generator_detail::write_choices(*options.choices_out(), generator.recorded());
    }
    const std::string& text = generator.out().text();
    const bool is_written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!is_written || std::fflush(stdout) != 0) return fail("the test cannot be written\n", 1);
    return 0;
  } catch (const HelpWanted&) {
    std::fputs(("options:\n" + options.help()).c_str(), stdout);
    return 0;
  } catch (const UsageError& error) {
    // What is wrong comes last, since of a long message often only the end is shown.
    return fail("options:\n" + options.help() + error.what(), 2);
  } catch (const std::exception& error) {
    return fail(std::string(error.what()) + '\n', 1);
  }
}

}  // namespace arbiter
