#include "report/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/printable.hpp"
#include "report/text.hpp"
#include "spica/version.hpp"

namespace spica::report {

namespace {

constexpr std::int64_t rows_a_head = 25;

/// Half a second at first, up to ten as a solve grows long.
double interval_sec(double time_sec) {
  return std::clamp(0.05 * time_sec, 0.5, 10.0);
}

std::string what_was_read(const Problem& problem) {
  const std::string features = plural(problem.features(), "feature");
  switch (problem.kind()) {
    case InputKind::covariance:
      return "covariance of " + features;
    case InputKind::samples:
      return plural(problem.samples(), "sample") + " of " + features;
    case InputKind::sensing:
      break;
  }
  return fmt::format("sensing matrix, {} x {}", problem.samples(), problem.features());
}

/// What the user offers, and what becomes of it.
std::string start_text(const Options& options) {
  std::vector<std::string> sizes;
  for (const Support& support : options.start) sizes.push_back(std::to_string(support.size()));
  const bool one = sizes.size() == 1;
  const std::string what =
      one ? plural(static_cast<std::int64_t>(options.start.front().size()), "feature")
          : fmt::format("{} components of {} features", sizes.size(), fmt::join(sizes, ", "));
  return options.prove ? fmt::format("{}; {} the answer, and the lower bounds are {}", what,
                                     one ? "this is" : "these are", one ? "its own" : "their own")
                       : what;
}

}  // namespace

void Log::header(const io::Input& input, const std::vector<Index>& cardinalities, const Options& options,
                 std::string_view task) {
  if (level_ == Level::quiet) {
    return;
  }
  const Problem& problem = input.problem;
  joint_ = options.joint;
  const bool several = cardinalities.size() > 1;
  if (joint_ && several) titles_ = {fmt::format("{} components together", cardinalities.size())};
  for (std::size_t i = 0; !joint_ && several && i < cardinalities.size(); ++i) {
    titles_.push_back(
        fmt::format("component {} of {}, k = {}", i + 1, cardinalities.size(), cardinalities[i]));
  }
  line(fmt::format("spica {}", version));
  line(fmt::format("  input     {}: {}{}", input.path, what_was_read(problem),
                   input.transposed ? ", transposed: features in rows" : ""));
  for (const std::string& note : input.notes) line(fmt::format("  note      {}", note));
  line(fmt::format("  problem   {} for k = {}, {} {:.6g}", task, fmt::join(cardinalities, ", "),
                   problem.kind() == InputKind::sensing ? "trace of A'A" : "total variance",
                   std::ldexp(problem.trace(), problem.exponent())));
  std::string settings = fmt::format("  settings  gap {:g}, seed {}", options.gap, options.seed);
  if (std::isfinite(options.time_limit_sec))
    settings += fmt::format(", time limit {:g} s", options.time_limit_sec);
  if (options.node_limit != std::numeric_limits<std::int64_t>::max())
    settings += fmt::format(", node limit {}", options.node_limit);
  line(settings);
  if (options.smallest || problem.kind() == InputKind::sensing) {
    line(
        "  gap       of a smallest eigenvalue: relative to the largest eigenvalue, or to k times the largest "
        "entry if that is less");
  }
  if (!options.start.empty()) line("  start     " + start_text(options));
  line(fmt::format("  source    {}{}", joint_ ? joint_source_legend : source_legend,
                   options.start.empty() || joint_ ? "" : fmt::format(", {}", start_source_legend)));
}

void Log::line(const std::string& text) const {
  sink_(text::printable(text));
}

void Log::resumed(const std::string& what) {
  if (level_ != Level::quiet) line("  resumed   " + what);
}

void Log::ranks(int count) {
  if (level_ != Level::quiet) line(fmt::format("  ranks     {} processes work on it together", count));
}

void Log::table_head() {
  const auto part = static_cast<std::size_t>(component_);
  if (rows_ == 0 && part < titles_.size()) line(titles_[part]);
  line(fmt::format("  {:>9} {:>10} {:>8} {:>15} {:>15} {:>10}", "time", "nodes", joint_ ? "settled" : "open",
                   "lower bound", "upper bound", "gap"));
}

void Log::explain(double time_sec, const std::string& what) {
  line(fmt::format("  {:>8.2f}s explain: {}", time_sec, what));
}

void Log::memory(std::optional<std::int64_t> peak_bytes) const {
  constexpr double megabyte = 1e6;
  if (peak_bytes)
    line(fmt::format("  memory    at most {:.0f} MB", static_cast<double>(*peak_bytes) / megabyte));
}

void Log::path_row(const Progress& progress) {
  if (rows_++ % rows_a_head == 0)
    line(fmt::format("  {:>9} {:>10} {:>8} {:>15} {:>15} {:>10}", "time", "nodes", "k", "lower bound",
                     "upper bound", "gap"));
  line(fmt::format("  {:>8.2f}s {:>10} {:>8} {:>15} {:>15} {:>10}", progress.time_sec, progress.nodes,
                   path_[static_cast<std::size_t>(progress.component)],
                   lower_bound_text(progress.lower_bound, table_digits),
                   upper_bound_text(progress.upper_bound, table_digits),
                   percent(relative_gap(progress.lower_bound, progress.upper_bound))));
}

void Log::progress(const Progress& progress) {
  if (level_ == Level::quiet) return;
  if (!path_.empty()) {
    path_row(progress);
    return;
  }
  if (progress.component != component_) {
    component_ = progress.component;
    rows_ = 0;
    last_row_sec_ = 0.0;
  }
  const bool news = progress.source != ' ' || progress.last || rows_ == 0 || level_ == Level::debug;
  if (!news && progress.time_sec - last_row_sec_ < interval_sec(progress.time_sec)) return;
  if (rows_ % rows_a_head == 0) table_head();
  ++rows_;
  last_row_sec_ = progress.time_sec;
  line(fmt::format("{} {:>8.2f}s {:>10} {:>8} {:>15} {:>15} {:>10}", progress.source, progress.time_sec,
                   progress.nodes, progress.settled.value_or(progress.open),
                   lower_bound_text(progress.lower_bound, table_digits),
                   upper_bound_text(progress.upper_bound, table_digits),
                   percent(relative_gap(progress.lower_bound, progress.upper_bound, progress.gap_scale))));
}

}  // namespace spica::report
