#pragma once

// Best-first branch and bound over boxes in the space of g = V_P'x:
//
//     while a box is open: take the one with the largest bound, split it in one direction (on a grid: at a
//     split point; Model-with-l0: once no direction is left to split, in and out of a feature), bound both
//     halves by their dual (maths.md, 3.6), keep what may hold the optimum of the program
//
// x and -x are the same component, so the heaviest direction starts at g >= 0. The children of a box cover it,
// but for slabs that its dual point proves to be below the cutoff; these count as closed, with their bounds. So
// the largest bound of an open, parked or closed box bounds the program. On a grid, boxes above the lower bound
// are parked and not closed when a run is done with them: after split points or cuts are added, the next run goes
// on with the same tree.

#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "proof/evidence.hpp"
#include "search/box/settings.hpp"
#include "search/engine.hpp"
#include "search/tree.hpp"

namespace spica::search {

/// What a search over boxes is asked.
struct BoxTask {
  Settings engine = {};
  /// The root of what the search leaves behind for a certificate; null if nobody wants it.
  std::shared_ptr<proof::Node> evidence = {};
  double lower = 0.0;  ///< proven lower bound of lambda^k, in the problem's scaled units
  bool branch_on_features = false;
  bool free_choice = false;  ///< split whatever direction is above the level, not only the heaviest
  /// Not worth solving once a point attains this much.
  double hopeless = std::numeric_limits<double>::infinity();
  BoxSettings settings = {};
};

struct BoxOutcome {
  Status status = Status::finished;  ///< or the limit that was hit
  double upper = 0.0;                ///< proven
  std::int64_t nodes = 0;
};

/// A feasible point of the program: x in the region, its g, its value in the program.
struct ProgramPoint {
  double value = -std::numeric_limits<double>::infinity();
  Vector g;
  Vector x;  ///< by column of the model
};

/// The direction in which x and -x are told apart: boxes hold g >= 0 there.
Index heaviest_direction(const bounds::BoxProgram& program, const Vector& theta);

class BoxSearch {
 public:
  /// `start` is a dual point for the root. The program may be refined between runs.
  BoxSearch(const bounds::BoxProgram& program, const Vector& theta, Vector start, BoxTask task);

  /// Solves the program as it is now, to the gap asked for.
  BoxOutcome run();

  /// Of the program as it was in the last run.
  [[nodiscard]] ProgramPoint best_point() const;
  /// Values a point of the region in the program as it is now.
  void offer(const Vector& x);

 private:
  struct Node {
    bounds::Box box;
    Vector point;
    Vector g;  // relaxed: what the dual would like
    bool polished = false;
    std::shared_ptr<proof::Node> evidence = {};  // null if nobody wants any
  };
  struct OpenBox {
    std::shared_ptr<const Node> node;
    double bound = 0.0;
    std::int64_t order = 0;
  };
  struct Split {
    Index direction = -1;
    double at = 0.0;
  };

  [[nodiscard]] std::vector<OpenBox> expand(const OpenBox& open);
  [[nodiscard]] std::optional<OpenBox> consider(bounds::Box box, const Vector& start, const OpenBox& parent,
                                                std::shared_ptr<proof::Node> evidence);
  [[nodiscard]] OpenBox polish(const OpenBox& open);
  [[nodiscard]] std::optional<OpenBox> open_or_set_aside(OpenBox box);
  [[nodiscard]] std::optional<Split> choose_split(const Node& node) const;
  [[nodiscard]] std::optional<Index> choose_feature(const Node& node) const;
  void tighten(bounds::Box& box, const bounds::ProvenValue& proven, const proof::Reason& reason,
               std::shared_ptr<proof::Node>& evidence);
  [[nodiscard]] proof::Reason reason_of(const bounds::ProvenValue& proven) const;
  void set_aside(const OpenBox& open);
  void note(const bounds::NodeDual& dual, const Vector& point);
  void offer_projected(const Vector& g, const Vector& x);
  [[nodiscard]] double program_value(const Vector& g, double x_square) const;
  [[nodiscard]] double cutoff() const;
  [[nodiscard]] double lasting_cutoff() const;
  [[nodiscard]] bounds::MinimiseTask minimise_task() const;

  const bounds::BoxProgram& program_;
  Vector theta_;
  Vector start_;
  BoxTask task_;
  Tree<OpenBox> tree_;
  Engine<Tree<OpenBox>> engine_;

  mutable std::mutex mutex_;
  double resolved_ = -std::numeric_limits<double>::infinity();  // the largest bound that no split can lower
  ProgramPoint best_;
};

}  // namespace spica::search
