#include "bounds/pairs/psd_part.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/pairs/kernels.hpp"
#include "bounds/pairs/pair_loop.hpp"
#include "linalg/blas.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

namespace {

namespace blas = linalg::blas;

void mirror_lower(Matrix& a) {
  for_each_pair(a.rows(), [&](Index i, Index j) { a(i, j) = a(j, i); });
}

/// Turns E into W o E, halved where both its columns are followed because the result adds its transpose.
/// Returns the estimate of what first order leaves out.
template <class Workspace>
double weigh(Workspace& at) {
  using Scalar = typename Workspace::Table::Scalar;
  const Index n = at.e.rows();
  const Index followed = at.e.cols();
  const Index first = n - followed;
  for (Index j = 0; j < followed; ++j) at.values(first + j) = at.e(first + j, j);
  // All that is followed is positive: what is not followed may be so too.
  if (first > 0 && (at.values.tail(followed).array() > Scalar(0)).all())
    return std::numeric_limits<double>::infinity();
  double left_out = 0.0;
  for (Index j = 0; j < followed; ++j) {
    const Scalar own = at.values(first + j);
    left_out += weigh_column(at.values.data(), n, own, at.e.col(j).data());
    at.e.col(j).tail(followed) *= Scalar(0.5);
    at.e(first + j, j) = Scalar(0.5) * std::max(own, Scalar(0));
  }
  return std::sqrt(2.0 * left_out);
}

}  // namespace

/// Between two looks at the clock, for products of n x n matrices: all of them where those take no time.
Index PsdPart::columns_at_once(Index n) const {
  constexpr Index quick = 600;
  constexpr Index few = 256;
  return out_of_time_ && n > quick ? few : n;
}

bool PsdPart::project(const Matrix& v, double tolerance, Matrix& result) {
  constexpr double too_large = 1e30;  // squares overflow in single precision
  const double size = v.norm();
  const bool roughly = tolerance > settings_.single_precision * size && size < too_large;
  const auto corrected = [&] {
    return roughly ? rough_.usable && correct(v, tolerance, rough_, result)
                   : exact_.usable && correct(v, tolerance, exact_, result);
  };
  if (age_ < settings_.oldest_basis && corrected()) {
    ++age_;
  } else if (!decompose(v, roughly, result)) {
    return false;
  }
  mirror_lower(result);
  return true;
}

bool PsdPart::decompose(const Matrix& v, bool roughly, Matrix& result) {
  age_ = 0;
  rough_.usable = exact_.usable = false;
  const bool at_once = columns_at_once(v.rows()) == v.rows();
  if (roughly && at_once)
    return begin(linalg::eigenpairs(Eigen::MatrixXf(v.cast<float>())), v, rough_, result);
  std::optional<linalg::Eigenpairs> found = linalg::eigenpairs(v, out_of_time_);
  if (!found || !begin(std::move(*found), v, exact_, result)) return false;
  rough_.basis = exact_.basis.cast<float>();
  rough_.values = exact_.values.cast<float>();
  rough_.usable = true;
  return true;
}

template <class Pairs, class Scalar>
bool PsdPart::begin(Pairs pairs, const Matrix& v, Workspace<Scalar>& at, Matrix& result) {
  const Index n = v.rows();
  const auto positive = static_cast<Index>((pairs.values.array() > Scalar(0)).count());
  sign_ = positive <= n / 2 ? 1.0 : -1.0;
  const Index rare = sign_ > 0.0 ? positive : n - positive;
  if (sign_ > 0.0) {
    at.basis = pairs.vectors.rowwise().reverse();
    at.values = pairs.values.reverse();
  } else {
    at.basis = std::move(pairs.vectors);
    at.values = -pairs.values;
  }
  const typename Workspace<Scalar>::Table root =
      at.basis.rightCols(rare) * at.values.tail(rare).cwiseMax(Scalar(0)).cwiseSqrt().asDiagonal();
  at.part.resize(n, n);
  const Index at_once = columns_at_once(n);
  for (Index from = 0; from < std::max<Index>(rare, 1); from += at_once) {
    if (from > 0 && no_time()) return false;
    const Index some = std::min(at_once, rare - from);
    blas::add_square(blas::Op::none, root.middleCols(from, some), from > 0 ? Scalar(1) : Scalar(0), at.part);
  }
  finish(at, v, result);
  followed_ = std::min(n, rare + 4 + rare / 8);
  at.usable = true;
  return true;
}

/// From the part of the rarer sign: V+ = V + (-V)+.
template <class Scalar>
void PsdPart::finish(const Workspace<Scalar>& at, const Matrix& v, Matrix& result) const {
  result = at.part.template cast<double>();
  if (sign_ < 0.0) result += v;
}

template <class Scalar>
bool PsdPart::correct(const Matrix& v, double tolerance, Workspace<Scalar>& at, Matrix& result) const {
  const Index n = v.rows();
  const auto followed = at.basis.rightCols(followed_);
  at.v = v.cast<Scalar>();
  at.product.resize(n, followed_);
  at.e.resize(n, followed_);
  at.part.resize(n, n);
  const Index at_once = columns_at_once(n);
  for (Index from = 0; from < followed_; from += at_once) {
    if (from > 0 && no_time()) return false;
    const Index some = std::min(at_once, followed_ - from);
    blas::multiply_symmetric(at.v, followed.middleCols(from, some), static_cast<Scalar>(sign_),
                             at.product.middleCols(from, some));
    blas::multiply(blas::Op::transpose, at.basis, blas::Op::none, at.product.middleCols(from, some),
                   Scalar(0), at.e.middleCols(from, some));
  }
  if (weigh(at) > tolerance) return false;
  for (Index from = 0; from < std::max<Index>(followed_, 1); from += at_once) {
    if (from > 0 && no_time()) return false;
    const Index some = std::min(at_once, followed_ - from);
    blas::multiply(blas::Op::none, at.basis, blas::Op::none, at.e.middleCols(from, some), Scalar(0),
                   at.product.middleCols(from, some));
    blas::add_both(at.product.middleCols(from, some), followed.middleCols(from, some),
                   from > 0 ? Scalar(1) : Scalar(0), at.part);
  }
  finish(at, v, result);
  return true;
}

}  // namespace spica::bounds::pairs
