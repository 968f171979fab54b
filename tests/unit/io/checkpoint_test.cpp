#include "io/checkpoint.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/durable.hpp"
#include "io/file.hpp"
#include "io_test.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

class CheckpointFile : public ::testing::Test {
 protected:
  CheckpointFile() { write_checkpoint(path_, identity_, {12.5, std::string("\0state\n", 7)}); }

  std::string message_of(const Identity& identity) {
    try {
      read_checkpoint(path_, identity);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return error.what();
    }
    return "";
  }

  test::TempDir folder_;
  std::string path_ = folder_.file("a.checkpoint");
  Identity identity_ = {{"-k", "5"}, {"--gap", "0.0001"}};
};

TEST_F(CheckpointFile, ComesBackAsItWas) {
  const SavedState state = read_checkpoint(path_, identity_);
  EXPECT_EQ(state.time_sec, 12.5);
  EXPECT_EQ(state.bytes, std::string("\0state\n", 7));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".tmp"));
}

TEST_F(CheckpointFile, EveryChangedByteIsNoticed) {
  const std::string good = read_bytes(path_);
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int flip : {0x01, 0x20, 0x80}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      write_file(path_, bad);
      EXPECT_NE(message_of(identity_), "") << "byte " << i;
    }
  }
  for (std::size_t length = 0; length < good.size(); ++length) {
    write_file(path_, good.substr(0, length));
    EXPECT_NE(message_of(identity_), "") << length << " bytes";
  }
  write_file(path_, good + "x");
  EXPECT_NE(message_of(identity_), "");
  write_file(path_, good);
  EXPECT_EQ(message_of(identity_), "");
}

TEST_F(CheckpointFile, SaysWhatDiffers) {
  EXPECT_EQ(message_of({{"-k", "5"}, {"--gap", "1e-06"}}),
            path_ + ": the checkpoint is of another solve: `gap` was '0.0001', and is '1e-06' now");
}

TEST_F(CheckpointFile, SaysWhatTheFileIsIfNotACheckpoint) {
  write_file(path_, "a,b\n1,2\n");
  EXPECT_NE(message_of(identity_).find("not a checkpoint"), std::string::npos);
  write_file(path_, "spica-checkpoint 99\nwhatever");
  EXPECT_NE(message_of(identity_).find("version 99"), std::string::npos);
  write_file(path_, "spica-checkpoint 1");
  EXPECT_NE(message_of(identity_).find("not a checkpoint"), std::string::npos);
  std::filesystem::remove(path_);
  EXPECT_NE(message_of(identity_).find("cannot be read"), std::string::npos);
}

TEST_F(CheckpointFile, AFailureKeepsTheOldFile) {
  const std::string good = read_bytes(path_);
  std::filesystem::create_directory(path_ + ".tmp");  // nobody can write there now
  EXPECT_THROW(write_checkpoint(path_, identity_, {1.0, "new"}), Error);
  EXPECT_THROW(require_durable(path_), Error);
  EXPECT_EQ(read_bytes(path_), good);
  std::filesystem::remove(path_ + ".tmp");
  require_durable(path_);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".tmp"));
  EXPECT_THROW(require_durable(folder_.path().string()), Error);
  EXPECT_THROW(require_durable("/dev/null"), Error);
  EXPECT_THROW(require_durable(folder_.file("no/such")), Error);
}

TEST_F(CheckpointFile, LinksAreFollowed) {
  const std::string link = folder_.file("link");
  std::filesystem::create_symlink("a.checkpoint", link);
  write_checkpoint(link, identity_, {1.0, "new"});
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_checkpoint(path_, identity_).bytes, "new");
}

TEST_F(CheckpointFile, LinksToFilesThatAreNotThereYetStay) {
  const std::string link = folder_.file("link");
  std::filesystem::create_symlink("later", link);
  EXPECT_EQ(temporary_of(link), folder_.file("later.tmp"));
  write_checkpoint(link, identity_, {1.0, "new"});
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_checkpoint(folder_.file("later"), identity_).bytes, "new");
}

}  // namespace
}  // namespace spica::io
