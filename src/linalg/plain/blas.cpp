#include "linalg/blas.hpp"

#include "linalg/blas_version.hpp"
#include "linalg/eigen.hpp"

namespace spica::linalg {

namespace blas {

namespace {

/// kept C, in its place; what is not kept is not read.
template <class Target, class Scalar>
void keep(Target&& c, Scalar kept) {
  if (kept == Scalar(0)) {
    c.setZero();
  } else if (kept != Scalar(1)) {
    c *= kept;
  }
}

template <class A, class B, class C, class Scalar>
void multiply_any(Op of_a, const A& a, Op of_b, const B& b, Scalar kept, C& c) {
  keep(c, kept);
  if (of_a == Op::none && of_b == Op::none) {
    c.noalias() += a * b;
  } else if (of_a == Op::none) {
    c.noalias() += a * b.transpose();
  } else if (of_b == Op::none) {
    c.noalias() += a.transpose() * b;
  } else {
    c.noalias() += a.transpose() * b.transpose();
  }
}

template <class A, class C, class Scalar>
void add_square_any(Op of_a, const A& a, Scalar kept, C& c) {
  auto half = c.template triangularView<Eigen::Lower>();
  keep(half, kept);
  if (a.size() == 0) return;
  if (of_a == Op::none) {
    half += a * a.transpose();
  } else {
    half += a.transpose() * a;
  }
}

template <class A, class C, class Scalar>
void add_both_any(const A& a, const A& b, Scalar kept, C& c) {
  auto half = c.template triangularView<Eigen::Lower>();
  keep(half, kept);
  if (a.cols() == 0) return;
  half += a * b.transpose();
  half += b * a.transpose();
}

}  // namespace

void multiply(Op of_a, const Block& a, Op of_b, const Block& b, double kept, MutableBlock c) {
  multiply_any(of_a, a, of_b, b, kept, c);
}
void multiply(Op of_a, const FloatBlock& a, Op of_b, const FloatBlock& b, float kept, MutableFloatBlock c) {
  multiply_any(of_a, a, of_b, b, kept, c);
}

void multiply_symmetric(const Block& a, const Block& b, double factor, MutableBlock c) {
  c.noalias() = factor * (a.selfadjointView<Eigen::Lower>() * b);
}
void multiply_symmetric(const FloatBlock& a, const FloatBlock& b, float factor, MutableFloatBlock c) {
  c.noalias() = factor * (a.selfadjointView<Eigen::Lower>() * b);
}

void add_square(Op of_a, const Block& a, double kept, MutableBlock c) {
  add_square_any(of_a, a, kept, c);
}
void add_square(Op of_a, const FloatBlock& a, float kept, MutableFloatBlock c) {
  add_square_any(of_a, a, kept, c);
}

void add_both(const Block& a, const Block& b, double kept, MutableBlock c) {
  add_both_any(a, b, kept, c);
}
void add_both(const FloatBlock& a, const FloatBlock& b, float kept, MutableFloatBlock c) {
  add_both_any(a, b, kept, c);
}

Vector multiply(Op of_a, const Block& a, const Eigen::Ref<const Vector>& x) {
  if (of_a == Op::none) return a * x;
  return a.transpose() * x;
}

}  // namespace blas

std::string blas_version() {
  return "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

void use_one_blas_thread() {}  // Eigen has none

}  // namespace spica::linalg
