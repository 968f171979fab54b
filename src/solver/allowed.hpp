#pragma once

// The features that a call may use. What was left out, or was used up by an earlier component, is no part of
// the problem that is solved: not as zeros, which would be the answer wherever all others are negative, and
// whose scale would be that of what is not there. Components are found in the numbers of what is left and
// told in the numbers of the problem that was given.

#include "spica/options.hpp"
#include "spica/problem.hpp"
#include "spica/result.hpp"

namespace spica::solver {

class Allowed {
 public:
  /// All features of a problem but those that it was made without.
  explicit Allowed(const Problem& problem);

  [[nodiscard]] Index count() const { return static_cast<Index>(features_.size()); }
  /// The problem of these features alone; `whole` itself where it has no others.
  /// A certificate has one scale for all components: that of the whole.
  [[nodiscard]] Problem part_of(const Problem& whole, bool keep_scale = false) const;
  [[nodiscard]] const Support& features() const { return features_; }
  [[nodiscard]] Support left_out() const;
  /// Features of the whole problem in the numbers of that problem, without those that it lacks.
  [[nodiscard]] Support within(const Support& given) const;
  /// Options as they are for that problem.
  [[nodiscard]] Options options_within(Options options) const;
  /// A component of that problem in the numbers of the whole one.
  void number_as_given(Component& component) const;
  [[nodiscard]] Support as_given(const Support& features) const;  ///< features of that problem, likewise
  void use_up(const Support& features);

 private:
  [[nodiscard]] bool are_all() const { return count() == given_; }

  Index given_;
  Support features_;
};

}  // namespace spica::solver
