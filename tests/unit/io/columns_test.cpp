// Columns that are no features: ignored ones, labels, and features that may be text because they are left
// out.
#include "io/columns.hpp"

#include <limits>

#include "io/interpret.hpp"
#include "io/list.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

const std::string iris = "id,sl,sw,Species,pl\na,1,2,setosa,3\nb,4,5,\"virginica, new\",6\n";

Table parse_with(std::string_view text, const ReadOptions& options) {
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
    const Table table = parse_with(iris, ignoring(columns));
    EXPECT_EQ(table.column_names, (Names{"sl", "sw", "pl"}));
    EXPECT_EQ(table.row_names, (Names{"a", "b"}));
    expect_same(table.values(), matrix(2, 3, {1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(table.notes, (Names{"1 column was left unread by `ignore`"}));
    EXPECT_EQ(place(table, 1, 2), "row 3, column 5 (pl)");
  }
}

TEST(IoColumns, NumbersCountWithoutTheRowNames) {
  EXPECT_EQ(parse_with(iris, ignoring({"0", "Species"})).column_names, (Names{"sw", "pl"}));
  expect_same(parse_with("1,2,x\n4,5,y\n", ignoring({"2"})).values(), matrix(2, 2, {1, 2, 4, 5}));
  expect_same(parse_with("r,1,2,x\ns,4,5,y\n", ignoring({"2"})).values(), matrix(2, 2, {1, 2, 4, 5}));
  expect_same(parse_with("a b\nr 1 x\ns 4 y\n", ignoring({"1"})).values(),
              matrix(2, 1, {1, 4}));  // short header
}

TEST(IoColumns, ANameIsOneOnlyInAHeader) {
  expect_same(parse_with("1,2,3\n4,5,6\n", ignoring({"2"})).values(), matrix(2, 2, {1, 2, 4, 5}));
  expect_same(parse_with("\"2\",\"x\",\"y\"\n4,5,6\n", ignoring({"2"})).values(), matrix(1, 2, {5, 6}));
}

TEST(IoColumns, LabelsKeepTheirText) {
  for (const char* column : {"Species", "2"}) {
    const Table table = parse_with(iris, labelled(column));
    EXPECT_EQ(table.labels, (Names{"setosa", "virginica, new"}));
    EXPECT_EQ(table.label_name, "Species");
    EXPECT_EQ(table.column_names, (Names{"sl", "sw", "pl"}));
  }
  EXPECT_EQ(parse_with("1,2,x\n4,5,y\n", labelled("2")).labels, (Names{"x", "y"}));
  EXPECT_EQ(parse_with("1,2,7\n4,5,08\n", labelled("2")).labels, (Names{"7", "08"}));
  EXPECT_EQ(parse_with("1,x,7\n4,y,8\n", labelled("1", {"0"})).labels, (Names{"x", "y"}));
}

TEST(IoColumns, TheFirstColumnByItsName) {
  const Table labels = parse_with(iris, labelled("id", {"Species"}));
  EXPECT_EQ(labels.labels, (Names{"a", "b"}));
  EXPECT_EQ(labels.label_name, "id");
  EXPECT_TRUE(labels.row_names.empty());
  const Table ignored = parse_with(iris, ignoring({"id", "Species"}));
  EXPECT_TRUE(ignored.row_names.empty());
  EXPECT_EQ(ignored.notes, (Names{"2 columns were left unread by `ignore`"}));
  EXPECT_EQ(parse_with("class,a,b\nx,1,2\ny,3,4\nx,5,6\n", labelled("class")).labels, (Names{"x", "y", "x"}));
}

TEST(IoColumns, WhatIsExcludedMayBeAnything) {
  ReadOptions options;
  for (const char* feature : {"Species", "2"}) {
    options.exclude = {feature};
    const Table table = parse_with(iris, options);
    expect_same(table.values(), matrix(2, 4, {1, 2, not_a_number, 3, 4, 5, not_a_number, 6}));
    Interpretation how;
    how.exclude = options.exclude;
    EXPECT_EQ(interpret(table, how).excluded, (Support{2}));
  }
  options.exclude = {"1"};  // the second feature of those that remain
  options.ignore = {"sl"};
  expect_same(parse_with(iris, options).values(), matrix(2, 3, {2, not_a_number, 3, 5, not_a_number, 6}));
  options.exclude = {"1"};
  options.ignore = {};
  expect_same(parse_with("1,inf\n2,1e400\n3,4\n", options).values().col(0), matrix(3, 1, {1, 2, 3}));
}

// Numbers are there to be read, and are not: a value that somebody parsed would show.
TEST(IoColumns, WhatIsExcludedIsNotParsed) {
  const std::string text = "a,b,c\n1,2,3\n4,\"x, \"\"y\"\"\nz\",6\n7,1e999,9\n";
  ReadOptions options;
  options.piece = 4;  // the quoted cell comes in several pieces
  for (const char* feature : {"b", "1"}) {
    options.exclude = {feature};
    const Table table = parse_with(text, options);
    expect_same(table.values(), matrix(3, 3, {1, not_a_number, 3, 4, not_a_number, 6, 7, not_a_number, 9}));
    EXPECT_EQ(table.unread, (Support{1}));
  }
  options.exclude = {"1", "2"};
  expect_same(parse_with("r,1,2,3\ns,4,5,6\n", options).values(),
              matrix(2, 3, {1, not_a_number, not_a_number, 4, not_a_number, not_a_number}));
  options.ignore = {"0"};  // of what is left, 1 and 2 are excluded
  expect_same(parse_with("1,2,3,4\n5,6,7,8\n", options).values(),
              matrix(2, 3, {2, not_a_number, not_a_number, 6, not_a_number, not_a_number}));
}

TEST(IoColumns, WhatMightHaveBeenExcludedIsRead) {
  ReadOptions options;
  options.exclude = {"1"};  // the second column, or the third if the first has names
  expect_same(parse_with("1,2,3,4\n5,6,7,8\n9,10,11,12\n", options).values(),
              matrix(3, 4, {1, not_a_number, 3, 4, 5, not_a_number, 7, 8, 9, not_a_number, 11, 12}));
  expect_same(parse_with("r,2,3,4\ns,6,7,8\n", options).values(),
              matrix(2, 3, {2, not_a_number, 4, 6, not_a_number, 8}));
  options.transpose = true;
  expect_same(parse_with("1,2\n3,4\n5,6\n7,8\n", options).values(),
              matrix(2, 4, {1, not_a_number, 5, 7, 2, not_a_number, 6, 8}));
  options.exclude = {"5"};  // a name only if the first column has names
  expect_same(parse_with("1,2\n3,4\n5,6\n7,8\n9,10\n11,12\n", options).values(),
              matrix(2, 6, {1, 3, 5, 7, 9, not_a_number, 2, 4, 6, 8, 10, not_a_number}));
}

TEST(IoColumns, ACovarianceIsOneWithoutWhatIsExcluded) {
  Interpretation how;
  const auto kind = [&how](std::string_view text, const Names& exclude) {
    ReadOptions options;
    options.exclude = how.exclude = exclude;
    return interpret(parse_with(text, options), how).problem.kind();
  };
  const std::string square = "4,1,9,1\n1,4,9,2\n5,5,x,5\n1,2,9,4\n";
  EXPECT_EQ(kind(square, {"2"}), InputKind::covariance);
  EXPECT_EQ(kind("4,1,9,1\n1,4,9,2\n5,5,x,5\n1,3,9,4\n", {"2"}), InputKind::samples);
  EXPECT_EQ(kind("4,,9,\n1,4,9,\n5,5,x,\n1,2,9,4\n", {"2"}), InputKind::covariance);
  // Two features are symmetric by chance too easily: here what is excluded helps, if it can.
  EXPECT_EQ(kind("4,1,9,1\n1,4,9,2\n5,5,4,5\n1,2,9,4\n", {"2", "3"}), InputKind::samples);
  EXPECT_EQ(kind("4,1,5,1\n1,4,5,2\n5,5,9,5\n1,2,5,4\n", {"2", "3"}), InputKind::covariance);
  const std::string two = "4,1,x\n1,4,y\n5,5,z\n";
  expect_has(input_error([&] { kind(two, {"2"}); }), {"`exclude` leaves too few columns", "`as=samples`"});
  how.as = InputKind::samples;
  EXPECT_EQ(kind(two, {"2"}), InputKind::samples);
  how.as.reset();
  EXPECT_EQ(kind(",a,b\na,2,x\nb,1,3\n", {"b"}), InputKind::covariance);
}

TEST(IoColumns, WhatIsSetAsideIsNoHeader) {
  expect_same(parse_with("x,foo,1\ny,bar,2\nx,baz,3\n", ignoring({"0"})).values(), matrix(3, 1, {1, 2, 3}));
  expect_same(parse_with("1,x,foo\n2,y,bar\n3,x,baz\n", labelled("1", {"2"})).values(),
              matrix(3, 1, {1, 2, 3}));
  EXPECT_EQ(parse_with("1,x,foo\n2,y,bar\n3,x,baz\n", labelled("1", {"2"})).labels, (Names{"x", "y", "x"}));
  ReadOptions options;
  options.exclude = {"1", "2"};
  expect_same(parse_with("1,x,foo\n2,y,bar\n", options).values(),
              matrix(2, 3, {1, not_a_number, not_a_number, 2, not_a_number, not_a_number}));
  EXPECT_EQ(parse_with("a,b,c\n1,x,foo\n2,y,bar\n", options).column_names, (Names{"a", "b", "c"}));
}

TEST(IoColumns, OtherTextIsRefusedWithBothRemedies) {
  const std::string line = input_error([] { parse_with(iris, {}); });
  expect_has(line, {"row 2, column 4 (\"Species\"): 'setosa'", "`labels` 'Species'", "`ignore` 'Species'"});
  expect_has(input_error([] { parse_with("1,x\n2,y\n", {}); }), {"`labels` 1", "`ignore` 1"});
  expect_has(input_error([] { parse_with("r,1,2,x\ns,2,3,y\n", {}); }), {"`labels` 2", "`ignore` 2"});
  expect_has(input_error([] { parse_with("a,\"b,c\"\n1,x\n2,y\n", {}); }), {"(\"b,c\")", "`ignore` 1"});
  // A number may mean two columns until the layout is known; text in the other one is refused all the same.
  expect_has(input_error([] { parse_with("1,2,x,7\n4,5,y,8\n", ignoring({"1"})); }),
             {"row 1, column 3: 'x'"});
  expect_has(input_error([] { parse_with("1,2,3,7\n4,x,y,8\n", ignoring({"1"})); }),
             {"row 2, column 3: 'y'"});
}

TEST(IoColumns, WhatIsNotThereIsNamed) {
  EXPECT_EQ(input_error([] {
              parse_with(iris, ignoring({"Species", "none"}));
            }),
            "t.csv: there is no column 'none'; give names, or numbers from 0 to 3");
  expect_has(input_error([] { parse_with(iris, labelled("4", {"Species"})); }), {"no column '4'"});
  expect_has(input_error([] { parse_with("a,a\n1,2\n", ignoring({"a"})); }),
             {"two columns are called 'a'; give their numbers instead, from 0: 0,1"});
  expect_has(input_error([] { parse_with("a,a,a,a,a,a,b\n1,2,3,4,5,6,7\n", ignoring({"a"})); }),
             {"6 columns are called 'a'", ": 0,1,2,3,4 and 1 more"});
  expect_has(input_error([] {
               parse_with("\"x, y\",b,c\n1,2,3\n", ignoring({"x", "y"}));
             }),
             {"there is no column 'x'; give a name with a comma, such as 'x, y', in a file: @FILE"});
  expect_has(input_error([] { parse_with("a,b\n1,2\n", ignoring({"a", "b"})); }), {"leave no feature"});
}

TEST(IoColumns, WithFeaturesInRows) {
  const std::string genes = "gene,desc,s1,s2,s3\nclass,x,ALL,AML,ALL\ng1,foo,1,2,3\ng2,bar,4,bad,6\n";
  for (const Names& given : {Names{"desc", "class", "g2"}, Names{"0", "0", "1"}}) {
    ReadOptions options;
    options.transpose = true;
    options.ignore = {given[0]};
    options.labels = given[1];
    options.exclude = {given[2]};
    const Table table = parse_with(genes, options);
    EXPECT_EQ(table.labels, (Names{"ALL", "AML", "ALL"}));
    EXPECT_EQ(table.column_names, (Names{"g1", "g2"}));
    EXPECT_EQ(table.row_names, (Names{"s1", "s2", "s3"}));
    expect_same(table.values(), matrix(3, 2, {1, not_a_number, 2, not_a_number, 3, not_a_number}));
    EXPECT_EQ(place(table, 0, 0), "row 3 (g1), column 3");
    options.exclude.clear();
    expect_has(input_error([&] { parse_with(genes, options); }), {"row 4, column 4 (\"s2\"): 'bad'"});
  }
}

bool is_sparse(const Table& table) {
  return table.native() != nullptr && std::holds_alternative<SparseSamples>(*table.native());
}

TEST(IoColumns, NumbersWithoutNames) {
  const TempDir dir;
  Table file;
  file.numbers = matrix(3, 4, {1, 2, 0, 4, 5, 0, 1, 0, 9, 0, 1, 2});
  put(dir.file("sparse.mtx"),
      "%%MatrixMarket matrix coordinate real general\n3 4 8\n1 1 1\n1 2 2\n1 4 4\n2 1 5\n2 3 1\n"
      "3 1 9\n3 3 1\n3 4 2\n");
  for (const char* name : {"a.npy", "a.mtx", "a.mat", "sparse.mtx"}) {
    SCOPED_TRACE(name);
    if (!std::filesystem::exists(dir.file(name))) write_table(dir.file(name), file);
    ReadOptions options = labelled("2", {"0"});
    options.keep_native = KeepNative::everything;
    Table table = read_table(dir.file(name), options);
    EXPECT_EQ(table.labels, (Names{"0", "1", "1"}));
    EXPECT_EQ(is_sparse(table), std::string(name) == "sparse.mtx");
    expand(table);
    expect_same(table.values(), matrix(3, 2, {2, 4, 0, 0, 0, 2}));
    options.transpose = true;
    options.labels.reset();
    Table turned = read_table(dir.file(name), options);
    EXPECT_EQ(is_sparse(turned), std::string(name) == "sparse.mtx");
    expand(turned);
    expect_same(turned.values(), matrix(3, 3, {2, 0, 0, 0, 1, 1, 4, 0, 2}));
  }
}

TEST(IoColumns, LabelsGoWithTheirRows) {
  Interpretation how;
  how.missing = MissingValues::drop_rows;
  const Input input = interpret(parse_with("a,b,c\n1,2,x\nNA,3,y\n4,5,z\n7,1,x\n", labelled("c")), how);
  EXPECT_EQ(input.labels, (Names{"x", "z", "x"}));
  EXPECT_EQ(input.label_column, "c");
  EXPECT_EQ(classes_of(input.labels), (Names{"x", "z"}));
  const std::string message =
      input_error([] { interpret(parse_with("a,b,c\n2,1,x\n1,2,y\n", labelled("c"))); });
  expect_has(message, {"`labels`", "covariance"});
}

TEST(IoColumns, FeaturesThatAreLeftOutForGood) {
  Table samples = parse_with("a,b,c\n1,2,3\n4,5,6\n", {});
  EXPECT_EQ(leave_out(samples, {"b"}), "1 feature left out by `exclude`");
  EXPECT_EQ(samples.column_names, (Names{"a", "c"}));
  Table covariance = parse_with("a,b,c\n2,1,0\n1,3,1\n0,1,4\n", {});
  leave_out(covariance, {"0"});
  expect_same(covariance.values(), matrix(2, 2, {3, 1, 1, 4}));
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
