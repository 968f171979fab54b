#pragma once

// Reruns cells of the paper's tables, one after another, and sets each beside what was published.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "paper/instances.hpp"
#include "paper/recipe.hpp"
#include "paper/tables.hpp"
#include "paper/verdict.hpp"
#include "spica/solve.hpp"

namespace spica::paper {

/// What a call of the library gave: a component, or why there is none.
struct Outcome {
  std::optional<Component> component;
  std::string failure;
};

/// A published cell and ours. What we do not know is not set.
struct Row {
  Figure published;
  std::string params;                 ///< that we used; of several attempts, the best one's
  std::optional<double> lower_bound;  ///< the best we know; of a primal method, its own
  std::optional<double> upper_bound;
  std::optional<Index> eigenvalues_above;
  std::optional<double> time_sec;
  Comparison comparison;
  std::optional<Status> status;  ///< not of a cell that is only cited or that failed
  std::string failure;
  std::optional<double> own_upper_bound;  ///< of solve() on the same instance
  std::optional<double> own_gap_percent;
  std::optional<double> own_time_sec;
  std::optional<Status> own_status;
};

/// The status, "failed: why" or "cited".
std::string status_text(const Row& row);

struct Rerun {
  std::vector<Row> rows;
  std::vector<std::string> skipped;  ///< one sentence a case
  bool interrupted = false;
};

/// How a caller watches: what begins, and how it ended. A call for an instance may come inside one for a
/// cell.
struct Monitor {
  std::function<void(const std::string& what)> on_start;
  std::function<void(const std::string& outcome)> on_end;
  Hooks hooks;
};

class Runner {
 public:
  /// The options' time limit is for one call of the library.
  Runner(Instances instances, const Options& options, Monitor monitor);

  Rerun run(const std::vector<Figure>& cells);

 private:
  /// What solve() says about the instance of a cell.
  struct Reference {
    Outcome outcome;
    std::optional<Index> eigenvalues_above;
  };

  const Reference& reference(const Figure& figure);
  const Outcome& outcome(const Figure& figure, const Attempt& attempt);
  [[nodiscard]] Row row_of_instance(const Figure& figure);
  Row row(const Figure& figure);
  Row sum_row(const Figure& figure);
  [[nodiscard]] bool stopped() const;

  Instances instances_;
  Options options_;
  Monitor monitor_;
  std::map<std::string, Reference> references_;
  std::map<std::string, Outcome> outcomes_;
};

}  // namespace spica::paper
