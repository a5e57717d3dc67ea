// The elements of fair-scheduler.xml: which release knows which, and what each may contain.
#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "formats/hadoop/cluster.h"

namespace fairshare::formats {

// What an element must contain; otherwise the release does not load the file.
enum class Holds {
  anything,   // it may be empty
  text,       // some text, blank or not: an access list
  integer,    // Integer.parseInt
  long_,      // Long.parseLong
  number,     // Float.parseFloat, Double.parseDouble
  resources,  // resources.h
  policy,
};

struct AllocationElement {
  std::string_view name;
  Holds holds;
  bool since_3 = false;           // 2.7 does not know it
  std::string_view same_as = {};  // the name under which YARN keeps it; empty: its own
};

// An element of <allocations>, or of a queue; null if the release does not know it. Queues are not
// listed.
const AllocationElement* find_top_element(std::string_view name, YarnRelease release);
const AllocationElement* find_queue_element(std::string_view name, YarnRelease release);

// The names of all elements, in any release.
std::vector<std::string_view> top_element_names();
std::vector<std::string_view> queue_element_names();

// Why the release rejects the element's content: "it is empty", "\"x\" is not an integer".
std::optional<std::string> find_fault(const pugi::xml_node& element, Holds holds,
                                      YarnRelease release);

// A fault in the queue placement policy, whose rules do not affect shares but may prevent the file
// from being loaded: the element at fault, and why.
//
//     <rule name="default"/><rule name="user"/>  "no rule after it can ever be reached"
struct PlacementFault {
  pugi::xml_node at;
  std::string why;
};
std::optional<PlacementFault> find_placement_fault(const pugi::xml_node& policy,
                                                   YarnRelease release);

}  // namespace fairshare::formats
