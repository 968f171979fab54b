#include "io/file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <thread>

#include "io_test.hpp"

namespace spica::io::test {
namespace {

namespace fs = std::filesystem;

TEST(IoFile, ReadsWhatIsThere) {
  const TempDir dir;
  const std::string bytes = std::string("a\0b\r\n", 5) + std::string(200000, 'x');
  put(dir.file("f"), bytes);
  EXPECT_EQ(read_bytes(dir.file("f")), bytes);
  put(dir.file("empty"), "");
  EXPECT_EQ(read_bytes(dir.file("empty")), "");
}

TEST(IoFile, ReadErrorsNameTheFileAndTheReason) {
  const TempDir dir;
  const std::string absent = dir.file("absent");
  EXPECT_EQ(input_error([&] { read_bytes(absent); }), absent + ": cannot be read: No such file or directory");
  const std::string folder = dir.path().string();
  EXPECT_EQ(input_error([&] { read_bytes(folder); }), folder + ": cannot be read: Is a directory");
  const std::string below = dir.file("file");
  put(below, "x");
  expect_has(input_error([&] { read_bytes(below + "/x"); }), {"cannot be read: Not a directory"});
}

TEST(IoFile, UnreadableFile) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TempDir dir;
  put(dir.file("secret"), "x");
  fs::permissions(dir.file("secret"), fs::perms::none);
  expect_has(input_error([&] { read_bytes(dir.file("secret")); }), {"cannot be read: Permission denied"});
}

TEST(IoFile, ReadsPipes) {
  const TempDir dir;
  const std::string fifo = dir.file("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const std::string content(300000, 'y');
  std::thread writer([&] { write_file(fifo, content); });
  EXPECT_EQ(read_bytes(fifo), content);
  writer.join();
  EXPECT_TRUE(fs::is_fifo(fifo)) << "written into, not replaced";
}

/// Puts a file in the place of a standard stream for as long as it lives.
class Redirect {
 public:
  Redirect(int stream, const std::string& path) : stream_(stream), saved_(::dup(stream)) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
    ::dup2(file, stream_);
    ::close(file);
  }
  ~Redirect() {
    ::dup2(saved_, stream_);
    ::close(saved_);
  }
  Redirect(const Redirect&) = delete;
  Redirect& operator=(const Redirect&) = delete;

 private:
  int stream_;
  int saved_;
};

TEST(IoFile, DashIsAStandardStream) {
  const TempDir dir;
  put(dir.file("in"), "1,2\n3,4\n");
  std::string read;
  {
    const Redirect input(STDIN_FILENO, dir.file("in"));
    read = read_bytes("-");
  }
  EXPECT_EQ(read, "1,2\n3,4\n");
  {
    const Redirect output(STDOUT_FILENO, dir.file("out"));
    write_file("-", "hello");
  }
  EXPECT_EQ(get(dir.file("out")), "hello");
  std::string message;
  {
    const Redirect output(STDOUT_FILENO, "/dev/full");
    message = input_error([] { write_file("-", "hello"); });
  }
  EXPECT_EQ(message, "standard output: cannot be written: No space left on device");
}

TEST(IoFile, GzipRoundTrip) {
  for (const std::string& text : {std::string(), std::string("1,2\n"), std::string(1000000, 'z')}) {
    const std::string packed = gzip(text);
    EXPECT_TRUE(is_gzip(packed));
    EXPECT_EQ(gunzip(packed, "f.gz"), text);
  }
  EXPECT_EQ(gunzip(gzip("1,2\n") + gzip("3,4\n"), "f.gz"), "1,2\n3,4\n") << "several members";
  EXPECT_EQ(gunzip(gzip("1,2\n") + std::string(512, '\0'), "f.gz"), "1,2\n") << "padded by a tape";
}

TEST(IoFile, BrokenGzipIsRefused) {
  const std::string packed = gzip("1.25,2.5\n3.75,4\n");
  for (std::size_t length = 2; length < packed.size(); ++length) {
    expect_has(input_error([&] { gunzip(packed.substr(0, length), "f.gz"); }), {"f.gz: ", "truncated"});
  }
  std::string changed = packed;
  changed[changed.size() - 6] = static_cast<char>(~changed[changed.size() - 6]);
  expect_has(input_error([&] { gunzip(changed, "f.gz"); }), {"f.gz: ", "corrupt"});
  expect_has(input_error([&] { gunzip(packed + "more", "f.gz"); }), {"f.gz: ", "not gzip data at its end"});
  expect_has(input_error([&] { gunzip(packed + packed.substr(0, 12), "f.gz"); }), {"truncated"});
  expect_has(input_error([&] { gunzip(gzip(std::string(5000, 'a')), "f.gz", 4999); }),
             {"more than 4999 bytes"});
}

TEST(IoFile, WritesAndReplaces) {
  const TempDir dir;
  write_file(dir.file("f"), "old");
  write_file(dir.file("f"), "new");
  EXPECT_EQ(get(dir.file("f")), "new");
  EXPECT_EQ(dir.listing(), std::vector<std::string>{"f"});
}

TEST(IoFile, PermissionsFollowTheUmask) {
  const TempDir dir;
  const mode_t before = ::umask(027);
  write_file(dir.file("f"), "x");
  ::umask(before);
  EXPECT_EQ(fs::status(dir.file("f")).permissions(), static_cast<fs::perms>(0640));
}

TEST(IoFile, LongestNameCanBeWritten) {
  const TempDir dir;
  const std::string name(255, 'n');
  write_file(dir.file(name), "x");
  EXPECT_EQ(dir.listing(), std::vector<std::string>{name});
}

TEST(IoFile, LinksStayLinks) {
  const TempDir dir;
  put(dir.file("real"), "old");
  fs::create_symlink(dir.file("real"), dir.file("link"));
  write_file(dir.file("link"), "new");
  EXPECT_TRUE(fs::is_symlink(dir.file("link")));
  EXPECT_EQ(get(dir.file("real")), "new");
  fs::create_symlink(dir.file("later"), dir.file("dangling"));
  write_file(dir.file("dangling"), "made");
  EXPECT_EQ(get(dir.file("later")), "made");
  EXPECT_TRUE(fs::is_symlink(dir.file("dangling")));
}

TEST(IoFile, FailedWritesNameTheFileAndLeaveNothing) {
  const TempDir dir;
  const std::string absent = dir.file("no/such/f");
  EXPECT_EQ(input_error([&] { write_file(absent, "x"); }),
            absent + ": cannot be written: No such file or directory");
  const std::string folder = dir.file("folder");
  fs::create_directory(folder);
  EXPECT_EQ(input_error([&] { write_file(folder, "x"); }), folder + ": cannot be written: Is a directory");
  EXPECT_TRUE(
      input_error([&] { write_file("", "x"); }).ends_with("cannot be written: No such file or directory"));
  EXPECT_EQ(dir.listing(), std::vector<std::string>{"folder"});
}

TEST(IoFile, FullDeviceIsReported) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(input_error([] { write_file("/dev/full", "x"); }),
            "/dev/full: cannot be written: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(IoFile, FailureKeepsTheOldFile) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const TempDir dir;
  put(dir.file("f"), "old");
  fs::permissions(dir.path(), fs::perms::owner_read | fs::perms::owner_exec);
  expect_has(input_error([&] { write_file(dir.file("f"), "new"); }),
             {"cannot be written: Permission denied"});
  fs::permissions(dir.path(), fs::perms::owner_all);
  EXPECT_EQ(get(dir.file("f")), "old");
  EXPECT_EQ(dir.listing(), std::vector<std::string>{"f"});
}

TEST(IoFile, FileTooLargeKeepsTheOldFile) {
  const TempDir dir;
  const std::string path = dir.file("f");
  put(path, "old");
  const auto write_under_limit = [&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file(path, std::string(10000, 'x'));
    } catch (const Error& error) {
      ::_exit(std::string(error.what()) == path + ": cannot be written: File too large" ? 7 : 8);
    }
    ::_exit(9);
  };
  EXPECT_EXIT(write_under_limit(), testing::ExitedWithCode(7), "");
  EXPECT_EQ(get(path), "old");
  EXPECT_EQ(dir.listing(), std::vector<std::string>{"f"});
}

TEST(IoFile, ScratchFileGoesAway) {
  std::string path;
  {
    const ScratchFile scratch("bytes");
    path = scratch.path();
    EXPECT_EQ(get(path), "bytes");
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace spica::io::test
