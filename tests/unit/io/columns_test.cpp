// Columns that are no features: ignored ones, labels, and features that may be text because they are left
// out.
#include "io/columns.hpp"

#include <limits>

#include "io/interpret.hpp"
#include "io/list.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

using Names = std::vector<std::string>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::string iris = "id,sl,sw,Species,pl\na,1,2,setosa,3\nb,4,5,\"virginica, new\",6\n";

Table parse(std::string_view text, const ReadOptions& options) {
  return parse_table(text, "t.csv", options);
}

ReadOptions ignoring(Names columns) {
  ReadOptions options;
  options.ignore = std::move(columns);
  return options;
}

ReadOptions labelled(std::string column, Names ignore = {}) {
  ReadOptions options = ignoring(std::move(ignore));
  options.labels = std::move(column);
  return options;
}

TEST(IoColumns, IgnoredByNameOrNumber) {
  for (const Names& columns : {Names{"Species"}, Names{"2"}, Names{"2", " Species"}}) {
    const Table table = parse(iris, ignoring(columns));
    EXPECT_EQ(table.column_names, (Names{"sl", "sw", "pl"}));
    EXPECT_EQ(table.row_names, (Names{"a", "b"}));
    expect_same(table.values, matrix(2, 3, {1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(table.notes, (Names{"1 column was left unread by --ignore"}));
    EXPECT_EQ(place(table, 1, 2), "row 3, column 5 (pl)");
  }
}

TEST(IoColumns, NumbersCountWithoutTheRowNames) {
  EXPECT_EQ(parse(iris, ignoring({"0", "Species"})).column_names, (Names{"sw", "pl"}));
  expect_same(parse("1,2,x\n4,5,y\n", ignoring({"2"})).values, matrix(2, 2, {1, 2, 4, 5}));
  expect_same(parse("r,1,2,x\ns,4,5,y\n", ignoring({"2"})).values, matrix(2, 2, {1, 2, 4, 5}));
  expect_same(parse("a b\nr 1 x\ns 4 y\n", ignoring({"1"})).values, matrix(2, 1, {1, 4}));  // short header
}

TEST(IoColumns, ANameIsOneOnlyInAHeader) {
  expect_same(parse("1,2,3\n4,5,6\n", ignoring({"2"})).values, matrix(2, 2, {1, 2, 4, 5}));
  expect_same(parse("\"2\",\"x\",\"y\"\n4,5,6\n", ignoring({"2"})).values, matrix(1, 2, {5, 6}));
}

TEST(IoColumns, LabelsKeepTheirText) {
  for (const char* column : {"Species", "2"}) {
    const Table table = parse(iris, labelled(column));
    EXPECT_EQ(table.labels, (Names{"setosa", "virginica, new"}));
    EXPECT_EQ(table.label_name, "Species");
    EXPECT_EQ(table.column_names, (Names{"sl", "sw", "pl"}));
  }
  EXPECT_EQ(parse("1,2,x\n4,5,y\n", labelled("2")).labels, (Names{"x", "y"}));
  EXPECT_EQ(parse("1,2,7\n4,5,08\n", labelled("2")).labels, (Names{"7", "08"}));
  EXPECT_EQ(parse("1,x,7\n4,y,8\n", labelled("1", {"0"})).labels, (Names{"x", "y"}));
}

TEST(IoColumns, TheFirstColumnByItsName) {
  const Table labels = parse(iris, labelled("id", {"Species"}));
  EXPECT_EQ(labels.labels, (Names{"a", "b"}));
  EXPECT_EQ(labels.label_name, "id");
  EXPECT_TRUE(labels.row_names.empty());
  const Table ignored = parse(iris, ignoring({"id", "Species"}));
  EXPECT_TRUE(ignored.row_names.empty());
  EXPECT_EQ(ignored.notes, (Names{"2 columns were left unread by --ignore"}));
  EXPECT_EQ(parse("class,a,b\nx,1,2\ny,3,4\nx,5,6\n", labelled("class")).labels, (Names{"x", "y", "x"}));
}

TEST(IoColumns, WhatIsExcludedMayBeAnything) {
  ReadOptions options;
  for (const char* feature : {"Species", "2"}) {
    options.exclude = {feature};
    const Table table = parse(iris, options);
    expect_same(table.values, matrix(2, 4, {1, 2, nan, 3, 4, 5, nan, 6}));
    Interpretation how;
    how.exclude = options.exclude;
    EXPECT_EQ(interpret(table, how).excluded, (Support{2}));
  }
  options.exclude = {"1"};  // the second feature of those that remain
  options.ignore = {"sl"};
  expect_same(parse(iris, options).values, matrix(2, 3, {2, nan, 3, 5, nan, 6}));
  options.exclude = {"1"};
  options.ignore = {};
  expect_same(parse("1,inf\n2,1e400\n3,4\n", options).values.col(0), matrix(3, 1, {1, 2, 3}));
}

TEST(IoColumns, OtherTextIsRefusedWithBothRemedies) {
  const std::string line = input_error([] { parse(iris, {}); });
  expect_has(line, {"row 2, column 4 (\"Species\"): 'setosa'", "--labels 'Species'", "--ignore 'Species'"});
  expect_has(input_error([] { parse("1,x\n2,y\n", {}); }), {"--labels 1", "--ignore 1"});
  expect_has(input_error([] { parse("r,1,2,x\ns,2,3,y\n", {}); }), {"--labels 2", "--ignore 2"});
  expect_has(input_error([] { parse("a,\"b,c\"\n1,x\n2,y\n", {}); }), {"(\"b,c\")", "--ignore 1"});
  // A number may mean two columns until the layout is known; text in the other one is refused all the same.
  expect_has(input_error([] { parse("1,2,x,7\n4,5,y,8\n", ignoring({"1"})); }), {"row 1, column 3: 'x'"});
  expect_has(input_error([] { parse("1,2,3,7\n4,x,y,8\n", ignoring({"1"})); }), {"row 2, column 3: 'y'"});
}

TEST(IoColumns, WhatIsNotThereIsNamed) {
  EXPECT_EQ(input_error([] {
              parse(iris, ignoring({"Species", "none"}));
            }),
            "t.csv: there is no column 'none'; give names, or numbers from 0 to 3");
  expect_has(input_error([] { parse(iris, labelled("4", {"Species"})); }), {"no column '4'"});
  expect_has(input_error([] { parse("a,a\n1,2\n", ignoring({"a"})); }), {"two columns are called 'a'"});
  expect_has(input_error([] { parse("a,b\n1,2\n", ignoring({"a", "b"})); }), {"leave no feature"});
}

TEST(IoColumns, WithFeaturesInRows) {
  const std::string genes = "gene,desc,s1,s2,s3\nclass,x,ALL,AML,ALL\ng1,foo,1,2,3\ng2,bar,4,bad,6\n";
  for (const Names& given : {Names{"desc", "class", "g2"}, Names{"0", "0", "1"}}) {
    ReadOptions options;
    options.transpose = true;
    options.ignore = {given[0]};
    options.labels = given[1];
    options.exclude = {given[2]};
    const Table table = parse(genes, options);
    EXPECT_EQ(table.labels, (Names{"ALL", "AML", "ALL"}));
    EXPECT_EQ(table.column_names, (Names{"g1", "g2"}));
    EXPECT_EQ(table.row_names, (Names{"s1", "s2", "s3"}));
    expect_same(table.values, matrix(3, 2, {1, 4, 2, nan, 3, 6}));
    EXPECT_EQ(place(table, 0, 0), "row 3 (g1), column 3");
    options.exclude.clear();
    expect_has(input_error([&] { parse(genes, options); }), {"row 4, column 4 (\"s2\"): 'bad'"});
  }
}

TEST(IoColumns, NumbersWithoutNames) {
  const TempDir dir;
  Table file;
  file.values = matrix(3, 4, {1, 2, 0, 4, 5, 6, 1, 8, 9, 0, 1, 2});
  put(dir.file("sparse.mtx"),
      "%%MatrixMarket matrix coordinate real general\n3 4 10\n1 1 1\n1 2 2\n1 4 4\n2 1 5\n2 2 6\n2 3 1\n2 4 "
      "8\n"
      "3 1 9\n3 3 1\n3 4 2\n");
  for (const char* name : {"a.npy", "a.mtx", "a.mat", "sparse.mtx"}) {
    SCOPED_TRACE(name);
    if (!std::filesystem::exists(dir.file(name))) write_table(dir.file(name), file);
    ReadOptions options = labelled("2", {"0"});
    options.keep = Keep::everything;
    Table table = read_table(dir.file(name), options);
    EXPECT_EQ(table.labels, (Names{"0", "1", "1"}));
    EXPECT_EQ(std::holds_alternative<SparseSamples>(table.kept), std::string(name) == "sparse.mtx");
    expand(table);
    expect_same(table.values, matrix(3, 2, {2, 4, 6, 8, 0, 2}));
    options.transpose = true;
    options.labels.reset();
    Table turned = read_table(dir.file(name), options);
    EXPECT_EQ(std::holds_alternative<SparseSamples>(turned.kept), std::string(name) == "sparse.mtx");
    expand(turned);
    expect_same(turned.values, matrix(3, 3, {2, 6, 0, 0, 1, 1, 4, 8, 2}));
  }
}

TEST(IoColumns, LabelsGoWithTheirRows) {
  Interpretation how;
  how.missing = MissingValues::drop_rows;
  const Input input = interpret(parse("a,b,c\n1,2,x\nNA,3,y\n4,5,z\n7,1,x\n", labelled("c")), how);
  EXPECT_EQ(input.labels, (Names{"x", "z", "x"}));
  EXPECT_EQ(input.label_column, "c");
  EXPECT_EQ(classes_of(input.labels), (Names{"x", "z"}));
  const std::string message = input_error([] { interpret(parse("a,b,c\n2,1,x\n1,2,y\n", labelled("c"))); });
  expect_has(message, {"--labels", "covariance"});
}

TEST(IoColumns, FeaturesThatAreLeftOutForGood) {
  Table samples = parse("a,b,c\n1,2,3\n4,5,6\n", {});
  EXPECT_EQ(leave_out(samples, {"b"}), "1 feature left out by --exclude");
  EXPECT_EQ(samples.column_names, (Names{"a", "c"}));
  Table covariance = parse("a,b,c\n2,1,0\n1,3,1\n0,1,4\n", {});
  leave_out(covariance, {"0"});
  expect_same(covariance.values, matrix(2, 2, {3, 1, 1, 4}));
}

TEST(IoColumns, ListsFromFiles) {
  const TempDir dir;
  put(dir.file("list"), "\xEF\xBB\xBF# genes\r\nTP53\r\n\r\n  a, b \n\"#1\"\n\"say \"\"x\"\"\"\n17");
  EXPECT_EQ(read_list(dir.file("list")), (Names{"TP53", "a, b", "#1", "say \"x\"", "17"}));
  put(dir.file("empty"), "# nothing\n");
  expect_has(input_error([&] { read_list(dir.file("empty")); }), {"names nothing"});
}

}  // namespace
}  // namespace spica::io::test
