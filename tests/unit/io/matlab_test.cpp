#include "io/matlab.hpp"

#include <matio.h>

#include <array>
#include <limits>

#include "io/table.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

/// Writes MATLAB files with matio, variable by variable.
class MatFile {
 public:
  explicit MatFile(const std::string& path, mat_ft version = MAT_FT_MAT5,
                   matio_compression compression = MAT_COMPRESSION_NONE)
      : file_(Mat_CreateVer(path.c_str(), nullptr, version)), compression_(compression) {
    EXPECT_NE(file_, nullptr);
  }
  ~MatFile() { Mat_Close(file_); }
  MatFile(const MatFile&) = delete;
  MatFile& operator=(const MatFile&) = delete;

  void add(matvar_t* variable) {
    ASSERT_NE(variable, nullptr);
    EXPECT_EQ(Mat_VarWrite(file_, variable, compression_), 0);
    Mat_VarFree(variable);
  }

  template <typename T>
  void add(const std::string& name, matio_classes type, matio_types data_type, std::vector<std::size_t> sizes,
           std::vector<T> values) {
    add(Mat_VarCreate(name.c_str(), type, data_type, static_cast<int>(sizes.size()), sizes.data(),
                      values.data(), 0));
  }

  void add(const std::string& name, const Matrix& m) {
    add<double>(name, MAT_C_DOUBLE, MAT_T_DOUBLE,
                {static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols())},
                std::vector<double>(m.data(), m.data() + m.size()));
  }

  void add_complex(const std::string& name) {
    std::array<double, 1> one = {1};
    mat_complex_split_t parts = {one.data(), one.data()};
    std::array<std::size_t, 2> sizes = {1, 1};
    add(Mat_VarCreate(name.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, 2, sizes.data(), &parts, MAT_F_COMPLEX));
  }

  void add_text(const std::string& name) {
    std::string text = "hello";
    std::array<std::size_t, 2> sizes = {1, text.size()};
    add(Mat_VarCreate(name.c_str(), MAT_C_CHAR, MAT_T_UINT8, 2, sizes.data(), text.data(), 0));
  }

  void add_cell(const std::string& name) {
    std::array<std::size_t, 2> sizes = {1, 1};
    std::array<double, 1> one = {1};
    std::array<matvar_t*, 1> cells = {
        Mat_VarCreate(nullptr, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, sizes.data(), one.data(), 0)};
    add(Mat_VarCreate(name.c_str(), MAT_C_CELL, MAT_T_CELL, 2, sizes.data(), cells.data(), 0));
  }

  /// [0 5; 7 0; 0 9] without its zeros.
  void add_sparse(const std::string& name) {
    std::array<mat_uint32_t, 3> rows = {1, 0, 2};
    std::array<mat_uint32_t, 3> starts = {0, 1, 3};
    std::array<double, 3> values = {7, 5, 9};
    mat_sparse_t sparse = {};
    sparse.nzmax = sparse.nir = sparse.ndata = 3;
    sparse.njc = 3;
    sparse.ir = rows.data();
    sparse.jc = starts.data();
    sparse.data = values.data();
    std::array<std::size_t, 2> sizes = {3, 2};
    add(Mat_VarCreate(name.c_str(), MAT_C_SPARSE, MAT_T_DOUBLE, 2, sizes.data(), &sparse, 0));
  }

 private:
  mat_t* file_;
  matio_compression compression_;
};

const Matrix sample = matrix(2, 3, {1, 2, 3, 4, 5.5, -6});

Matrix read_mat(const std::string& path, const std::string& variable = "") {
  return read_table(path, {variable}).values();
}

std::string mat_error(const std::string& path, const std::string& variable = "") {
  const std::string line = input_error([&] { read_mat(path, variable); });
  EXPECT_TRUE(line.starts_with(path + ": ")) << line;
  return line;
}

TEST(IoMatlab, PlainCompressedAndLevel73) {
  const TempDir dir;
  const std::string path = dir.file("m.mat");
  MatFile(path).add("X", sample);
  expect_same(read_mat(path), sample);
  MatFile(path, MAT_FT_MAT5, MAT_COMPRESSION_ZLIB).add("X", sample);
  expect_same(read_mat(path), sample);
  std::filesystem::remove(path);
  MatFile(path, MAT_FT_MAT73).add("X", sample);
  expect_same(read_mat(path), sample);
  expect_same(read_mat(path, "X"), sample);
}

TEST(IoMatlab, FoundByContent) {
  const TempDir dir;
  MatFile(dir.file("m.dat")).add("X", sample);
  expect_same(read_mat(dir.file("m.dat")), sample);
  put(dir.file("ascii.mat"), "  1.5e+00  2\n  3 4\n");
  expect_same(read_mat(dir.file("ascii.mat")), matrix(2, 2, {1.5, 2, 3, 4}));
}

TEST(IoMatlab, OldVersionIsRefused) {
  const TempDir dir;
  MatFile(dir.file("m4.mat"), MAT_FT_MAT4).add("X", sample);
  expect_has(mat_error(dir.file("m4.mat")), {"version 5, 7 or 7.3", "save -v7"});
}

TEST(IoMatlab, ReadsFromMemoryToo) {
  const TempDir dir;
  MatFile(dir.file("m.mat")).add("X", sample);
  const std::string bytes = get(dir.file("m.mat"));
  expect_same(read_matlab({bytes, "-", false}, ""), sample);
}

TEST(IoMatlab, OtherNumericTypes) {
  const TempDir dir;
  {
    MatFile file(dir.file("m.mat"));
    file.add<float>("single", MAT_C_SINGLE, MAT_T_SINGLE, {1, 2}, {1.5F, 2});
    file.add<std::int8_t>("i8", MAT_C_INT8, MAT_T_INT8, {1, 2}, {-1, 2});
    file.add<std::uint16_t>("u16", MAT_C_UINT16, MAT_T_UINT16, {1, 2}, {1, 60000});
    file.add<std::int64_t>("i64", MAT_C_INT64, MAT_T_INT64, {1, 2}, {-5, std::int64_t{1} << 60});
    file.add_sparse("S");
  }
  expect_same(read_mat(dir.file("m.mat"), "single"), matrix(1, 2, {1.5, 2}));
  expect_same(read_mat(dir.file("m.mat"), "i8"), matrix(1, 2, {-1, 2}));
  expect_same(read_mat(dir.file("m.mat"), "u16"), matrix(1, 2, {1, 60000}));
  expect_same(read_mat(dir.file("m.mat"), "S"), matrix(3, 2, {0, 5, 7, 0, 0, 9}));
  expect_has(mat_error(dir.file("m.mat"), "i64"), {"row 1, column 2", "2^53"});
}

TEST(IoMatlab, SparseInEveryFlavour) {
  const TempDir dir;
  const Matrix expected = matrix(3, 2, {0, 5, 7, 0, 0, 9});
  MatFile(dir.file("c.mat"), MAT_FT_MAT5, MAT_COMPRESSION_ZLIB).add_sparse("S");
  expect_same(read_mat(dir.file("c.mat")), expected);
  MatFile(dir.file("h.mat"), MAT_FT_MAT73).add_sparse("S");
  expect_same(read_mat(dir.file("h.mat")), expected);
}

TEST(IoMatlab, SeveralVariables) {
  const TempDir dir;
  {
    MatFile file(dir.file("m.mat"));
    file.add("first", sample);
    file.add_text("label");
    file.add("second", matrix(1, 2, {8, 9}));
  }
  expect_same(read_mat(dir.file("m.mat"), "second"), matrix(1, 2, {8, 9}));
  expect_has(mat_error(dir.file("m.mat")),
             {"several", "'first' (2 x 3 double)", "'second'", "`variable=NAME`"});
  EXPECT_EQ(mat_error(dir.file("m.mat")).find("label"), std::string::npos);
  expect_has(mat_error(dir.file("m.mat"), "third"),
             {"no variable 'third'", "'first'", "'label'", "'second'"});
  expect_has(mat_error(dir.file("m.mat"), "label"),
             {"'label' (1 x 5 char array)", "not a matrix of numbers"});
}

TEST(IoMatlab, OtherVariablesStandBack) {
  const TempDir dir;
  {
    MatFile file(dir.file("m.mat"));
    file.add_text("label");
    file.add("n", matrix(1, 1, {42}));
    file.add_cell("cells");
    file.add_complex("z");
    file.add("X", sample);
  }
  expect_same(read_mat(dir.file("m.mat")), sample);
  expect_same(read_mat(dir.file("m.mat"), "n"), matrix(1, 1, {42}));
}

TEST(IoMatlab, RefusesWhatIsNoRealMatrix) {
  const TempDir dir;
  const std::string path = dir.file("m.mat");
  MatFile(path).add_complex("z");
  expect_has(mat_error(path), {"no real two-dimensional matrix", "'z' (1 x 1 complex double)"});
  expect_has(mat_error(path, "z"), {"complex"});
  MatFile(path).add_cell("c");
  expect_has(mat_error(path), {"'c' (1 x 1 cell array)"});
  MatFile(path).add<double>("cube", MAT_C_DOUBLE, MAT_T_DOUBLE, {2, 1, 2}, {1, 2, 3, 4});
  expect_has(mat_error(path, "cube"), {"2 x 1 x 2", "not two-dimensional"});
  MatFile(path).add<double>("none", MAT_C_DOUBLE, MAT_T_DOUBLE, {0, 3}, {});
  expect_has(mat_error(path, "none"), {"empty"});
  { const MatFile empty(path); }
  expect_has(mat_error(path), {"no variables"});
  put(path, "not a matlab file");
  mat_error(path);
}

TEST(IoMatlab, MissingAndInfiniteValues) {
  const TempDir dir;
  MatFile(dir.file("m.mat")).add("X", matrix(1, 2, {not_a_number, 1}));
  expect_same(read_mat(dir.file("m.mat")), matrix(1, 2, {not_a_number, 1}));
  MatFile(dir.file("i.mat")).add("X", matrix(2, 1, {1, std::numeric_limits<double>::infinity()}));
  expect_has(mat_error(dir.file("i.mat")), {"row 2, column 1", "infinite"});
}

/// Cut anywhere, the file is refused or, if only bytes that do not matter were cut, read as before.
void expect_truncations_refused(const std::string& path, std::size_t step) {
  const std::string bytes = get(path);
  const Matrix expected = read_mat(path);
  constexpr std::size_t shortest = 10;  // "MATLAB 5" alone might be a text table
  for (std::size_t length = shortest; length < bytes.size(); length += step) {
    SCOPED_TRACE(path + " cut to " + std::to_string(length) + " of " + std::to_string(bytes.size()));
    put(path, bytes.substr(0, length));
    try {
      expect_same(read_mat(path), expected);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
    }
  }
}

TEST(IoMatlab, TruncatedFilesAreRefused) {
  const TempDir dir;
  MatFile(dir.file("a.mat")).add("X", sample);
  expect_truncations_refused(dir.file("a.mat"), 1);
  MatFile(dir.file("b.mat"), MAT_FT_MAT5, MAT_COMPRESSION_ZLIB).add("X", sample);
  expect_truncations_refused(dir.file("b.mat"), 1);
  MatFile(dir.file("c.mat")).add_sparse("X");
  expect_truncations_refused(dir.file("c.mat"), 1);
  MatFile(dir.file("e.mat"), MAT_FT_MAT73).add("X", sample);
  expect_truncations_refused(dir.file("e.mat"), 37);
}

TEST(IoMatlab, DamagedSizesAreRefused) {
  const TempDir dir;
  const std::string path = dir.file("a.mat");
  MatFile(path).add("X", sample);
  const std::string bytes = get(path);
  for (std::size_t position = 128; position < bytes.size(); ++position) {
    std::string changed = bytes;
    changed[position] = '\x7F';
    put(path, changed);
    try {
      EXPECT_LE(read_mat(path).size(), 6) << position;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
    }
  }
  MatFile(path, MAT_FT_MAT5, MAT_COMPRESSION_ZLIB).add("X", sample);
  std::string packed = get(path);
  packed[packed.size() - 20] = static_cast<char>(~packed[packed.size() - 20]);
  put(path, packed);
  expect_has(mat_error(path), {"damaged"});
}

TEST(IoMatlab, WritesTheSameFileEachTime) {
  EXPECT_EQ(format_matlab(sample, "x.mat"), format_matlab(sample, "x.mat"));
}

}  // namespace
}  // namespace spica::io::test
