#include "report/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "report/text.hpp"
#include "spica/version.hpp"

namespace spica::report {

namespace {

constexpr std::int64_t rows_a_head = 25;

/// Half a second at first, up to ten as a solve grows long.
double interval_sec(double time_sec) {
  return std::clamp(0.05 * time_sec, 0.5, 10.0);
}

constexpr int digits = 8;

}  // namespace

void Log::header(const io::Input& input, const std::vector<Index>& cardinalities, const Options& options,
                 std::string_view task) {
  if (level_ == Level::quiet) {
    return;
  }
  const Problem& problem = input.problem;
  cardinalities_ = cardinalities;
  components_ = static_cast<Index>(cardinalities.size());
  const std::string features = plural(problem.features(), "feature");
  line(fmt::format("spica {}", version));
  line(fmt::format("  input     {}: {}", input.path,
                   problem.kind() == InputKind::samples
                       ? plural(problem.samples(), "sample") + " of " + features
                       : "covariance of " + features));
  for (const std::string& note : input.notes) line(fmt::format("  note      {}", note));
  line(fmt::format("  problem   {} for k = {}, total variance {:.6g}", task, fmt::join(cardinalities, ", "),
                   std::ldexp(problem.trace(), problem.exponent())));
  std::string settings = fmt::format("  settings  gap {:g}, seed {}", options.gap, options.seed);
  if (std::isfinite(options.time_limit_sec))
    settings += fmt::format(", time limit {:g} s", options.time_limit_sec);
  if (options.node_limit != std::numeric_limits<std::int64_t>::max())
    settings += fmt::format(", node limit {}", options.node_limit);
  line(settings);
  line(fmt::format("  source    {}", source_legend));
}

void Log::table_head() {
  if (component_ >= 0 && components_ > 1 && rows_ == 0) {
    line(fmt::format("component {} of {}, k = {}", component_ + 1, components_,
                     cardinalities_[static_cast<std::size_t>(component_)]));
  }
  line(fmt::format("  {:>9} {:>10} {:>8} {:>15} {:>15} {:>10}", "time", "nodes", "open", "lower bound",
                   "upper bound", "gap"));
}

void Log::explain(double time_sec, const std::string& what) {
  line(fmt::format("  {:>8.2f}s explain: {}", time_sec, what));
}

void Log::progress(const Progress& progress) {
  if (level_ == Level::quiet) return;
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
                   progress.nodes, progress.open, lower_bound_text(progress.lower_bound, digits),
                   upper_bound_text(progress.upper_bound, digits),
                   percent(relative_gap(progress.lower_bound, progress.upper_bound))));
}

}  // namespace spica::report
