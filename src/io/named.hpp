#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spica/types.hpp"

namespace spica::io {

/// Things that a user may name, features or columns of a file: by their name, or by their number from 0.
class Named {
 public:
  /// The names are none, or as many as there are things; they must outlive this. The path is for messages.
  Named(std::string path, const std::vector<std::string>& names, Index count, std::string noun = "feature")
      : path_(std::move(path)), noun_(std::move(noun)), count_(count), names_(&names) {}
  /// Things without names.
  Named(std::string path, Index count) : path_(std::move(path)), count_(count) {}

  /// A name if there is one like it, else a number; nothing if it is neither. Throws Error(input) where two
  /// have that name.
  [[nodiscard]] std::optional<Index> find(const std::string& text) const;
  /// The same, and Error(input) where there is nothing.
  [[nodiscard]] Index at(const std::string& text) const;
  /// Each of a list, ascending, none twice.
  [[nodiscard]] Support at(const std::vector<std::string>& texts) const;

  /// True as well where things have no names.
  [[nodiscard]] bool is_called(Index i, const std::string& name) const {
    return names_ == nullptr || names_->empty() || (*names_)[static_cast<std::size_t>(i)] == name;
  }

  [[nodiscard]] Index count() const { return count_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// For messages: the name in quotes, or "feature 5".
  [[nodiscard]] std::string label(Index i) const;

 private:
  static constexpr Index several = -1;
  void fill_index() const;
  [[noreturn]] void refuse_several(const std::string& text) const;
  /// The first whose name begins with the text and a comma, where a list is cut.
  [[nodiscard]] std::optional<Index> cut_at_comma(const std::string& text) const;
  /// The one whose name differs in upper and lower case only, or else by a slip.
  [[nodiscard]] std::optional<Index> meant_by(const std::string& text) const;

  std::string path_;
  std::string noun_ = "feature";
  Index count_ = 0;
  const std::vector<std::string>* names_ = nullptr;
  mutable std::unordered_map<std::string_view, Index> index_;  // filled on first use
};

}  // namespace spica::io
