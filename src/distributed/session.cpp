#include "distributed/session.hpp"

#include <atomic>
#include <utility>

#include "distributed/service.hpp"

namespace spica::distributed {

namespace {

/// Factors that are closed but of which the other ranks have not heard. Those of a session that has ended go
/// with the requests of the next one.
class Closed {
 public:
  void add(FactorNumber number) {
    const std::scoped_lock lock(mutex_);
    numbers_.push_back(number);
  }
  std::vector<FactorNumber> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(numbers_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<FactorNumber> numbers_;
};

Closed& closed() {
  static Closed numbers;
  return numbers;
}

}  // namespace

FactorNumber Session::new_number() {
  static std::atomic<FactorNumber> next = 0;
  return next++;
}

void Session::close(FactorNumber number) {
  closed().add(number);
}

std::vector<std::string> Session::ask(Request kind, FactorNumber number, const std::string& rest) {
  const std::scoped_lock lock(mutex_);
  bytes::Writer out;
  out(closed().take(), static_cast<std::uint8_t>(kind), number);
  const std::string request = out.take() + rest;
  distributed::ask(communicator_, Topic::features, request);
  return server_.answer(communicator_, request);
}

}  // namespace spica::distributed
