// What the flat records of all production schedulers have in common, however their claimants are
// read: a list of claimants with names, a list of shares, and why nothing may be fair.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/verdict/case.h"
#include "model/problem.h"

namespace fairshare::formats {

// The record's "claimants": `read_one` takes each one's fields but for its name. Their names, of
// which no two are equal; whoever has none is named by its index. FS002 where there is no list.
std::vector<std::string> read_claimants(Fields& record, std::optional<InputError>& error,
                                        const std::function<void(Fields&)>& read_one);

// The record's "shares", one a claimant: FS104, FS105. Nothing where there are none.
std::optional<std::vector<WrittenNumber>> find_shares(Fields& record,
                                                      const std::vector<std::string>& names,
                                                      std::optional<InputError>& error);

// What the share of claimant `i` stands for; FS015, FS008 as find_reported says.
std::variant<Reported, InputError> reported_share(const std::vector<WrittenNumber>& shares,
                                                  const std::vector<std::string>& names,
                                                  std::size_t i, Rounding rounding,
                                                  const exact::Rational& slack);

// FS010 or FS011: what the scheduler's own rule makes of the input is no problem.
InputError no_fair_problem(const std::vector<std::string>& names, const Defect& defect);

}  // namespace fairshare::formats
