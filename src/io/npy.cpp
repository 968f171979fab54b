#include "io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "io/message.hpp"
#include "io/npy_header.hpp"
#include "io/numeric.hpp"

namespace spica::io {
namespace {

/// The values of an array, checked on the way: a piece at a time, so that the file may follow.
template <class Value>
class Keeper {
 public:
  Keeper(const NpyFile& file, std::string_view data, const DenseArray& array)
      : file_(file), data_(data), start_(file.bytes.size() - data.size()), array_(array) {}

  /// Nothing where some value is not finite. All of the file was read then, too.
  std::optional<DenseSamples<Value>> keep() {
    const bool aligned = reinterpret_cast<std::uintptr_t>(data_.data()) % alignof(Value) == 0;
    DenseSamples<Value> samples{nullptr, array_.rows, array_.columns, nullptr};
    if (array_.column_major && aligned) {
      samples.values = reinterpret_cast<const Value*>(data_.data());
      samples.owner = file_.owner;
      look();
    } else {
      const std::shared_ptr<Value[]> buffer(new Value[static_cast<std::size_t>(cells())]);
      array_.column_major ? copy(buffer.get()) : transpose(buffer.get());
      samples.values = buffer.get();
      samples.owner = buffer;
    }
    if (!finite_) return std::nullopt;
    return samples;
  }

 private:
  static constexpr Index values_at_once = Index{1} << 17;

  [[nodiscard]] Index cells() const { return array_.rows * array_.columns; }

  /// The next values of the file, as many as are given.
  const char* take(Index count) {
    const char* first = data_.data() + static_cast<std::size_t>(taken_) * sizeof(Value);
    taken_ += count;
    return first;
  }
  void passed(bool copied) {
    const std::size_t end = start_ + static_cast<std::size_t>(taken_) * sizeof(Value);
    if (file_.on_read) file_.on_read(end);
    if (copied && file_.on_copied) file_.on_copied(end);
  }
  void check(const Value* values, Index count) {
    // Differences of finite numbers are zero or not; those of others are NaN.
    Value sum = 0;
    for (Index i = 0; i < count; ++i) sum += values[i] - values[i];
    finite_ = finite_ && sum == 0;
  }

  void look() {
    while (taken_ < cells()) {
      const Index count = std::min(values_at_once, cells() - taken_);
      check(reinterpret_cast<const Value*>(take(count)), count);
      passed(false);
    }
  }

  void copy(Value* to) {
    while (taken_ < cells()) {
      const Index first = taken_;
      const Index count = std::min(values_at_once, cells() - taken_);
      std::memcpy(to + first, take(count), static_cast<std::size_t>(count) * sizeof(Value));
      check(to + first, count);
      passed(true);
    }
  }

  /// A few rows at a time, so that what is written lies together.
  void transpose(Value* to) {
    constexpr Index fewest = 64 / sizeof(Value);
    const Index rows_at_once = std::max(fewest, values_at_once / array_.columns);
    std::vector<Value> row(static_cast<std::size_t>(rows_at_once));
    for (Index first = 0; first < array_.rows; first += rows_at_once) {
      const Index count = std::min(rows_at_once, array_.rows - first);
      const char* values = take(count * array_.columns);
      for (Index j = 0; j < array_.columns; ++j) {
        for (Index i = 0; i < count; ++i)
          std::memcpy(&row[static_cast<std::size_t>(i)],
                      values + static_cast<std::size_t>(i * array_.columns + j) * sizeof(Value),
                      sizeof(Value));
        check(row.data(), count);
        std::copy_n(row.data(), count, to + j * array_.rows + first);
      }
      passed(true);
    }
  }

  const NpyFile& file_;
  std::string_view data_;
  std::size_t start_;
  DenseArray array_;
  Index taken_ = 0;
  bool finite_ = true;
};

/// True if the values stay as they are.
template <class Value>
bool keep(Table& table, const NpyFile& file, std::string_view data, const DenseArray& array) {
  std::optional<DenseSamples<Value>> samples = Keeper<Value>(file, data, array).keep();
  if (samples) table.kept = std::move(*samples);
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
  const auto cells = static_cast<Index>(data.size() / numeric_size(numeric));
  const bool fits =
      rows <= cells / columns && rows * columns == cells && data.size() % numeric_size(numeric) == 0;
  if (!fits) {
    fail(path, fmt::format("holds {} of data, its header asks for {} x {} values of type {}; it is {}",
                           counted(static_cast<Index>(data.size()), "byte"), rows, columns, header.type,
                           rows > cells / columns ? "truncated, copy it again" : "damaged, save it again"));
  }
  const DenseArray array{numeric, rows, columns, header.column_major};
  bool kept = false;
  if (options.may_keep(rows, columns)) {
    if (numeric == Numeric::f64) kept = keep<double>(table, file, data, array);
    if (numeric == Numeric::f32) kept = keep<float>(table, file, data, array);
  }
  if (!kept) {
    table.values = dense_matrix(data.data(), array, path);
    if (file.on_read) file.on_read(file.bytes.size());
  }
  return table;
}

}  // namespace spica::io
