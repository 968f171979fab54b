#include "factor/sweep/tiles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "numerics/rounding.hpp"

namespace spica::sweep {

namespace {

constexpr std::size_t columns_at_once = 512;

struct PairCollector final : Finder {
  std::vector<std::pair<std::size_t, std::size_t>> list;
  void found(std::size_t a, std::size_t c) override { list.emplace_back(a, c); }
};

}  // namespace

Tiles::Tiles(Here here, std::vector<Wanted> rows, std::vector<double> norms, std::size_t kept,
             const Kernel& kernel, std::function<bool()> stop)
    : here_(std::move(here)),
      rows_(std::move(rows)),
      norms_(std::move(norms)),
      kernel_(kernel),
      stop_(std::move(stop)),
      error_(kernel.error(static_cast<std::size_t>(here_.factor.rows())) + 0x1p-30),
      row_at_(here_.order.features.size(), no_row),
      lists_(rows_, kept) {
  auto next = rows_.begin();
  for (Index p = 0; p < here_.order.size(); ++p) {
    while (next != rows_.end() && next->position < here_.position(p)) ++next;
    if (next != rows_.end() && next->position == here_.position(p)) {
      row_at_[static_cast<std::size_t>(p)] = static_cast<std::int32_t>(next - rows_.begin());
      wanted_.push_back(p);
    } else {
      others_.push_back(p);
    }
  }
}

std::span<const Index> Tiles::wanted_from(std::size_t first) const {
  const auto begin = std::partition_point(wanted_.begin(), wanted_.end(), [&](Index p) {
    return row_at_[static_cast<std::size_t>(p)] < static_cast<std::int32_t>(first);
  });
  return std::span(wanted_).subspan(static_cast<std::size_t>(begin - wanted_.begin()));
}

void Tiles::look(std::size_t first, const Block& rows) {
  look(first, rows, wanted_from(first));
  look(first, rows, others_);
}

void Tiles::look_in_parallel(std::size_t first, const Block& rows) {
  constexpr Index columns_a_thread = 4 * columns_at_once;
  for (const std::span<const Index> positions : {wanted_from(first), std::span<const Index>(others_)}) {
    for_chunks(static_cast<Index>(positions.size()), columns_a_thread, [&](Index begin, Index count) {
      look(first, rows, positions.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)));
    });
  }
}

bool Tiles::stop() {
  if (!stopped_ && stop_ && stop_()) stopped_ = true;
  return stopped_;
}

void Tiles::look(std::size_t first, const Block& rows, std::span<const Index> positions) {
  Block columns(kernel_, Block::Side::columns);
  std::vector<float> row_limits = rows.no_limits();
  std::vector<Index> features;
  PairCollector pairs;
  for (std::size_t next = 0; next < positions.size(); next += columns_at_once) {
    const auto block = positions.subspan(next, std::min(columns_at_once, positions.size() - next));
    if (stop() || too_short(first, rows.size(), block.front())) return;
    features.clear();
    for (const Index p : block) features.push_back(here_.order.feature_at(p));
    columns.take(here_.factor, features);
    for (std::size_t a = 0; a < rows.size(); ++a)
      row_limits[a] = limit(first + a, here_.order.norm_at(block.front()));
    std::vector<float> column_limits = columns.no_limits();
    for (std::size_t c = 0; c < block.size(); ++c) {
      const std::int32_t row = row_at_[static_cast<std::size_t>(block[c])];
      if (row != no_row) column_limits[c] = limit(static_cast<std::size_t>(row), norms_[first]);
    }
    pairs.list.clear();
    kernel_.find(rows.panel(row_limits), columns.panel(column_limits),
                 static_cast<std::size_t>(here_.factor.rows()), pairs);
    for (const auto& [a, c] : pairs.list) {
      const std::int32_t row = row_at_[static_cast<std::size_t>(block[c])];
      // The same pair comes the other way round.
      if (row != no_row && static_cast<std::size_t>(row) <= first + a) continue;
      offer(first + a, block[c], std::abs(rows.column(a).dot(columns.column(c))));
    }
  }
}

/// No pair of these rows with the features from a position on is above the limit of either.
bool Tiles::too_short(std::size_t first, std::size_t count, Index position) const {
  const std::int32_t row = row_at_[static_cast<std::size_t>(position)];
  double limit = row == no_row ? std::numeric_limits<double>::infinity()
                               : lists_.smallest_from(static_cast<std::size_t>(row));
  for (std::size_t a = 0; a < count; ++a) limit = std::min(limit, lists_.limit(first + a));
  return numerics::up(norms_[first] * here_.order.norm_at(position)) <
         limit * (1.0 - 0x1p-22);  // sizes are rounded up to single precision
}

/// What single precision is compared with, not above it: the limit of a row less what it may be off by, for
/// norms of the other side.
float Tiles::limit(std::size_t row, double norm) const {
  const double exact = lists_.limit(row) - error_ * norms_[row] * norm - 0x1p-110;
  return std::nextafter(static_cast<float>(exact), -std::numeric_limits<float>::infinity());
}

void Tiles::offer(std::size_t row, Index position, double size) {
  lists_.offer(row, size, here_.position(position));
  const std::int32_t other = row_at_[static_cast<std::size_t>(position)];
  if (other != no_row) lists_.offer(static_cast<std::size_t>(other), size, rows_[row].position);
}

}  // namespace spica::sweep
