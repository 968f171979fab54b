#include "interrupt.hpp"

#include <array>
#include <csignal>

namespace spica::app {

namespace {

// A signal handler reaches nothing but globals.
std::atomic<bool> has_come = false;
volatile std::sig_atomic_t last_signal = SIGINT;
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr std::array handled = {SIGINT, SIGTERM, SIGUSR1};
std::array<struct sigaction, handled.size()> previous;
struct sigaction previous_size_limit;

extern "C" void on_signal(int signal) {
  last_signal = signal;
  has_come.store(true);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  for (std::size_t i = 0; i < handled.size(); ++i) {
    action.sa_flags = handled[i] == SIGUSR1 ? 0 : SA_RESETHAND;  // mpirun may pass that one on more than once
    sigaction(handled[i], &action, &previous[i]);
  }
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignore, &previous_size_limit);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < handled.size(); ++i) sigaction(handled[i], &previous[i], nullptr);
  sigaction(SIGXFSZ, &previous_size_limit, nullptr);
}

const std::atomic<bool>* InterruptGuard::flag() const {
  return &has_come;
}

bool InterruptGuard::interrupted() {
  return has_come.load();
}

int InterruptGuard::exit_code() {
  return 128 + (last_signal == SIGUSR1 ? SIGTERM : last_signal);
}

}  // namespace spica::app
