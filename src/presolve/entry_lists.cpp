#include "presolve/entry_lists.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "linalg/product.hpp"
#include "verify/rounding.hpp"

namespace spica::presolve {

namespace {

using Entry = EntryList::Entry;

constexpr std::size_t rows_at_once = 128;
constexpr Index features_at_once = 1024;

bool larger(const Entry& a, const Entry& b) {
  return a.size > b.size;
}

/// The largest entries of one row so far, the smallest of them on top of a heap.
struct Heap {
  std::vector<Entry> entries;
  double least = 0.0;  // what is at or below is not wanted

  void add(const Entry& entry, std::size_t kept) {
    if (entries.size() == kept) {
      std::pop_heap(entries.begin(), entries.end(), larger);
      entries.back() = entry;
    } else {
      entries.push_back(entry);
    }
    std::push_heap(entries.begin(), entries.end(), larger);
    if (entries.size() == kept) least = entries.front().size;
  }
};

bool any_above(const double* values, const double* limits, Index count) {
  int any = 0;
#pragma omp simd reduction(| : any)
  for (Index b = 0; b < count; ++b) any |= static_cast<int>(std::abs(values[b]) > limits[b]);
  return any != 0;
}

}  // namespace

EntryLists::EntryLists(const Problem& problem, const linalg::NormOrder& order, std::size_t kept)
    : problem_(problem), order_(order), kept_(kept) {}

const EntryList* EntryLists::find(Index position) const {
  const auto at = lists_.find(position);
  return at == lists_.end() ? nullptr : &at->second;
}

double EntryLists::product_error(double norm_i, double norm_l) const {
  return verify::gamma(static_cast<double>(problem_.factor().rows() + 4)) * norm_i * norm_l;
}

void EntryLists::make(const std::vector<Wanted>& rows) {
  std::vector<Wanted> missing;
  for (const Wanted& row : rows) {
    if (!lists_.contains(row.position)) missing.push_back(row);
  }
  for (std::size_t first = 0; first < missing.size(); first += rows_at_once)
    make_some(&missing[first], std::min(rows_at_once, missing.size() - first));
}

void EntryLists::make_some(const Wanted* rows, std::size_t count) {
  std::vector<Index> features;
  std::vector<Heap> heaps(count);
  std::vector<double> least(count);
  double shortest = std::numeric_limits<double>::infinity();  // that can matter to any of the rows
  for (std::size_t b = 0; b < count; ++b) {
    const auto position = static_cast<std::size_t>(rows[b].position);
    features.push_back(order_.features[position]);
    heaps[b].least = least[b] = rows[b].floor;
    shortest = std::min(shortest, verify::down(rows[b].floor / order_.norms[position]));
  }
  const Matrix& c = problem_.factor();
  const Matrix y = linalg::gather(c, features);
  const Index long_enough = order_.longer_than(shortest);
  linalg::ColumnProducts products;
  for (Index first = 0; first < long_enough; first += features_at_once) {
    const Index size = std::min(features_at_once, long_enough - first);
    const std::span<const Index> block(&order_.features[static_cast<std::size_t>(first)],
                                       static_cast<std::size_t>(size));
    const Matrix& p = products(c, block, y);
    for (Index q = 0; q < size; ++q) {
      const double* column = p.col(q).data();
      if (!any_above(column, least.data(), static_cast<Index>(count))) continue;
      for (std::size_t b = 0; b < count; ++b) {
        const double entry = std::abs(column[b]);
        if (!(entry > least[b]) || first + q == rows[b].position) continue;
        heaps[b].add({entry, first + q}, kept_);
        least[b] = heaps[b].least;
      }
    }
  }
  for (std::size_t b = 0; b < count; ++b) {
    const double norm = order_.norms[static_cast<std::size_t>(rows[b].position)];
    EntryList list{std::move(heaps[b].entries), 0.0};
    list.rest = verify::up(verify::up(least[b]) + product_error(norm, order_.norms.front()));
    for (Entry& entry : list.entries) {
      const double error = product_error(norm, order_.norms[static_cast<std::size_t>(entry.position)]);
      entry.size = verify::up(entry.size + error);
    }
    std::sort(list.entries.begin(), list.entries.end(), larger);
    lists_.emplace(rows[b].position, std::move(list));
  }
}

}  // namespace spica::presolve
