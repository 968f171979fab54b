#pragma once

#include "proof/writer.hpp"
#include "solver/run.hpp"

namespace spica::solver {

/// A claim about the problem of a turn, told in the numbers of the features that were given and with those that the problem
/// lacks: a certificate is about the matrix that was given.
void number_as_given(proof::Claim& claim, const Turn& turn);

}  // namespace spica::solver
