#include "support/property.hpp"

#include <iostream>
#include <sstream>

namespace spica::test {

void check_property(void (*property)(), int times) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(test.test_suite_name()) + "/" + test.name();
  metadata.description = test.name();
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess *= times;
  const rc::detail::TestResult result = rc::detail::checkTestable(property, metadata, params);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  rc::detail::SuccessResult success;
  if (!result.match(success)) FAIL() << text.str();
  if (!success.distribution.empty()) std::cout << text.str() << '\n';
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
