// Needs nothing but the vocabulary, so neither Highway nor Boost nor GMP.
#include "fairshare/model/problem.h"

int main() {
  return find_defect(fairshare::Problem<double>{10, {{1}, {2}}}) ? 1 : 0;
}
