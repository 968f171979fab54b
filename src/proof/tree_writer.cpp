#include "proof/tree_writer.hpp"

#include <algorithm>
#include <variant>
#include <vector>

namespace spica::proof {

Support TreeWriter::original(const Support& local) const {
  Support result;
  result.reserve(local.size());
  for (const Index i : local) result.push_back(original(i));
  return result;
}

/// Its number, after it was written if it is new.
std::size_t TreeWriter::number_of(const PointRef& point) {
  const auto [found, fresh] = known_.try_emplace(point.get(), points_);
  if (fresh) {
    text_.say("dual");
    text_.list(original(point->features()));
    text_.say("\n");
    text_.numbers_of(*point);
    ++points_;
  }
  return found->second;
}

std::size_t TreeWriter::number_of(const SampleRef& point) {
  const auto [found, fresh] = known_.try_emplace(point.get(), samples_);
  if (fresh) {
    text_.say("sample");
    text_.number(std::ldexp(point->nu, sample_exponent_) + sample_room_);
    text_.list(original(point->features));
    text_.say("\n");
    text_.columns(point->q, sample_exponent_ / 2);
    ++samples_;
  }
  return found->second;
}

std::size_t TreeWriter::number_of(const BoxRef& point) {
  const auto [found, fresh] = known_.try_emplace(point.get(), boxes_);
  if (fresh) {
    text_.say("box");
    text_.number(point->level);
    for (const double value : point->d) text_.number(value);
    text_.say(" {}\n", point->y.size());
    text_.columns(point->y);
    ++boxes_;
  }
  return found->second;
}

bool TreeWriter::write(const Node& root) {
  std::vector<const Node*> open = {&root};
  while (!open.empty()) {
    const Node& node = *open.back();
    open.pop_back();
    for (const Step& step : node.steps) std::visit([this](const auto& kind) { write(kind); }, step);
    if (node.with) {
      if (node.cut) {
        text_.say("cut {}", node.cut->direction);
        text_.number(node.cut->at);
      } else {
        text_.say("branch {}", original(node.feature));
      }
      if (!node.alike.empty()) {
        text_.say(" alike");
        text_.list(original(node.alike));
      }
      text_.say("\n");
      open.push_back(node.without.get());
      open.push_back(node.with.get());
    } else if (!std::visit([this](const auto& why) { return write(why); }, node.reason)) {
      return false;
    }
  }
  return true;
}

void TreeWriter::write(const step::Mirror& step) {
  text_.say("mirror {} {}\n", original(step.useless), original(step.like));
}

void TreeWriter::write(const step::In& step) {
  const std::size_t point = number_of(step.point);
  text_.say("in {} pairs {}\n", original(step.feature), point);
}

void TreeWriter::write(const step::Out& step) {
  const std::size_t point = std::visit([this](const auto& p) { return number_of(p); }, step.point);
  text_.say("out");
  text_.list(original(step.features));
  text_.say(" {} {}\n", std::holds_alternative<SampleRef>(step.point) ? "sample" : "pairs", point);
}

void TreeWriter::write(const step::OutTogether& step) {
  const std::size_t point = number_of(step.point);
  text_.say("out");
  text_.list(original(step.features));
  text_.say(" group {}", point);
  for (const double level : step.levels) text_.number(level);
  text_.say("\n");
}

bool TreeWriter::write(const reason::Cauchy& why) {
  text_.say("close cauchy {}", why.r->cols());
  for (const auto row : why.r->rowwise()) {
    text_.say("\n");
    for (const double value : row) text_.number(value);
  }
  text_.say("\n");
  return true;
}

bool TreeWriter::write(const reason::Listed& why) {
  const auto at = std::find(listed_->begin(), listed_->end(), original(why.support));
  if (at != listed_->end()) return close("listed", static_cast<std::size_t>(at - listed_->begin()));
  return why.point ? write(reason::Pairs{why.point}) : close("spectral");
}

bool TreeWriter::close(std::string_view why) {
  text_.say("close {}\n", why);
  return true;
}

bool TreeWriter::close(std::string_view why, std::size_t point) {
  text_.say("close {} {}\n", why, point);
  return true;
}

}  // namespace spica::proof
