#include "distributed/feature_server.hpp"

#include <fmt/format.h>

#include <exception>

#include "base/parallel.hpp"
#include "distributed/opening.hpp"
#include "spica/error.hpp"

namespace spica::distributed {

namespace {

/// A sum over the features of a part.
Matrix own_sum(Request kind, const FeaturePart& part, bytes::Reader& in) {
  if (kind == Request::gram) return part.factor().gram();
  return part.factor().times(Vector(in.read<Vector>().segment(part.first(), part.size())));
}

/// The answers, once it is known that no rank failed.
std::vector<std::string> without_failures(std::vector<std::string> replies) {
  for (std::size_t rank = 0; rank < replies.size(); ++rank) {
    bytes::Reader in(replies[rank], fmt::format("the answer of rank {}", rank));
    const std::string_view failure = in.text();
    if (!failure.empty())
      throw Error(ErrorKind::internal, fmt::format("rank {} of {}: {}", rank, replies.size(), failure));
    replies[rank] = in.rest();
  }
  return replies;
}

}  // namespace

std::vector<std::string> FeatureServer::answer(Communicator& communicator, std::string_view request) {
  bytes::Reader in(request, "the request of rank 0");
  for (const FactorNumber closed : in.read<std::vector<FactorNumber>>()) parts_.erase(closed);
  const auto kind = static_cast<Request>(in.read<std::uint8_t>());
  const auto number = in.read<FactorNumber>();
  bytes::Writer out;
  std::string failure;
  const auto attempt = [&failure](const auto& work) {
    try {
      // Isolated: while this thread waits for its parallel work, it must not pick up a task that waits for
      // this answer.
      parallel::isolated(work);
    } catch (const std::exception& error) {
      failure = std::string("failed: ") + error.what();
    }
  };
  if (kind == Request::open) {
    open(communicator, number, in, out);
  } else if (kind == Request::gram || kind == Request::times) {
    const FeaturePart& part = *parts_.at(number);
    const Index rows = part.factor().rows();
    Matrix sum = Matrix::Zero(rows, kind == Request::gram ? rows : 1);
    attempt([&] { sum = own_sum(kind, part, in); });
    communicator.sum({sum.data(), static_cast<std::size_t>(sum.size())});
    if (communicator.rank() == 0) out(sum);
  } else {
    attempt([&] { compute(kind, number, in, out); });
  }
  bytes::Writer reply;
  reply(failure);
  return without_failures(communicator.gather(reply.take() + (failure.empty() ? out.take() : std::string())));
}

void FeatureServer::open(Communicator& communicator, FactorNumber number, bytes::Reader& in,
                         bytes::Writer& out) {
  Opened opened = open_part(communicator, in.read<Opening>());
  out(opened);
  if (opened.part) parts_[number] = std::move(opened.part);
}

void FeatureServer::compute(Request kind, FactorNumber number, bytes::Reader& in, bytes::Writer& out) {
  const std::shared_ptr<const FeaturePart> part = parts_.at(number);
  switch (kind) {
    case Request::replace: {
      const auto next = in.read<FactorNumber>();
      parts_[next] = part->replaced(in.read<std::map<Index, Vector>>());
      return;
    }
    case Request::select: {
      const auto next = in.read<FactorNumber>();
      const Support features = in.read<Support>();
      parts_[next] = part->selected(features, in.read<int>());
      out(parts_[next]->variances());
      return;
    }
    case Request::project: {
      const auto next = in.read<FactorNumber>();
      parts_[next] = part->projected(in.read<Vector>());
      out(parts_[next]->variances());
      return;
    }
    case Request::columns:
      out(part->factor().gather(part->here(in.read<Support>())));
      return;
    case Request::transposed_times:
      out(part->factor().transposed_times(in.read<Vector>()));
      return;
    case Request::largest_products: {
      const auto directions = in.read<Directions>();
      out(part->largest_products(directions, in.read<std::size_t>()));
      return;
    }
    case Request::suspects:
      out(part->suspects(in.read<CoreFacts>()));
      return;
    case Request::begin_sweep:
      begin_sweep(part, in);
      return;
    case Request::sweep_rows:
      sweep_rows(in);
      return;
    case Request::end_sweep:
      out(sweep_.tiles->take().products());
      sweep_ = {};
      return;
    default:
      throw Error(ErrorKind::internal, "something unknown was asked of spread features");
  }
}

void FeatureServer::begin_sweep(std::shared_ptr<const FeaturePart> part, bytes::Reader& in) {
  sweep_.tiles = part->sweep(in.read<FeaturePart::Sweep>());
  sweep_.part = std::move(part);
}

void FeatureServer::sweep_rows(bytes::Reader& in) {
  const auto first = in.read<std::size_t>();
  sweep::Block rows(sweep::kernels().front(), sweep::Block::Side::rows);
  rows.take(in.read<Matrix>());
  sweep_.tiles->look_in_parallel(first, rows);
}

}  // namespace spica::distributed
