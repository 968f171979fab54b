#include "io/group_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "base/spelling.hpp"
#include "io/cell.hpp"
#include "io/errors.hpp"
#include "io/file.hpp"
#include "io/list.hpp"
#include "io/named.hpp"
#include "spica/error.hpp"

namespace spica::io {

namespace {

/// Takes the first cell off a line, up to a separator, and the separator with it.
std::string take_cell(std::string_view& line) {
  const bool opens = line.starts_with('"');
  std::size_t quote = 0;  // the one that closes the cell; doubled ones are part of it
  while (opens && (quote = line.find('"', quote + 1)) != std::string_view::npos &&
         line.substr(quote + 1).starts_with('"'))
    ++quote;
  const std::size_t end = std::min(line.find_first_of(",;\t", opens ? quote : 0), line.size());
  const std::string_view text = trimmed(line.substr(0, end));
  line = trimmed(line.substr(std::min(end + 1, line.size())));
  const bool quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
  return cell_name(quoted ? Cell{text.substr(1, text.size() - 2), true} : Cell{text, false});
}

/// The two cells of a line; throws where there are not two. Empty cells at its end do not count.
std::pair<std::string, std::string> cells_of(std::string_view line, const std::string& path, Index row) {
  const std::string feature = take_cell(line);
  const std::string group = take_cell(line);
  if (feature.empty() || group.empty())
    fail(path,
         fmt::format("row {} has no feature and group; write two columns, as in 'AAPL,technology'", row));
  if (line.find_first_not_of(",;\t \"") != std::string_view::npos)
    fail(path, fmt::format("row {} has more than a feature and a group; leave two columns, and put a name "
                           "with a comma into quotes",
                           row));
  return {feature, group};
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

/// What to name instead of a group that does not exist.
std::string known_groups(const std::vector<std::string>& names, const std::string& unknown) {
  constexpr std::size_t most = 12;
  if (const std::optional<std::size_t> near = text::nearest(unknown, names))
    return fmt::format("did you mean {}?", shown(names[*near]));
  std::string list;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
    list += (i == 0 ? "" : ", ") + shown(names[i]);
  if (names.size() > most) list += fmt::format(" and {} more", names.size() - most);
  return "it has " + list;
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
      throw Error(ErrorKind::usage, fmt::format("`at-most`: there is no group {} in {}; {}", shown(name),
                                                path, known_groups(limits.names, name)));
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
