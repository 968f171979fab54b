#include "distributed/service.hpp"

#include "bytes/reader.hpp"
#include "bytes/writer.hpp"
#include "distributed/rounds.hpp"
#include "solver/assignment.hpp"
#include "spica/error.hpp"

namespace spica::distributed {

namespace {

void join_search(Group& group, bytes::Reader& request, const std::atomic<bool>* stop) {
  const std::string_view assignment = request.text();
  const std::string_view root = request.text();
  Rounds team(group);
  solver::assist(solver::unpack_assignment(assignment), root, {team, stop});
}

}  // namespace

void ask(Group& group, Topic topic, std::string_view rest) {
  bytes::Writer out;
  out.number(static_cast<std::uint8_t>(topic));
  std::string request = out.take();
  request += rest;
  group.broadcast(std::move(request), 0);
}

int serve(Group& group, const std::atomic<bool>* stop) {
  while (true) {
    const std::string request = group.broadcast({}, 0);
    bytes::Reader in(request);
    switch (static_cast<Topic>(in.number<std::uint8_t>())) {
      case Topic::end:
        return in.number<std::int32_t>();
      case Topic::features:
        throw Error(ErrorKind::internal, "features are not spread");
      case Topic::search:
        join_search(group, in, stop);
        break;
    }
  }
}

}  // namespace spica::distributed
