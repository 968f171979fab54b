#include "presolve/balance.hpp"

#include <algorithm>
#include <functional>

#include "base/parallel.hpp"
#include "numerics/row_sum.hpp"

namespace spica::presolve {

namespace {

constexpr Index rows_per_chunk = 512;

}  // namespace

Balance::Balance(const NormOrder& order, const Sieve& sieve, const Query& query, Suspects& suspects,
                 const BalanceSettings& settings)
    : order_(order),
      sieve_(sieve),
      query_(query),
      suspects_(suspects),
      settings_(settings),
      terms_(static_cast<Index>(sieve.rest_norms().size())),
      lists_(suspects.rows.size(), nullptr),
      largest_weights_(sieve.rest_norms().size(), 1.0),
      largest_norms_(sieve.rest_norms()) {}

std::size_t Balance::count_above() const {
  return static_cast<std::size_t>(std::count_if(suspects_.rows.begin(), suspects_.rows.end(),
                                                [this](const Suspect& row) { return above(row); }));
}

double Balance::weight(Index position) const {
  return weights_.empty() ? 1.0 : weights_[static_cast<std::size_t>(position)];
}

double Balance::others() const {
  const double most = largest_weights_.empty() ? 1.0 : largest_weights_.front();
  return most > 1.0 ? numerics::up(query_.floor * most) : query_.floor;
}

void Balance::take_lists(EntryLists& lists) {
  // A list of the very largest entries only is often enough to bring a row to tau. Such lists come first
  // where norms say that they cost less than half of the usual ones.
  const double usual_share = lists.settings().usual_share;
  const double first_share = lists.settings().first_share;
  std::vector<EntryLists::Wanted> rows = wanted(usual_share);
  if (lists.too_many(rows.size())) return;  // growing the core comes first
  std::vector<EntryLists::Wanted> first = wanted(first_share);
  if (count_pairs(first) < 0.5 * count_pairs(rows)) {
    use(lists, first);
    rows = wanted(usual_share);
  }
  use(lists, rows);
}

/// The rows above tau that lists may bring to tau, each with the floor below which its entries do not matter.
std::vector<EntryLists::Wanted> Balance::wanted(double share) const {
  std::vector<EntryLists::Wanted> rows;
  if (terms_ == 0) return rows;  // no row pays for another
  const std::vector<double> nothing(static_cast<std::size_t>(terms_), 0.0);
  for (std::size_t s = 0; s < suspects_.rows.size(); ++s) {
    const Suspect& row = suspects_.rows[s];
    if (!above(row)) continue;
    const double* core_part = &suspects_.core_parts[s * static_cast<std::size_t>(terms_)];
    if (numerics::row_sum(row.certain, core_part, nothing.data(), terms_) > query_.tau) continue;
    rows.push_back({row.position, floor_of_interest(query_.tau, row.certain, terms_, share)});
  }
  return rows;
}

/// How many products the lists of these rows cost: the pairs (i, l) with |c_i||c_l| above the floor of row i.
double Balance::count_pairs(const std::vector<EntryLists::Wanted>& rows) const {
  double pairs = 0.0;
  for (const EntryLists::Wanted& row : rows) {
    const double least = row.floor / order_.norm_at(row.position);
    const auto end = std::partition_point(order_.norms.begin(), order_.norms.end(),
                                          [least](double norm) { return norm > least; });
    pairs += static_cast<double>(end - order_.norms.begin());
  }
  return pairs;
}

void Balance::use(EntryLists& lists, const std::vector<EntryLists::Wanted>& rows) {
  lists.make(rows);
  for (std::size_t s = 0; s < suspects_.rows.size(); ++s) lists_[s] = lists.find(suspects_.rows[s].position);
  evaluate();
}

void Balance::evaluate() {
  for_chunks(static_cast<Index>(suspects_.rows.size()), rows_per_chunk, [this](Index first, Index count) {
    Scratch scratch{std::vector<double>(largest_norms_.size()), {}};
    for (Index s = first; s < first + count; ++s) {
      const auto row = static_cast<std::size_t>(s);
      suspects_.rows[row].value = value(row, scratch);
    }
  });
}

double Balance::value(std::size_t suspect, Scratch& scratch) const {
  const Suspect& row = suspects_.rows[suspect];
  const double own_weight = weight(row.position);
  for (std::size_t q = 0; q < scratch.terms.size(); ++q)
    scratch.terms[q] = row.norm * largest_norms_[q] / own_weight;
  if (lists_[suspect] != nullptr) limit_by_list(suspect, own_weight, scratch);
  const double* core_part = suspects_.core_parts.data() + suspect * static_cast<std::size_t>(terms_);
  return numerics::row_sum(row.certain, core_part, scratch.terms.data(), terms_);
}

void Balance::limit_by_list(std::size_t suspect, double own_weight, Scratch& scratch) const {
  std::vector<double>& sizes = scratch.sizes;
  sizes.clear();
  for (const auto& [size, position] : lists_[suspect]->entries) {
    const auto at = static_cast<Index>(position);
    if (!sieve_.in_core(at)) sizes.push_back(static_cast<double>(size) * weight(at));
  }
  if (!weights_.empty()) std::sort(sizes.begin(), sizes.end(), std::greater<>());
  const double rest = lists_[suspect]->rest;
  std::size_t listed = 0;
  std::size_t others = 0;
  for (double& term : scratch.terms) {
    const double other = rest * largest_weights_[others];
    const bool from_list = listed < sizes.size() && sizes[listed] >= other;
    term = std::min(term, (from_list ? sizes[listed] : other) / own_weight);
    ++(from_list ? listed : others);
  }
}

void Balance::raise_weights() {
  std::size_t fewest = count_above();
  if (terms_ == 0 || fewest == 0 || fewest > settings_.most_rows) return;
  const std::vector<Suspect> plain = suspects_.rows;
  std::vector<Suspect> best = plain;
  std::vector<double> best_weights;
  weights_.assign(order_.features.size(), 1.0);
  for (int round = 0; round < settings_.most_rounds && raise_once(); ++round) {
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
  const double most = query_.tau / query_.floor * (1.0 - 1e-9);
  bool raised = false;
  for (const Suspect& row : suspects_.rows) {
    double& own = weights_[static_cast<std::size_t>(row.position)];
    if (!above(row) || own >= most) continue;
    own = std::min(most, own * (settings_.least_raise + settings_.raise * (row.value / query_.tau - 1.0)));
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
