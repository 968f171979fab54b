#include "distributed/mpi/mpi_communicator.hpp"

#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <optional>
#include <thread>

#include "spica/error.hpp"

namespace spica::distributed {

namespace {

// MPI counts in int. Long messages go in blocks of this many bytes, the last one filled up; a message begins
// with its length.
constexpr std::size_t block_bytes = 1024;
constexpr std::size_t length_bytes = sizeof(std::uint64_t);

std::size_t blocks_of(std::size_t bytes) {
  return (bytes + block_bytes - 1) / block_bytes;
}

std::string framed(std::string_view bytes) {
  std::string message(blocks_of(length_bytes + bytes.size()) * block_bytes, '\0');
  const std::uint64_t length = bytes.size();
  std::memcpy(message.data(), &length, length_bytes);
  std::copy(bytes.begin(), bytes.end(), message.begin() + length_bytes);
  return message;
}

std::size_t length_of(std::string_view message) {
  std::uint64_t length = 0;
  std::memcpy(&length, message.data(), length_bytes);
  return static_cast<std::size_t>(length);
}

std::string unframed(std::string_view message) {
  return std::string(message.substr(length_bytes, length_of(message)));
}

/// What a rank has of the machine that it is on.
struct Share {
  int neighbours = 1;
  int cores = 1;
};

/// Ranks of one machine that may run on the same processors share them.
Share find_share() {
  cpu_set_t own;
  CPU_ZERO(&own);
  sched_getaffinity(0, sizeof own, &own);
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  Share share;
  MPI_Comm_size(machine, &share.neighbours);
  std::vector<cpu_set_t> all(static_cast<std::size_t>(share.neighbours));
  MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, machine);
  MPI_Comm_free(&machine);
  const auto alike = std::count_if(all.begin(), all.end(),
                                   [&own](const cpu_set_t& other) { return CPU_EQUAL(&own, &other) != 0; });
  share.cores = std::max(1, CPU_COUNT(&own) / static_cast<int>(alike));
  return share;
}

}  // namespace

struct MpiCommunicator::State {
  Watch watch;
  int rank = 0;
  int size = 1;
  Share share;
  bool told = false;
  MPI_Datatype block = MPI_DATATYPE_NULL;

  /// Waits until done() is true: at first eagerly, then with pauses, which leave the processor to ranks that
  /// compute on the same machine.
  template <class Done>
  void wait(const Done& done) {
    using namespace std::chrono_literals;
    const auto start = std::chrono::steady_clock::now();
    std::optional<std::chrono::steady_clock::time_point> hurry_since;
    while (!done()) {
      const auto now = std::chrono::steady_clock::now();
      if (now - start < 200us) {
        std::this_thread::yield();
        continue;
      }
      std::this_thread::sleep_for(now - start < 20ms ? 50us : 500us);
      if (told || !watch.hurry || !watch.hurry()) continue;
      if (!hurry_since) hurry_since = now;
      if (now - *hurry_since < 300ms) continue;
      told = true;
      watch.on_silence();
    }
  }

  void wait(MPI_Request request) {
    wait([&request] {
      int done = 0;
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
  }
  void wait_all(std::vector<MPI_Request>& requests) {
    wait([&requests] {
      int done = 0;
      MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
      return done != 0;
    });
  }
};

MpiCommunicator::MpiCommunicator(Watch watch) : state_(std::make_unique<State>()) {
  state_->watch = std::move(watch);
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) throw Error(ErrorKind::internal, "this MPI allows no threads");
  MPI_Comm_rank(MPI_COMM_WORLD, &state_->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &state_->size);
  MPI_Type_contiguous(static_cast<int>(block_bytes), MPI_BYTE, &state_->block);
  MPI_Type_commit(&state_->block);
  state_->share = find_share();
}

MpiCommunicator::~MpiCommunicator() {
  MPI_Type_free(&state_->block);
  MPI_Finalize();
}

int MpiCommunicator::rank() const {
  return state_->rank;
}
int MpiCommunicator::size() const {
  return state_->size;
}
int MpiCommunicator::cores() const {
  return state_->share.cores;
}
int MpiCommunicator::neighbours() const {
  return state_->share.neighbours;
}

std::string MpiCommunicator::broadcast(std::string bytes, int from) {
  // A short message is one block; the first block of a long one says how many follow.
  std::string message = rank() == from ? framed(bytes) : std::string(block_bytes, '\0');
  const auto send = [&](std::size_t first, std::size_t count) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibcast(message.data() + first * block_bytes, static_cast<int>(count), state_->block, from,
               MPI_COMM_WORLD, &request);
    state_->wait(request);
  };
  send(0, 1);
  const std::size_t blocks = blocks_of(length_bytes + length_of(message));
  message.resize(blocks * block_bytes);
  if (blocks > 1) send(1, blocks - 1);
  return rank() == from ? std::move(bytes) : unframed(message);
}

std::vector<std::string> MpiCommunicator::gather(std::string bytes) {
  const std::string message = framed(bytes);
  const int own = static_cast<int>(message.size() / block_bytes);
  std::vector<int> counts(rank() == 0 ? static_cast<std::size_t>(size()) : 0);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Igather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  state_->wait(request);
  std::vector<int> places(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
  std::string all(counts.empty() ? 0 : static_cast<std::size_t>(places.back() + counts.back()) * block_bytes,
                  '\0');
  MPI_Igatherv(message.data(), own, state_->block, all.data(), counts.data(), places.data(), state_->block, 0,
               MPI_COMM_WORLD, &request);
  state_->wait(request);
  std::vector<std::string> parts;
  for (const int place : places)
    parts.push_back(unframed(std::string_view(all).substr(static_cast<std::size_t>(place) * block_bytes)));
  return parts;
}

std::vector<std::string> MpiCommunicator::all_gather(const std::string& bytes) {
  const int own = static_cast<int>(bytes.size());
  std::string all(bytes.size() * static_cast<std::size_t>(size()), '\0');
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(bytes.data(), own, MPI_BYTE, all.data(), own, MPI_BYTE, MPI_COMM_WORLD, &request);
  state_->wait(request);
  std::vector<std::string> parts;
  for (std::size_t first = 0; first < all.size(); first += bytes.size())
    parts.push_back(all.substr(first, bytes.size()));
  return parts;
}

void MpiCommunicator::sum(std::span<double> values) {
  constexpr std::size_t most = std::size_t{1} << 28U;
  for (std::size_t first = 0; first < values.size(); first += most) {
    double* some = values.data() + first;
    const auto count = static_cast<int>(std::min(most, values.size() - first));
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ireduce(rank() == 0 ? MPI_IN_PLACE : some, some, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD,
                &request);
    state_->wait(request);
  }
}

std::vector<Communicator::Parcel> MpiCommunicator::exchange(const std::vector<Parcel>& out,
                                                            const std::vector<int>& from) {
  constexpr int tag = 1;
  std::vector<std::string> messages;
  std::vector<MPI_Request> requests;
  messages.reserve(out.size());
  for (const Parcel& parcel : out) {
    messages.push_back(framed(parcel.bytes));
    MPI_Isend(messages.back().data(), static_cast<int>(messages.back().size() / block_bytes), state_->block,
              parcel.rank, tag, MPI_COMM_WORLD, &requests.emplace_back());
  }
  std::vector<Parcel> in;
  for (const int other : from) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    state_->wait([&] {
      int found = 0;
      MPI_Improbe(other, tag, MPI_COMM_WORLD, &found, &message, &status);
      return found != 0;
    });
    int blocks = 0;
    MPI_Get_count(&status, state_->block, &blocks);
    std::string bytes(static_cast<std::size_t>(blocks) * block_bytes, '\0');
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Imrecv(bytes.data(), blocks, state_->block, &message, &request);
    state_->wait(request);
    in.push_back({other, unframed(bytes)});
  }
  state_->wait_all(requests);
  return in;
}

void MpiCommunicator::abort(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::abort();  // where even that failed
}

}  // namespace spica::distributed
