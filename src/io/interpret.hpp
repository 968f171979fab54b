#pragma once

#include <functional>
#include <optional>
#include <string>

#include "io/missing.hpp"
#include "io/table.hpp"
#include "spica/problem.hpp"

namespace spica::io {

/// A feature that the user means: by its name, its number from 0, or both where another result has both.
struct FeatureRef {
  std::string name;
  std::optional<Index> number = {};
};

/// How a table of numbers becomes a problem.
struct Interpretation {
  std::optional<InputKind>
      as;                    ///< nothing: a square symmetric matrix is a covariance, anything else is samples
  bool standardize = false;  ///< of a sensing matrix: columns of unit length
  bool center = true;
  int ddof = 0;
  bool shift = false;
  bool allow_indefinite = false;
  MissingValues missing = MissingValues::refuse;
  bool fingerprint = false;               ///< Input::fingerprint is wanted
  std::vector<std::string> exclude = {};  ///< features that no component may use, by name or number from 0
  std::vector<std::string> include = {};  ///< features that every component has, likewise
  std::vector<std::vector<FeatureRef>> start = {};  ///< supports to start from, one a component
  bool keep_completed = false;                      ///< Input::completed is wanted
  std::function<void()> check_limits = {};          ///< as in CovarianceOptions
};

/// A problem, the file that it came from, and what was done to it on the way.
struct Input {
  Problem problem;
  std::string path;
  std::string sha256;
  std::vector<std::string> sample_names;  ///< empty, or one a sample that was kept
  Index missing_values = 0;               ///< cells that were empty in the file
  std::vector<std::string> notes;         ///< what was done to the data, one sentence each
  std::string fingerprint = {};           ///< SHA-256 of the matrix itself (docs/certificate.md)
  Support excluded = {};                  ///< ascending
  Support included = {};                  ///< ascending
  std::vector<Support> start = {};        ///< each ascending
  bool transposed = false;                ///< the file has features in rows
  std::vector<std::string> labels = {};   ///< of the samples, one each, if --labels names a column
  std::string label_column = {};          ///< what the file calls that column
  std::optional<Table> completed = {};    ///< the matrix that a certificate is about
};

/// The different labels, in the order in which they first appear.
std::vector<std::string> classes_of(const std::vector<std::string>& labels);

/// Consumes the table. Errors name its path.
Input interpret(Table table, const Interpretation& how = {});

}  // namespace spica::io
