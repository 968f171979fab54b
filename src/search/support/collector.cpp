#include "search/support/collector.hpp"

#include <algorithm>
#include <cmath>

namespace spica::search {

namespace {

bool is_larger(const EnclosedSupport& x, const EnclosedSupport& y) {
  if (x.upper != y.upper) return x.upper > y.upper;
  return x.support < y.support;  // the same order whichever thread comes first
}

}  // namespace

void Collector::add(EnclosedSupport found) {
  const std::scoped_lock lock(mutex_);
  const double level = level_.load(std::memory_order_relaxed);
  if (!(found.upper > level)) return;
  if (found.lower > level) ++count_;
  kept_.insert(std::upper_bound(kept_.begin(), kept_.end(), found, is_larger), std::move(found));
  if (kept_.size() <= most_) return;
  kept_.pop_back();
  dropped_ = true;
  const double last = kept_.back().upper;
  const double raised = last + slack_ * std::abs(last);
  if (raised > level) level_.store(raised, std::memory_order_release);
}

std::vector<EnclosedSupport> Collector::kept() const {
  const std::scoped_lock lock(mutex_);
  return kept_;
}

bool Collector::dropped() const {
  const std::scoped_lock lock(mutex_);
  return dropped_;
}

std::int64_t Collector::count() const {
  const std::scoped_lock lock(mutex_);
  return count_;
}

}  // namespace spica::search
