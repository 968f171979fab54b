#include "linalg/blas.hpp"

#include <cblas.h>

#include <algorithm>
#include <mutex>

#include "linalg/blas_version.hpp"
#include "linalg/eigen.hpp"

namespace spica::linalg {

namespace blas {

namespace {

blasint as_int(Index count) {
  return static_cast<blasint>(count);
}
template <class AnyBlock>
blasint lead(const AnyBlock& a) {
  return as_int(std::max<Index>({a.outerStride(), a.rows(), 1}));
}
CBLAS_TRANSPOSE flag(Op op) {
  return op == Op::none ? CblasNoTrans : CblasTrans;
}
template <class AnyBlock>
blasint inner_of(Op op, const AnyBlock& a) {
  return as_int(op == Op::none ? a.cols() : a.rows());
}

}  // namespace

void multiply(Op of_a, const Block& a, Op of_b, const Block& b, double kept, MutableBlock c) {
  cblas_dgemm(CblasColMajor, flag(of_a), flag(of_b), as_int(c.rows()), as_int(c.cols()), inner_of(of_a, a),
              1.0, a.data(), lead(a), b.data(), lead(b), kept, c.data(), lead(c));
}
void multiply(Op of_a, const FloatBlock& a, Op of_b, const FloatBlock& b, float kept, MutableFloatBlock c) {
  cblas_sgemm(CblasColMajor, flag(of_a), flag(of_b), as_int(c.rows()), as_int(c.cols()), inner_of(of_a, a),
              1.0F, a.data(), lead(a), b.data(), lead(b), kept, c.data(), lead(c));
}

void multiply_symmetric(const Block& a, const Block& b, double factor, MutableBlock c) {
  cblas_dsymm(CblasColMajor, CblasLeft, CblasLower, as_int(c.rows()), as_int(c.cols()), factor, a.data(),
              lead(a), b.data(), lead(b), 0.0, c.data(), lead(c));
}
void multiply_symmetric(const FloatBlock& a, const FloatBlock& b, float factor, MutableFloatBlock c) {
  cblas_ssymm(CblasColMajor, CblasLeft, CblasLower, as_int(c.rows()), as_int(c.cols()), factor, a.data(),
              lead(a), b.data(), lead(b), 0.0F, c.data(), lead(c));
}

void add_square(Op of_a, const Block& a, double kept, MutableBlock c) {
  cblas_dsyrk(CblasColMajor, CblasLower, flag(of_a), as_int(c.rows()), inner_of(of_a, a), 1.0, a.data(),
              lead(a), kept, c.data(), lead(c));
}
void add_square(Op of_a, const FloatBlock& a, float kept, MutableFloatBlock c) {
  cblas_ssyrk(CblasColMajor, CblasLower, flag(of_a), as_int(c.rows()), inner_of(of_a, a), 1.0F, a.data(),
              lead(a), kept, c.data(), lead(c));
}

void add_both(const Block& a, const Block& b, double kept, MutableBlock c) {
  cblas_dsyr2k(CblasColMajor, CblasLower, CblasNoTrans, as_int(c.rows()), as_int(a.cols()), 1.0, a.data(),
               lead(a), b.data(), lead(b), kept, c.data(), lead(c));
}
void add_both(const FloatBlock& a, const FloatBlock& b, float kept, MutableFloatBlock c) {
  cblas_ssyr2k(CblasColMajor, CblasLower, CblasNoTrans, as_int(c.rows()), as_int(a.cols()), 1.0F, a.data(),
               lead(a), b.data(), lead(b), kept, c.data(), lead(c));
}

Vector multiply(Op of_a, const Block& a, const Eigen::Ref<const Vector>& x) {
  Vector y = Vector::Zero(of_a == Op::none ? a.rows() : a.cols());
  if (a.size() > 0)
    cblas_dgemv(CblasColMajor, flag(of_a), as_int(a.rows()), as_int(a.cols()), 1.0, a.data(), lead(a),
                x.data(), 1, 0.0, y.data(), 1);
  return y;
}

}  // namespace blas

std::string blas_version() {
  return openblas_get_config();
}

void use_one_blas_thread() {
  static std::once_flag once;
  std::call_once(once, [] { openblas_set_num_threads(1); });
}

}  // namespace spica::linalg
