// What the trees of both of YTsaurus's eras have alike: names, paths, amounts by resource, and
// shares that are doubles.
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

// In the order of either era's release, which is that of the names.
using schedulers::ytsaurus_vector::resource_names;
using AmountsRead = std::array<std::optional<exact::Rational>, resource_names.size()>;

// Why a resource cannot have this amount: "is not whole"; empty where it can.
using WhyUnfit = std::function<std::string_view(std::size_t resource, const exact::Rational&)>;

// The amounts of a member, "user_memory" as "memory". FS003 for another resource, FS004 where
// memory has both of its names, FS011 for a negative amount, FS008 for one that is unfit.
AmountsRead read_amounts(Fields& fields, std::string_view key, const WhyUnfit& why_unfit);

// The "name" of a node that is not read yet; empty where there is none.
std::string find_name(const json::Value& node);

// "/" for the root, "/A/op" below it; `paths` are those of the elements so far, the root first.
std::string path_below(const std::vector<std::string>& paths, std::optional<std::size_t> parent,
                       std::string_view name);

// The double that a decimal means, exactly; "p/q", and what no double holds, as it is written.
exact::Rational double_meant(const WrittenNumber& written);

// {"/":...,"/A":...}, for each element the value that `write` writes when it is called with the
// element's index.
void write_by_path(json::Writer& answer, const std::vector<std::string>& paths,
                   const std::function<void(std::size_t)>& write);

}  // namespace fairshare::formats
