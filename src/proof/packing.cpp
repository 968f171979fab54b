#include "proof/packing.hpp"

#include <unordered_map>
#include <variant>

#include "spica/error.hpp"

namespace spica::proof {

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, SamplePoint>& point) {
  auto& [nu, features, q] = point;
  archive(nu, features, q);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, reason::Pairs>& why) {
  archive(why.point);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, reason::Listed>& why) {
  archive(why.support, why.point);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, reason::Cauchy>& why) {
  archive(why.r);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, reason::Sample>& why) {
  archive(why.point);
}
template <class Archive>
void fields(Archive& /*archive*/, bytes::Field<Archive, reason::Box>& /*why*/) {
  throw Error(ErrorKind::internal, "evidence about boxes cannot be packed");
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, step::Out>& step) {
  auto& [features, point] = step;
  archive(features, point);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, step::OutTogether>& step) {
  auto& [features, point, levels] = step;
  archive(features, point, levels);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, step::In>& step) {
  auto& [feature, point] = step;
  archive(feature, point);
}
template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, step::Mirror>& step) {
  auto& [useless, like] = step;
  archive(useless, like);
}

namespace {

void write(bytes::Writer& out, const Point& point) {
  const bool single = std::holds_alternative<Point::Single>(point.pairs());
  out(point.features(), single);
  std::visit(out, point.pairs());
}

Point read_point(bytes::Reader& in) {
  auto features = in.read<Support>();
  std::variant<Point::Single, Point::Double> pairs;
  if (in.read<bool>()) {
    pairs = in.read<Point::Single>();
  } else {
    pairs = in.read<Point::Double>();
  }
  const std::size_t n = features.size();
  const std::size_t size = std::visit([](const auto& values) { return values.size(); }, pairs);
  in.require(n > 0 && size == n * (n - 1));
  return {std::move(features), std::move(pairs)};
}

/// An archive of evidence: what many nodes share is written once, where it comes first; number 0 is nothing.
class EvidenceWriter {
 public:
  static constexpr bool packs = true;

  explicit EvidenceWriter(bytes::Writer& out) : out_(out) {}

  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }

 private:
  template <class Shared>
  void put(const std::shared_ptr<const Shared>& thing) {
    if (!thing) return out_.count(0);
    auto& known = std::get<Known<Shared>>(known_);
    const auto [at, fresh] = known.try_emplace(thing.get(), known.size() + 1);
    out_.count(at->second);
    if (!fresh) return;
    if constexpr (std::is_same_v<Shared, Point>) {
      write(out_, *thing);
    } else {
      out_(*thing);
    }
  }
  template <class... Kinds>
  void put(const std::variant<Kinds...>& value) {
    out_.count(value.index());
    std::visit([this](const auto& kind) { this->put(kind); }, value);
  }
  void put(const std::vector<Step>& steps) {
    out_.count(steps.size());
    for (const Step& step : steps) put(step);
  }
  template <class Value>
  void put(const Value& value) {
    if constexpr (requires { fields(*this, value); }) {
      fields(*this, value);
    } else if constexpr (!std::is_empty_v<Value>) {  // a reason or step without fields is its number alone
      out_(value);
    }
  }

  template <class Shared>
  using Known = std::unordered_map<const Shared*, std::size_t>;
  bytes::Writer& out_;
  std::tuple<Known<Point>, Known<SamplePoint>, Known<Matrix>> known_;
};

class EvidenceReader {
 public:
  static constexpr bool packs = false;

  explicit EvidenceReader(bytes::Reader& in) : in_(in) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  /// Of all points.
  [[nodiscard]] std::size_t point_bytes() const {
    std::size_t sum = 0;
    for (const PointRef& point : std::get<Known<Point>>(known_)) sum += point->bytes();
    return sum;
  }

 private:
  template <class Shared>
  void get(std::shared_ptr<const Shared>& thing) {
    auto& known = std::get<Known<Shared>>(known_);
    const std::size_t number = in_.place(known.size() + 2);
    if (number == known.size() + 1) {
      if constexpr (std::is_same_v<Shared, Point>) {
        known.push_back(std::make_shared<const Point>(read_point(in_)));
      } else {
        known.push_back(std::make_shared<const Shared>(in_.read<Shared>()));
      }
    }
    thing = number == 0 ? nullptr : known[number - 1];
  }
  template <class... Kinds>
  void get(std::variant<Kinds...>& value) {
    const std::size_t index = in_.place(sizeof...(Kinds));
    std::size_t at = 0;
    ((at++ == index ? get(value.template emplace<Kinds>()) : void()), ...);
  }
  void get(std::vector<Step>& steps) {
    steps.clear();
    for (std::size_t left = in_.count(); left > 0; --left) get(steps.emplace_back());
  }
  template <class Value>
  void get(Value& value) {
    if constexpr (requires { fields(*this, value); }) {
      fields(*this, value);
    } else if constexpr (!std::is_empty_v<Value>) {  // a reason or step without fields is its number alone
      in_(value);
    }
  }

  template <class Shared>
  using Known = std::vector<std::shared_ptr<const Shared>>;
  bytes::Reader& in_;
  std::tuple<Known<Point>, Known<SamplePoint>, Known<Matrix>> known_;
};

/// Of a node that is closed, without its children.
template <class Archive>
void closed_fields(Archive& archive, bytes::Field<Archive, Node>& node) {
  archive(node.steps, node.reason, node.feature, node.alike);
}

class TreePacker {
 public:
  TreePacker(bytes::Writer& out, const std::vector<const Node*>& open) : out_(out), evidence_(out) {
    for (std::size_t i = 0; i < open.size(); ++i) number_.emplace(open[i], i);
  }

  void write(const Node& root) {
    std::vector<const Node*> left = {&root};
    while (!left.empty()) {
      const Node& node = *left.back();
      left.pop_back();
      const auto at = number_.find(&node);
      out_(at != number_.end());
      if (at != number_.end()) {
        out_.count(at->second);
        continue;
      }
      if (node.cut) throw Error(ErrorKind::internal, "evidence about boxes cannot be packed");
      closed_fields(evidence_, node);
      out_(node.with != nullptr);
      if (!node.with) continue;
      left.push_back(node.without.get());
      left.push_back(node.with.get());
    }
  }

 private:
  bytes::Writer& out_;
  EvidenceWriter evidence_;
  std::unordered_map<const Node*, std::size_t> number_;
};

class TreeUnpacker {
 public:
  TreeUnpacker(bytes::Reader& in, std::size_t open) : in_(in), evidence_(in) { trees_.open.resize(open); }

  void read_tree() {
    trees_.roots.push_back(std::make_shared<Node>());
    std::vector<std::shared_ptr<Node>> left = {trees_.roots.back()};
    while (!left.empty()) {
      const std::shared_ptr<Node> node = left.back();
      left.pop_back();
      if (in_.read<bool>()) {
        trees_.open[in_.place(trees_.open.size())] = node;
        continue;
      }
      closed_fields(evidence_, *node);
      if (!in_.read<bool>()) continue;
      auto [with, without] = split(node.get());
      left.push_back(std::move(without));
      left.push_back(std::move(with));
    }
  }

  Trees finish() {
    for (const std::shared_ptr<Node>& node : trees_.open) in_.require(node != nullptr);
    trees_.bytes = evidence_.point_bytes();
    return std::move(trees_);
  }

 private:
  bytes::Reader& in_;
  EvidenceReader evidence_;
  Trees trees_;
};

}  // namespace

void pack_trees(bytes::Writer& out, const std::vector<const Node*>& roots,
                const std::vector<const Node*>& open) {
  out.count(roots.size());
  TreePacker packer(out, open);
  for (const Node* root : roots) packer.write(*root);
}

Trees unpack_trees(bytes::Reader& in, std::size_t open) {
  const std::size_t roots = in.count();
  TreeUnpacker unpacker(in, open);
  for (std::size_t i = 0; i < roots; ++i) unpacker.read_tree();
  return unpacker.finish();
}

template <class Archive>
void core_fields(Archive& archive, bytes::Field<Archive, Core>& core) {
  auto& [point, payments, weights, inside] = core;
  archive(point, payments, weights, inside);
}

void pack_core(bytes::Writer& out, const Core& core) {
  EvidenceWriter archive(out);
  core_fields(archive, core);
}

Core unpack_core(bytes::Reader& in) {
  Core core;
  EvidenceReader archive(in);
  core_fields(archive, core);
  return core;
}

}  // namespace spica::proof
