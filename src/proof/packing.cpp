#include "proof/packing.hpp"

#include <variant>

#include "spica/error.hpp"

namespace spica::proof {

namespace {

void pack(bytes::Writer& out, const Point& point) {
  out.list(point.features());
  out.flag(std::holds_alternative<Point::Single>(point.pairs()));
  std::visit([&out](const auto& values) { out.list(values); }, point.pairs());
}
void pack(bytes::Writer& out, const SamplePoint& point) {
  out.number(point.nu);
  out.list(point.features);
  out.matrix(point.q);
}
void pack(bytes::Writer& out, const Matrix& r) {
  out.matrix(r);
}

template <class Shared>
Shared unpack(bytes::Reader& in);

template <>
Point unpack<Point>(bytes::Reader& in) {
  Support features = in.support();
  std::variant<Point::Single, Point::Double> pairs;
  if (in.flag()) {
    pairs = in.list<float>();
  } else {
    pairs = in.list<double>();
  }
  const std::size_t n = features.size();
  const std::size_t size = std::visit([](const auto& values) { return values.size(); }, pairs);
  bytes::Reader::require(n > 0 && size == n * (n - 1));
  return {std::move(features), std::move(pairs)};
}
template <>
SamplePoint unpack<SamplePoint>(bytes::Reader& in) {
  SamplePoint point;
  point.nu = in.number<double>();
  point.features = in.support();
  point.q = in.matrix<Matrix>();
  return point;
}
template <>
Matrix unpack<Matrix>(bytes::Reader& in) {
  return in.matrix<Matrix>();
}

/// Things that many nodes share are written once, where they come first; 0 is none.
template <class Shared>
class WrittenOnce {
 public:
  void pack(bytes::Writer& out, const std::shared_ptr<const Shared>& thing) {
    if (!thing) return out.count(0);
    const auto [at, fresh] = known_.try_emplace(thing.get(), known_.size() + 1);
    out.count(at->second);
    if (fresh) proof::pack(out, *thing);
  }

 private:
  std::unordered_map<const Shared*, std::size_t> known_;
};

template <class Shared>
class ReadOnce {
 public:
  std::shared_ptr<const Shared> unpack(bytes::Reader& in) {
    const std::size_t number = in.place(known_.size() + 2);
    if (number == 0) return nullptr;
    if (number == known_.size() + 1) {
      known_.push_back(std::make_shared<const Shared>(proof::unpack<Shared>(in)));
    }
    return known_[number - 1];
  }
  [[nodiscard]] const std::vector<std::shared_ptr<const Shared>>& all() const { return known_; }

 private:
  std::vector<std::shared_ptr<const Shared>> known_;
};

class TreeWriter {
 public:
  TreeWriter(bytes::Writer& out, const std::vector<const Node*>& open) : out_(out) {
    for (std::size_t i = 0; i < open.size(); ++i) number_.emplace(open[i], i);
  }

  void write(const Node& root) {
    std::vector<const Node*> left = {&root};
    while (!left.empty()) {
      const Node& node = *left.back();
      left.pop_back();
      const auto at = number_.find(&node);
      out_.flag(at != number_.end());
      if (at != number_.end()) {
        out_.count(at->second);
        continue;
      }
      write_closed(node);
      if (!node.with) continue;
      left.push_back(node.without.get());
      left.push_back(node.with.get());
    }
  }

 private:
  void write_closed(const Node& node) {
    out_.count(node.steps.size());
    for (const Step& step : node.steps) {
      out_.count(static_cast<std::size_t>(step.kind));
      out_.list(step.features);
      points_.pack(out_, step.point);
      out_.list(step.levels);
      samples_.pack(out_, step.sample);
    }
    if (node.reason.box || node.cut)
      throw Error(ErrorKind::internal, "evidence about boxes cannot be packed");
    out_.count(static_cast<std::size_t>(node.reason.kind));
    points_.pack(out_, node.reason.point);
    rows_.pack(out_, node.reason.r);
    samples_.pack(out_, node.reason.sample);
    out_.number(node.feature);
    out_.list(node.alike);
    out_.flag(node.with != nullptr);
  }

  bytes::Writer& out_;
  std::unordered_map<const Node*, std::size_t> number_;
  WrittenOnce<Point> points_;
  WrittenOnce<SamplePoint> samples_;
  WrittenOnce<Matrix> rows_;
};

class TreeReader {
 public:
  TreeReader(bytes::Reader& in, std::size_t open) : in_(in) { trees_.open.resize(open); }

  void read_tree() {
    trees_.roots.push_back(std::make_shared<Node>());
    std::vector<std::shared_ptr<Node>> left = {trees_.roots.back()};
    while (!left.empty()) {
      const std::shared_ptr<Node> node = left.back();
      left.pop_back();
      if (in_.flag()) {
        trees_.open[in_.place(trees_.open.size())] = node;
        continue;
      }
      if (!read(*node)) continue;
      auto [with, without] = split(node.get());
      left.push_back(std::move(without));
      left.push_back(std::move(with));
    }
  }

  Trees finish() {
    for (const std::shared_ptr<Node>& node : trees_.open) bytes::Reader::require(node != nullptr);
    for (const PointRef& point : points_.all()) trees_.bytes += point->bytes();
    return std::move(trees_);
  }

 private:
  /// True if it has children.
  bool read(Node& node) {
    node.steps.resize(in_.count(40));
    for (Step& step : node.steps) {
      step.kind = static_cast<Step::Kind>(in_.place(static_cast<std::size_t>(Step::Kind::mirror) + 1));
      step.features = in_.support();
      step.point = points_.unpack(in_);
      step.levels = in_.list<double>();
      step.sample = samples_.unpack(in_);
    }
    node.reason = {};
    node.reason.kind = static_cast<Reason::Kind>(in_.place(static_cast<std::size_t>(Reason::Kind::box)));
    node.reason.point = points_.unpack(in_);
    node.reason.r = rows_.unpack(in_);
    node.reason.sample = samples_.unpack(in_);
    node.feature = in_.number<Index>();
    node.alike = in_.support();
    return in_.flag();
  }

  bytes::Reader& in_;
  Trees trees_;
  ReadOnce<Point> points_;
  ReadOnce<SamplePoint> samples_;
  ReadOnce<Matrix> rows_;
};

}  // namespace

void pack_trees(bytes::Writer& out, const std::vector<const Node*>& roots,
                const std::vector<const Node*>& open) {
  out.count(roots.size());
  TreeWriter writer(out, open);
  for (const Node* root : roots) writer.write(*root);
}

Trees unpack_trees(bytes::Reader& in, std::size_t open) {
  const std::size_t roots = in.count();
  TreeReader reader(in, open);
  for (std::size_t i = 0; i < roots; ++i) reader.read_tree();
  return reader.finish();
}

void pack_core(bytes::Writer& out, const Core& core) {
  for (const PointRef& point : {core.point, core.inside}) {
    out.flag(point != nullptr);
    if (point) pack(out, *point);
  }
  out.matrix(core.payments);
  out.count(core.weights.size());
  for (const auto& [feature, weight] : core.weights) {
    out.number(feature);
    out.number(weight);
  }
}

Core unpack_core(bytes::Reader& in) {
  Core core;
  for (PointRef* point : {&core.point, &core.inside}) {
    if (in.flag()) *point = std::make_shared<const Point>(unpack<Point>(in));
  }
  core.payments = in.matrix<Vector>();
  core.weights.resize(in.count(16));
  for (auto& [feature, weight] : core.weights) {
    feature = in.number<Index>();
    weight = in.number<double>();
  }
  return core;
}

}  // namespace spica::proof
