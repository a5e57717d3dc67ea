// Compares what a release computes with what was reported.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fairshare/schedulers/common/model_result.h"
#include "formats/text/fields.h"
#include "formats/text/number_text.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

// As number_text for the number itself.
std::string number_text(const schedulers::Held& number);

// True if a release that holds `number` could report it as `written`: an integer must equal that
// number, a double must be the nearest to it.
bool is_reported_as(const schedulers::Held& number, const exact::Rational& written);

// Selects the one of the result's answers that was reported; else one that equals it in doubles, in
// which integers beyond 2^53 may be the same; else the first. `shares` are as written, one per
// claimant; without shares nothing matches.
ModelComparison compare_with_model(std::string_view scheduler,
                                   const schedulers::ModelResult& result,
                                   std::span<const WrittenNumber> shares);

}  // namespace fairshare::formats
