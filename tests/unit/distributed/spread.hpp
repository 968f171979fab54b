#pragma once

// Problems that are spread over ranks which are threads, and the same problems in one place.

#include <cstring>
#include <functional>
#include <optional>
#include <string>

#include "distributed/open_spread.hpp"
#include "distributed/service.hpp"
#include "io/npy.hpp"
#include "support/thread_communicator.hpp"
#include "unit/io/io_test.hpp"

namespace spica::test {

/// How a matrix is stored.
struct Stored {
  bool single = false;
  bool by_columns = true;
};
inline constexpr Stored every_way[] = {{false, true}, {false, false}, {true, true}, {true, false}};

template <class Value>
void append_values(std::string& bytes, const Matrix& y, bool by_columns) {
  const auto append = [&bytes](double number) {
    const auto value = static_cast<Value>(number);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  if (by_columns) {
    for (const double number : y.reshaped()) append(number);
  } else {
    for (const double number : y.reshaped<Eigen::RowMajor>()) append(number);
  }
}

inline void write_npy(const std::string& path, const Matrix& y, const Stored& stored) {
  std::string header = "{'descr': '<f" + std::string(stored.single ? "4" : "8") +
                       "', 'fortran_order': " + (stored.by_columns ? "True" : "False") + ", 'shape': (" +
                       std::to_string(y.rows()) + ", " + std::to_string(y.cols()) + "), }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += {'\x01', '\x00', static_cast<char>(header.size()), static_cast<char>(header.size() >> 8U)};
  bytes += header;
  stored.single ? append_values<float>(bytes, y, stored.by_columns)
                : append_values<double>(bytes, y, stored.by_columns);
  io::test::put(path, bytes);
}

/// What the program makes of a file on its own.
inline io::Input in_one_place(const std::string& path, const io::Interpretation& how) {
  io::ReadOptions read;
  read.keep_native = io::native_for(how.as);
  return io::interpret(io::read_table(path, read), how);
}

/// Rank 0 does what is to be done; the others serve it.
inline void on_rank_0(int ranks, const std::function<void(distributed::Communicator&)>& work) {
  on_ranks(ranks, [&work](distributed::Communicator& communicator) {
    if (communicator.rank() > 0) {
      EXPECT_EQ(distributed::serve(communicator), 7);
      return;
    }
    work(communicator);
    distributed::end(communicator, 7);
  });
}

/// With the input that a file makes, spread over so many ranks.
inline void with_spread(int ranks, const std::string& path, const io::Interpretation& how,
                        const std::function<void(const io::Input&)>& work) {
  on_rank_0(ranks, [&](distributed::Communicator& communicator) {
    const std::optional<io::Input> input = distributed::open_spread(communicator, path, {}, how, {1});
    ASSERT_TRUE(input);
    work(*input);
  });
}

}  // namespace spica::test
