#include "cli/formula_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "cli/input.h"
#include "formats/inputs.h"
#include "formats/records/smt_lib.h"
#include "formats/text/words.h"

namespace fairshare::cli {
namespace {

constexpr std::size_t length_max = 100;  // with number and ending far below systems' limits

bool is_safe(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

// Makes a name that is not hidden, is not an option, and stays in this folder.
std::string safe_name(const formats::Record& record) {
  if (record.id.empty() || record.id == R"("")") return fmt::format("line-{}", record.line);
  std::string name = record.title.substr(0, length_max);
  for (char& c : name) {
    if (!is_safe(c)) c = '_';
  }
  if (name[0] == '.' || name[0] == '-') name.insert(0, "_");
  return name;
}

formats::InputError cannot_write(const std::string& file, const std::string& reason) {
  return {.code = "FS009", .message = "cannot write: " + reason, .file = file};
}

}  // namespace

// On some systems "A.smt2" is the same file as "a.smt2", so names are compared in lower case.
std::string FormulaFolder::unused_name(const formats::Record& record) {
  const std::string name = safe_name(record);
  if (used_.insert(formats::lower(name)).second) return name;
  std::size_t& number = next_.try_emplace(formats::lower(name), 2).first->second;
  while (true) {
    const std::string numbered = fmt::format("{}-{}", name, number++);
    if (used_.insert(formats::lower(numbered)).second) return numbered;
  }
}

std::optional<formats::InputError> FormulaFolder::write(
    const formats::Record& record, const properties::CertifiedSolution& solution) {
  std::error_code failure;
  std::filesystem::create_directories(folder_, failure);
  if (failure) return cannot_write(folder_, failure.message());
  const std::string path =
      (std::filesystem::path(folder_) / (unused_name(record) + ".smt2")).string();
  const auto reason = [] { return std::generic_category().message(errno); };
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "wb"));
  if (!file) return cannot_write(path, reason());
  const std::string text = formats::smt_lib(record, solution);
  if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0) {
    return cannot_write(path, reason());
  }
  return std::nullopt;
}

}  // namespace fairshare::cli
