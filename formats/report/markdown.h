// Verdicts as Markdown, for a comment on a pull request or the summary of a job: counts first, then
// what is unfair with the text of `human`, the worst first, then what is fair, folded.
//
// All text from the input is in fenced blocks, whose fences are longer than any run of backticks in
// them: no name can end a block, start HTML, mention a user or make a link.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/report/reporter.h"

namespace fairshare::formats {

// GitHub's limit for a comment. GitHub counts characters; this counts bytes, which are at least as
// many.
inline constexpr std::size_t markdown_bytes_max = 65536;

// The text as a block; it ends in a newline.
std::string fenced(std::string_view text);

// The functions of the reporter. A text of more than 6,000 bytes is cut, with a line that says so.
std::string markdown_verdicts(std::span<const Verdict> verdicts);
std::string markdown_error(const RecordError& error);
std::string markdown_warning(std::string_view file, std::string_view sentence);

// The whole report, of at most `markdown_bytes_max` bytes. What does not fit, or was not kept, is
// counted.
std::string markdown_report(Question question, const Tally& tally, const Worst& worst);

}  // namespace fairshare::formats
