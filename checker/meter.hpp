#pragma once

// What a check takes. Every list and text of the checker comes from the allocator here, so that the bytes
// that are counted are those that are held; loops over matrices say how many operations they are. Beyond a
// limit there is no proof: OverLimit is thrown before the memory is taken, or the work done.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "checker/failure.hpp"

namespace spica_check {

struct Limits {
  double memory = std::numeric_limits<double>::infinity();  ///< bytes
  double work = std::numeric_limits<double>::infinity();    ///< multiplications with an addition

  /// For inputs of so many bytes. Intervals of 256 bits take ten times the memory of a double with its
  /// radius, and an operation with them hundreds of times as long.
  static Limits of(double input_bytes, bool exact) {
    return {0x1p29 + (exact ? 512.0 : 64.0) * input_bytes, 5e10 + 1e6 * input_bytes};
  }
};

/// What this thread holds and has done.
class Meter {
 public:
  static void require(std::size_t bytes) {
    if (static_cast<double>(held_) + static_cast<double>(bytes) > limits_.memory) refuse_memory();
  }
  static void take(std::size_t bytes) { held_ += static_cast<std::int64_t>(bytes); }
  static void give_back(std::size_t bytes) { held_ -= static_cast<std::int64_t>(bytes); }
  static void spend(double operations) {
    done_ += operations;
    if (done_ > limits_.work) refuse_work();
  }

 private:
  friend class Limited;
  [[noreturn]] static void refuse_memory();
  [[noreturn]] static void refuse_work();

  static thread_local std::int64_t held_;
  static thread_local double done_;
  static thread_local Limits limits_;
};

/// Sets limits for what this thread takes from here on, as long as it lives.
class Limited {
 public:
  explicit Limited(const Limits& limits);
  ~Limited();
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;

 private:
  Limits limits_before_;
  std::int64_t held_before_;
};

/// What an element holds outside of itself.
template <class T>
constexpr std::size_t heap_bytes = 0;

template <class T>
struct Counted {
  using value_type = T;
  Counted() = default;
  template <class U>
  Counted(const Counted<U>& /*other*/) {}  // NOLINT(google-explicit-constructor): as allocators must

  T* allocate(std::size_t count) {
    Meter::require(bytes(count));
    T* const data = std::allocator<T>().allocate(count);
    Meter::take(bytes(count));
    return data;
  }
  void deallocate(T* data, std::size_t count) {
    std::allocator<T>().deallocate(data, count);
    Meter::give_back(bytes(count));
  }
  friend bool operator==(const Counted& /*one*/, const Counted& /*other*/) { return true; }

 private:
  /// With what malloc adds to it. Past half of all addresses it does not matter how far.
  static std::size_t bytes(std::size_t count) {
    constexpr std::size_t each = sizeof(T) + heap_bytes<T>;
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 2;
    return count > most / each ? most : std::max<std::size_t>(count * each + 16, 32);
  }
};

template <class T>
using List = std::vector<T, Counted<T>>;
using Text = std::basic_string<char, std::char_traits<char>, Counted<char>>;

}  // namespace spica_check
