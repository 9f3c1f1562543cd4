#include "hostile_suite/game.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <future>
#include <memory>
#include <utility>

#include "base/file.hpp"
#include "judge/checking.hpp"
#include "judge/decide.hpp"

namespace arbiter::hostile {
namespace {

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe", errno);
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

Result<std::unique_ptr<box::Box>> make_box(box::BoxFactory& boxes,
                                           const judge::Executable& program) {
  ARBITER_TRY(placed, judge::place(program));
  box::BoxConfig config;
  config.policy = box::Policy::package;
  config.program_files = placed.files;
  return boxes.make(config);
}

model::RunRecord run_side(box::Box& box, const GameSide& side, UniqueFd input, UniqueFd output) {
  box::RunRequest request;
  request.argv = side.program.argv;
  request.cpu_limit = judge::stopping_time(side.limits.time);
  request.wall_limit = side.limits.wall;
  request.memory_limit = side.limits.memory;
  request.output_limit = side.limits.output;
  const auto error = memory_file("error");
  if (!error) return judge::fault_record(error.error().text());
  const auto report = box.run(request, {input.get(), output.get(), error->get()});
  return report ? judge::to_record(*report) : judge::fault_record(report.error().text());
}

}  // namespace

Result<std::array<model::RunRecord, 2>> play(box::BoxFactory& boxes,
                                             const std::array<GameSide, 2>& sides) {
  ARBITER_TRY(first, make_box(boxes, sides[0].program));
  ARBITER_TRY(second, make_box(boxes, sides[1].program));
  ARBITER_TRY(there, make_pipe());
  ARBITER_TRY(back, make_pipe());
  auto other = std::async(std::launch::async, [&] {
    return run_side(*second, sides[1], std::move(there.read), std::move(back.write));
  });
  const model::RunRecord mine =
      run_side(*first, sides[0], std::move(back.read), std::move(there.write));
  return std::array<model::RunRecord, 2>{mine, other.get()};
}

}  // namespace arbiter::hostile
