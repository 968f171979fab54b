#include "io/certificate.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "io/file.hpp"
#include "spica/error.hpp"

namespace spica::io {

static_assert(std::endian::native == std::endian::little);

std::string fingerprint(const Matrix& values) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const RowMajor rows = values;
  std::string bytes = fmt::format("spica-matrix {} {}\n", values.rows(), values.cols());
  bytes.append(reinterpret_cast<const char*>(rows.data()),
               static_cast<std::size_t>(rows.size()) * sizeof(double));
  return sha256_hex(bytes);
}

std::string format_certificate(const std::string& path, const Input& input, const Interpretation& how,
                               const Result& result) {
  const Problem& problem = input.problem;
  const bool samples = problem.kind() == InputKind::samples;
  std::string text =
      fmt::format("spica-certificate 1\nmatrix {} {} {} {}\n", samples ? "samples" : "covariance",
                  samples ? problem.samples() : problem.features(), problem.features(), input.fingerprint);
  const double shift = std::ldexp(problem.shift(), -problem.exponent());
  text += fmt::format("center {:d}\nstandardize {:d}\nddof {}\nexponent {}\nshift {}\n",
                      samples && how.center, how.standardize, samples ? how.ddof : 0, problem.exponent(),
                      shift == 0.0 ? "0" : fmt::format("{:a}", shift));
  text += fmt::format("components {}\n", result.components.size());
  for (const Component& component : result.components) {
    if (component.certificate.empty()) {
      throw Error(ErrorKind::input,
                  fmt::format("{}: not written: a bound was used that certificates do not cover yet", path));
    }
    text += component.certificate;
  }
  return path.ends_with(".gz") ? gzip(text) : text;
}

}  // namespace spica::io
