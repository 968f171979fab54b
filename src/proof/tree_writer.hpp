#pragma once

#include <unordered_map>
#include <vector>

#include "proof/text.hpp"

namespace spica::proof {

/// Writes a tree of evidence as the records of a certificate. Dual points are numbered from 0 on, in the order in which
/// they come up, each written once.
class TreeWriter {
 public:
  /// `features`: of the problem, for each feature of the tree. Sample points are about 2^-exponent times the matrix, and
  /// their nu is written with so much room.
  TreeWriter(CertificateText& text, const Support& features, int sample_exponent = 0,
             double sample_room = 0.0)
      : text_(text), features_(features), sample_exponent_(sample_exponent), sample_room_(sample_room) {}

  /// A point that was written before the tree has the first number.
  void count_point() { ++points_; }
  /// Supports that leaves may name, in the numbers of the problem. Must outlive the writer.
  void set_listed(const std::vector<Support>& sets) { listed_ = &sets; }
  /// False where some node is closed by a bound that certificates have no words for.
  bool write(const Node& root);
  /// In the numbers of the problem.
  [[nodiscard]] Support original(const Support& local) const;

 private:
  [[nodiscard]] Index original(Index i) const { return features_[static_cast<std::size_t>(i)]; }
  std::size_t number_of(const PointRef& point);
  std::size_t number_of(const SampleRef& point);
  std::size_t number_of(const BoxRef& point);
  void write(const step::Mirror& step);
  void write(const step::In& step);
  void write(const step::Out& step);
  void write(const step::OutTogether& step);
  bool write(const reason::None&) { return false; }
  bool write(const reason::Inherited&) { return false; }
  bool write(const reason::Spectral&) { return close("spectral"); }
  bool write(const reason::Empty&) { return close("empty"); }
  bool write(const reason::Pairs& why) { return close("pairs", number_of(why.point)); }
  bool write(const reason::Sample& why) { return close("sample", number_of(why.point)); }
  bool write(const reason::Box& why) { return close("box", number_of(why.point)); }
  bool write(const reason::Few&) { return close("few"); }
  bool write(const reason::Listed& why);
  bool write(const reason::Cauchy& why);
  bool close(std::string_view why);
  bool close(std::string_view why, std::size_t point);

  CertificateText& text_;
  const Support& features_;
  const int sample_exponent_;
  const double sample_room_;
  const std::vector<Support>* listed_ = nullptr;
  std::size_t points_ = 0;
  std::size_t samples_ = 0;
  std::size_t boxes_ = 0;
  std::unordered_map<const void*, std::size_t> known_;  // points of all kinds
};

}  // namespace spica::proof
