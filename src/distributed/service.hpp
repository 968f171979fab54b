#pragma once

// What rank 0 may ask of the other ranks. A request is a broadcast of a topic and of bytes that only those who
// know the topic understand. Between requests the other ranks wait.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "distributed/communicator.hpp"

namespace spica::distributed {

enum class Topic : std::uint8_t {
  end,       ///< the program ends, with this exit code, a std::int32_t
  features,  ///< features that are spread over the ranks
  search,    ///< a search that all take part in
};

/// On rank 0: sends a request to the other ranks.
void ask(Communicator& communicator, Topic topic, std::string_view rest = {});

/// On rank 0: the last request, after which the other ranks end.
void end(Communicator& communicator, int exit_code);

/// On the other ranks: answers requests until the end. Returns the exit code.
int serve(Communicator& communicator, const std::atomic<bool>* stop = nullptr,
          const std::function<void(const std::string&)>& on_warning = {});

}  // namespace spica::distributed
