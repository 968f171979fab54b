#include "io/same_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "io/descriptor.hpp"
#include "io/durable.hpp"
#include "io/file.hpp"
#include "io_test.hpp"

namespace spica::io::test {
namespace {

namespace fs = std::filesystem;

TEST(SameFile, NamesOfAFile) {
  const TempDir dir;
  put(dir.file("f"), "x");
  put(dir.file("g"), "x");
  fs::create_directory_symlink(dir.path(), dir.file("folder"));
  fs::create_symlink("f", dir.file("link"));
  fs::create_symlink("link", dir.file("chain"));
  fs::create_hard_link(dir.file("f"), dir.file("hard"));
  const FileIdentity file = file_at(dir.file("f"));
  for (const char* name : {"./f", "folder/f", "folder/folder/link", "link", "chain", "hard"})
    EXPECT_EQ(file_at(dir.file(name)), file) << name;
  EXPECT_FALSE(file_at(dir.file("g")) == file);
  EXPECT_EQ(file.type, static_cast<mode_t>(S_IFREG));
}

TEST(SameFile, NamesOfAFileThatIsNotThereYet) {
  const TempDir dir;
  fs::create_directory(dir.file("sub"));
  fs::create_directory_symlink(dir.path(), dir.file("folder"));
  fs::create_symlink("new", dir.file("link"));
  fs::create_symlink(dir.file("folder/link"), dir.file("sub/chain"));
  const FileIdentity file = file_at(dir.file("new"));
  for (const char* name : {"folder/new", "sub/../new", "link", "folder/link", "sub/chain"})
    EXPECT_EQ(file_at(dir.file(name)), file) << name;
  for (const char* name : {"other", "sub/new", "no/such/new", "sub"})
    EXPECT_FALSE(file_at(dir.file(name)) == file) << name;
  EXPECT_EQ(file_at(dir.file("no/such/x")), file_at(dir.file("no/./such/x")));
}

TEST(SameFile, Descriptors) {
  const TempDir dir;
  put(dir.file("f"), "x");
  const Descriptor open(::open(dir.file("f").c_str(), O_RDWR | O_CLOEXEC));
  const std::string number = std::to_string(open.get());
  EXPECT_EQ(file_behind(open.get()), file_at(dir.file("f")));
  EXPECT_EQ(file_at("/dev/fd/" + number), file_at(dir.file("f")));
  EXPECT_EQ(file_behind(-1), std::nullopt);
  fs::create_symlink("/dev/fd/" + number, dir.file("link"));
  for (const std::string& name : {"/dev/fd/" + number, "/proc/self/fd/" + number, dir.file("link")})
    EXPECT_EQ(descriptor_named(name), open.get()) << name;
  for (const std::string& name : {dir.file("f"), dir.file("1"), std::string("1"), std::string("/dev/null")})
    EXPECT_EQ(descriptor_named(name), std::nullopt) << name;
}

TEST(SameFile, StandardOutputHasManyNames) {
  const TempDir dir;
  fs::create_symlink("/dev/stdout", dir.file("link"));
  for (const std::string& name :
       {std::string("-"), std::string("/dev/stdout"), std::string("/proc/self/fd/1"),
        std::string("/proc/thread-self/fd/1"), dir.file("link")})
    EXPECT_TRUE(is_standard_output(name)) << name;
  for (const char* name : {"/dev/stderr", "/dev/stdin", "/dev/null", "", "./-"})
    EXPECT_FALSE(is_standard_output(name)) << name;
}

TEST(SameFile, LinksInACircleLeadNowhere) {
  const TempDir dir;
  fs::create_symlink("b", dir.file("a"));
  fs::create_symlink("a", dir.file("b"));
  std::string target;
  EXPECT_EQ(follow_links(dir.file("a"), target), ELOOP);
  expect_has(input_error([&] { write_file(dir.file("a"), "x"); }), {"cannot be written"});
  expect_has(input_error([&] { write_durably(dir.file("a"), {"x"}); }), {"cannot be written"});
  EXPECT_TRUE(fs::is_symlink(dir.file("a")) && fs::is_symlink(dir.file("b")));
}

TEST(SameFile, WhatIsOpenIsWrittenAsItIs) {
  const TempDir dir;
  put(dir.file("f"), "old ");
  const Descriptor open(::open(dir.file("f").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  write_file("/dev/fd/" + std::to_string(open.get()), "new");
  EXPECT_EQ(get(dir.file("f")), "old new");
}

}  // namespace
}  // namespace spica::io::test
