#include "io/named.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/spelling.hpp"
#include "io/cell.hpp"
#include "io/errors.hpp"

namespace spica::io {

void Named::fill_index() const {
  if (names_ == nullptr || !index_.empty()) return;
  for (std::size_t i = 0; i < names_->size(); ++i) {
    const auto [at, fresh] = index_.emplace((*names_)[i], static_cast<Index>(i));
    if (!fresh) at->second = several;
  }
}

void Named::refuse_several(const std::string& text) const {
  constexpr std::size_t most = 5;
  Support numbers;
  for (std::size_t i = 0; i < names_->size(); ++i) {
    if ((*names_)[i] == text) numbers.push_back(static_cast<Index>(i));
  }
  const std::size_t listed = std::min(most, numbers.size());
  fail(path_,
       fmt::format("{} {}s are called {}; give their numbers instead, from 0: {}{}",
                   numbers.size() == 2 ? "two" : std::to_string(numbers.size()), noun_, shown(text),
                   fmt::join(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(listed), ","),
                   listed < numbers.size() ? fmt::format(" and {} more", numbers.size() - listed) : ""));
}

std::optional<Index> Named::find(const std::string& text) const {
  fill_index();
  const auto found = index_.find(text);
  if (found != index_.end()) {
    if (found->second == several) refuse_several(text);
    return found->second;
  }
  const std::string_view inner = trimmed(text);
  if (!inner.empty() && inner.size() < text.size()) return find(std::string(inner));
  Index number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && number >= 0 && number < count_) return number;
  return std::nullopt;
}

std::optional<Index> Named::meant_by(const std::string& text) const {
  constexpr std::size_t longest = 60;  // longer texts are no slips of a finger
  const bool spelled = std::any_of(text.begin(), text.end(),
                                   [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
  if (names_ == nullptr || !spelled || text.size() > longest) return std::nullopt;
  const std::optional<std::size_t> found = text::nearest(text, *names_);
  if (!found) return std::nullopt;
  return static_cast<Index>(*found);
}

std::optional<Index> Named::cut_at_comma(const std::string& text) const {
  if (names_ == nullptr || text.empty()) return std::nullopt;
  const auto found = std::find_if(names_->begin(), names_->end(),
                                  [&text](const std::string& name) { return name.starts_with(text + ","); });
  if (found == names_->end()) return std::nullopt;
  return found - names_->begin();
}

Index Named::at(const std::string& text) const {
  if (const std::optional<Index> found = find(text)) return *found;
  if (const std::optional<Index> cut = cut_at_comma(text))
    fail(path_, fmt::format("there is no {} {}; give a name with a comma, such as {}, in a file: @FILE",
                            noun_, shown(text), label(*cut)));
  if (const std::optional<Index> near = meant_by(text))
    fail(path_, fmt::format("there is no {} {}; did you mean {}?", noun_, shown(text), label(*near)));
  fail(path_, fmt::format("there is no {} {}; give {}", noun_, shown(text),
                          count_ > 1 ? fmt::format("names, or numbers from 0 to {}", count_ - 1)
                                     : fmt::format("the name of a {}", noun_)));
}

Support Named::at(const std::vector<std::string>& texts) const {
  Support result;
  for (const std::string& text : texts) result.push_back(at(text));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::string Named::label(Index i) const {
  return names_ == nullptr || names_->empty() ? fmt::format("{} {}", noun_, i)
                                              : shown((*names_)[static_cast<std::size_t>(i)]);
}

}  // namespace spica::io
