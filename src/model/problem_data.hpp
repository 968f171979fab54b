#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "factor/factor.hpp"
#include "factor/norm_order.hpp"
#include "factor/sample_transform.hpp"
#include "spica/problem.hpp"

namespace spica {

/// What a Problem holds. One of `covariance` and `factor` is given, the other is made on first use.
struct Problem::Data {
  InputKind kind = InputKind::covariance;
  bool factor_given = false;
  Index features = 0;
  Index samples = 0;
  int exponent = 0;
  double shift = 0.0;
  std::vector<std::string> notes;
  std::vector<std::string> feature_names;
  Support removed;  // ascending

  Matrix covariance;
  FactorRef factor;
  std::once_flag covariance_made;
  std::once_flag factor_made;
  std::shared_ptr<const NormOrder> norm_order;
  std::once_flag norm_order_made;

  Vector variances;
  Vector error_radius;   // rho of Problem::error_radius()
  Vector column_radius;  // factor form: |exact c_i - that of the factor| <= column_radius_i
};

/// A radius that was computed, times this, is not below the exact one: it covers the roundings of computing it.
inline constexpr double radius_slack = 1.0 + 1e-10;

/// A copy to be changed: the view that was given and what is known of it. The other view is made anew on
/// first use.
std::shared_ptr<Problem::Data> copy_of(const Problem::Data& data);
/// Fills variances, and error_radius from column_radius, after `factor` was set or changed.
void finish_factor(Problem::Data& data);
/// Fills variances after `covariance` was set or changed.
void finish_covariance(Problem::Data& data);
/// A problem of samples, from the factor that was made of them.
std::shared_ptr<Problem::Data> data_of_samples(FactorRef factor, Scaling scaling,
                                               const SampleOptions& options);
/// The sentence for Problem::notes() about features without variance that cannot be standardised.
std::string constant_features_note(Index count);
/// Throws Error(input) where a variance in the user's units is no normal double.
void require_representable(const Problem::Data& data);

}  // namespace spica
