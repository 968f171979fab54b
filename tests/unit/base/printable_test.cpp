#include "base/printable.hpp"

#include <gtest/gtest.h>

#include "base/utf8.hpp"
#include "spica/error.hpp"

namespace spica::text {
namespace {

TEST(Printable, OrdinaryTextStays) {
  for (const char* text : {"", "plain", "Gr\u00f6\u00dfe", "\u8eab\u9577", "\U0001F4CF",
                           "back\\slash \"quoted\"", "\u00a0", "\u2027\u202f", "\u2065\u206a"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ControlCharactersAreSpelledOut) {
  EXPECT_EQ(printable("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(printable("\x1b[2J\x07\x7f"), "\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u0080\u0085\u009b\u009f"), "\\u0080\\u0085\\u009b\\u009f");
}

TEST(Printable, WhatRearrangesLinesIsSpelledOut) {
  EXPECT_EQ(printable("\u2028\u2029"), "\\u2028\\u2029");
  EXPECT_EQ(printable("\u202a\u202b\u202c\u202d\u202e"), "\\u202a\\u202b\\u202c\\u202d\\u202e");
  EXPECT_EQ(printable("\u2066\u2067\u2068\u2069"), "\\u2066\\u2067\\u2068\\u2069");
}

TEST(Printable, NothingIsLeftThatATerminalActsOn) {
  for (char32_t code = 0; code < 0x3000; ++code) {
    const bool acts = code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
                      (code >= 0x2066 && code <= 0x2069);
    std::string text;
    if (code < 0x80) {
      text = {static_cast<char>(code)};
    } else if (code < 0x800) {
      text = {static_cast<char>(0xC0U | code >> 6U), static_cast<char>(0x80U | (code & 0x3FU))};
    } else {
      text = {static_cast<char>(0xE0U | code >> 12U), static_cast<char>(0x80U | (code >> 6U & 0x3FU)),
              static_cast<char>(0x80U | (code & 0x3FU))};
    }
    ASSERT_EQ(code_point(text), code);
    EXPECT_EQ(printable(text) != text, acts) << static_cast<unsigned>(code);
    EXPECT_EQ(printable(printable(text)), printable(text));
  }
}

TEST(Printable, BrokenUtf8IsMarked) {
  EXPECT_EQ(printable("a\xff\xfe"), "a??");
  EXPECT_EQ(printable("\xc3"), "?");
  EXPECT_EQ(printable("\xe2\x80"), "??");
  EXPECT_EQ(printable("\xc0\x8a"), "??") << "an overlong line break";
  EXPECT_EQ(printable("\xed\xa0\x80"), "???") << "a surrogate";
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????") << "beyond U+10FFFF";
}

TEST(Printable, LongTextIsCutBetweenCharacters) {
  EXPECT_EQ(printable("\u00e9t\u00e9", 2), "\u00e9t...");
  EXPECT_EQ(printable("ab", 2), "ab");
  EXPECT_EQ(printable("\n\n\n", 2), "\\n\\n...");
}

TEST(Error, MessagesAreOneLine) {
  EXPECT_STREQ(Error(ErrorKind::input, "a\nspica: Accepted\x1b").what(), "a\\nspica: Accepted\\x1b");
}

}  // namespace
}  // namespace spica::text
