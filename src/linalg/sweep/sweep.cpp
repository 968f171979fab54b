#include "linalg/sweep/sweep.hpp"

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>

#include "verify/rounding.hpp"

namespace spica::linalg::sweep {

namespace {

constexpr std::size_t rows_at_once = 1152;
constexpr std::size_t columns_at_once = 512;
constexpr std::size_t locks = 64;
constexpr float unwanted = std::numeric_limits<float>::infinity();

/// A limit in single precision, not above the one given.
float limit_below(double limit) {
  return std::nextafter(static_cast<float>(limit), -unwanted);
}

/// Some features in double precision and as a panel for a kernel.
class Block {
 public:
  /// On the side of the rows or on that of the columns.
  Block(const Task& task, bool rows)
      : task_(task),
        lanes_(rows ? task.kernel.lanes_a : task.kernel.lanes_c),
        pack_(rows ? task.kernel.pack_a : task.kernel.pack_c) {}

  void take(std::span<const Index> positions) {
    positions_ = positions;
    features_.clear();
    for (const Index p : positions) features_.push_back(task_.order.feature_at(p));
    const auto count = static_cast<Index>(positions.size());
    if (columns_.cols() < count) columns_.resize(task_.factor.rows(), count);
    task_.factor.copy(features_, columns_);
    pack();
  }

  [[nodiscard]] std::size_t size() const { return positions_.size(); }
  [[nodiscard]] Index position(std::size_t q) const { return positions_[q]; }
  [[nodiscard]] double norm(std::size_t q) const { return task_.order.norm_at(positions_[q]); }
  [[nodiscard]] auto column(std::size_t q) const { return columns_.col(static_cast<Index>(q)); }
  [[nodiscard]] std::vector<float>& limits() { return limits_; }
  [[nodiscard]] Panel panel() const { return {values_.data(), limits_.data(), size()}; }

 private:
  void pack() {
    const auto m = static_cast<std::size_t>(task_.factor.rows());
    values_ = empty_panel(task_.kernel, lanes_, size(), m);
    limits_.assign(size() + lanes_, unwanted);
    for (std::size_t q = 0; q < size(); ++q) pack_(columns_.data() + q * m, m, q, values_.data());
  }

  const Task& task_;
  std::size_t lanes_;
  decltype(Kernel::pack_a) pack_;
  std::span<const Index> positions_;
  std::vector<Index> features_;
  Matrix columns_;
  std::vector<char> values_;
  std::vector<float> limits_;
};

struct Pairs final : Finder {
  std::vector<std::pair<std::size_t, std::size_t>> list;
  void found(std::size_t a, std::size_t c) override { list.emplace_back(a, c); }
};

class Sweep {
 public:
  explicit Sweep(const Task& task)
      : task_(task),
        error_(task.kernel.error(static_cast<std::size_t>(task.factor.rows())) + 0x1p-30),
        row_at_(task.order.features.size(), no_row),
        result_(task.rows.size()),
        limits_(task.rows.size()),
        smallest_later_(task.rows.size() + 1, std::numeric_limits<double>::infinity()) {
    for (std::size_t r = 0; r < task.rows.size(); ++r) {
      row_at_[static_cast<std::size_t>(task.rows[r].position)] = static_cast<std::int32_t>(r);
      result_[r].least = task.rows[r].floor;
      limits_[r].store(task.rows[r].floor, std::memory_order_relaxed);
      wanted_.push_back(task.rows[r].position);
    }
    for (std::size_t r = task.rows.size(); r-- > 0;)
      smallest_later_[r] = std::min(smallest_later_[r + 1], task.rows[r].floor);
    for (Index p = 0; p < task.order.size(); ++p) {
      if (row_at_[static_cast<std::size_t>(p)] == no_row) others_.push_back(p);
    }
  }

  std::optional<std::vector<LargestProducts>> run() {
    const std::size_t blocks = (wanted_.size() + rows_at_once - 1) / rows_at_once;
    tbb::parallel_for(
        std::size_t{0}, blocks, [this](std::size_t block) { sweep_rows(block * rows_at_once); },
        tbb::simple_partitioner());
    if (stopped_) return std::nullopt;
    return std::move(result_);
  }

 private:
  static constexpr std::int32_t no_row = -1;

  void sweep_rows(std::size_t first) {
    Block rows(task_, true);
    rows.take(std::span(wanted_).subspan(first, std::min(rows_at_once, wanted_.size() - first)));
    Block columns(task_, false);
    Pairs pairs;
    sweep_columns(first, rows, std::span<const Index>(wanted_).subspan(first), columns, pairs);
    sweep_columns(first, rows, others_, columns, pairs);
  }

  void sweep_columns(std::size_t first, Block& rows, std::span<const Index> positions, Block& columns,
                     Pairs& pairs) {
    for (std::size_t next = 0; next < positions.size(); next += columns_at_once) {
      if (stopped_ || (task_.stop && task_.stop())) {
        stopped_ = true;
        return;
      }
      if (too_short(first, rows, positions, next)) return;
      columns.take(positions.subspan(next, std::min(columns_at_once, positions.size() - next)));
      set_limits(rows, columns.norm(0));
      set_limits(columns, rows.norm(0));
      pairs.list.clear();
      task_.kernel.find(rows.panel(), columns.panel(), static_cast<std::size_t>(task_.factor.rows()), pairs);
      for (const auto& [a, c] : pairs.list) look_at(rows, a, columns, c);
    }
  }

  /// No pair of these rows with these columns, from `next` on, is above the limit of either.
  [[nodiscard]] bool too_short(std::size_t first, const Block& rows, std::span<const Index> positions,
                               std::size_t next) const {
    const std::int32_t column_row = row_at_[static_cast<std::size_t>(positions[next])];
    double limit = column_row == no_row ? std::numeric_limits<double>::infinity()
                                        : smallest_later_[static_cast<std::size_t>(column_row)];
    for (std::size_t q = 0; q < rows.size(); ++q)
      limit = std::min(limit, limits_[first + q].load(std::memory_order_relaxed));
    return verify::up(rows.norm(0) * task_.order.norm_at(positions[next])) < limit * (1.0 - 1e-12);
  }

  /// What single precision is compared with: the limit of a row less what it may be off by, for norms of the
  /// other side.
  void set_limits(Block& block, double norm) const {
    for (std::size_t q = 0; q < block.size(); ++q) {
      const std::int32_t row = row_at_[static_cast<std::size_t>(block.position(q))];
      if (row == no_row) continue;
      const double limit = limits_[static_cast<std::size_t>(row)].load(std::memory_order_relaxed);
      block.limits()[q] = limit_below(limit - error_ * block.norm(q) * norm - 0x1p-110);
    }
  }

  void look_at(const Block& rows, std::size_t a, const Block& columns, std::size_t c) {
    const Index i = rows.position(a);
    const Index l = columns.position(c);
    const std::int32_t other = row_at_[static_cast<std::size_t>(l)];
    if (i == l || (other != no_row && l < i)) return;  // the same pair comes the other way round
    const double size = std::abs(rows.column(a).dot(columns.column(c)));
    offer(static_cast<std::size_t>(row_at_[static_cast<std::size_t>(i)]), {size, l});
    if (other != no_row) offer(static_cast<std::size_t>(other), {size, i});
  }

  void offer(std::size_t row, const LargestProducts::Entry& entry) {
    if (!(entry.size > task_.rows[row].floor) || entry.size < limits_[row].load(std::memory_order_relaxed))
      return;
    const std::scoped_lock lock(mutexes_[row % locks]);
    result_[row].add(entry, task_.kept);
    limits_[row].store(result_[row].least, std::memory_order_relaxed);
  }

  const Task& task_;
  const double error_;
  std::vector<std::int32_t> row_at_;  // by position
  std::vector<Index> wanted_;         // positions, ascending
  std::vector<Index> others_;
  std::vector<LargestProducts> result_;
  std::vector<std::atomic<double>> limits_;
  std::vector<double> smallest_later_;  // floor of a row and all after it
  std::array<std::mutex, locks> mutexes_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace

std::optional<std::vector<LargestProducts>> largest_entries(const Task& task) {
  return Sweep(task).run();
}

}  // namespace spica::linalg::sweep
