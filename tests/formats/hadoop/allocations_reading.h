// For tests of fair-scheduler.xml: reads a text, and shows what is reported about it as words.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "formats/hadoop/fair_scheduler_xml.h"

namespace fairshare::formats {

inline AllocationsReading read(std::string_view text, YarnRelease release = YarnRelease::v3) {
  return read_fair_scheduler_xml({"f.xml", std::string(text)}, release);
}

inline std::string allocations(const std::string& inside) {
  return "<allocations>" + inside + "</allocations>";
}

inline std::string in_queue(const std::string& inside) {
  return allocations("<queue name='a'>" + inside + "</queue>");
}

// "code line queue field" of each error.
inline std::vector<std::string> errors(const AllocationsReading& reading) {
  std::vector<std::string> result;
  for (const InputError& error : reading.errors) {
    EXPECT_EQ(error.file, "f.xml");
    EXPECT_FALSE(error.message.empty());
    result.push_back(error.code + " " + std::to_string(error.line) + " " + error.claimant + " " +
                     error.field);
  }
  return result;
}
using Errors = std::vector<std::string>;

// "refused FS019 line queue field" of each remark.
inline std::vector<std::string> remarks(const AllocationsReading& reading) {
  std::vector<std::string> result;
  for (const Remark& remark : reading.remarks) {
    const InputError& what = remark.what;
    EXPECT_EQ(what.file, "f.xml");
    const std::string kind = remark.kind == Remark::Kind::ignored   ? "ignored "
                             : remark.kind == Remark::Kind::changed ? "changed "
                                                                    : "refused ";
    const bool names_the_release = what.message.find(
                                       "does not load such a file and keeps its old "
                                       "configuration") != std::string::npos;
    EXPECT_TRUE(names_the_release || remark.kind != Remark::Kind::refused) << what.message;
    result.push_back(kind + what.code + " " + std::to_string(what.line) + " " + what.claimant +
                     " " + what.field);
  }
  EXPECT_EQ(is_refused(reading),
            std::ranges::count(reading.remarks, Remark::Kind::refused, &Remark::kind) > 0);
  return result;
}
using Remarks = std::vector<std::string>;

// Each remark as it is reported: file, line, queue, field, message.
inline std::vector<std::string> told(const AllocationsReading& reading) {
  std::vector<std::string> result;
  for (const Remark& remark : reading.remarks) result.push_back(describe(remark.what));
  return result;
}

inline const ConfiguredQueue* find(const AllocationsReading& reading, const std::string& name) {
  if (!reading.allocations) return nullptr;
  const auto& queues = reading.allocations->queues;
  const auto found = std::find_if(queues.begin(), queues.end(),
                                  [&](const ConfiguredQueue& queue) { return queue.name == name; });
  return found == queues.end() ? nullptr : &*found;
}

inline std::vector<std::string> names(const AllocationsReading& reading) {
  std::vector<std::string> result;
  if (!reading.allocations) return result;
  for (const ConfiguredQueue& queue : reading.allocations->queues) result.push_back(queue.name);
  return result;
}
using Names = std::vector<std::string>;

}  // namespace fairshare::formats
