#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"

namespace spica {
namespace {

TEST(Bytes, WhatIsWrittenIsReadBitForBit) {
  bytes::Writer out;
  const std::vector<double> numbers = {0.1, -0.0, 5e-324, std::numeric_limits<double>::infinity()};
  out.list(numbers);
  out.number(std::int64_t{-7});
  out.flag(true);
  out.text(std::string("a\0b", 3));
  out.optional(std::optional<double>());
  out.optional(std::optional(2.5));
  const Matrix m = Matrix::Random(3, 2);
  out.matrix(m);
  const Eigen::MatrixXf single = Eigen::MatrixXf::Random(2, 2);
  out.matrix(single);
  out.sparse({{4, 9}, Vector::Ones(2)});
  const std::string packed = out.take();

  bytes::Reader in(packed);
  const auto read = in.list<double>();
  EXPECT_EQ(read, numbers);
  EXPECT_TRUE(std::signbit(read[1]));
  EXPECT_EQ(in.number<std::int64_t>(), -7);
  EXPECT_TRUE(in.flag());
  EXPECT_EQ(in.text(), std::string_view("a\0b", 3));
  EXPECT_FALSE(in.optional<double>().has_value());
  EXPECT_EQ(in.optional<double>(), 2.5);
  EXPECT_EQ(in.matrix<Matrix>(), m);
  EXPECT_EQ(in.matrix<Eigen::MatrixXf>(), single);
  EXPECT_EQ(in.sparse().support, (Support{4, 9}));
  EXPECT_TRUE(in.at_end());
}

TEST(Bytes, LengthsThatLieAreRefused) {
  bytes::Writer out;
  out.count(std::numeric_limits<std::size_t>::max() / 4);
  out.number(1.0);
  const std::string packed = out.take();
  EXPECT_THROW(bytes::Reader(packed).list<double>(), Error);
  EXPECT_THROW(bytes::Reader(packed).text(), Error);
  EXPECT_THROW(bytes::Reader(packed).place(5), Error);
  EXPECT_THROW(bytes::Reader("abc").number<double>(), Error);

  bytes::Writer matrix;
  matrix.number(std::int64_t{1} << 32);
  matrix.number(std::int64_t{1} << 32);
  const std::string huge = matrix.take();
  EXPECT_THROW(bytes::Reader(huge).matrix<Matrix>(), Error);
}

}  // namespace
}  // namespace spica
