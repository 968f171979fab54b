// A covariance matrix as the user gave it. Its entries are exact: the only roundings are those of averaging
// an almost symmetric matrix, of --standardize and --shift, and they are enclosed in error_radius
// (maths.md, 4.2).

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "linalg/eigen.hpp"
#include "model/asymmetry.hpp"
#include "model/problem_data.hpp"
#include "model/refuse.hpp"
#include "numerics/rounding.hpp"
#include "spica/error.hpp"

namespace spica {

namespace {

constexpr double noise_tolerance = 5e-7;  // of the largest eigenvalue: single-precision noise
constexpr double rounding_tolerance = 1e-14;

/// Rows and columns of zeros, before anything is asked of their numbers.
void leave_out(Matrix& a, const Support& features) {
  for (const Index i : features) {
    a.row(i).setZero();
    a.col(i).setZero();
  }
}

void require_finite(const Matrix& a) {
  if (a.allFinite()) return;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) {
      if (!std::isfinite(a(i, j))) {
        refuse(fmt::format("row {}, column {} of the covariance is {}; every entry must be a finite number",
                           i + 1, j + 1, a(i, j)));
      }
    }
  }
}

/// Brings the largest entry near one by a power of two. Entries that underflow are part of the error radius.
void scale(Problem::Data& data) {
  Matrix& a = data.covariance;
  data.error_radius = Vector::Zero(data.features);
  const double largest = a.cwiseAbs().maxCoeff();
  if (largest == 0.0) return;
  data.exponent = std::ilogb(largest);
  const double smallest = (a.array() != 0.0).select(a.cwiseAbs(), largest).minCoeff();
  if (std::ilogb(smallest) - data.exponent < -1000) data.error_radius.setConstant(0x1p-480);
  // In two steps, each exact but for underflow: 2^-exponent itself may not be a double.
  const int half = data.exponent / 2;
  a *= std::ldexp(1.0, -half);
  a *= std::ldexp(1.0, half - data.exponent);
}

/// Half the sum of A and A', once they agree up to noise. False if there was nothing to do.
bool symmetrise(Problem::Data& data, const std::function<void()>& check_limits) {
  Matrix& a = data.covariance;
  const Asymmetry worst = asymmetry(a, check_limits);
  if (worst.relative == 0.0) return false;
  if (worst.relative > almost_symmetric_tolerance) {
    refuse(fmt::format(
        "not symmetric: row {0}, column {1} holds {2}, row {1}, column {0} holds {3}; a covariance must be "
        "symmetric",
        worst.row + 1, worst.column + 1, std::ldexp(a(worst.row, worst.column), data.exponent),
        std::ldexp(a(worst.column, worst.row), data.exponent)));
  }
  a = (0.5 * (a + a.transpose())).eval();
  data.notes.push_back(
      fmt::format("symmetric only to {:.1e}; the average with its transpose is used", worst.relative));
  return true;
}

/// Enclosure of entrywise roundings |E_ij| <= epsilon |A_ij|: with M_i = max_j |A_ij|, |A_ij| <= sqrt(M_i
/// M_j).
void widen(Problem::Data& data, double epsilon) {
  const Vector row_max = data.covariance.cwiseAbs().rowwise().maxCoeff();
  data.error_radius = (data.error_radius.array().square() + epsilon * row_max.array()).sqrt() * (1.0 + 1e-10);
}

/// Before correlations are taken: scales every feature by its own power of two, so that no variance
/// underflows next to a far larger one. Correlations do not notice.
void balance(Matrix& a) {
  std::vector<int> exponent(static_cast<std::size_t>(a.rows()), 0);
  for (Index i = 0; i < a.rows(); ++i) {
    if (a(i, i) != 0.0) exponent[static_cast<std::size_t>(i)] = std::ilogb(a(i, i)) / 2;
  }
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = 0; i < a.rows(); ++i) {
      // In two steps: the sum of two exponents may leave the range of a factor that is a double.
      a(i, j) = std::ldexp(std::ldexp(a(i, j), -exponent[static_cast<std::size_t>(i)]),
                           -exponent[static_cast<std::size_t>(j)]);
      if (std::isfinite(a(i, j))) continue;
      refuse(fmt::format("row {}, column {} is larger than the variances of its two features allow", i + 1,
                         j + 1));
    }
  }
}

void standardise(Problem::Data& data) {
  Matrix& a = data.covariance;
  Vector inverse_deviation(data.features);
  Index constant = 0;
  for (Index i = 0; i < data.features; ++i) {
    if (a(i, i) < 0.0) refuse(fmt::format("row {0}, column {0} is negative; a variance cannot be", i + 1));
    if (a(i, i) == 0.0 && (a.col(i).array() != 0.0).any()) {
      refuse(fmt::format(
          "row {0}, column {0} is zero, but other entries of the row are not; no covariance is like that",
          i + 1));
    }
    inverse_deviation(i) = a(i, i) > 0.0 ? 1.0 / std::sqrt(a(i, i)) : 0.0;
    constant += a(i, i) > 0.0 ? 0 : 1;
  }
  a = (inverse_deviation.asDiagonal() * a * inverse_deviation.asDiagonal()).eval();
  a.diagonal() = (inverse_deviation.array() > 0.0).cast<double>();
  a = (0.5 * (a + a.transpose())).eval();  // the two triangles were multiplied in different orders
  // Covariances far below the variances may have underflowed, here or when they were scaled.
  data.error_radius = (inverse_deviation.array() > 0.0).cast<double>() * 0x1p-480;
  data.exponent = 0;
  constant -= static_cast<Index>(data.removed.size());
  if (constant > 0) data.notes.push_back(constant_features_note(constant));
}

bool positive_semidefinite_up_to(const Problem::Data& data, double tolerance,
                                 const linalg::OutOfTime& look_at_the_clock) {
  Matrix shifted = data.covariance;
  const double size = data.covariance.cwiseAbs().colwise().sum().maxCoeff();  // columns are rows, too
  shifted.diagonal().array() += tolerance * static_cast<double>(data.features) * size;
  return size == 0.0 || linalg::cholesky(shifted, look_at_the_clock);
}

/// The extreme eigenvalues of a covariance, the smallest one rounded down.
struct Extremes {
  double least = 0.0;
  double most = 0.0;
};

/// Of a matrix so large that all eigenvalues would take too long. A Ritz value is never below the smallest
/// eigenvalue, and a Cholesky factorisation proves how little it is above; nothing if it does not.
std::optional<Extremes> extremes_by_lanczos(const Matrix& a, const linalg::OutOfTime& look_at_the_clock) {
  linalg::Lanczos settings;
  settings.restarts = 60;  // more would take as long as all eigenvalues
  settings.tolerance = 1e-9;
  settings.out_of_time = look_at_the_clock;
  const auto largest = [&](const linalg::Multiply& multiply) {
    return linalg::leading_eigenpairs(a.rows(), multiply, 1, settings);
  };
  const auto top = largest([&a](const Vector& x) -> Vector { return a * x; });
  if (!top) return std::nullopt;
  const double most = top->values(0);
  const auto spread = largest([&a, most](const Vector& x) -> Vector { return most * x - a * x; });
  if (!spread) return std::nullopt;
  for (const double accuracy : {1e-12, settings.tolerance}) {
    const double least = most - (1.0 + accuracy) * spread->values(0);
    Matrix shifted = a;
    shifted.diagonal().array() -= least;
    if (linalg::cholesky(shifted, look_at_the_clock)) return Extremes{least, most};
  }
  return std::nullopt;
}

Extremes extreme_eigenvalues(const Matrix& a, const linalg::OutOfTime& look_at_the_clock) {
  constexpr Index quick = 1500;
  if (a.rows() > quick) {
    if (const std::optional<Extremes> found = extremes_by_lanczos(a, look_at_the_clock)) return *found;
  }
  const Vector values =
      *linalg::eigenvalues(a, look_at_the_clock);  // which throws, and never answers "no time"
  return {values(a.rows() - 1), values(0)};
}

/// `given` is the largest entry of the whole matrix, in the user's units: noise is relative to what it was
/// computed with, also where that is left out.
void require_positive_semidefinite(Problem::Data& data, const CovarianceOptions& options, double given) {
  // A limit ends all this by what check_limits throws, never by an answer.
  const linalg::OutOfTime look_at_the_clock = [&options] {
    options.check_limits();
    return false;
  };
  if (positive_semidefinite_up_to(data, rounding_tolerance, look_at_the_clock)) {
    if (options.shift) data.notes.emplace_back("positive semidefinite as it is: nothing was shifted");
    return;
  }
  const Extremes extremes = extreme_eigenvalues(data.covariance, look_at_the_clock);
  const double most = std::max(extremes.most, 0.0);
  const double least = extremes.least;
  const double least_user = std::ldexp(least, data.exponent);
  if (options.shift) {
    const double added =
        -least + 4.0 * static_cast<double>(data.features) * numerics::unit_roundoff * (most - least);
    data.covariance.diagonal().array() += added;
    data.shift = std::ldexp(added, data.exponent);
    data.notes.push_back(
        fmt::format("smallest eigenvalue {:.6g}: {:.17g} times the identity was added, and every "
                    "variance and bound is of the shifted matrix",
                    least_user, data.shift));
    return;
  }
  const double noisy = options.standardize ? most : std::max(most, std::ldexp(given, -data.exponent));
  if (least >= -noise_tolerance * noisy) {
    data.notes.push_back(fmt::format(
        "smallest eigenvalue {:.3g} is taken for single-precision noise ({:.1e} of the largest{})",
        least_user, -least / noisy, noisy > most ? " entry, left out" : ""));
    return;
  }
  std::string message =
      fmt::format("not positive semidefinite: its smallest eigenvalue is {:.6g} (the largest {:.6g})",
                  least_user, std::ldexp(extremes.most, data.exponent));
  if (!options.allow_indefinite)
    refuse(message + "; `shift` adds the multiple of the identity that repairs it");
  data.notes.push_back(std::move(message));
}

}  // namespace

void finish_covariance(Problem::Data& data) {
  data.variances = data.covariance.diagonal();
}

Problem Problem::from_covariance(Matrix a, const CovarianceOptions& given_options) {
  CovarianceOptions options = given_options;
  if (!options.check_limits) options.check_limits = [] {};
  if (a.size() == 0) refuse("the covariance is empty");
  if (a.rows() != a.cols())
    refuse(fmt::format("a covariance must be square, this one is {} x {}", a.rows(), a.cols()));
  const double given = options.exclude.empty() ? 0.0 : a.cwiseAbs().maxCoeff();
  leave_out(a, options.exclude);
  require_finite(a);
  linalg::use_one_blas_thread();

  auto data = std::make_shared<Data>();
  data->removed = options.exclude;
  data->features = a.rows();
  data->covariance = std::move(a);
  options.check_limits();
  if (options.standardize) balance(data->covariance);
  options.check_limits();
  scale(*data);
  const bool averaged = symmetrise(*data, options.check_limits);
  if (options.standardize) standardise(*data);
  options.check_limits();
  require_positive_semidefinite(*data, options, given);
  leave_out(data->covariance, options.exclude);  // a shift is for the others
  if (options.standardize || options.shift || averaged) widen(*data, 10.0 * numerics::unit_roundoff);
  finish_covariance(*data);
  require_representable(*data);
  return Problem(std::move(data));
}

}  // namespace spica
