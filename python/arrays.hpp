#pragma once

// NumPy's arrays as matrices and back, always as copies.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "spica/types.hpp"

namespace spica_python {

namespace py = pybind11;

using Array = py::array_t<double, py::array::forcecast>;

inline spica::Matrix matrix_of(const Array& data) {
  if (data.ndim() != 2) throw py::value_error("the data must be a two-dimensional array");
  const auto values = data.unchecked<2>();
  spica::Matrix result(values.shape(0), values.shape(1));
  for (spica::Index j = 0; j < result.cols(); ++j) {
    for (spica::Index i = 0; i < result.rows(); ++i) result(i, j) = values(i, j);
  }
  return result;
}

inline Array array_of(const spica::Matrix& values) {
  Array result({values.rows(), values.cols()});
  auto view = result.mutable_unchecked<2>();
  for (spica::Index j = 0; j < values.cols(); ++j) {
    for (spica::Index i = 0; i < values.rows(); ++i) view(i, j) = values(i, j);
  }
  return result;
}

}  // namespace spica_python
