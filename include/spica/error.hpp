#pragma once

// What goes wrong, as one type. Limits are no errors: they are a Status of the result.
//
//   try {
//     const spica::Result result = spica::solve(problem, {10});
//   } catch (const spica::Error& error) {
//     std::cerr << error.what() << "\n";  // k = 10 is more than the 4 features there are; ...
//   }

#include <stdexcept>
#include <string>

namespace spica {

/// Whose mistake it was. The program turns it into an exit code.
enum class ErrorKind {
  usage,     ///< an option that makes no sense
  input,     ///< data that cannot be read or solved, a path that cannot be read or written
  internal,  ///< a bug of ours
};

/// The one exception the library throws. The message is one line that can be printed as it is: what is wrong,
/// where, and what to do about it. Options are named between backticks. Control characters in names that it quotes
/// are spelled out.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message);

  [[nodiscard]] ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace spica
