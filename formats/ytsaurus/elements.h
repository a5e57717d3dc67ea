// Common to the trees of both eras of YTsaurus: names, paths, amounts by resource, and shares that
// are doubles.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/ytsaurus/vector.h"
#include "formats/text/fields.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"

namespace fairshare::formats {

// In the order of both eras' releases, which is that of the names.
using schedulers::ytsaurus_vector::resource_names;
using AmountsRead = std::array<std::optional<exact::Rational>, resource_names.size()>;

// Why a resource cannot have this amount: "is not whole"; empty if it can.
using WhyUnfit = std::function<std::string_view(std::size_t resource, const exact::Rational&)>;

// The amounts of a member, "user_memory" as "memory". FS003 for an unknown resource, FS004 if
// memory is given under both names, FS011 for a negative amount, FS008 for one that the resource
// cannot have.
AmountsRead read_amounts(Fields& fields, std::string_view key, const WhyUnfit& why_unfit);

// Shares by resource, as the Orchid shows them. FS002 if the member is absent, FS011 for a negative
// share.
Amounts needed_amounts(Fields& fields, std::string_view key);

// The amount of the resource; 0 if it is not named.
exact::Rational amount_of(const Amounts& amounts, std::string_view resource);

// RatioComputationPrecision since 2020: how far children's shares may be off their parent's.
exact::Rational vector_precision();

// Of a division: "Shares may be off by 1e-09, ..."
std::string note_of_precision(const exact::Rational& precision);

// The "name" of a node that has not been read yet; empty if there is none.
std::string find_name(const json::Value& node);

// "/" for the root, "/A/op" below it; `paths` are those of the elements so far, the root first.
std::string path_below(const std::vector<std::string>& paths, std::optional<std::size_t> parent,
                       std::string_view name);

// The exact value of the double nearest to a decimal; "p/q", and a number that no double can hold,
// are kept as written.
exact::Rational double_meant(const WrittenNumber& written);

// Writes {"/":...,"/A":...}; `write` writes the value for each element's index.
void write_by_path(json::Writer& answer, const std::vector<std::string>& paths,
                   const std::function<void(std::size_t)>& write);

}  // namespace fairshare::formats
