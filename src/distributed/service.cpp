#include "distributed/service.hpp"

#include "base/bytes.hpp"
#include "base/parallel.hpp"
#include "distributed/feature_server.hpp"
#include "distributed/rounds.hpp"
#include "solver/assignment.hpp"
#include "spica/error.hpp"

namespace spica::distributed {

namespace {

using OnWarning = std::function<void(const std::string&)>;

void join_search(Communicator& communicator, std::string_view request, const std::atomic<bool>* stop,
                 const OnWarning& on_warning) {
  bytes::Reader in(request, "a message of rank 0");
  const std::string_view assignment = in.text();
  const std::string_view root = in.text();
  Rounds team(communicator);
  solver::assist(solver::unpack_assignment(assignment), root, {team, stop, on_warning});
}

}  // namespace

void ask(Communicator& communicator, Topic topic, std::string_view rest) {
  std::string request(1, static_cast<char>(topic));
  request += rest;
  communicator.broadcast(std::move(request), 0);
}

void end(Communicator& communicator, int exit_code) {
  bytes::Writer out;
  out(static_cast<std::int32_t>(exit_code));
  ask(communicator, Topic::end, out.take());
}

int serve(Communicator& communicator, const std::atomic<bool>* stop, const OnWarning& on_warning) {
  FeatureServer server;
  for (;;) {
    const std::string request = communicator.broadcast({}, 0);
    bytes::Reader in(request, "a message of rank 0");
    switch (static_cast<Topic>(in.read<std::uint8_t>())) {
      case Topic::end:
        return in.read<std::int32_t>();
      case Topic::features: {
        const parallel::Cores cores(communicator.cores());
        server.answer(communicator, in.rest());
        break;
      }
      case Topic::search:
        join_search(communicator, in.rest(), stop, on_warning);
        break;
      default:
        throw Error(ErrorKind::internal, "another rank asks for something unknown");
    }
  }
}

}  // namespace spica::distributed
