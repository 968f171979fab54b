#pragma once

#include "proof/joint_writer.hpp"
#include "proof/writer.hpp"
#include "solver/allowed.hpp"
#include "solver/run.hpp"

namespace spica::solver {

/// A claim about the problem of a turn, told in the numbers of the features that were given and with those that the problem
/// lacks: a certificate is about the matrix that was given.
void number_as_given(proof::Claim& claim, const Turn& turn);
/// The same of components that were chosen together; they have those numbers already.
void number_as_given(proof::JointClaim& claim, const Allowed& allowed);

}  // namespace spica::solver
