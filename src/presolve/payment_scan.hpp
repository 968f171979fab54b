#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace spica::presolve {

/// The order in which the numbered payments of one dual point are tried (core_round.cpp). How many rows fail falls and then
/// rises along the grid, so from a first payment on the scan goes upwards, in strides where nothing is known, and then one by
/// one in both directions from the best. It goes on as long as a payment is better than all before it; where few rows
/// fail, as long as it is as good, since the next one may pass.
class PaymentScan {
 public:
  /// Begins at the payment that was best before, if there is one.
  explicit PaymentScan(const std::optional<std::size_t>& best)
      : next_(best.value_or(first)), stride_(best ? 1 : wide) {}

  /// The number of the next payment out of `count`, nothing at the end. `last` and `fewest` count the rows
  /// above tau that the last payment and the best one left.
  std::optional<std::size_t> next(std::size_t count, std::size_t last, std::size_t fewest) {
    if (count == 0) return std::nullopt;
    if (tried_.empty()) {
      tried_.resize(count, false);
      return take(next_ < count ? next_ : 0);
    }
    const bool better = last == fewest && (fewest < before_ || fewest <= few);
    if (better) best_ = last_;
    before_ = fewest;
    if (!better || !step()) turn();
    while (stride_ != 0 && tried_[next_]) {
      if (!step()) turn();
    }
    if (stride_ == 0) return std::nullopt;
    return take(next_);
  }

 private:
  static constexpr std::size_t first = 1;
  static constexpr std::ptrdiff_t wide = 3;
  static constexpr std::size_t few = 8;

  std::size_t take(std::size_t index) {
    tried_[index] = true;
    next_ = last_ = index;
    return index;
  }
  /// One stride further, if the grid goes on there.
  bool step() {
    const auto to = static_cast<std::ptrdiff_t>(next_) + stride_;
    if (to < 0 || to >= std::ssize(tried_)) return false;
    next_ = static_cast<std::size_t>(to);
    return true;
  }
  /// In strides, then upwards from the best one by one, then downwards, then no more (0).
  void turn() {
    do {
      stride_ = stride_ == wide ? 1 : stride_ == 1 ? -1 : 0;
      next_ = best_;
    } while (stride_ != 0 && !step());
  }

  std::size_t next_;
  std::ptrdiff_t stride_;
  std::vector<bool> tried_ = {};
  std::size_t last_ = 0;
  std::size_t best_ = 0;
  std::size_t before_ = static_cast<std::size_t>(-1);
};

}  // namespace spica::presolve
