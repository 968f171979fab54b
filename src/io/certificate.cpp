#include "io/certificate.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "io/file.hpp"
#include "io/npy_columns.hpp"
#include "io/sha256.hpp"
#include "spica/error.hpp"
#include "spica/options.hpp"

namespace spica::io {

static_assert(std::endian::native == std::endian::little);

namespace {

/// The fingerprint of the rows that for_rows hands out.
template <class ForRows>
std::string fingerprint(Index rows, Index columns, const ForRows& for_rows) {
  Sha256 digest;
  digest.add(fmt::format("spica-matrix {} {}\n", rows, columns));
  for_rows([&digest](const Eigen::Ref<const RowBlock>& block) {
    digest.add({reinterpret_cast<const char*>(block.data()),
                static_cast<std::size_t>(block.size()) * sizeof(double)});
  });
  return digest.hex();
}

std::string fingerprint(const NativeSamples& samples) {
  return fingerprint(rows_of(samples), columns_of(samples),
                     [&samples](const auto& work) { for_row_blocks(samples, work); });
}

}  // namespace

std::string npy_fingerprint(const std::string& path, Index rows, Index columns) {
  return fingerprint(rows, columns, [&path](const auto& work) { for_npy_rows(path, work); });
}

std::string fingerprint(const Matrix& values) {
  return fingerprint(
      NativeSamples(DenseSamples<double>{values.data(), values.rows(), values.cols(), nullptr}));
}

std::string fingerprint(const Table& table) {
  return std::visit([](const auto& numbers) { return fingerprint(numbers); }, table.numbers);
}

namespace {

/// The lines of a certificate before those of its components.
std::string header(const Input& input, const Interpretation& how, const Result& result,
                   std::optional<double> axis, std::size_t components) {
  const Problem& problem = input.problem;
  const bool covariance = problem.kind() == InputKind::covariance;
  const auto hex = [](double value) { return value == 0.0 ? "0" : fmt::format("{:a}", value); };
  const Index rows = covariance ? problem.features() : problem.samples();
  const Index divided_by_one = problem.samples() - 1;
  const Index ddof = covariance ? 0 : problem.kind() == InputKind::sensing ? divided_by_one : Index{how.ddof};
  std::string text =
      fmt::format("spica-certificate 1\nmatrix {} {} {} {}\n", covariance ? "covariance" : "samples", rows,
                  problem.features(), input.fingerprint);
  text += fmt::format("center {:d}\nstandardize {:d}\nddof {}\nexponent {}\nshift {}\n",
                      problem.kind() == InputKind::samples && how.center, how.standardize, ddof,
                      problem.exponent(), hex(std::ldexp(problem.shift(), -problem.exponent())));
  if (axis) text += fmt::format("reflect {}\n", hex(*axis));
  if (result.total) return text + fmt::format("joint {}\n", components);
  if (components > 1) text += fmt::format("deflation {}\n", name_of(result.deflation));
  return text + fmt::format("components {}\n", components);
}

}  // namespace

namespace {

std::string text_of(const std::string& path, const Input& input, const Interpretation& how,
                    const Result& result) {
  const auto require = [&path](const std::string& certificate) {
    if (certificate.empty())
      throw Error(ErrorKind::input, fmt::format("{}: not written: a bound has no certificate", path));
  };
  if (result.total) {
    require(result.total->certificate);
    return header(input, how, result, std::nullopt, result.components.size()) + result.total->certificate;
  }
  std::string largest;
  std::string smallest;
  std::size_t count = 0;
  for (const Component& component : result.components) {
    if (component.follows.value_or(component.k) != component.k) continue;  // in the certificate of that k
    require(component.certificate);
    if (result.path) {  // each k stands for itself
      largest += header(input, how, result, std::nullopt, 1) + component.certificate;
      continue;
    }
    if (component.certificate_axis) {
      smallest += header(input, how, result, component.certificate_axis, 1) + component.certificate;
    } else {
      largest += component.certificate;
      ++count;
    }
  }
  return (count > 0 ? header(input, how, result, std::nullopt, count) : "") + largest + smallest;
}

}  // namespace

std::string format_certificate(const std::string& path, const Input& input, const Interpretation& how,
                               const Result& result) {
  const std::string text = text_of(path, input, how, result);
  return path.ends_with(".gz") ? gzip(text) : text;
}

}  // namespace spica::io
