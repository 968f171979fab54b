#include "support/thread_communicator.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace spica::test {

namespace {

using distributed::Communicator;

/// What the ranks share: letters from one to another, in order.
class Post {
 public:
  void send(int from, int to, std::string bytes) {
    {
      const std::scoped_lock lock(mutex_);
      boxes_[{from, to}].push_back(std::move(bytes));
    }
    changed_.notify_all();
  }

  std::string receive(int from, int to) {
    std::unique_lock lock(mutex_);
    std::deque<std::string>& box = boxes_[{from, to}];
    changed_.wait(lock, [&] { return failed_ || !box.empty(); });
    if (box.empty()) throw std::runtime_error("another rank failed");
    std::string bytes = std::move(box.front());
    box.pop_front();
    return bytes;
  }

  void fail() {
    {
      const std::scoped_lock lock(mutex_);
      failed_ = true;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::pair<int, int>, std::deque<std::string>> boxes_;
  bool failed_ = false;
};

class ThreadCommunicator : public Communicator {
 public:
  ThreadCommunicator(Post& post, int rank, int size) : post_(post), rank_(rank), size_(size) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] int cores() const override { return 1; }
  [[nodiscard]] int neighbours() const override { return size_; }

  std::string broadcast(std::string bytes, int from) override {
    if (rank_ != from) return post_.receive(from, rank_);
    for (int to = 0; to < size_; ++to) {
      if (to != rank_) post_.send(rank_, to, bytes);
    }
    return bytes;
  }

  std::vector<std::string> gather(std::string bytes) override {
    if (rank_ != 0) {
      post_.send(rank_, 0, std::move(bytes));
      return {};
    }
    std::vector<std::string> all = {std::move(bytes)};
    for (int from = 1; from < size_; ++from) all.push_back(post_.receive(from, 0));
    return all;
  }

  std::vector<std::string> all_gather(const std::string& bytes) override {
    std::vector<std::string> all;
    for (int from = 0; from < size_; ++from) all.push_back(broadcast(bytes, from));
    return all;
  }

  void sum(std::span<double> values) override {
    const std::vector<std::string> all =
        gather({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
    for (std::size_t from = 1; from < all.size(); ++from) {
      const auto* more = reinterpret_cast<const double*>(all[from].data());
      for (std::size_t i = 0; i < values.size(); ++i) values[i] += more[i];
    }
  }

  std::vector<Parcel> exchange(const std::vector<Parcel>& out, const std::vector<int>& from) override {
    for (const Parcel& parcel : out) post_.send(rank_, parcel.rank, parcel.bytes);
    std::vector<Parcel> in;
    for (const int other : from) in.push_back({other, post_.receive(other, rank_)});
    return in;
  }

 private:
  Post& post_;
  int rank_;
  int size_;
};

}  // namespace

void on_ranks(int ranks, const std::function<void(Communicator&)>& work) {
  Post post;
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(ranks));
  {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
      threads.emplace_back([&, rank] {
        try {
          ThreadCommunicator communicator(post, rank, ranks);
          work(communicator);
        } catch (...) {
          failures[static_cast<std::size_t>(rank)] = std::current_exception();
          post.fail();
        }
      });
    }
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace spica::test
