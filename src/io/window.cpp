#include "io/window.hpp"

#include <algorithm>
#include <utility>

namespace spica::io {

Window::Window(Source& source, std::size_t piece, Inspect inspect)
    : source_(source), piece_(piece), inspect_(std::move(inspect)) {}

void Window::grow() {
  buffer_.erase(0, start_);
  start_ = 0;
  const std::size_t before = buffer_.size();
  const std::size_t wanted = std::max(piece_, before / 2);
  if (buffer_.capacity() > 4 * (before + wanted)) buffer_.shrink_to_fit();  // rows are shorter now
  buffer_.resize(before + wanted);
  const std::size_t count = source_.read({buffer_.data() + before, wanted});
  buffer_.resize(before + count);
  complete_ = count < wanted;
  if (inspect_) inspect_(std::string_view(buffer_).substr(before));
}

void Window::grow_to(std::size_t count) {
  while (!complete_ && text().size() < count) grow();
}

}  // namespace spica::io
