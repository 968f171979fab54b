#pragma once

#include <cstddef>
#include <optional>

namespace spica::presolve {

/// The order in which the numbered payments of one dual point are tried (core.cpp): from a first one upwards,
/// then downwards, each way as long as it does not get worse.
class PaymentScan {
 public:
  /// Begins at the payment that was best before; without one, at the first, and is then slower to give up.
  explicit PaymentScan(const std::optional<std::size_t>& best)
      : first_(best.value_or(0)), next_(first_), patient_(!best.has_value()) {}

  /// The number of the next payment out of `count`, nothing at the end. `last` and `fewest` count the rows
  /// above tau that the last payment and the best one left.
  std::optional<std::size_t> next(std::size_t count, std::size_t last, std::size_t fewest) {
    const bool worse = next_ != first_ && last > (patient_ && upwards_ ? 2 * fewest + 20 : fewest);
    if (upwards_ && (worse || next_ == count)) {
      upwards_ = false;
      next_ = first_;
    } else if (!upwards_ && worse) {
      return std::nullopt;
    }
    if (upwards_) return next_++;
    if (next_ == 0) return std::nullopt;
    return --next_;
  }

 private:
  std::size_t first_;
  std::size_t next_;
  bool patient_;
  bool upwards_ = true;
};

}  // namespace spica::presolve
