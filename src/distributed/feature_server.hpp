#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "distributed/communicator.hpp"
#include "distributed/feature_part.hpp"
#include "distributed/request.hpp"

namespace spica::distributed {

/// Answers the requests of rank 0 (request.hpp) for the features that this rank has, of every factor that is spread
/// over the ranks.
class FeatureServer {
 public:
  /// Every rank calls it with the same request. Returns the answers of all ranks, by rank, on rank 0; nothing on
  /// the others. Throws Error(internal) on rank 0 where some rank failed.
  std::vector<std::string> answer(Communicator& communicator, std::string_view request);

 private:
  void open(Communicator& communicator, FactorNumber number, bytes::Reader& in, bytes::Writer& out);
  void compute(Request kind, FactorNumber number, bytes::Reader& in, bytes::Writer& out);
  void begin_sweep(std::shared_ptr<const FeaturePart> part, bytes::Reader& in);
  void sweep_rows(bytes::Reader& in);

  struct Sweep {
    std::shared_ptr<const FeaturePart> part;
    std::unique_ptr<sweep::Tiles> tiles;
  };

  std::map<FactorNumber, std::shared_ptr<const FeaturePart>> parts_;
  Sweep sweep_;
};

}  // namespace spica::distributed
