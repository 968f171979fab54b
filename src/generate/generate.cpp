#include "generate/generate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/random.hpp"
#include "spica/error.hpp"

namespace spica::generate {

namespace {

Vector normals(Random& random, Index count, double variance) {
  Vector result(count);
  const double deviation = std::sqrt(variance);
  for (double& value : result) value = deviation * random.normal();
  return result;
}

/// x ~ N(0, 399 v1 v1' + 299 v2 v2' + I), v1 = 1/sqrt(10) on the first ten features, v2 on the next ten.
Instance spiked(const Request& request, Random& random) {
  constexpr Index spike = 10;
  const double height = 1.0 / std::sqrt(static_cast<double>(spike));
  Instance instance{
      Matrix(request.samples, request.features), Matrix::Zero(request.features, 2), {"v1", "v2"}};
  instance.truth.col(0).head(spike).setConstant(height);
  instance.truth.col(1).segment(spike, spike).setConstant(height);
  const Vector first = normals(random, request.samples, 399.0);
  const Vector second = normals(random, request.samples, 299.0);
  for (Index j = 0; j < request.features; ++j) {
    const double a = instance.truth(j, 0);
    const double b = instance.truth(j, 1);
    for (Index i = 0; i < request.samples; ++i)
      instance.samples(i, j) = random.normal() + a * first(i) + b * second(i);
  }
  return instance;
}

/// Zou, Hastie and Tibshirani's three factors: V1 ~ N(0, 290), V2 ~ N(0, 300), V3 = -0.3 V1 + 0.925 V2 + N(0,
/// 300). Each feature is one of them plus N(0, 1); a third of the features each.
Instance synthetic(const Request& request, Random& random) {
  const Index n = request.features;
  Instance instance{Matrix(request.samples, n), Matrix::Zero(n, 3), {"V1", "V2", "V3"}};
  Matrix factors(request.samples, 3);
  factors.col(0) = normals(random, request.samples, 290.0);
  factors.col(1) = normals(random, request.samples, 300.0);
  factors.col(2) = normals(random, request.samples, 300.0);
  factors.col(2) += -0.3 * factors.col(0) + 0.925 * factors.col(1);
  const Index first = (n + 2) / 3;
  const Index second = (n + 1) / 3;
  for (Index j = 0; j < n; ++j) {
    const Index factor = j < first ? 0 : (j < first + second ? 1 : 2);
    instance.truth(j, factor) = 1.0;
    for (Index i = 0; i < request.samples; ++i) instance.samples(i, j) = factors(i, factor) + random.normal();
  }
  return instance;
}

/// x ~ N(0, U'U + 15 vv'), U n x n uniform on [0, 1], v the indicator of the first k features: drawn as U'z +
/// sqrt(15) g v with U made row by row, so that neither U nor the covariance is ever stored.
constexpr double spike_variance = 15.0;  // of controlling sparsity

Instance controlling_sparsity(const Request& request, Random& random) {
  const Index n = request.features;
  Instance instance{Matrix::Zero(request.samples, n), Matrix::Zero(n, 1), {"v"}};
  instance.truth.col(0).head(request.k).setOnes();
  const Vector spike = normals(random, request.samples, spike_variance);
  Vector row(n);
  for (Index l = 0; l < n; ++l) {
    for (double& value : row) value = random.uniform();
    const Vector z = normals(random, request.samples, 1.0);
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < request.samples; ++i) instance.samples(i, j) += z(i) * row(j);
    }
  }
  for (Index j = 0; j < request.k; ++j) instance.samples.col(j) += spike;
  return instance;
}

void require(bool condition, const std::string& message) {
  if (!condition) throw Error(ErrorKind::usage, message);
}

}  // namespace

Instance generate(const Request& request) {
  const Index least = request.model == Model::spiked ? 20 : (request.model == Model::synthetic ? 3 : 1);
  require(request.features >= least,
          fmt::format("`features` is {}; {} needs at least {}", request.features,
                      model_names[static_cast<std::size_t>(request.model)], least));
  require(request.samples >= 1, fmt::format("`samples` is {}; it must be at least 1", request.samples));
  Random random(request.seed);
  switch (request.model) {
    case Model::spiked:
      return spiked(request, random);
    case Model::synthetic:
      return synthetic(request, random);
    case Model::controlling_sparsity:
      break;
  }
  require(request.k >= 1 && request.k <= request.features,
          fmt::format("k is {}; the spike needs 1 to {} features", request.k, request.features));
  return controlling_sparsity(request, random);
}

Matrix controlling_sparsity_covariance(Index features, Index k, std::uint64_t seed) {
  require(k >= 1 && k <= features, fmt::format("k is {}; the spike needs 1 to {} features", k, features));
  Random random(seed);
  Matrix u(features, features);
  for (double& value : u.reshaped()) value = random.uniform();
  Matrix sigma = u.transpose() * u;
  sigma.topLeftCorner(k, k).array() += spike_variance;
  return 0.5 * (sigma + sigma.transpose());
}

}  // namespace spica::generate
