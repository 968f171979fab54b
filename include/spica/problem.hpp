#pragma once

// The matrix whose sparse components are sought, from a covariance, from samples or from a sensing matrix.
//
//   const spica::Problem problem = spica::Problem::from_samples(y);  // one sample a row
//
// What is below `kind` is for those who look inside: solve needs no more than a Problem.

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spica/samples.hpp"
#include "spica/types.hpp"

namespace spica {

/// What a problem was made from.
enum class InputKind { covariance, samples, sensing };
inline constexpr std::array<std::string_view, 3> input_kind_names = {"covariance", "samples", "sensing"};
constexpr std::string_view name_of(InputKind kind) {
  return input_kind_names[static_cast<std::size_t>(kind)];
}

/// What the next component is sought in, after a component x.
enum class Deflation {
  schur,       ///< what its scores leave over: A - Axx'A/(x'Ax)
  projection,  ///< the matrix projected off its loadings: PAP, P = I - xx'/(x'x)
};
inline constexpr std::array<std::string_view, 2> deflation_names = {"schur", "projection"};
constexpr const auto& names_of(Deflation) {
  return deflation_names;
}

/// How a covariance is taken.
struct CovarianceOptions {
  bool standardize = false;       ///< work on the correlations
  bool shift = false;             ///< add the multiple of the identity that makes an indefinite matrix PSD
  bool allow_indefinite = false;  ///< take an indefinite matrix as it is, with a note
  Support exclude = {};           ///< features to leave out, ascending, whatever their numbers are
  /// Called now and then while the matrix is checked, which may take seconds. What it throws ends the check.
  std::function<void()> check_limits = {};
};

/// How a covariance A is made of samples Y, m of them.
struct SampleOptions {
  bool center = true;        ///< subtract each feature's mean
  bool standardize = false;  ///< work on the correlations
  int ddof = 0;              ///< A = Y'Y / (m - ddof)
  Support exclude = {};      ///< features to leave out, ascending, whatever their numbers are
};

/// A symmetric positive semidefinite n x n matrix A in two views of the same data:
///
///   covariance   A itself, n x n
///   factor       vectors c_i in R^m, one a feature, with A_ij = c_i'c_j
///
/// The view that was given is stored, the other is made when somebody asks for it. Everything below is about
/// A scaled by a power of two so that its largest variance is near one: A_user = 2^exponent A. Copies share
/// data.
class Problem {
 public:
  /// Throws Error(input) when the matrix is empty, not finite, not symmetric, or indefinite beyond rounding.
  static Problem from_covariance(Matrix a, const CovarianceOptions& options = {});
  /// y holds one sample a row. Throws Error(input) when it is empty or not finite, or has too few rows.
  static Problem from_samples(Matrix y, const SampleOptions& options = {});
  /// The same from samples that stay as they are (samples.hpp).
  static Problem from_samples(DenseSamples<double> y, const SampleOptions& options = {});
  static Problem from_samples(DenseSamples<float> y, const SampleOptions& options = {});
  static Problem from_samples(SparseSamples y, const SampleOptions& options = {});
  /// The Gram matrix A'A of a sensing matrix A, whose columns are the features: nothing is centred or
  /// divided. `normalize` scales every column to unit length, but for those that are zero.
  static Problem from_sensing_matrix(Matrix a, bool normalize = false);

  [[nodiscard]] InputKind kind() const;
  [[nodiscard]] Index features() const;                         ///< n
  [[nodiscard]] Index samples() const;                          ///< rows of the data, 0 for a covariance
  [[nodiscard]] int exponent() const;                           ///< of the power of two above
  [[nodiscard]] double shift() const;                           ///< in the user's units, 0 without --shift
  [[nodiscard]] const std::vector<std::string>& notes() const;  ///< what was done to the data
  [[nodiscard]] const std::vector<std::string>& feature_names() const;  ///< empty, or one a feature
  void set_feature_names(std::vector<std::string> names);               ///< one a feature, for reports

  [[nodiscard]] double entry(Index i, Index j) const;  ///< A_ij
  [[nodiscard]] const Vector& variances() const;       ///< the diagonal of A
  [[nodiscard]] double trace() const;                  ///< the total variance
  [[nodiscard]] Matrix block(const Support& s) const;  ///< A_SS
  /// The same; nothing if out_of_time() becomes true before all of a Gram matrix is there.
  [[nodiscard]] std::optional<Matrix> block(const Support& s, const std::function<bool()>& out_of_time) const;
  [[nodiscard]] Matrix columns(const Support& s) const;        ///< all rows of A, the columns of S
  [[nodiscard]] Vector multiply(const Vector& x) const;        ///< A x
  [[nodiscard]] Vector multiply(const SparseVector& x) const;  ///< A x

  [[nodiscard]] bool in_factor_form() const;       ///< the factor is what is stored
  [[nodiscard]] const Matrix& covariance() const;  ///< A, n x n
  /// Makes covariance() ready; false if out_of_time() becomes true before.
  [[nodiscard]] bool make_covariance(const std::function<bool()>& out_of_time) const;

  /// rho with |A_ij - exact_ij| <= rho_i rho_j, where `exact` is what the input defines in exact arithmetic
  /// and A_ij any entry returned here. Hence |x'(A - exact)x| <= sum of rho_i^2 over the support of a unit
  /// vector x.
  [[nodiscard]] const Vector& error_radius() const;

  /// A_SS as a problem of its own, in covariance form and in the same units.
  [[nodiscard]] Problem restricted(const Support& s) const;
  /// The same problem with another matrix, in covariance form, and its error radii.
  [[nodiscard]] Problem with_covariance(Matrix a, Vector error_radius) const;

  /// The problem of the next component. A component whose variance is not told from zero takes nothing away
  /// in the sense of Deflation::schur.
  [[nodiscard]] Problem deflated(const SparseVector& x, Deflation how) const;

  /// The same with some features left out. All others keep their numbers; solve and all that is beside it use
  /// these others only.
  [[nodiscard]] Problem without(const Support& features) const;
  [[nodiscard]] const Support& removed() const;  ///< what was left out, here or when it was made; ascending
  /// Some features alone, ascending, as a problem of their own: numbered from 0 in their order, in the same
  /// view, and scaled anew unless the scale is to be kept.
  [[nodiscard]] Problem only(const Support& features, bool keep_scale = false) const;

  /// cI - A in the view of a covariance, c in the units of this problem: its largest sparse eigenvalue is c
  /// minus the smallest one of A, for every c.
  [[nodiscard]] Problem reflected(double c) const;

  /// Values of this problem in the user's units, rounded towards the side that keeps a bound valid.
  [[nodiscard]] double to_user_up(double value) const;
  [[nodiscard]] double to_user_down(double value) const;

  struct Data;  ///< defined inside the library only
  explicit Problem(std::shared_ptr<Data> data);
  [[nodiscard]] Data& data() const { return *data_; }

 private:
  std::shared_ptr<Data> data_;
};

}  // namespace spica
