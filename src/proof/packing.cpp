#include "proof/packing.hpp"

#include <algorithm>

#include "spica/error.hpp"

namespace spica::proof {

namespace {

/// Of each pair i < j what certificates say: w_ij and a_ij. What a_ji must be follows from them.
template <class Number>
std::vector<Number> pairs_of(const Point& point) {
  const Index n = point.w.rows();
  std::vector<Number> values;
  values.reserve(static_cast<std::size_t>(n * (n - 1)));
  for (Index i = 0; i < n; ++i) {
    for (Index j = i + 1; j < n; ++j) {
      values.push_back(static_cast<Number>(point.w(i, j)));
      values.push_back(static_cast<Number>(point.a(j, i)));
    }
  }
  return values;
}

template <class Number>
void set_pairs(Point& point, const std::vector<Number>& values) {
  const auto n = static_cast<Index>(point.features.size());
  bytes::Reader::require(static_cast<Index>(values.size()) == n * (n - 1));
  point.a = point.w = Matrix::Zero(n, n);
  auto value = values.begin();
  for (Index i = 0; i < n; ++i) {
    for (Index j = i + 1; j < n; ++j) {
      point.w(i, j) = point.w(j, i) = *value++;
      point.a(j, i) = *value++;
    }
  }
}

/// Dual points are rounded to so few bits that floats hold most of them exactly.
void pack(bytes::Writer& out, const Point& point) {
  out.list(point.features);
  const std::vector<double> values = pairs_of<double>(point);
  const bool single = std::all_of(values.begin(), values.end(), [](double value) {
    return static_cast<double>(static_cast<float>(value)) == value;
  });
  out.flag(single);
  if (single) {
    out.list(pairs_of<float>(point));
  } else {
    out.list(values);
  }
}
void pack(bytes::Writer& out, const SamplePoint& point) {
  out.number(point.nu);
  out.list(point.features);
  out.matrix(point.q);
}
void pack(bytes::Writer& out, const Matrix& r) {
  out.matrix(r);
}

void unpack(bytes::Reader& in, Point& point) {
  point.features = in.support();
  if (in.flag()) {
    set_pairs(point, in.list<float>());
  } else {
    set_pairs(point, in.list<double>());
  }
}
void unpack(bytes::Reader& in, SamplePoint& point) {
  point.nu = in.number<double>();
  point.features = in.support();
  point.q = in.matrix<Matrix>();
}
void unpack(bytes::Reader& in, Matrix& r) {
  r = in.matrix<Matrix>();
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
      auto thing = std::make_shared<Shared>();
      proof::unpack(in, *thing);
      known_.push_back(std::move(thing));
    }
    return known_[number - 1];
  }

 private:
  std::vector<std::shared_ptr<const Shared>> known_;
};

class TreeWriter {
 public:
  explicit TreeWriter(bytes::Writer& out) : out_(out) {}

  void write(const Node& root, const std::vector<const Node*>& open) {
    std::unordered_map<const Node*, std::size_t> number;
    for (std::size_t i = 0; i < open.size(); ++i) number.emplace(open[i], i);
    std::vector<const Node*> left = {&root};
    while (!left.empty()) {
      const Node& node = *left.back();
      left.pop_back();
      const auto at = number.find(&node);
      out_.flag(at != number.end());
      if (at != number.end()) {
        out_.count(at->second);
        continue;
      }
      write(node);
      if (!node.with) continue;
      left.push_back(node.without.get());
      left.push_back(node.with.get());
    }
  }

 private:
  void write(const Node& node) {
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
  WrittenOnce<Point> points_;
  WrittenOnce<SamplePoint> samples_;
  WrittenOnce<Matrix> rows_;
};

class TreeReader {
 public:
  TreeReader(bytes::Reader& in, std::size_t open) : in_(in) { tree_.open.resize(open); }

  Tree read() {
    tree_.root = std::make_shared<Node>();
    std::vector<std::shared_ptr<Node>> left = {tree_.root};
    while (!left.empty()) {
      const std::shared_ptr<Node> node = left.back();
      left.pop_back();
      if (in_.flag()) {
        tree_.open[in_.place(tree_.open.size())] = node;
        continue;
      }
      if (!read(*node)) continue;
      auto [with, without] = split(node.get());
      left.push_back(std::move(without));
      left.push_back(std::move(with));
    }
    for (const std::shared_ptr<Node>& node : tree_.open) bytes::Reader::require(node != nullptr);
    return std::move(tree_);
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
  Tree tree_;
  ReadOnce<Point> points_;
  ReadOnce<SamplePoint> samples_;
  ReadOnce<Matrix> rows_;
};

}  // namespace

void pack_tree(bytes::Writer& out, const Node& root, const std::vector<const Node*>& open) {
  TreeWriter(out).write(root, open);
}

Tree unpack_tree(bytes::Reader& in, std::size_t open) {
  return TreeReader(in, open).read();
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
    if (!in.flag()) continue;
    auto read = std::make_shared<Point>();
    unpack(in, *read);
    *point = std::move(read);
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
