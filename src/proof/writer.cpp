#include "proof/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "numerics/rounding.hpp"

namespace spica::proof {

namespace {

/// The checker rounds on its own; this much room it needs for that, relative to the bound, and after each
/// deflation relative to the largest entry of the matrix, which is about one.
constexpr double room = 1e-10;
constexpr double room_of_deflation = 1e-11;

class Writer {
 public:
  explicit Writer(const Claim& claim) : claim_(claim) {}

  std::optional<std::string> write() {
    say("component\nk {}\n", claim_.k);
    write_component_vector();
    say("upper");
    const double more = room * std::abs(claim_.upper) + claim_.model.room +
                        room_of_deflation * static_cast<double>(claim_.deflations);
    number(more == 0.0 ? claim_.upper : numerics::up(claim_.upper + more));
    say("\n");
    if (claim_.core) write_core();
    write_groups();
    if (claim_.model.factor) write_factor(*claim_.model.factor);
    if (claim_.model.directions) write_directions(*claim_.model.directions);
    if (!write_tree()) return std::nullopt;
    say("end\n");
    return std::move(text_);
  }

 private:
  template <class... Values>
  void say(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }
  void number(double value) {
    if (value == 0.0) {
      text_ += " 0";
    } else {
      say(" {:a}", value);
    }
  }
  void list(const Support& features) {
    say(" {}", features.size());
    for (const Index i : features) say(" {}", i);
  }
  [[nodiscard]] Index original(Index i) const { return claim_.features[static_cast<std::size_t>(i)]; }
  [[nodiscard]] Support original(const Support& local) const {
    Support result;
    result.reserve(local.size());
    for (const Index i : local) result.push_back(original(i));
    return result;
  }

  /// Without what is nothing beside the rest.
  void write_component_vector() {
    Support support;
    std::vector<double> values;
    for (std::size_t i = 0; i < claim_.x.support.size(); ++i) {
      const double value = claim_.x.values(static_cast<Index>(i));
      if (std::abs(value) < 0x1p-99) continue;
      support.push_back(claim_.x.support[i]);
      values.push_back(value);
    }
    say("x");
    list(support);
    for (const double value : values) number(value);
    say("\n");
  }

  void write_numbers(const Point& point) {
    const std::size_t last = point.features().size() - 1;
    point.for_each([&](std::size_t, std::size_t j, double w, double a) {
      number(w);
      if (w != 0.0) number(a);
      if (j == last) say("\n");
    });
  }

  void write_core() {
    const Core& core = *claim_.core;
    say("core");
    list(core.point->features());
    say("\n");
    write_numbers(*core.point);
    ++points_;
    say("pay");
    for (const double e : core.payments) number(e);
    say("\nweights {}", core.weights.size());
    auto weights = core.weights;
    std::sort(weights.begin(), weights.end());
    for (const auto& [feature, weight] : weights) say(" {}", feature);
    for (const auto& [feature, weight] : weights) number(weight);
    say("\n");
  }

  void write_groups() {
    if (claim_.groups.empty()) return;
    say("groups {}\n", claim_.groups.size());
    for (const Group& group : claim_.groups) {
      list(original(group.features));
      for (const int sign : group.signs) say(" {}", sign);
      say("\n");
    }
  }

  /// One column a line.
  void columns(const Matrix& m, int exponent = 0) {
    for (const auto column : m.colwise()) {
      for (const double value : column) number(std::ldexp(value, exponent));
      say("\n");
    }
  }

  void write_factor(const Factor& factor) {
    say("factor {}", factor.c.rows());
    number(factor.rho);
    say("\n");
    columns(factor.c);
  }

  void write_directions(const Directions& directions) {
    say("directions {}", directions.lam.size());
    number(directions.rho);
    number(directions.slack);
    say("\n");
    columns(directions.lam);
    columns(directions.v);
    say("side {}\n", directions.side);
  }

  /// Its number, after it was written if it is new.
  std::size_t number_of(const PointRef& point) {
    const auto [found, fresh] = known_.try_emplace(point.get(), points_);
    if (fresh) {
      say("dual");
      list(original(point->features()));
      say("\n");
      write_numbers(*point);
      ++points_;
    }
    return found->second;
  }
  std::size_t number_of(const SampleRef& point) {
    const auto [found, fresh] = known_.try_emplace(point.get(), samples_);
    if (fresh) {
      say("sample");
      number(std::ldexp(point->nu, claim_.model.sample_exponent));
      list(original(point->features));
      say("\n");
      columns(point->q, claim_.model.sample_exponent / 2);
      ++samples_;
    }
    return found->second;
  }
  std::size_t number_of(const BoxRef& point) {
    const auto [found, fresh] = known_.try_emplace(point.get(), boxes_);
    if (fresh) {
      say("box");
      number(point->level);
      for (const double value : point->d) number(value);
      say(" {}\n", point->y.size());
      columns(point->y);
      ++boxes_;
    }
    return found->second;
  }

  bool write_tree() {
    std::vector<const Node*> open = {claim_.root};
    while (!open.empty()) {
      const Node& node = *open.back();
      open.pop_back();
      for (const Step& step : node.steps) std::visit([this](const auto& kind) { write(kind); }, step);
      if (node.with) {
        if (node.cut) {
          say("cut {}", node.cut->direction);
          number(node.cut->at);
        } else {
          say("branch {}", original(node.feature));
        }
        if (!node.alike.empty()) {
          say(" alike");
          list(original(node.alike));
        }
        say("\n");
        open.push_back(node.without.get());
        open.push_back(node.with.get());
      } else if (!std::visit([this](const auto& why) { return write(why); }, node.reason)) {
        return false;
      }
    }
    return true;
  }

  void write(const step::Mirror& step) { say("mirror {} {}\n", original(step.useless), original(step.like)); }
  void write(const step::In& step) {
    const std::size_t point = number_of(step.point);
    say("in {} pairs {}\n", original(step.feature), point);
  }
  void write(const step::Out& step) {
    const std::size_t point = std::visit([this](const auto& p) { return number_of(p); }, step.point);
    say("out");
    list(original(step.features));
    say(" {} {}\n", std::holds_alternative<SampleRef>(step.point) ? "sample" : "pairs", point);
  }
  void write(const step::OutTogether& step) {
    const std::size_t point = number_of(step.point);
    say("out");
    list(original(step.features));
    say(" group {}", point);
    for (const double level : step.levels) number(level);
    say("\n");
  }

  /// False where certificates have no words for a reason.
  bool write(const reason::None&) { return false; }
  bool write(const reason::Inherited&) { return false; }
  bool write(const reason::Spectral&) { return close("spectral"); }
  bool write(const reason::Empty&) { return close("empty"); }
  bool write(const reason::Pairs& why) { return close("pairs", number_of(why.point)); }
  bool write(const reason::Sample& why) { return close("sample", number_of(why.point)); }
  bool write(const reason::Box& why) { return close("box", number_of(why.point)); }
  bool write(const reason::Cauchy& why) {
    say("close cauchy {}", why.r->cols());
    for (const auto row : why.r->rowwise()) {
      say("\n");
      for (const double value : row) number(value);
    }
    say("\n");
    return true;
  }
  bool close(std::string_view why) {
    say("close {}\n", why);
    return true;
  }
  bool close(std::string_view why, std::size_t point) {
    say("close {} {}\n", why, point);
    return true;
  }

  const Claim& claim_;
  std::string text_;
  std::size_t points_ = 0;
  std::size_t samples_ = 0;
  std::size_t boxes_ = 0;
  std::unordered_map<const void*, std::size_t> known_;  // points of all kinds
};

}  // namespace

std::optional<std::string> write_component(const Claim& claim) {
  return Writer(claim).write();
}

}  // namespace spica::proof
