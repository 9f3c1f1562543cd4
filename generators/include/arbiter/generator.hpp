#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/choice_sequence.hpp"
#include "arbiter/choice_source.hpp"
#include "arbiter/collections.hpp"
#include "arbiter/decimal.hpp"
#include "arbiter/graph.hpp"
#include "arbiter/options.hpp"
#include "arbiter/random_play.hpp"
#include "arbiter/words.hpp"

namespace arbiter {

/// Gathers what a generator writes. A vector is written with blanks between its elements. A double
/// cannot be written: write a Decimal, whose digits are the same everywhere.
class OutputText {
 public:
  OutputText& operator<<(char c) {
    text_ += c;
    return *this;
  }
  OutputText& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  OutputText& operator<<(const char* text) { return *this << std::string_view(text); }
  OutputText& operator<<(const std::string& text) { return *this << std::string_view(text); }
  OutputText& operator<<(const Decimal& number) { return *this << to_text(number); }
  template <std::integral T>
  OutputText& operator<<(T number) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text_.append(digits.data(), end);
    return *this;
  }
  OutputText& operator<<(bool) = delete;
  OutputText& operator<<(double) = delete;
  template <class T>
  OutputText& operator<<(const std::vector<T>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) text_ += ' ';
      *this << all[i];
    }
    return *this;
  }

  /// A line for each edge, its two nodes counted from `first`, and its weight if there are any.
  void edges(const Graph& graph, int first = 1) {
    for (std::size_t i = 0; i < graph.edges.size(); ++i) {
      *this << graph.edges[i].from + first << ' ' << graph.edges[i].to + first;
      if (!graph.weights.empty()) *this << ' ' << graph.weights[i];
      *this << '\n';
    }
  }

  /// A line for each element.
  template <class T>
  void lines(const std::vector<T>& all) {
    for (const T& each : all)
      *this << each << '\n';
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

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
