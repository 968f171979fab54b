#pragma once

#include "flags.hpp"
#include "groups.hpp"
#include "solver/internals.hpp"
#include "tune.hpp"

namespace spica::app {

/// The flags of a solving command, each of which offers the groups that it has a use for.
struct JobFlags {
  InputFlags input;
  CardinalityFlags cardinality;
  GroupFlags groups;
  OutputFlags output;
  Options options;
  TuneFlag tune;

  /// Puts what the flags say together, before any data is read. Throws Error(usage) for what no method can run by.
  solver::Internals prepare() {
    options.validate();
    input.how.keep_completed = !output.completed.empty();
    options.certificate = !output.certificate.empty();
    input.certify(options.certificate);
    return {.tuning = tune.tuning()};
  }

  io::Input load() { return input.load(output.level, options.time_limit_sec); }
  /// The options with what reading has left of the time limit.
  [[nodiscard]] Options after_reading() const { return input.after_reading(options); }
};

}  // namespace spica::app
