// Which two of four features explain the most variance together, and how sure is that?

#include <iostream>
#include <spica/error.hpp>
#include <spica/solve.hpp>

int main() {
  spica::Matrix a(4, 4);
  a << 2.0, 1.5, 0.1, 0.0,  //
      1.5, 2.0, 0.2, 0.0,   //
      0.1, 0.2, 1.0, 0.0,   //
      0.0, 0.0, 0.0, 3.0;
  try {
    const spica::Result result = spica::solve(spica::Problem::from_covariance(a), {2});
    const spica::Component& best = result.components.front();
    std::cout << "features";
    for (const spica::Index feature : best.support) std::cout << " " << feature;
    std::cout << "\nbounds " << best.lower_bound << " " << best.upper_bound.value() << "\n";
  } catch (const spica::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
