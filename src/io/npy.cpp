#include "io/npy.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "io/errors.hpp"
#include "io/npy_columns.hpp"
#include "io/npy_header.hpp"
#include "io/numeric.hpp"

namespace spica::io {
namespace {

/// Puts the values into the table as they are; false if one of them is not finite.
template <class Value>
bool keep_native(Table& table, const NpyFile& file, std::string_view data, const DenseArray& array) {
  std::optional<DenseSamples<Value>> samples = keep_columns<Value>(file, data, array, {0, array.columns});
  if (samples) table.numbers = NativeSamples(std::move(*samples));
  return samples.has_value();
}

}  // namespace

Table read_npy(const NpyFile& file, const std::string& path, const ReadOptions& options) {
  Table table;
  table.path = path;
  std::string_view data = file.bytes;
  const NpyHeader header = read_npy_header(data, path);
  const Numeric numeric = header.numeric;
  const Index rows = header.rows;
  const Index columns = header.columns;
  require_size(header, data.size(), path);
  const DenseArray array{numeric, rows, columns, header.column_major};
  // The same numbers in the same place: an array by rows is its transpose by columns.
  const DenseArray wanted =
      options.transpose ? DenseArray{numeric, columns, rows, !header.column_major} : array;
  const bool may_stay = may_stay_native(options.keep_native, rows, columns);
  if ((may_stay && numeric == Numeric::f64 && keep_native<double>(table, file, data, wanted)) ||
      (may_stay && numeric == Numeric::f32 && keep_native<float>(table, file, data, wanted))) {
    table.transposed = options.transpose;
  } else {
    const std::size_t start = file.bytes.size() - data.size();
    table.numbers = dense_matrix(data.data(), array, path, [&](std::size_t count) {
      if (file.on_read) file.on_read(start + count * numeric_size(numeric));
    });
  }
  return table;
}

}  // namespace spica::io
