#include "paper/params.hpp"

#include <fmt/format.h>

#include <charconv>

#include "io/list.hpp"
#include "spica/error.hpp"

namespace spica::paper {

void set_params(IpOptions& ip, const std::string& text) {
  std::vector<std::int64_t> numbers;
  for (const std::string& entry : io::split_list(text)) {
    const char* end = entry.data() + entry.size();
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(entry.data(), end, number);
    if (error != std::errc() || stop != end)
      throw Error(ErrorKind::usage, fmt::format("`params` {}: '{}' is not a whole number", text, entry));
    numbers.push_back(number);
  }
  if (numbers.size() != 2 && numbers.size() != 3)
    throw Error(ErrorKind::usage, fmt::format("`params` {}: give Ipos,N or Ipos,N,iterations", text));
  ip.ipos = numbers[0];
  ip.splits = numbers[1];
  if (numbers.size() == 3) ip.iterations = numbers[2];
}

}  // namespace spica::paper
