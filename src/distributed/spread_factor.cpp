#include "distributed/spread_factor.hpp"

#include <algorithm>

#include "distributed/request.hpp"
#include "factor/largest_products.hpp"
#include "factor/sieve.hpp"
#include "factor/sweep/sweep.hpp"

namespace spica::distributed {

namespace {

/// A value that some rank answered with.
template <class T>
T answered(const std::string& reply) {
  return bytes::unpacked<T>(reply, "the answer of a rank");
}

constexpr std::size_t most_numbers = std::size_t{1} << 23;  // of features in one answer, or known: 64 MB

}  // namespace

SpreadFactor::SpreadFactor(std::shared_ptr<Session> session, FactorNumber number, Index rows,
                           Vector variances, std::vector<Index> starts)
    : Factor(rows, variances.size()),
      session_(std::move(session)),
      number_(number),
      variances_(std::move(variances)),
      starts_(std::move(starts)),
      most_known_(std::max<std::size_t>(most_numbers / static_cast<std::size_t>(rows), 1)) {}

SpreadFactor::~SpreadFactor() {
  Session::close(number_);
}

std::vector<std::string> SpreadFactor::ask(Request kind, const std::string& rest) const {
  return session_->ask(kind, number_, rest);
}

/// From the ranks that have them, as many as fit into one answer at a time.
void SpreadFactor::fetch(std::span<const Index> features, Matrix& out) const {
  const int ranks = session_->ranks();
  for (std::size_t begin = 0; begin < features.size(); begin += most_known_) {
    const auto some = features.subspan(begin, std::min(most_known_, features.size() - begin));
    const std::string request = bytes::packed(std::vector<Index>(some.begin(), some.end()));
    const std::vector<std::string> replies = ask(Request::columns, request);
    for (int rank = 0; rank < ranks; ++rank) {
      const auto columns = answered<Matrix>(replies[static_cast<std::size_t>(rank)]);
      const Index first = starts_[static_cast<std::size_t>(rank)];
      const Index end = starts_[static_cast<std::size_t>(rank) + 1];
      Index next = 0;
      for (std::size_t q = 0; q < some.size(); ++q) {
        if (first <= some[q] && some[q] < end) out.col(static_cast<Index>(begin + q)) = columns.col(next++);
      }
    }
  }
}

/// Fetches those that are not known yet; false if they are too many to be kept.
bool SpreadFactor::know(std::span<const Index> features) const {
  std::vector<Index> missing;
  for (const Index i : features) {
    if (!known_.contains(i)) missing.push_back(i);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  if (missing.empty()) return true;
  if (known_.size() + missing.size() > most_known_) {
    known_.clear();
    missing.assign(features.begin(), features.end());
    std::sort(missing.begin(), missing.end());
    missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
    if (missing.size() > most_known_) return false;
  }
  Matrix columns(rows(), static_cast<Index>(missing.size()));
  fetch(missing, columns);
  for (std::size_t q = 0; q < missing.size(); ++q)
    known_.emplace(missing[q], columns.col(static_cast<Index>(q)));
  return true;
}

void SpreadFactor::expect(std::span<const Index> features) const {
  const std::scoped_lock lock(mutex_);
  know(features);
}

void SpreadFactor::copy(std::span<const Index> features, Matrix& out) const {
  const std::scoped_lock lock(mutex_);
  if (!know(features)) {
    fetch(features, out);
    return;
  }
  for (std::size_t q = 0; q < features.size(); ++q) out.col(static_cast<Index>(q)) = known_.at(features[q]);
}

Vector SpreadFactor::transposed_times(const Vector& y) const {
  Vector result(cols());
  Index first = 0;
  for (const std::string& reply : ask(Request::transposed_times, bytes::packed(y))) {
    const auto some = answered<Vector>(reply);
    result.segment(first, some.size()) = some;
    first += some.size();
  }
  return result;
}

Vector SpreadFactor::times(const Vector& x) const {
  return answered<Matrix>(ask(Request::times, bytes::packed(x)).front()).col(0);
}

Matrix SpreadFactor::gram() const {
  return answered<Matrix>(ask(Request::gram).front());
}

FactorRef SpreadFactor::replaced(const FactorRef& /*self*/, std::map<Index, Vector> columns) const {
  const FactorNumber next = Session::new_number();
  bytes::Writer request;
  request(next, columns);
  ask(Request::replace, request.take());
  Vector variances = variances_;
  for (const auto& [i, column] : columns) variances(i) = column.squaredNorm();
  return std::make_shared<SpreadFactor>(session_, next, rows(), std::move(variances), starts_);
}

FactorRef SpreadFactor::derived(Request kind, FactorNumber next, const std::string& request) const {
  std::vector<Vector> parts;
  std::vector<Index> starts = {0};
  for (const std::string& reply : ask(kind, request)) {
    parts.push_back(answered<Vector>(reply));
    starts.push_back(starts.back() + parts.back().size());
  }
  Vector variances(starts.back());
  for (std::size_t rank = 0; rank < parts.size(); ++rank)
    variances.segment(starts[rank], parts[rank].size()) = parts[rank];
  return std::make_shared<SpreadFactor>(session_, next, rows(), std::move(variances), std::move(starts));
}

FactorRef SpreadFactor::selected(const FactorRef& /*self*/, const Support& features, int power) const {
  const FactorNumber next = Session::new_number();
  bytes::Writer request;
  request(next, features, power);
  return derived(Request::select, next, request.take());
}

FactorRef SpreadFactor::projected(const FactorRef& /*self*/, const Vector& q) const {
  const FactorNumber next = Session::new_number();
  bytes::Writer request;
  request(next, q);
  return derived(Request::project, next, request.take());
}

std::vector<LargestProducts> SpreadFactor::largest_products(const NormOrder& order,
                                                            const Directions& directions,
                                                            std::size_t kept) const {
  bytes::Writer request;
  request(directions, kept);
  std::vector<LargestProducts> found(directions.floors.size());
  for (std::size_t b = 0; b < found.size(); ++b) found[b].least = directions.floors[b];
  for (const std::string& reply : ask(Request::largest_products, request.take())) {
    add_found(answered<std::vector<LargestProducts>>(reply), found, kept,
              [&order](Index feature) { return order.positions[static_cast<std::size_t>(feature)]; });
  }
  return found;
}

Suspects SpreadFactor::suspects(const NormOrder& order, const CoreFacts& facts) const {
  Suspects all;
  for (const std::string& reply : ask(Request::suspects, bytes::packed(facts))) {
    auto some = answered<Suspects>(reply);
    for (Suspect& row : some.rows) {
      row.position = order.positions[static_cast<std::size_t>(row.position)];
      all.rows.push_back(row);
    }
    all.core_parts.insert(all.core_parts.end(), some.core_parts.begin(), some.core_parts.end());
  }
  return all;
}

std::optional<RowLists> SpreadFactor::largest_entries(const sweep::Task& task) const {
  const auto sweeping = session_->begin_sweep();
  const FeaturePart::Sweep begin{task.rows, sweep::norms_of(task), task.order.positions, task.kept};
  ask(Request::begin_sweep, bytes::packed(begin));
  bool stopped = false;
  for (std::size_t first = 0; first < task.rows.size() && !stopped; first += sweep::Tiles::rows_at_once) {
    const std::vector<Index> features = sweep::features_of(task, first);
    Matrix columns(rows(), static_cast<Index>(features.size()));
    fetch(features, columns);
    bytes::Writer block;
    block(first, columns);
    ask(Request::sweep_rows, block.take());
    stopped = task.stop && task.stop();
  }
  const std::vector<std::string> replies = ask(Request::end_sweep);
  if (stopped) return std::nullopt;
  RowLists found(sweep::floors_of(task.rows), task.kept);
  for (const std::string& reply : replies) {
    const auto more = answered<std::vector<LargestProducts>>(reply);
    for (std::size_t r = 0; r < found.rows(); ++r) {
      for (const LargestProducts::Entry& entry : more.at(r).entries)
        found.add(r, RowLists::entry(entry.size, entry.position));
    }
  }
  return found;
}

}  // namespace spica::distributed
