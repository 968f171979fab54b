// The S-bound against enumeration in rational arithmetic, at nodes of every kind and in both views.

#include "bounds/sample/sample.hpp"
#include "support/any_problem.hpp"
#include "support/matrices.hpp"
#include "support/nodes.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

/// With room for the columns of all features or for none.
bounds::SampleSettings any_room(Random& random) {
  bounds::SampleSettings settings;
  if (random.uniform() < 0.5) settings.ascent.room = 0;
  return settings;
}

SPICA_PROPERTY(SampleProperty, BoundsEverySupportOfANodeExactly) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 7);
  const Index n = any.problem.features();
  const bounds::Node node = test::any_node(random, n, any.k);
  const bounds::Value value = bounds::Sample(any.problem, any.k, any_room(random)).evaluate(node);
  const mpq_class upper(any.problem.to_user_up(value.upper));
  test::for_each_support_of(node, n,
                            [&](const Support& s) { RC_ASSERT(test::lam_max_at_most(any.exact, s, upper)); });
}

SPICA_PROPERTY(SampleProperty, ScreenedFeaturesAreInNoSupportAboveTheCutoff) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 7);
  const Index n = any.problem.features();
  const bounds::Node node = test::any_node(random, n, any.k);
  const bounds::Sample bound(any.problem, any.k, any_room(random));
  bounds::Hint hint;
  hint.cutoff = bound.evaluate(node).upper * (0.5 + 0.5 * random.uniform());
  const bounds::Value value = bound.evaluate(node, hint);
  const mpq_class cutoff(any.problem.to_user_up(hint.cutoff));
  RC_CLASSIFY(!value.screened.empty());
  test::for_each_support_of(node, n, [&](const Support& s) {
    const bool screened = std::any_of(s.begin(), s.end(), [&](Index i) {
      return std::binary_search(value.screened.begin(), value.screened.end(), i);
    });
    if (screened) RC_ASSERT(test::lam_max_at_most(any.exact, s, cutoff));
  });
}

}  // namespace
}  // namespace spica
