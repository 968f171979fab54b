#pragma once

// Which word was meant by one that does not exist: for the end of a message.

#include <cstddef>
#include <optional>
#include <string_view>

namespace spica::text {

/// How many letters are to be put in, left out, exchanged or swapped with their neighbour to get from one
/// word to the other. Upper and lower case are the same.
std::size_t distance(std::string_view one, std::string_view other);

/// The position of the word that is nearest to what was written, if that is near enough to be a slip.
template <class Words>
std::optional<std::size_t> nearest(std::string_view written, const Words& known) {
  std::optional<std::size_t> best;
  std::size_t least = (written.size() < 6 ? 1 : written.size() / 3) + 1;
  std::size_t position = 0;
  for (const std::string_view word : known) {
    const std::size_t longer =
        word.size() > written.size() ? word.size() - written.size() : written.size() - word.size();
    if (const std::size_t here = longer < least ? distance(written, word) : least; here < least) {
      least = here;
      best = position;
    }
    ++position;
  }
  return best;
}

}  // namespace spica::text
