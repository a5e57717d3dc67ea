// libFuzzer: fuzz/targets/hadoop_models.h. The first byte chooses YARN's release or MR1, and
// whether the input is arbitrary or sane.
#include "fuzz/targets/hadoop_models.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairshare::fuzz::hadoop;
  if (size == 0) return 0;
  fairshare::fuzz::Choices choices({data + 1, size - 1});
  const std::size_t model = data[0] / 2 % (releases.size() + 1);
  const bool is_sane = data[0] % 2 != 0;
  if (model == releases.size()) {
    check_mr1(choices, is_sane);
  } else if (is_sane) {
    check_sane_yarn(choices, releases[model]);
  } else {
    check_any_yarn(choices, releases[model]);
  }
  return 0;
}
