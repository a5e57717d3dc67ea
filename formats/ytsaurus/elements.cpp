#include "formats/ytsaurus/elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "formats/text/number_text.h"

namespace fairshare::formats {
namespace {

std::optional<std::size_t> find_resource(std::string_view name) {
  const auto found = std::ranges::find(resource_names, name == "user_memory" ? "memory" : name);
  if (found == resource_names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - resource_names.begin());
}

}  // namespace

AmountsRead read_amounts(Fields& fields, std::string_view key, const WhyUnfit& why_unfit) {
  AmountsRead amounts;
  const auto read = fields.find_amounts(key);
  if (!read) return amounts;
  for (const auto& [name, amount] : *read) {
    const auto resource = find_resource(name);
    const std::string shown = json::quoted(abridged(name));
    if (!resource) {
      fields.complain(key, "FS003",
                      fmt::format("{} is not one of {}", shown, fmt::join(resource_names, ", ")));
    } else if (amounts[*resource]) {
      fields.complain(key, "FS004", "memory and user_memory are the same resource");
    } else if (amount < 0) {
      fields.complain(key, "FS011", fmt::format("the amount of {} is negative", shown));
    } else if (const std::string_view why = why_unfit(*resource, amount); !why.empty()) {
      fields.complain(key, "FS008", fmt::format("the amount of {} {}", shown, why));
    } else {
      amounts[*resource] = amount;
    }
    if (fields.failed()) return {};
  }
  return amounts;
}

Amounts needed_amounts(Fields& fields, std::string_view key) {
  auto amounts = fields.find_amounts(key);
  if (!amounts) {
    fields.complain(key, "FS002", "an object of shares by resource is needed");
    return {};
  }
  const auto is_negative = [](const auto& of) { return of.second < 0; };
  if (std::ranges::any_of(*amounts, is_negative)) {
    fields.complain(key, "FS011", "a share is negative");
  }
  return *std::move(amounts);
}

exact::Rational amount_of(const Amounts& amounts, std::string_view resource) {
  const auto found = amounts.find(resource);
  return found == amounts.end() ? exact::Rational(0) : found->second;
}

exact::Rational vector_precision() {
  return {1, 1'000'000'000};
}

std::string note_of_precision(const exact::Rational& precision) {
  return fmt::format("Shares may be off by {}, the error bound of the release's arithmetic.",
                     rounded_text(precision, 2));
}

std::string find_name(const json::Value& node) {
  const json::Value* name = json::find(node, "name");
  const auto* text = name == nullptr ? nullptr : std::get_if<std::string>(&name->is);
  return text == nullptr ? std::string() : *text;
}

std::string path_below(const std::vector<std::string>& paths, std::optional<std::size_t> parent,
                       std::string_view name) {
  if (!parent) return "/";
  const std::string above = *parent == 0 ? "" : paths[*parent];
  return above + "/" + std::string(name);
}

exact::Rational double_meant(const WrittenNumber& written) {
  if (written.last_digit == 0) return written.value;
  const double nearest = exact::to_double(written.value);
  return std::isinf(nearest) ? written.value : exact::from_double(nearest);
}

void write_by_path(json::Writer& answer, const std::vector<std::string>& paths,
                   const std::function<void(std::size_t)>& write) {
  answer.begin_object();
  for (std::size_t i = 0; i < paths.size(); ++i) {
    answer.key(paths[i]);
    write(i);
  }
  answer.end_object();
}

}  // namespace fairshare::formats
