#include "proof/writer.hpp"

#include <cmath>

#include "numerics/rounding.hpp"
#include "proof/tree_writer.hpp"

namespace spica::proof {

namespace {

/// After each deflation the checker needs so much room for its own rounding, relative to the largest entry of the matrix,
/// which is about one.
constexpr double room_of_deflation = 1e-11;
/// What of it the nu of sample points have, k of which are paid for: features that are nearly used up keep the roundings
/// of what they were.
constexpr double share_of_samples = 0.4;

class Writer {
 public:
  explicit Writer(const Claim& claim)
      : claim_(claim),
        tree_(text_, claim.features, claim.model.sample_exponent,
              claim.model.factor ? 0.0
                                 : share_of_samples * room_for_deflations() / static_cast<double>(claim.k)) {}

  std::optional<std::string> write() {
    text_.say("component\nk {}\n", claim_.k);
    text_.component(claim_.x);
    write_upper();
    write_choice("include", claim_.included);
    write_choice("exclude", claim_.excluded);
    if (claim_.nonnegative) text_.say("nonnegative\n");
    text_.limits(claim_.limits);
    return write_proof();
  }

  std::optional<std::string> write_alternatives() {
    text_.say("alternatives {}\n", claim_.listed.size());
    for (const Support& set : claim_.listed) {
      text_.list(set);
      text_.say("\n");
    }
    tree_.set_listed(claim_.listed);
    write_upper();
    return write_proof();
  }

 private:
  [[nodiscard]] double room_for_deflations() const {
    return room_of_deflation * static_cast<double>(claim_.deflations);
  }
  void write_upper() {
    text_.say("upper");
    const double more = room_to_round * std::abs(claim_.upper) + claim_.model.room + room_for_deflations();
    text_.number(more == 0.0 ? claim_.upper : numerics::up(claim_.upper + more));
    text_.say("\n");
  }

  std::optional<std::string> write_proof() {
    if (claim_.core) write_core(*claim_.core);
    write_groups();
    if (claim_.model.factor) write_factor(*claim_.model.factor);
    if (claim_.model.directions) write_directions(*claim_.model.directions);
    if (!tree_.write(*claim_.root)) return std::nullopt;
    text_.say("end\n");
    return text_.take();
  }

  void write_choice(std::string_view word, const Support& features) {
    if (features.empty()) return;
    text_.say("{}", word);
    text_.list(features);
    text_.say("\n");
  }

  void write_core(const Core& core) {
    text_.say("core");
    text_.list(core.point->features());
    text_.say("\n");
    text_.numbers_of(*core.point);
    tree_.count_point();
    text_.payments_of(core);
  }

  void write_groups() {
    if (claim_.groups.empty()) return;
    text_.say("groups {}\n", claim_.groups.size());
    for (const Group& group : claim_.groups) {
      text_.list(tree_.original(group.features));
      for (const int sign : group.signs) text_.say(" {}", sign);
      text_.say("\n");
    }
  }

  void write_factor(const Factor& factor) {
    text_.say("factor {}", factor.c.rows());
    text_.number(factor.rho);
    text_.say("\n");
    text_.columns(factor.c);
  }

  void write_directions(const Directions& directions) {
    text_.say("directions {}", directions.lam.size());
    text_.number(directions.rho);
    text_.number(directions.slack);
    text_.say("\n");
    text_.columns(directions.lam);
    text_.columns(directions.v);
    text_.say("side {}\n", directions.side);
  }

  const Claim& claim_;
  CertificateText text_;
  TreeWriter tree_;
};

}  // namespace

std::optional<std::string> write_component(const Claim& claim) {
  return Writer(claim).write();
}

std::optional<std::string> write_alternatives(const Claim& claim) {
  return Writer(claim).write_alternatives();
}

std::string write_followers(const std::vector<Follower>& followers) {
  CertificateText text;
  text.say("follows {}\n", followers.size());
  for (const auto& [k, x] : followers) {
    text.say("k {}\n", k);
    text.component(x);
  }
  return text.take();
}

}  // namespace spica::proof
