#include "record.hpp"

#include <fmt/format.h>

#include <iterator>

#include "io/file.hpp"
#include "ranks.hpp"
#include "spica/error.hpp"

namespace spica::app {

void RecordFlag::add_to(CLI::App& command) {
  add_path_option(command, "--record", path_, "write the nodes of the search as CSV")
      ->excludes("--resume")  // its nodes have lost their parents
      ->group("");
}

void RecordFlag::add_files(Files& files) const {
  // Flags that the help does not show have no name in what CLI11 says of a check.
  if (const std::string problem = not_standard_output(path_); !problem.empty())
    throw Error(ErrorKind::usage, "--record " + problem);
  files.writes("--record", path_, csv_format);
}

void RecordFlag::require_one_process() const {
  if (!path_.empty() && ranks() != nullptr)
    throw Error(ErrorKind::usage, "--record is for one process; leave mpirun out");
}

std::function<void(const search::NodeRecord&)> RecordFlag::listener() {
  if (path_.empty()) return {};
  return [this](const search::NodeRecord& node) {
    const std::scoped_lock lock(mutex_);
    nodes_.push_back(node);
  };
}

void RecordFlag::write() const {
  if (path_.empty()) return;
  std::string text = "id,parent,order,start_sec,seconds,bound_before,bound_after,children,child_bytes\n";
  for (const search::NodeRecord& n : nodes_) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{:.6f},{:.6f},{:.10g},{:.10g},{},{}\n", n.id, n.parent,
                   n.order, n.start_sec, n.seconds, n.bound_before, n.bound_after, n.children, n.child_bytes);
  }
  io::write_file(path_, text);
}

}  // namespace spica::app
