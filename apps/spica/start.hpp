#pragma once

#include <vector>

#include "flags.hpp"
#include "report/previous.hpp"

namespace spica::app {

/// --start and --prove: a support that the user has.
class StartFlags {
 public:
  /// After -k, which --prove makes optional.
  void add_to(CLI::App& command, InputFlags& input, Options& options);
  /// As -k says, or the sizes of what is to be proven.
  [[nodiscard]] std::vector<Index> cardinalities(const CardinalityFlags& flags) const;
  /// What there is for these cardinalities.
  [[nodiscard]] std::vector<std::vector<io::FeatureRef>> start_of(
      const std::vector<Index>& cardinalities) const;

 private:
  [[nodiscard]] bool is_curve() const { return !previous_.empty() && previous_.front().k.has_value(); }

  std::string text_;
  std::vector<report::PreviousComponent> previous_;
};

}  // namespace spica::app
