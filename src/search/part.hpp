#pragma once

// What one process knows of a search that several work on (team.hpp), and how all of their parts become one
// search again.
//
// Evidence stays where it was found. When a node goes to another process, its place in the tree is marked as
// lent; there a tree of its own begins, with the reason of a parent that it cannot see. Both have the number
// of the loan. A node may be lent on, also unchanged. Putting all parts together hangs every borrowed tree
// into the place that was lent, from the root down.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/snapshot.hpp"

namespace spica::search {

/// A place in one tree, or the root of another.
struct Loan {
  std::int64_t number = 0;
  std::shared_ptr<proof::Node> node;
};

/// The loans of one process.
class Loans {
 public:
  explicit Loans(int rank) : next_(std::int64_t{rank} << 40U) {}

  /// The number of a loan, from 1 on for each rank.
  std::int64_t lend(std::shared_ptr<proof::Node> node);
  std::shared_ptr<proof::Node> borrow(std::int64_t number);

  [[nodiscard]] std::vector<Loan> lent() const;
  [[nodiscard]] std::vector<Loan> borrowed() const;

 private:
  mutable std::mutex mutex_;
  std::int64_t next_;
  std::vector<Loan> lent_;
  std::vector<Loan> borrowed_;
};

struct Part {
  Snapshot search;  ///< the tree of evidence on rank 0 only
  std::vector<Loan> lent = {};
  std::vector<Loan> borrowed = {};
};

std::string pack(const Part& part, const bounds::Bound& bound, std::size_t state_bytes);

/// The parts of all ranks at one moment, as one search. The store must outlive it.
Snapshot unite(const std::vector<std::string>& parts, StateStore& store, const bounds::Bound& bound,
               Index features);

}  // namespace spica::search
