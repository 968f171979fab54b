#include "io/group_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "io/cell.hpp"
#include "io/errors.hpp"
#include "io/file.hpp"
#include "io/list.hpp"
#include "io/named.hpp"
#include "spica/error.hpp"

namespace spica::io {

namespace {

/// The two cells of a line; throws where there are not two.
std::pair<std::string, std::string> cells_of(std::string_view line, const std::string& path, Index row) {
  const std::size_t begin = line.front() == '"' ? std::min(line.find('"', 1), line.size()) : 0;
  const std::size_t split = line.find_first_of(",;\t", begin);
  const auto name = [](std::string_view text) {
    text = trimmed(text);
    const bool quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
    return cell_name(quoted ? Cell{text.substr(1, text.size() - 2), true} : Cell{text, false});
  };
  if (split == std::string_view::npos || trimmed(line.substr(split + 1)).empty() ||
      trimmed(line.substr(0, split)).empty())
    fail(path,
         fmt::format("row {} has no feature and group; write two columns, as in 'AAPL,technology'", row));
  return {name(line.substr(0, split)), name(line.substr(split + 1))};
}

class Reader {
 public:
  Reader(const std::string& path, const Named& features) : path_(path), features_(features) {
    limits_.group.assign(static_cast<std::size_t>(features.count()), GroupLimits::no_group);
  }

  GroupLimits read() {
    const std::string content = read_bytes(path_);
    std::string_view rest = content;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    for (Index row = 1; !rest.empty(); ++row) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      if (line.ends_with('\r')) line.remove_suffix(1);
      line = trimmed(line);
      if (!line.empty() && line.front() != '#') take(line, row);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (limits_.names.empty()) fail(path_, "gives no feature a group; write two columns, feature and group");
    return std::move(limits_);
  }

 private:
  void take(std::string_view line, Index row) {
    const auto [feature, group] = cells_of(line, path_, row);
    const std::optional<Index> found = features_.find(feature);
    const bool heading = !found && !begun_;
    begun_ = true;
    if (heading) return;
    if (!found)
      fail(path_,
           fmt::format("row {}: there is no feature {} in {}; take the row out, or name it as the data does",
                       row, shown(feature), features_.path()));
    Index& of = limits_.group[static_cast<std::size_t>(*found)];
    if (of != GroupLimits::no_group)
      fail(path_, fmt::format("row {}: {} has a group already; give each feature one", row,
                              features_.label(*found)));
    const auto [known, is_new] = numbers_.try_emplace(group, static_cast<Index>(limits_.names.size()));
    if (is_new) limits_.names.push_back(group);
    of = known->second;
  }

  const std::string& path_;
  const Named& features_;
  GroupLimits limits_;
  std::map<std::string, Index> numbers_;
  bool begun_ = false;
};

Index limit_of(std::string_view text, std::string_view whole) {
  text = trimmed(text);
  Index value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < 1)
    throw Error(ErrorKind::usage,
                fmt::format("`at-most`: {} is no limit; write a number from 1, as in 2 or banks=2,energy=1",
                            shown(whole)));
  return value;
}

void set_limits(GroupLimits& limits, const std::string& path, const std::string& at_most) {
  limits.at_most.assign(limits.names.size(), no_limit);
  if (at_most.find('=') == std::string::npos) {
    std::fill(limits.at_most.begin(), limits.at_most.end(), limit_of(at_most, at_most));
    return;
  }
  std::vector<char> seen(limits.names.size(), 0);
  for (const std::string& item : split_list(at_most)) {
    const std::size_t equals = item.rfind('=');
    if (equals == std::string::npos) (void)limit_of("", item);
    const std::string name(trimmed(std::string_view(item).substr(0, equals)));
    const auto at = std::find(limits.names.begin(), limits.names.end(), name) - limits.names.begin();
    if (at == static_cast<std::ptrdiff_t>(limits.names.size()))
      throw Error(ErrorKind::usage, fmt::format("`at-most`: there is no group {} in {}; its first is {}",
                                                shown(name), path, shown(limits.names.front())));
    if (seen[static_cast<std::size_t>(at)]++ != 0)
      throw Error(ErrorKind::usage, fmt::format("`at-most` names group {} twice", shown(name)));
    limits.at_most[static_cast<std::size_t>(at)] = limit_of(std::string_view(item).substr(equals + 1), item);
  }
}

}  // namespace

GroupLimits read_group_limits(const std::string& path, const std::string& at_most,
                              const std::vector<std::string>& names, Index features,
                              const std::string& data) {
  const Named named(data, names, features);
  GroupLimits limits = Reader(path, named).read();
  set_limits(limits, path, at_most);
  return limits;
}

}  // namespace spica::io
