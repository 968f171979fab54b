#include "io/npy_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <type_traits>
#include <vector>

#include "io/errors.hpp"
#include "io/mapped_file.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

/// Takes columns of an array, a piece of the file at a time, and checks that their values are finite.
template <class Value>
class Keeper {
 public:
  Keeper(const NpyFile& file, std::string_view data, const DenseArray& array, const ColumnRange& range)
      : file_(file),
        data_(data),
        start_(file.bytes.size() - data.size()),
        array_(array),
        range_(range),
        taken_(array.column_major ? range.first * array.rows : 0) {}

  /// Nothing where some value is not finite. All of the file was read then, too.
  std::optional<DenseSamples<Value>> keep() {
    const bool aligned = reinterpret_cast<std::uintptr_t>(data_.data()) % alignof(Value) == 0;
    DenseSamples<Value> samples{nullptr, array_.rows, range_.count, nullptr};
    if (array_.column_major && aligned) {
      samples.values = reinterpret_cast<const Value*>(data_.data()) + taken_;
      samples.owner = file_.owner;
      look();
    } else {
      const std::shared_ptr<Value[]> buffer(new Value[static_cast<std::size_t>(array_.rows * range_.count)]);
      array_.column_major ? copy(buffer.get()) : transpose(buffer.get());
      samples.values = buffer.get();
      samples.owner = buffer;
    }
    if (!finite_) return std::nullopt;
    return samples;
  }

 private:
  static constexpr Index values_at_once = Index{1} << 17;

  /// The end of the range in an array by columns.
  [[nodiscard]] Index end() const { return (range_.first + range_.count) * array_.rows; }

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
    // 0 v is zero for a finite v and NaN otherwise, so the sum is zero if all are finite.
    constexpr Value zero = 0;
    Value sum = 0;
    for (Index i = 0; i < count; ++i) sum += zero * values[i];
    finite_ = finite_ && sum == 0;
  }

  void look() {
    while (taken_ < end()) {
      const Index count = std::min(values_at_once, end() - taken_);
      check(reinterpret_cast<const Value*>(take(count)), count);
      passed(false);
    }
  }

  void copy(Value* to) {
    while (taken_ < end()) {
      const Index count = std::min(values_at_once, end() - taken_);
      std::memcpy(to, take(count), static_cast<std::size_t>(count) * sizeof(Value));
      check(to, count);
      to += count;
      passed(true);
    }
  }

  /// A few rows at a time, so that what is written lies together.
  void transpose(Value* to) {
    constexpr Index fewest = 64 / sizeof(Value);
    const Index rows_at_once = std::max(fewest, values_at_once / range_.count);
    std::vector<Value> row(static_cast<std::size_t>(rows_at_once));
    for (Index first = 0; first < array_.rows; first += rows_at_once) {
      const Index count = std::min(rows_at_once, array_.rows - first);
      const char* values = take(count * array_.columns);
      for (Index j = 0; j < range_.count; ++j) {
        for (Index i = 0; i < count; ++i)
          std::memcpy(
              &row[static_cast<std::size_t>(i)],
              values + static_cast<std::size_t>(i * array_.columns + range_.first + j) * sizeof(Value),
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
  ColumnRange range_;
  Index taken_;
  bool finite_ = true;
};

/// A file that is mapped, and where its data is.
struct Mapped {
  std::shared_ptr<MappedFile> file;
  NpyHeader header;
  std::string_view data;

  explicit Mapped(const std::string& path)
      : file(std::make_shared<MappedFile>(FileSource(path))), data(file->bytes()) {
    header = read_npy_header(data, path);
    require_size(header, data.size(), path);
  }
};

template <class Value>
std::optional<NativeSamples> native_columns(const Mapped& mapped, const ColumnRange& range) {
  const NpyHeader& header = mapped.header;
  NpyFile file{mapped.file->bytes(), mapped.file};
  file.on_copied = [&mapped](std::size_t end) { mapped.file->drop_to(end); };
  const DenseArray array{header.numeric, header.rows, header.columns, header.column_major};
  return keep_columns<Value>(file, mapped.data, array, range);
}

/// The bits of a value and its place in the matrix, mixed.
template <class Value>
std::uint64_t mixed(Value value, std::uint64_t place) {
  std::conditional_t<sizeof(Value) == 8, std::uint64_t, std::uint32_t> bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  std::uint64_t h = (bits + 1) * 0x9E3779B97F4A7C15U ^ (place + 1) * 0xD1B54A32D192ED03U;
  h ^= h >> 32U;
  h *= 0xBF58476D1CE4E5B9U;
  return h ^ h >> 29U;
}

template <class Value>
std::vector<std::uint64_t> checksums(const Mapped& mapped, const std::vector<ColumnRange>& ranges) {
  const NpyHeader& header = mapped.header;
  const auto rows = static_cast<std::uint64_t>(header.rows);
  const std::size_t start = mapped.file->bytes().size() - mapped.data.size();
  std::vector<std::uint64_t> sums(ranges.size(), 0);
  std::size_t taken = 0;
  const auto add = [&](std::uint64_t& sum, std::uint64_t row, std::uint64_t column) {
    Value value;
    std::memcpy(&value, mapped.data.data() + taken, sizeof value);
    taken += sizeof value;
    sum += mixed(value, column * rows + row);
  };
  const Index outer = header.column_major ? 1 : header.rows;
  for (Index i = 0; i < outer; ++i) {
    for (std::size_t r = 0; r < ranges.size(); ++r) {
      for (Index j = ranges[r].first; j < ranges[r].first + ranges[r].count; ++j) {
        const Index inner = header.column_major ? header.rows : 1;
        for (Index t = 0; t < inner; ++t)
          add(sums[r], static_cast<std::uint64_t>(header.column_major ? t : i),
              static_cast<std::uint64_t>(j));
        if (j % 4096 == 0) mapped.file->drop_to(start + taken);
      }
    }
  }
  return sums;
}

}  // namespace

template <class Value>
std::uint64_t checksum(const DenseSamples<Value>& samples, Index first_column) {
  std::uint64_t sum = 0;
  const auto cells = static_cast<std::uint64_t>(samples.rows * samples.cols);
  const auto first = static_cast<std::uint64_t>(first_column * samples.rows);
  for (std::uint64_t place = 0; place < cells; ++place) sum += mixed(samples.values[place], first + place);
  return sum;
}

template std::uint64_t checksum(const DenseSamples<float>&, Index);
template std::uint64_t checksum(const DenseSamples<double>&, Index);

std::vector<std::uint64_t> column_checksums(const std::string& path, const std::vector<ColumnRange>& ranges) {
  const Mapped mapped(path);
  return mapped.header.numeric == Numeric::f32 ? checksums<float>(mapped, ranges)
                                               : checksums<double>(mapped, ranges);
}

template <class Value>
std::optional<DenseSamples<Value>> keep_columns(const NpyFile& file, std::string_view data,
                                                const DenseArray& array, const ColumnRange& range) {
  return Keeper<Value>(file, data, array, range).keep();
}

template std::optional<DenseSamples<float>> keep_columns(const NpyFile&, std::string_view, const DenseArray&,
                                                         const ColumnRange&);
template std::optional<DenseSamples<double>> keep_columns(const NpyFile&, std::string_view, const DenseArray&,
                                                          const ColumnRange&);

std::optional<NpyHeader> find_npy_header(const std::string& path) {
  // A pipe could not be opened a second time.
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  try {
    const FileSource source(path);
    if (source.size() == 0 || !is_npy(MappedFile(source).bytes())) return std::nullopt;
    return Mapped(path).header;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<NativeSamples> read_npy_columns(const std::string& path, const NpyHeader& expected,
                                              const ColumnRange& range) {
  const Mapped mapped(path);
  if (mapped.header != expected) fail(path, "is not the same file here and elsewhere; copy it again");
  return expected.numeric == Numeric::f32 ? native_columns<float>(mapped, range)
                                          : native_columns<double>(mapped, range);
}

void for_npy_rows(const std::string& path,
                  const std::function<void(const Eigen::Ref<const RowBlock>&)>& work) {
  const Mapped mapped(path);
  const NpyHeader& header = mapped.header;
  if (header.column_major) {
    if (const auto samples = read_npy_columns(path, header, {0, header.columns}))
      for_row_blocks(*samples, work);
    return;
  }
  const std::size_t size = numeric_size(header.numeric);
  RowBlock row(1, header.columns);
  for (Index i = 0; i < header.rows; ++i) {
    bool exact = true;
    for (Index j = 0; j < header.columns; ++j)
      row(0, j) = numeric_value(mapped.data.data(), header.numeric,
                                static_cast<std::size_t>(i * header.columns + j), exact);
    work(row);
    const std::size_t start = mapped.file->bytes().size() - mapped.data.size();
    mapped.file->drop_to(start + static_cast<std::size_t>((i + 1) * header.columns) * size);
  }
}

}  // namespace spica::io
