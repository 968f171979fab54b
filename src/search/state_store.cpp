#include "search/state_store.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace spica::search {

StateStore::Kept::Kept(StateStore& store, std::shared_ptr<const bounds::State> state)
    : store_(store), state_(std::move(state)), bytes_(state_->bytes()) {
  store_.in_memory_ += bytes_;
}

StateStore::Kept::~Kept() {
  leave_memory();
  if (place_) store_.file_.release(*place_);
}

void StateStore::Kept::leave_memory() {
  store_.in_memory_ -= bytes_;
  bytes_ = 0;
  state_.reset();
}

std::shared_ptr<const bounds::State> StateStore::Kept::get() const {
  const std::scoped_lock lock(mutex_);
  if (state_) return state_;
  if (!place_) return nullptr;
  const std::optional<std::string> bytes = store_.file_.read(*place_);
  if (!bytes) ++store_.forgotten_;
  return bytes ? store_.bound_.unpack(*bytes) : nullptr;
}

std::string StateStore::Kept::packed() const {
  const std::scoped_lock lock(mutex_);
  if (state_) return store_.bound_.pack(*state_);
  return place_ ? store_.file_.read(*place_).value_or("") : "";
}

void StateStore::Kept::spill() {
  const std::scoped_lock lock(mutex_);
  if (!state_) return;
  const std::string bytes = store_.bound_.pack(*state_);
  if (!bytes.empty()) place_ = store_.file_.write(bytes);
  ++(place_ ? store_.spilled_ : store_.forgotten_);
  leave_memory();
}

std::shared_ptr<StateStore::Kept> StateStore::keep(std::shared_ptr<const bounds::State> state) {
  return state ? std::make_shared<Kept>(*this, std::move(state)) : nullptr;
}

std::size_t default_memory_bytes() {
  const auto pages = static_cast<std::size_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
  std::size_t bytes = pages * static_cast<std::size_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
  std::ifstream container("/sys/fs/cgroup/memory.max");  // a number, or "max"
  if (std::size_t most = 0; container >> most) bytes = std::min(bytes, most);
  return bytes / 2;
}

}  // namespace spica::search
