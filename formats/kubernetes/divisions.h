// What APF, Koordinator, Volcano, KAI and Armada divide, read from flat records into the types in
// which their releases hold it. docs/records.md describes the fields.
//
// A claimant without a demand wants the total, or its minimum where that is more.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "formats/text/fields.h"
#include "schedulers/kubernetes/apf.h"
#include "schedulers/kubernetes/armada.h"
#include "schedulers/kubernetes/kai.h"
#include "schedulers/kubernetes/koordinator.h"
#include "schedulers/kubernetes/volcano.h"
#include "schedulers/registry.h"

namespace fairshare::formats {

struct ApfDivision {
  std::int64_t total = 0;  // seats
  std::vector<schedulers::apf::Level> levels = {};
};
struct KoordinatorDivision {
  schedulers::koordinator::Release release;
  std::int64_t total = 0;
  std::vector<schedulers::koordinator::Quota> quotas = {};
};
struct VolcanoDivision {
  schedulers::volcano::Release release;
  double total = 0;
  std::vector<schedulers::volcano::Queue> queues = {};
};
struct KaiDivision {
  double total = 0;
  std::vector<schedulers::kai::Queue> queues = {};
};
struct ArmadaDivision {  // of a total that is 1
  std::vector<schedulers::armada::Queue> queues = {};
};

using KubernetesDivision =
    std::variant<ApfDivision, KoordinatorDivision, VolcanoDivision, KaiDivision, ArmadaDivision>;

// True for the five schedulers above.
bool divides_in_kubernetes(const schedulers::Model& model);

// An empty division of theirs; asserts that it is one of them.
KubernetesDivision empty_division(const schedulers::Model& model);

// FS002 where there is no total, or where it is not Armada's 1; FS008 where the type does not hold
// it.
void read_total(Fields& record, KubernetesDivision& division);

// Adds the claimant whose fields these are; the total has been read. FS008 where a type does not
// hold a number, FS018 for a minimum in Armada, which has none.
void read_claimant(Fields& fields, KubernetesDivision& division);

}  // namespace fairshare::formats
