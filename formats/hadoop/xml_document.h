// XML as a Java parser accepts it, which is stricter than pugixml.
#pragma once

#include <cstddef>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "formats/text/input_error.h"

namespace fairshare::formats {

// The deepest nesting of elements that is accepted; deeper is FS005.
inline constexpr std::size_t xml_depth_max = 256;

// Where lines end, to convert pugixml's offsets into line numbers.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view text);
  std::size_t at(std::size_t offset) const;  // from 1 on; the byte that ends a line belongs to it
  std::size_t of(const pugi::xml_node& node) const;  // 0 for a node that is not in the text

 private:
  std::vector<std::size_t> ends_;
};

// Loads the text; or returns why it is not XML, with code, message and line:
//   FS001  malformed, not UTF-8, empty    FS005  nested too deep, an entity of a document type
//
//     <a b="1" b="2"/>, <a/><b/>, a & b, <!-- a -- b -->    FS001, as in Java
std::optional<InputError> load_xml(std::string_view text, const LineNumbers& lines,
                                   pugi::xml_document& document);

// The text of an element's getFirstChild() in a Java program that ignores comments; nothing if the
// element is empty, or begins with another element.
//
//     <w>1<!-- and -->2</w>    -> "12"
//     <w><![CDATA[3]]>4</w>    -> "3"
//     <w/>, <w><b/>5</w>       -> nothing
std::optional<std::string> find_first_text(const pugi::xml_node& element);

}  // namespace fairshare::formats
