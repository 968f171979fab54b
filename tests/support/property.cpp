#include "support/property.hpp"

#include <rapidcheck/gtest.h>

namespace spica::test {

void check_property(void (*property)()) {
  rc::detail::checkGTest(property);
}

std::int64_t draw(std::int64_t first, std::int64_t end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(first, end));
}

bool draw_bool() {
  return *rc::gen::arbitrary<bool>();
}

std::uint32_t draw_seed() {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint32_t>());
}

}  // namespace spica::test
