#include "io/checkpoint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <filesystem>
#include <limits>

#include "base/bytes.hpp"
#include "base/printable.hpp"
#include "io/durable.hpp"
#include "io/errors.hpp"
#include "io/file.hpp"
#include "io/sha256.hpp"
#include "spica/error.hpp"

namespace spica::io {

namespace {

constexpr std::string_view magic = "spica-checkpoint ";
constexpr int format_version = 3;
constexpr std::size_t digest_length = 64;

std::string text_of(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "none";
}

template <class Value>
std::string text_of(const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    return value ? "yes" : "no";
  } else if constexpr (std::is_enum_v<Value>) {
    return std::string(name_of(value));
  } else {
    return fmt::format("{}", value);
  }
}

std::string text_of(const Support& features) {
  return features.empty() ? "none" : fmt::format("{}", fmt::join(features, ","));
}

/// Options that may differ between a solve and what it goes on from.
bool may_differ(std::string_view option) {
  return option == "time-limit" || option == "node-limit" || option == "threads";
}

/// The first line ends here; what follows it is covered by the checksum.
std::string_view after_magic(std::string_view bytes, const std::string& path) {
  const std::size_t end = bytes.find('\n');
  int version = 0;
  if (bytes.starts_with(magic) && end != std::string_view::npos) {
    const char* last = bytes.data() + end;
    const auto [stop, error] = std::from_chars(bytes.data() + magic.size(), last, version);
    if (error != std::errc() || stop != last) version = 0;
  }
  if (version <= 0) fail(path, "not a checkpoint; `resume` takes what `checkpoint` wrote");
  if (version != format_version)
    fail(path,
         fmt::format("a checkpoint of version {}, and this spica knows version {}; resume it with the spica "
                     "that wrote it",
                     version, format_version));
  return bytes.substr(end + 1);
}

/// The name of an option in the file: its first version had them with dashes.
std::string stored_name(const std::string& option) {
  return (option.size() == 1 ? "-" : "--") + option;
}

/// What a message calls it: an option by its name, anything else as it is.
std::string spoken_name(const std::string& stored) {
  const std::size_t dashes = stored.find_first_not_of('-');
  return dashes == 0 ? stored : fmt::format("`{}`", stored.substr(dashes));
}

void require_same(const std::string& path, const Identity& then, const Identity& now) {
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto& [name, value] = now[i];
    if (i >= then.size() || then[i].first != name)
      fail(path, "the checkpoint is of another version of spica; resume it with the spica that wrote it");
    if (then[i].second != value)
      fail(path, fmt::format("the checkpoint is of another solve: {} was {}, and is {} now",
                             spoken_name(name), shown(then[i].second, 70), shown(value, 70)));
  }
}

}  // namespace

Identity identity_of(const Input& input, const Interpretation& how, const Options& options,
                     const std::vector<Index>& cardinalities) {
  const Problem& problem = input.problem;
  Identity identity;
  const auto add = [&identity](std::string name, std::string value) {
    identity.emplace_back(std::move(name), std::move(value));
  };
  add("the input's size", fmt::format("{} x {}", problem.samples(), problem.features()));
  add("the input's SHA-256", input.sha256.empty() ? input.fingerprint : input.sha256);
  const auto add_option = [&add](const std::string& option, std::string value) {
    add(stored_name(option), std::move(value));
  };
  add_option("as", std::string(name_of(problem.kind())));
  add_option("standardize", text_of(how.standardize));
  add_option("no-center", text_of(!how.center));
  add_option("ddof", text_of(how.ddof));
  add_option("shift", text_of(how.shift));
  add_option("missing", text_of(static_cast<int>(how.missing)));
  add_option("exclude", text_of(input.excluded));
  add_option("include", text_of(options.include));
  add_option("groups", options.limits.empty()
                           ? ""
                           : text_of(options.limits.group) + " at most " + text_of(options.limits.at_most));
  std::vector<std::string> start;
  for (const Support& support : options.start) start.push_back(text_of(support));
  add_option("start", fmt::format("{}", fmt::join(start, "; ")));
  add_option("prove", text_of(options.prove));
  add_option("k", fmt::format("{}", fmt::join(cardinalities, ",")));
  const auto visit = [&add_option](const char* option, const auto& value, double, double, const char*) {
    if (!may_differ(option)) add_option(option, text_of(value));
  };
  visit_solve_options(options, visit);
  visit_objective_options(options, visit);
  visit_deflation_options(options, visit);
  visit_heuristic_options(options.heuristic, visit);
  add_option("certificate", text_of(options.certificate));
  return identity;
}

void write_checkpoint(const std::string& path, const Identity& identity, const SavedState& state) {
  bytes::Writer out;
  out(identity, state.time_sec);
  const std::string before = out.take();
  Sha256 digest;  // of both, without a copy of what may be large
  digest.add(before);
  digest.add(state.bytes);
  const std::string head = fmt::format("{}{}\n{}\n", magic, format_version, digest.hex());
  write_durably(path, {head, before, state.bytes});
}

void CheckpointWriter::write(const SavedState& state) {
  try {
    write_checkpoint(path_, identity_, state);
    failed_ = false;
  } catch (const Error& error) {
    failed_ = true;
    if (!warned_) warn_(fmt::format("{}; the solve goes on, and tries again", error.what()));
    warned_ = true;
  }
}

void CheckpointWriter::finish() const {
  if (!failed_) return;
  std::error_code error;
  const bool kept = std::filesystem::exists(path_, error);
  warn_(fmt::format("{}: the state at the end could not be written{}", text::printable(path_),
                    kept ? "; the one before it was kept" : ""));
}

SavedState read_checkpoint(const std::string& path, const Identity& identity) {
  const std::string bytes = read_bytes(path);
  std::string_view rest = after_magic(bytes, path);
  const std::string_view digest = rest.substr(0, digest_length);
  const bool complete = rest.size() > digest_length && rest[digest_length] == '\n';
  if (complete) rest.remove_prefix(digest_length + 1);
  if (!complete || sha256_hex(rest) != digest)
    fail(path, "the checkpoint is damaged: its checksum is wrong; start anew without `resume`");
  bytes::Reader in(rest);
  require_same(path, in.read<Identity>(), identity);
  SavedState state;
  state.time_sec = in.read<double>();
  state.bytes = in.rest();
  return state;
}

}  // namespace spica::io
