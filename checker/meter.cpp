#include "checker/meter.hpp"

#include <cstdio>

namespace spica_check {

thread_local std::int64_t Meter::held_ = 0;
thread_local double Meter::done_ = 0.0;
thread_local Limits Meter::limits_;

namespace {

std::string with_number(const char* format, double number) {
  char line[160];
  std::snprintf(line, sizeof line, format, number);
  return line;
}

}  // namespace

void Meter::refuse_memory() {
  throw OverLimit(with_number(
      "takes more than the %.0f MB of memory that a check of such files may; --memory allows more",
      limits_.memory / 1e6));
}

void Meter::refuse_work() {
  throw OverLimit(
      with_number("takes more than the %.3g operations that a check of such files may; --work allows more",
                  limits_.work));
}

Limited::Limited(const Limits& limits) : limits_before_(Meter::limits_), held_before_(Meter::held_) {
  Meter::limits_ = limits;
  Meter::held_ = 0;
  Meter::done_ = 0.0;
}

Limited::~Limited() {
  Meter::limits_ = limits_before_;
  Meter::held_ += held_before_;  // what outlives the limits is given back later
}

}  // namespace spica_check
