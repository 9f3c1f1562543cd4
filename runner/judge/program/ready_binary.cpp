#include "judge/program/ready_binary.hpp"

#include <elf.h>

#include "judge/program/program_files.hpp"

namespace arbiter::judge {
namespace {

constexpr std::size_t k_class_at = EI_CLASS;
constexpr std::size_t k_type_at = 16;     // e_type, in all ELF classes
constexpr std::size_t k_machine_at = 18;  // e_machine, in all ELF classes
constexpr std::size_t k_head = 20;

}  // namespace

std::string why_not_runnable(const std::filesystem::path& program) {
  const std::string head = head_of(program, k_head);
  if (!is_elf(head) || head.size() < k_head) return "this is not a program (no ELF file)";
  const std::string ours = head_of("/proc/self/exe", k_head);
  if (head[k_class_at] != ours[k_class_at] ||
      head.substr(k_machine_at, 2) != ours.substr(k_machine_at, 2)) {
    return "this program was built for another kind of machine";
  }
  const auto type = static_cast<unsigned char>(head[k_type_at]);
  if (type != ET_EXEC && type != ET_DYN) {
    return "this is an object file or the like, not a program: it has to be linked";
  }
  return {};
}

}  // namespace arbiter::judge
