// What a release computes beside what was reported of it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fairshare/schedulers/common/model_result.h"
#include "formats/text/fields.h"
#include "formats/text/number_text.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

// As number_text of the number itself.
std::string number_text(const schedulers::Held& number);

// True where a release that holds `number` reports it as `written`: an integer is that number, a
// double is the nearest to it.
bool is_reported_as(const schedulers::Held& number, const exact::Rational& written);

// Of the result's answers the one that was reported; else one that is it in doubles, where integers
// beyond 2^53 may differ; else the first. `shares` as written, one a claimant; without any nothing
// matches.
ModelComparison compare_with_model(std::string_view scheduler,
                                   const schedulers::ModelResult& result,
                                   std::span<const WrittenNumber> shares);

}  // namespace fairshare::formats
