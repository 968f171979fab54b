#include "presolve/balance.hpp"

#include <algorithm>
#include <functional>

#include "presolve/row_sum.hpp"

namespace spica::presolve {

namespace {

constexpr std::size_t most_to_balance = 600;
constexpr int most_rounds = 12;

}  // namespace

Balance::Balance(const linalg::NormOrder& order, const Sieve& sieve, const Question& question,
                 Suspects& suspects)
    : order_(order),
      sieve_(sieve),
      question_(question),
      suspects_(suspects),
      terms_(static_cast<Index>(sieve.rest_norms().size())),
      lists_(suspects.rows.size(), nullptr),
      largest_weights_(sieve.rest_norms().size(), 1.0),
      largest_norms_(sieve.rest_norms()),
      terms_outside_(sieve.rest_norms().size()) {}

std::size_t Balance::count_above() const {
  return static_cast<std::size_t>(std::count_if(suspects_.rows.begin(), suspects_.rows.end(),
                                                [this](const Suspect& row) { return above(row); }));
}

double Balance::weight(Index position) const {
  return weights_.empty() ? 1.0 : weights_[static_cast<std::size_t>(position)];
}

double Balance::others() const {
  const double most = largest_weights_.empty() ? 1.0 : largest_weights_.front();
  return most > 1.0 ? verify::up(question_.floor * most) : question_.floor;
}

void Balance::take_lists(EntryLists& lists) {
  std::vector<EntryLists::Wanted> wanted;
  const std::vector<double> nothing(static_cast<std::size_t>(terms_), 0.0);
  for (std::size_t s = 0; s < suspects_.rows.size(); ++s) {
    const Suspect& row = suspects_.rows[s];
    if (!above(row)) continue;
    const double* core_part = &suspects_.core_parts[s * static_cast<std::size_t>(terms_)];
    if (row_sum(row.variance, core_part, nothing.data(), terms_) > question_.tau) continue;
    wanted.push_back({row.position, floor_of_interest(question_.tau, row.variance, terms_)});
  }
  if (lists.too_many(wanted.size())) return;  // growing the core comes first
  lists.make(wanted);
  for (std::size_t s = 0; s < suspects_.rows.size(); ++s) lists_[s] = lists.find(suspects_.rows[s].position);
  evaluate();
}

void Balance::evaluate() {
  for (std::size_t s = 0; s < suspects_.rows.size(); ++s) suspects_.rows[s].value = value(s);
}

double Balance::value(std::size_t suspect) {
  const Suspect& row = suspects_.rows[suspect];
  const double own_weight = weight(row.position);
  for (std::size_t q = 0; q < terms_outside_.size(); ++q)
    terms_outside_[q] = row.norm * largest_norms_[q] / own_weight;
  if (lists_[suspect] != nullptr) limit_by_list(*lists_[suspect], own_weight);
  const double* core_part = &suspects_.core_parts[suspect * static_cast<std::size_t>(terms_)];
  return row_sum(row.variance, core_part, terms_outside_.data(), terms_);
}

void Balance::limit_by_list(const EntryList& list, double own_weight) {
  scratch_.clear();
  for (const EntryList::Entry& entry : list.entries) {
    if (!sieve_.in_core(entry.position)) scratch_.push_back(entry.size * weight(entry.position));
  }
  for (const double most : largest_weights_) scratch_.push_back(list.rest * most);
  std::partial_sort(scratch_.begin(), scratch_.begin() + terms_, scratch_.end(), std::greater<>());
  for (std::size_t q = 0; q < terms_outside_.size(); ++q)
    terms_outside_[q] = std::min(terms_outside_[q], scratch_[q] / own_weight);
}

void Balance::raise_weights() {
  std::size_t fewest = count_above();
  if (fewest == 0 || fewest > most_to_balance) return;
  const std::vector<Suspect> plain = suspects_.rows;
  std::vector<Suspect> best = plain;
  std::vector<double> best_weights;
  weights_.assign(order_.features.size(), 1.0);
  for (int round = 0; round < most_rounds && raise_once(); ++round) {
    order_weights();
    evaluate();
    const std::size_t bad = count_above();
    if (bad < fewest) {
      fewest = bad;
      best = suspects_.rows;
      best_weights = weights_;
    }
    if (bad == 0 || bad > 2 * fewest + 10) break;
  }
  suspects_.rows = std::move(best);
  weights_ = std::move(best_weights);
  order_weights();
}

bool Balance::raise_once() {
  const double most = question_.tau / question_.floor * (1.0 - 1e-9);
  bool raised = false;
  for (const Suspect& row : suspects_.rows) {
    double& own = weights_[static_cast<std::size_t>(row.position)];
    if (!above(row) || own >= most) continue;
    own = std::min(most, own * (1.002 + 2.5 * (row.value / question_.tau - 1.0)));
    raised = true;
  }
  return raised;
}

void Balance::order_weights() {
  std::vector<double> raised;
  std::vector<double> norms = sieve_.rest_norms();
  for (const Suspect& row : suspects_.rows) {
    if (!(weight(row.position) > 1.0)) continue;
    raised.push_back(weight(row.position));
    norms.push_back(row.norm * raised.back());
  }
  std::sort(raised.begin(), raised.end(), std::greater<>());
  std::sort(norms.begin(), norms.end(), std::greater<>());
  raised.resize(static_cast<std::size_t>(terms_), 1.0);
  norms.resize(static_cast<std::size_t>(terms_));
  largest_weights_ = std::move(raised);
  largest_norms_ = std::move(norms);
}

}  // namespace spica::presolve
