#include "io/npy.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "io/message.hpp"
#include "io/npy_columns.hpp"
#include "io/npy_header.hpp"
#include "io/numeric.hpp"

namespace spica::io {
namespace {

/// The values as they are, if all are finite.
template <class Value>
void keep(Table& table, const NpyFile& file, std::string_view data, const DenseArray& array) {
  std::optional<DenseSamples<Value>> samples = keep_columns<Value>(file, data, array, {0, array.columns});
  if (samples) table.kept = std::move(*samples);
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
  if (options.may_keep(rows, columns)) {
    if (numeric == Numeric::f64) keep<double>(table, file, data, wanted);
    if (numeric == Numeric::f32) keep<float>(table, file, data, wanted);
  }
  if (is_kept(table.kept)) {
    table.transposed = options.transpose;
  } else {
    const std::size_t start = file.bytes.size() - data.size();
    table.values = dense_matrix(data.data(), array, path, [&](std::size_t count) {
      if (file.on_read) file.on_read(start + count * numeric_size(numeric));
    });
  }
  return table;
}

}  // namespace spica::io
