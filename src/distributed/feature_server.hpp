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

/// This rank's parts of the factors that are spread, and what it does when rank 0 asks something of them.
class FeatureServer {
 public:
  /// Every rank calls it with the same request. On rank 0: what each rank answers, by rank, or
  /// Error(internal) where one of them failed.
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
