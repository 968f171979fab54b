#pragma once

// Properties for RapidCheck. Its generators and its runner are templates that cost a compiler seconds for
// each type and file, so what our properties need of them is compiled once.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <initializer_list>

/// A property: its body draws values, and asserts with RC_ASSERT.
#define SPICA_PROPERTY(suite, name) SPICA_PROPERTY_TIMES(suite, name, 1)

/// A property on that many times the draws of others.
#define SPICA_PROPERTY_TIMES(suite, name, times)         \
  static void suite##_##name();                          \
  TEST(suite, name) {                                    \
    spica::test::check_property(&suite##_##name, times); \
  }                                                      \
  static void suite##_##name()

namespace spica::test {

/// Runs a property on many draws and fails the current test with the smallest counterexample.
void check_property(void (*property)(), int times);

/// first <= value < end, evenly: RapidCheck by itself would grow the range with the number of cases, and
/// hardly ever draw the last of a list.
std::int64_t draw(std::int64_t first, std::int64_t end);
bool draw_bool();
/// For a Random of its own.
std::uint32_t draw_seed();

template <class T>
T draw_one_of(std::initializer_list<T> values) {
  return values.begin()[draw(0, static_cast<std::int64_t>(values.size()))];
}

}  // namespace spica::test
