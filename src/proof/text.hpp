#pragma once

// The words and numbers of a certificate (docs/certificate.md): what all its parts are made of.

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>

#include "proof/evidence.hpp"
#include "spica/group_limits.hpp"

namespace spica::proof {

class CertificateText {
 public:
  template <class... Values>
  void say(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }
  void number(double value) {
    if (value == 0.0) {
      text_ += " 0";
    } else {
      say(" {:a}", value);
    }
  }
  void list(const Support& features) {
    say(" {}", features.size());
    for (const Index i : features) say(" {}", i);
  }
  /// One column a line.
  void columns(const Matrix& m, int exponent = 0) {
    for (const auto column : m.colwise()) {
      for (const double value : column) number(std::ldexp(value, exponent));
      say("\n");
    }
  }
  /// `x N feature... number...`, without what is nothing beside the rest.
  void component(const SparseVector& x);
  /// `limits N (C N feature...)...` of groups that have more features than their limit, or nothing if there are none.
  void limits(const GroupLimits& limits);
  /// w_ij and a_ij of all pairs.
  void numbers_of(const Point& point);
  /// `pay number... weights N feature... number...`.
  void payments_of(const Core& core);

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace spica::proof
