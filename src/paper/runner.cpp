#include "paper/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <set>
#include <utility>

#include "report/text.hpp"

namespace spica::paper {

namespace {

/// The same for cells of one instance. Random families are told apart by their table.
std::string instance_key(const Figure& figure) {
  const std::string family = origin_of(figure) == Origin::new_draw ? figure.table : "";
  return fmt::format("{}|{}|{}|{}", family, figure.case_name, figure.n, figure.k.value_or(0));
}

std::string attempt_key(const Figure& figure, const Attempt& attempt) {
  const Options& options = attempt.options;
  const std::string_view method = attempt.primal ? name_of(options.heuristic.method) : name_of(options.bound);
  return fmt::format("{}|{}|{}", instance_key(figure), method, attempt.params);
}

/// A call of the library whose errors are a fact about the cell, not the end of the table.
template <class Call>
Outcome attempted(Call call) {
  try {
    return {call().components.front(), {}};
  } catch (const std::bad_alloc&) {
    return {std::nullopt, "out of memory"};
  } catch (const std::exception& error) {
    return {std::nullopt, error.what()};
  }
}

std::string in_words(const Outcome& outcome) {
  if (!outcome.component) return "failed: " + outcome.failure;
  const Component& c = *outcome.component;
  const std::string what =
      c.upper_bound ? report::percent(c.gap) : report::lower_bound_text(c.lower_bound, 7);
  const std::string limit = stopped_early(c.status) ? fmt::format(" ({})", name_of(c.status)) : "";
  return fmt::format("{} in {:.2g} s{}", what, c.time_sec, limit);
}

std::string in_words(const Row& row) {
  if (!row.status) return status_text(row);
  const std::optional<double>& gap = row.comparison.gap_percent;
  const std::string what = gap ? report::percent(*gap / 100.0) : report::lower_bound_text(row.lower_bound, 7);
  return fmt::format("{} in {:.2g} s", what, row.time_sec.value_or(0.0));
}

std::string cell_name(const Figure& figure) {
  const std::string k = figure.k ? fmt::format(" k={}", *figure.k) : "";
  const std::string params = figure.params.empty() ? "" : " " + figure.params;
  return fmt::format("{}{} {}{}", label_of(figure), k, figure.method, params);
}

bool better(const Outcome& a, const Outcome& b) {
  if (!a.component || !b.component) return a.component.has_value();
  if (a.component->upper_bound && b.component->upper_bound)
    return *a.component->upper_bound < *b.component->upper_bound;
  return a.component->lower_bound > b.component->lower_bound;
}

void fail(Row& row, const std::string& why) {
  row.failure = why;
  row.comparison.verdict = "failed";
}

/// What a call gave, beside what was published.
void fill(Row& row, const Attempt& attempt, const Component& component) {
  Measurement ours{attempt.primal, component.lower_bound, component.upper_bound, component.time_sec,
                   component.trace};
  if (!attempt.primal) ours.lower_bound = std::max(ours.lower_bound, row.lower_bound.value_or(0.0));
  row.lower_bound = ours.lower_bound;
  row.upper_bound = ours.upper_bound;
  row.time_sec = ours.time_sec;
  row.comparison = compare(row.published, ours);
  row.status = component.status;
}

void add(std::optional<double>& sum, std::optional<double> term) {
  if (sum && term) {
    *sum += *term;
  } else {
    sum.reset();
  }
}

}  // namespace

Runner::Runner(Instances instances, const Options& options, Monitor monitor)
    : instances_(std::move(instances)), options_(options), monitor_(std::move(monitor)) {}

bool Runner::stopped() const {
  return monitor_.hooks.stop != nullptr && monitor_.hooks.stop->load();
}

const Runner::Reference& Runner::reference(const Figure& figure) {
  const auto [at, is_new] = references_.try_emplace(instance_key(figure));
  Reference& reference = at->second;
  if (!is_new) return reference;
  if (monitor_.on_start) monitor_.on_start(fmt::format("{} k={} solve", label_of(figure), *figure.k));
  const Problem problem = instances_.problem(figure);
  reference.outcome = attempted([&] { return solve(problem, {*figure.k}, options_, monitor_.hooks); });
  if (reference.outcome.component)
    reference.eigenvalues_above = eigenvalues_above(problem, reference.outcome.component->lower_bound);
  if (monitor_.on_end) monitor_.on_end(in_words(reference.outcome));
  return reference;
}

const Outcome& Runner::outcome(const Figure& figure, const Attempt& attempt) {
  const auto [at, is_new] = outcomes_.try_emplace(attempt_key(figure, attempt));
  if (!is_new) return at->second;
  const Problem problem = instances_.problem(figure);
  at->second = attempted([&] {
    return attempt.primal ? heuristic(problem, {*figure.k}, attempt.options, monitor_.hooks)
                          : bound(problem, *figure.k, attempt.options, monitor_.hooks);
  });
  return at->second;
}

/// A row that knows what solve() says about its instance.
Row Runner::row_of_instance(const Figure& figure) {
  Row row;
  row.published = figure;
  row.params = figure.params;
  const Reference& own = reference(figure);
  row.eigenvalues_above = own.eigenvalues_above;
  if (!own.outcome.component) return row;
  const Component& component = *own.outcome.component;
  row.lower_bound = component.lower_bound;
  row.own_upper_bound = component.upper_bound;
  row.own_gap_percent = gap_percent(component.lower_bound, component.upper_bound);
  row.own_time_sec = component.time_sec;
  row.own_status = component.status;
  return row;
}

Row Runner::row(const Figure& figure) {
  if (!figure.k) return sum_row(figure);
  Row row = row_of_instance(figure);
  const std::vector<Attempt> attempts = attempts_of(figure, options_);
  const Attempt* best = nullptr;
  for (const Attempt& attempt : attempts) {
    if (stopped()) return row;
    const Outcome& now = outcome(figure, attempt);
    if (best == nullptr || better(now, outcome(figure, *best))) best = &attempt;
  }
  if (best == nullptr) return row;
  row.params = attempts.size() > 1 ? "best: " + best->params : best->params;
  const Outcome& chosen = outcome(figure, *best);
  if (chosen.component) {
    fill(row, *best, *chosen.component);
  } else {
    fail(row, chosen.failure);
  }
  return row;
}

/// Bounds, lower bounds and times of the components, each summed.
Row Runner::sum_row(const Figure& figure) {
  Row sum;
  sum.published = figure;
  sum.own_upper_bound = sum.own_time_sec = 0.0;
  Component total;
  total.upper_bound = 0.0;
  for (const Figure& part : cells_of(table_named(figure.table))) {
    if (part.method != figure.method || !part.k) continue;
    const Row one = row(part);
    if (!one.status) {
      fail(sum, fmt::format("{} failed", part.case_name));
      return sum;
    }
    total.lower_bound += one.lower_bound.value_or(0.0);
    add(total.upper_bound, one.upper_bound);
    total.time_sec += one.time_sec.value_or(0.0);
    if (stopped_early(*one.status)) total.status = *one.status;
    add(sum.own_upper_bound, one.own_upper_bound);
    add(sum.own_time_sec, one.own_time_sec);
    sum.params = one.params;
  }
  fill(sum, {}, total);
  sum.own_gap_percent = gap_percent(total.lower_bound, sum.own_upper_bound);
  return sum;
}

Rerun Runner::run(const std::vector<Figure>& cells) {
  Rerun rerun;
  std::set<std::string> missing;
  for (std::size_t i = 0; i < cells.size() && !stopped(); ++i) {
    const Figure& figure = cells[i];
    if (const std::optional<std::string> why = instances_.why_missing(figure)) {
      if (missing.insert(figure.case_name).second)
        rerun.skipped.push_back(fmt::format("{}: {}", figure.case_name, *why));
      continue;
    }
    if (figure.k) reference(figure);
    if (stopped()) break;
    if (monitor_.on_start)
      monitor_.on_start(fmt::format("[{}/{}] {}", i + 1, cells.size(), cell_name(figure)));
    Row done = row(figure);
    if (monitor_.on_end) monitor_.on_end(stopped() ? "interrupted" : in_words(done));
    if (!stopped()) rerun.rows.push_back(std::move(done));
  }
  rerun.interrupted = stopped();
  return rerun;
}

std::string status_text(const Row& row) {
  if (!row.failure.empty()) return "failed: " + row.failure;
  return row.status ? std::string(name_of(*row.status)) : "cited";
}

}  // namespace spica::paper
