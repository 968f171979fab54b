#include "bounds/faces/faces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "base/feature_set.hpp"
#include "bounds/faces/doubly_nonnegative.hpp"
#include "linalg/eigen.hpp"
#include "linalg/nonnegative.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::bounds {

namespace {

/// About as much work for every size; features to the third power.
int most_faces(Index features) {
  const double ratio = 20.0 / static_cast<double>(std::max<Index>(20, features));
  return static_cast<int>(4000.0 * ratio * ratio * ratio);
}
constexpr Index relaxed_up_to = 1000;  // features: beyond, a step of the relaxation takes too long
constexpr double rounding = 1e-12;     // of the size of a block: the two bounds of one x are no closer
constexpr double underflow = 0x1p-1000;

/// What is known of all components on some features.
struct Bounded {
  double upper = 0.0;
  pairs::Dual dual;
  Vector leading;  // eigenvector of A - w
};

/// Components that are zero outside of `features` and positive on some of them.
struct Face {
  Support features;
  Support positive;
  std::shared_ptr<const Bounded> known = {};  // null: nothing yet
};

class Faces {
 public:
  explicit Faces(const FaceTask& task)
      : task_(task), whole_(task.problem.block(task.support)), size_(whole_.cwiseAbs().maxCoeff()) {
    offer(task.support, linalg::best_nonnegative(whole_).vector);
  }

  FaceBound run() {
    std::vector<Face> open = {{task_.support, {}}};
    for (int faces = 0; !open.empty(); ++faces) {
      Face face = std::move(open.back());
      open.pop_back();
      if (face.features.empty()) continue;
      if (!face.known) face.known = std::make_shared<const Bounded>(bound(face.features));
      const Bounded& here = *face.known;
      if (faces == 0) result_.dual = here.dual;
      const bool whole = face.features.size() == 1 || face.positive == face.features;
      const bool done = whole || task_.one_dual || faces >= most_faces_ || out_of_time();
      const bool enough = here.upper <= good_enough();
      if (!enough && contradicts(face.positive, here.upper)) continue;
      if (enough || done) {
        close(here.upper);
      } else {
        if (faces == 0) result_.dual = {};
        const Index feature = dearest(face);
        open.push_back({face.features, with(face.positive, feature), face.known});
        open.push_back({without(face.features, feature), face.positive});
      }
    }
    result_.upper = std::max(result_.upper, result_.lower);
    result_.exact = result_.upper <= result_.lower + slack();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool out_of_time() const { return task_.out_of_time && task_.out_of_time(); }
  /// Rounding alone keeps both bounds of the best x so far apart.
  [[nodiscard]] double slack() const {
    return 2.0 * verify::block_error(task_.problem, task_.support) +
           rounding * static_cast<double>(task_.support.size()) * size_ + underflow;
  }
  [[nodiscard]] double good_enough() const { return std::max(task_.good_enough, result_.lower + slack()); }
  void close(double upper) { result_.upper = std::max(result_.upper, upper); }

  void offer(const Support& features, const Vector& values) {
    SparseVector x;
    std::vector<double> kept;
    for (Index i = 0; i < values.size(); ++i) {
      if (!(values(i) > 0.0)) continue;
      x.support.push_back(features[static_cast<std::size_t>(i)]);
      kept.push_back(values(i));
    }
    x.values = Eigen::Map<const Vector>(kept.data(), static_cast<Index>(kept.size()));
    const double lower = verify::rayleigh_lower(task_.problem, x);
    if (!result_.x.support.empty() && !(lower > result_.lower)) return;
    result_.x = std::move(x);
    result_.lower = lower;
  }

  [[nodiscard]] Bounded bound(const Support& features) {
    const Matrix a = task_.problem.block(features);
    const Index n = a.rows();
    const Vector start = linalg::best_nonnegative(a).vector;
    offer(features, start);
    const double unit = std::max(std::abs(result_.lower), 1e-3 * size_);
    Bounded result{0.0, {Matrix::Zero(n, n), Matrix::Zero(n, n)}, {}};
    if (n > relaxed_up_to || out_of_time()) {
      Matrix negative = a.cwiseMin(0.0);
      negative.diagonal().setZero();
      const bool gains = linalg::leading_eigenpair(a - negative, task_.out_of_time).value <
                         linalg::leading_eigenpair(a, task_.out_of_time).value;
      if (gains && !out_of_time()) result.dual.w = std::move(negative);
    } else if (unit > 0x1p-300) {
      const Matrix scaled = a / unit;
      const double target = good_enough() / unit - 0.25 * rounding * static_cast<double>(n);
      result.dual.w =
          unit *
          doubly_nonnegative({.a = scaled, .x = start, .target = target, .out_of_time = task_.out_of_time});
    }
    Conditions conditions;
    conditions.nonnegative = true;
    const pairs::Shape shape(n, std::vector<char>(features.size(), 1), conditions);
    const Matrix b = pairs::assemble(a, result.dual, shape);
    const linalg::Eigenpair leading = linalg::leading_eigenpair(b, task_.out_of_time);
    const double error =
        numerics::up(verify::block_error(task_.problem, features) + pairs::rounding_error(b));
    result.upper = verify::lam_max_upper(b, error, leading.value, task_.out_of_time);
    result.leading = leading.vector;
    return result;
  }

  /// True if no best component is positive on these features: their block alone has more than the bound allows.
  [[nodiscard]] bool contradicts(const Support& positive, double upper) const {
    if (positive.size() < 2) return false;
    const SparseVector x{positive, linalg::leading_eigenpair(task_.problem.block(positive)).vector};
    return verify::rayleigh_lower(task_.problem, x) > upper;
  }

  /// The feature of the face with the largest share in the bound that may still be zero.
  [[nodiscard]] static Index dearest(const Face& face) {
    Index best = -1;
    double most = -1.0;
    for (std::size_t i = 0; i < face.features.size(); ++i) {
      const double share = std::abs(face.known->leading(static_cast<Index>(i)));
      if (contains(face.positive, face.features[i]) || !(share > most)) continue;
      most = share;
      best = face.features[i];
    }
    return best;
  }

  const FaceTask& task_;
  const Matrix whole_;
  double size_;  // of its largest entry
  int most_faces_ = most_faces(whole_.rows());
  FaceBound result_{-std::numeric_limits<double>::infinity(), {}, 0.0, false, {}};
};

}  // namespace

FaceBound bound_nonnegative(const FaceTask& task) {
  return Faces(task).run();
}

}  // namespace spica::bounds
