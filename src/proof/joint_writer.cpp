#include "proof/joint_writer.hpp"

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "numerics/rounding.hpp"
#include "proof/tree_writer.hpp"
#include "proof/writer.hpp"

namespace spica::proof {

namespace {

class JointWriter {
 public:
  explicit JointWriter(const JointClaim& claim) : claim_(claim) {
    if (claim.core) measure(*claim.core->inside);
    visit_written([this](const JointNode& node) {
      if (is_settled(node)) measure(*node.settled);
    });
  }

  std::optional<std::string> write() {
    for (const Chosen& chosen : claim_.components) {
      text_.say("k {} ", chosen.k);
      text_.component(with_included(chosen.x));
    }
    text_.say("upper");
    text_.number(more(claim_.upper, static_cast<double>(claim_.components.size()) + 1.0));
    text_.say("\n");
    write_features("include", claim_.included);
    write_features("exclude", claim_.excluded);
    if (claim_.nonnegative) text_.say("nonnegative\n");
    text_.limits(claim_.limits);
    bool written = !claim_.core || write_core(*claim_.core);
    visit_written([&](const JointNode& node) { written = written && write_node(node); });
    if (!written) return std::nullopt;
    text_.say("end\n");
    return text_.take();
  }

 private:
  /// Entries of a certificate are not zero, and those of features that must be in use may be: they get a loading that changes
  /// nothing, so that the feature has its place.
  [[nodiscard]] SparseVector with_included(SparseVector x) const {
    constexpr double nothing = 0x1p-90;
    for (std::size_t i = 0; i < x.support.size(); ++i) {
      double& value = x.values(static_cast<Index>(i));
      if (value == 0.0 && contains(claim_.included, x.support[i])) value = nothing;
    }
    return x;
  }

  void write_features(std::string_view word, const Support& features) {
    if (features.empty()) return;
    text_.say("{}", word);
    text_.list(features);
    text_.say("\n");
  }
  [[nodiscard]] bool is_settled(const JointNode& node) const {
    return node.settled && node.settled->upper <= claim_.upper;
  }
  /// All nodes that the certificate has, in its order: none below one that is settled.
  template <class Visit>
  void visit_written(Visit&& visit) const {
    std::vector<const JointNode*> open = {claim_.root.get()};
    while (!open.empty()) {
      const JointNode& node = *open.back();
      open.pop_back();
      visit(node);
      if (is_settled(node) || !node.with) continue;
      open.push_back(node.without.get());
      open.push_back(node.with.get());
    }
  }

  /// The checker's rounding is relative to what it adds up.
  void measure(const Settlement& settlement) {
    double sum = settlement.prices.sum();
    for (const ClassProof& proof : settlement.classes)
      sum += static_cast<double>(claim_.components.size()) * std::abs(proof.upper);
    scale_ = std::max(scale_, sum);
  }
  /// With room to round, so many times.
  [[nodiscard]] double more(double bound, double times = 1.0) const {
    return scale_ == 0.0 ? bound : numerics::up(bound + times * room_to_round * scale_);
  }

  bool write_node(const JointNode& node) {
    if (is_settled(node)) {
      text_.say("settle ");
      return write_settlement(*node.settled, claim_.features);
    }
    if (node.with) {
      text_.say("give {} {}\n", node.of, claim_.features[static_cast<std::size_t>(node.feature)]);
      return true;
    }
    text_.say("empty\n");
    return node.impossible;
  }

  /// `features`: of the problem, for each feature of the settlement.
  bool write_settlement(const Settlement& settlement, const Support& features) {
    const auto original = [&features](Index i) { return features[static_cast<std::size_t>(i)]; };
    Support priced;
    for (Index i = 0; i < settlement.prices.size(); ++i) {
      if (settlement.prices(i) > 0.0) priced.push_back(i);
    }
    text_.say("prices {}", priced.size());
    for (const Index i : priced) text_.say(" {}", original(i));
    for (const Index i : priced) text_.number(settlement.prices(i));
    text_.say("\n");
    for (const ClassProof& proof : settlement.classes) {
      text_.say("worth");
      text_.number(more(proof.upper));
      text_.say("\n");
      Support of_tree;
      for (const Index i : proof.features) of_tree.push_back(original(i));
      if (!TreeWriter(text_, of_tree).write(*proof.tree)) return false;
    }
    return true;
  }

  bool write_core(const JointCore& core) {
    text_.say("core");
    text_.list(core.features);
    text_.say("\n");
    if (!write_settlement(*core.inside, core.features)) return false;
    for (const Touching& touching : core.touching) {
      text_.say("touching");
      text_.number(more(touching.upper));
      if (touching.core) {
        text_.list(touching.core->point->features());
        text_.say("\n");
        text_.numbers_of(*touching.core->point);
        text_.payments_of(*touching.core);
      } else {
        text_.say("\n");
      }
    }
    return true;
  }

  const JointClaim& claim_;
  CertificateText text_;
  double scale_ = 0.0;
};

}  // namespace

std::optional<std::string> write_joint(const JointClaim& claim) {
  return JointWriter(claim).write();
}

}  // namespace spica::proof
