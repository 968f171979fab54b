// Text that comes in pieces is read, and refused, as if it came at once.
#include <sys/stat.h>

#include <thread>

#include "io/file.hpp"
#include "io/matrix_market.hpp"
#include "io/sha256.hpp"
#include "io/table.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

struct Outcome {
  Matrix values;
  std::vector<std::string> column_names;
  std::vector<std::string> row_names;
  Index header_lines = 0;
  std::string message;
};

template <class Read>
Outcome outcome_of(const Read& read) {
  try {
    const Table table = read();
    return {table.values(), table.column_names, table.row_names, table.header_lines, ""};
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return {{}, {}, {}, 0, error.what()};
  }
}

void expect_same_outcome(const Outcome& actual, const Outcome& expected) {
  EXPECT_EQ(actual.message, expected.message);
  EXPECT_EQ(actual.column_names, expected.column_names);
  EXPECT_EQ(actual.row_names, expected.row_names);
  EXPECT_EQ(actual.header_lines, expected.header_lines);
  expect_same(actual.values, expected.values);
}

const std::vector<std::string> tables = {
    "1,2\n3,4\n5,6\n",
    "a,b\r\n1,2\r\n3,4",
    "\xEF\xBB\xBF# c\r\n\r\n# d\r\nid\tx\ty\r\nr1\t1\t2\r\nr2\t\t4\r\n\r\n  \r\n",
    "\"\",\"a,b\",\"say \"\"x\"\"\"\r\n\"r1\",1.5D+03,-2\r\n\"r\n2\",NA,+4e-2\r\n",
    "a b\n\"1\" 1e3 2\n\"2\" 3 4\n",
    "1;2;\n3;4;\n",
    "\r1\r2\r\r",
    "5\n",
    "1,2,3\n4,5,6\n7,8,oops\n9,9\n",
    "1,2\n\n3,4\n",
    "1,2\n1,2,3\n",
    "1,2\n3,\"4\n5,6\n",
    "1,2\n\"3\"x,4\n",
    "\"",
    "a,b,c\n",
    "# only a comment",
    "  \n \n",
    "height,width\n1,2\n3,wide\n",
    "1,5;2,5\n3,5;4,5\n",
    "x,2\ny,3\nz,4\n",
    "\"2019\",\"2020\"\n1,2\n3,4\n"};

TEST(IoPieces, TablesAreReadAndRefusedAsIfTheyCameAtOnce) {
  for (const std::string& text : tables) {
    for (std::size_t length = text.size(); length + 3 > text.size() && length > 0; --length) {
      const std::string_view part = std::string_view(text).substr(0, length);
      const Outcome expected = outcome_of([&] { return parse_table(part, "t.csv"); });
      for (const std::size_t piece : {1, 2, 3, 5, 11}) {
        SCOPED_TRACE(testing::Message() << part << " in pieces of " << piece);
        ReadOptions options;
        options.piece = piece;
        expect_same_outcome(outcome_of([&] { return parse_table(part, "t.csv", options); }), expected);
      }
    }
  }
}

TEST(IoPieces, LongTablesWithLongRows) {
  std::string text = "name";
  for (int j = 0; j < 300; ++j) text += ",column " + std::to_string(j);
  Matrix expected(400, 300);
  for (int i = 0; i < 400; ++i) {
    text += "\n\"row, " + std::to_string(i) + "\"";
    for (int j = 0; j < 300; ++j) {
      expected(i, j) = static_cast<double>((i * 37 + j * 11) % 1000) / 8.0;
      text += "," + std::to_string(expected(i, j));
    }
  }
  for (const std::size_t piece : {std::size_t{100}, std::size_t{5000}, Window::usual_piece}) {
    ReadOptions options;
    options.piece = piece;
    const Table table = parse_table(text, "t.csv", options);
    expect_same(table.values(), expected);
    EXPECT_EQ(table.column_names[299], "column 299");
    EXPECT_EQ(table.row_names[399], "row, 399");
  }
}

TEST(IoPieces, MatrixMarketIsReadAndRefusedAsIfItCameAtOnce) {
  const std::string banner = "%%MatrixMarket matrix ";
  for (const std::string& text : std::vector<std::string>{
           banner + "array real symmetric\n% c\n2 2\n1.5\n-2e-3\n3\n",
           banner + "array real skew-symmetric\n3 3\n1 2 3\n",
           banner + "coordinate real general\n3 2 2\n1 2 0.5\n3 1 7\n",
           banner + "coordinate pattern symmetric\r\n3 3 2\r\n1 1\r\n3 1\r\n",
           banner + "array real general\n2 2\n1\n2\n3.0000000000\n",
           banner + "array real general\n2 1\n1\n2\n3\n",
           banner + "coordinate real general\n2 2 2\n1 1 5\n1 1 6\n",
           banner + "array real general\n",
           banner + "array real general\n30000 30000\n1\n",
       }) {
    for (std::size_t length = text.size(); length > 0; length -= std::min<std::size_t>(length, 3)) {
      const auto read = [&](std::size_t piece) {
        return outcome_of([&] {
          ReadOptions options;
          options.piece = piece;
          MemorySource source(std::string_view(text).substr(0, length));
          return read_matrix_market(source, "m.mtx", options);
        });
      };
      const Outcome expected = read(Window::usual_piece);
      for (const std::size_t piece : {1, 2, 3, 7}) {
        SCOPED_TRACE(testing::Message() << text.substr(0, length) << " in pieces of " << piece);
        expect_same_outcome(read(piece), expected);
      }
    }
  }
}

TEST(IoPieces, GzippedTextIsReadAndRefusedLikeTheText) {
  const TempDir dir;
  std::vector<std::string> texts = tables;
  texts.push_back("%%MatrixMarket matrix array real general\n30000 30000\n1\n");
  texts.push_back("%%MatrixMarket matrix coordinate real general\n3 4 2\n1 1 5.00000000\n");
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    // Errors name the file, so the plain one has the same name.
    put(dir.file("t"), text);
    const Outcome expected = outcome_of([&] { return read_table(dir.file("t")); });
    const std::size_t half = text.size() / 2;
    for (const std::string& packed : {gzip(text), gzip(text.substr(0, half)) + gzip(text.substr(half))}) {
      put(dir.file("t"), packed);
      for (const std::size_t piece : {std::size_t{3}, Window::usual_piece}) {
        ReadOptions options;
        options.piece = piece;
        expect_same_outcome(outcome_of([&] { return read_table(dir.file("t"), options); }), expected);
      }
    }
  }
}

TEST(IoPieces, TheHashIsOfTheFileAndProgressEndsAtItsSize) {
  const TempDir dir;
  std::string text;
  for (int i = 0; i < 100000; ++i) text += std::to_string(i * 7919 % 10007) + "," + std::to_string(i) + "\n";
  for (const std::string& bytes : {text, gzip(text)}) {
    put(dir.file("t.csv"), bytes);
    std::uint64_t last = 0;
    ReadOptions options;
    options.on_progress = [&](std::uint64_t done, std::uint64_t total) {
      EXPECT_GT(done, last);
      EXPECT_EQ(total, bytes.size());
      last = done;
    };
    const Table table = read_table(dir.file("t.csv"), options);
    EXPECT_EQ(table.values().rows(), 100000);
    EXPECT_EQ(table.sha256, sha256_hex(bytes));
    EXPECT_EQ(last, bytes.size());
  }
}

TEST(IoPieces, ZerosAfterTheFirstPieceAreStillBinary) {
  std::string text;
  while (text.size() < 3 * Window::usual_piece) text += "1,2\n";
  text += std::string("3,\0", 3);
  expect_has(input_error([&] { parse_table(text, "t.csv"); }), {"not a text table but binary data"});
}

struct Stop {};

TEST(IoPieces, ALimitEndsTheReadingOfEveryFormat) {
  const TempDir dir;
  const Matrix values = Matrix::Random(400, 400);
  for (const char* name : {"t.csv", "t.csv.gz", "t.mtx", "t.npy"}) {
    Table table;
    table.numbers = values;
    write_table(dir.file(name), table);
    for (const std::uint64_t map_from : {std::uint64_t{0}, std::uint64_t{1} << 40}) {
      int calls = 0;
      ReadOptions options;
      options.map_from = map_from;
      options.check_limits = [&calls] { ++calls; };
      expect_same(read_table(dir.file(name), options).values(), values);
      EXPECT_GT(calls, 1) << name;
      for (const int last : {1, calls / 2, calls}) {
        int left = last;
        options.check_limits = [&left] {
          if (--left == 0) throw Stop();
        };
        EXPECT_THROW(read_table(dir.file(name), options), Stop) << name << ' ' << last;
      }
    }
  }
}

TEST(IoPieces, ALimitEndsTheWaitForASilentPipe) {
  const TempDir dir;
  const std::string fifo = dir.file("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);  // and nobody writes into it
  ReadOptions options;
  options.check_limits = [] { throw Stop(); };
  EXPECT_THROW(read_table(fifo, options), Stop);
}

TEST(IoPieces, PipesAndStandardInputHaveNoSize) {
  const TempDir dir;
  const std::string fifo = dir.file("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  std::thread writer([&] { put(fifo, gzip("1,2\n3,4\n5,6\n")); });
  ReadOptions options;
  options.on_progress = [](std::uint64_t, std::uint64_t total) { EXPECT_EQ(total, 0U); };
  expect_same(read_table(fifo, options).values(), matrix(3, 2, {1, 2, 3, 4, 5, 6}));
  writer.join();
}

}  // namespace
}  // namespace spica::io::test
