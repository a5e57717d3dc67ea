#include <fairshare.h>
#include <stdio.h>

int main(void) {
  double shares[3];
  fairshare_result result;
  fairshare_solve(100, 3, (double[]){1, 2, 3}, (double[]){0, 0, 60}, NULL, shares, &result);
  printf("%.17g %.17g %.17g\n", shares[0], shares[1], shares[2]);
}
