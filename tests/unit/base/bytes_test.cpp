#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/bytes.hpp"

namespace spica {
namespace {

TEST(Bytes, WhatIsWrittenIsReadBitForBit) {
  bytes::Writer out;
  const std::vector<double> numbers = {0.1, -0.0, 5e-324, std::numeric_limits<double>::infinity()};
  out(numbers);
  out(std::int64_t{-7});
  out(true);
  out(std::string("a\0b", 3));
  out(std::optional<double>());
  out(std::optional(2.5));
  const Matrix m = Matrix::Random(3, 2);
  out(m);
  const Eigen::MatrixXf single = Eigen::MatrixXf::Random(2, 2);
  out(single);
  out(SparseVector{{4, 9}, Vector::Ones(2)});
  const std::string packed = out.take();

  bytes::Reader in(packed);
  const auto read = in.read<std::vector<double>>();
  EXPECT_EQ(read, numbers);
  EXPECT_TRUE(std::signbit(read[1]));
  EXPECT_EQ(in.read<std::int64_t>(), -7);
  EXPECT_TRUE(in.read<bool>());
  EXPECT_EQ(in.text(), std::string_view("a\0b", 3));
  EXPECT_FALSE(in.read<std::optional<double>>().has_value());
  EXPECT_EQ(in.read<std::optional<double>>(), 2.5);
  EXPECT_EQ(in.read<Matrix>(), m);
  EXPECT_EQ(in.read<Eigen::MatrixXf>(), single);
  EXPECT_EQ(in.read<SparseVector>().support, (Support{4, 9}));
  EXPECT_TRUE(in.at_end());
}

enum class Colour { red, green, blue };

struct Leaf {
  Colour colour = Colour::red;
  std::optional<std::string> name;
};
struct Tree {
  std::vector<Leaf> leaves;
  std::map<Index, Vector> columns;
};

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Leaf>& leaf) {
  auto& [colour, name] = leaf;
  archive(bytes::one_of(colour, 3), name);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Tree>& tree) {
  auto& [leaves, columns] = tree;
  archive(leaves, columns);
}

TEST(Bytes, OneDescriptionServesBothDirections) {
  Tree tree;
  tree.leaves = {{Colour::blue, "oak"}, {Colour::green, std::nullopt}};
  tree.columns[7] = Vector::LinSpaced(3, 1.0, 2.0);
  const auto again = bytes::unpacked<Tree>(bytes::packed(tree));
  ASSERT_EQ(again.leaves.size(), 2U);
  EXPECT_EQ(again.leaves[0].colour, Colour::blue);
  EXPECT_EQ(again.leaves[0].name, "oak");
  EXPECT_FALSE(again.leaves[1].name.has_value());
  EXPECT_EQ(again.columns.at(7), tree.columns.at(7));
  EXPECT_THROW(bytes::unpacked<Tree>(bytes::packed(tree) + "x"), Error);
}

TEST(Bytes, WhatIsDamagedIsNamed) {
  try {
    bytes::unpacked<double>("abc", "the answer of rank 3");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the answer of rank 3 is damaged");
  }
}

TEST(Bytes, LengthsThatLieAreRefused) {
  bytes::Writer out;
  out.count(std::numeric_limits<std::size_t>::max() / 4);
  out(1.0);
  const std::string packed = out.take();
  EXPECT_THROW(bytes::Reader(packed).read<std::vector<double>>(), Error);
  EXPECT_THROW(bytes::Reader(packed).text(), Error);
  EXPECT_THROW(bytes::Reader(packed).place(5), Error);
  EXPECT_THROW(bytes::Reader("abc").read<double>(), Error);

  bytes::Writer matrix;
  matrix(std::int64_t{1} << 32);
  matrix(std::int64_t{1} << 32);
  const std::string huge = matrix.take();
  EXPECT_THROW(bytes::Reader(huge).read<Matrix>(), Error);
}

}  // namespace
}  // namespace spica
