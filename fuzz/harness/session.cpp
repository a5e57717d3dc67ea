#include "fuzz/harness/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fairshare::harness {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Milliseconds hello_patience = std::chrono::seconds(30);
constexpr std::size_t ahead_max = 32;

Failure failure(const char* code, std::string message) {
  return {code, message, fmt::format("error[{}] {}\n", code, message)};
}

// The last line that it wrote to standard error, which mostly says what went wrong.
std::string last_words(const Adapter& adapter) {
  std::string_view all = adapter.complaints();
  while (!all.empty() && all.back() == '\n') all.remove_suffix(1);
  const auto line = all.substr(all.rfind('\n') == std::string_view::npos ? 0 : all.rfind('\n') + 1);
  return line.empty()
             ? ""
             : fmt::format("; its last line on standard error: {}", formats::abridged(line));
}

struct Started {
  Adapter adapter;
  Hello hello;
};

std::variant<Started, std::string> start_adapter(const std::vector<std::string>& command) {
  auto started = Adapter::start(command);
  if (auto* reason = std::get_if<std::string>(&started)) return std::move(*reason);
  auto& adapter = std::get<Adapter>(started);
  adapter.send(hello_line());
  const Received received = adapter.receive(hello_patience);
  if (const auto* ended = std::get_if<Ended>(&received)) {
    return fmt::format("it ended before its hello ({}){}", ended->how, last_words(adapter));
  }
  const auto* line = std::get_if<Line>(&received);
  if (line == nullptr) {
    return fmt::format("no hello within {} s; does it flush its output after each line?{}",
                       hello_patience / std::chrono::seconds(1), last_words(adapter));
  }
  auto hello = read_hello(line->text);
  if (const auto* error = std::get_if<formats::InputError>(&hello)) {
    return "malformed hello: " + error->message;
  }
  return Started{std::move(adapter), std::get<Hello>(std::move(hello))};
}

}  // namespace

std::variant<Session, std::string> Session::start(std::vector<std::string> command) {
  auto started = start_adapter(command);
  if (auto* reason = std::get_if<std::string>(&started)) return std::move(*reason);
  auto& [adapter, hello] = std::get<Started>(started);
  return Session(std::move(command), std::move(adapter), std::move(hello));
}

Reply Session::hear(std::uint64_t seq, Milliseconds patience) {
  const Clock::time_point begin = Clock::now();
  Received received = adapter_.receive(patience);
  if (std::holds_alternative<TimedOut>(received)) {
    return failure("FS501", fmt::format("no answer within {} ms", patience.count()));
  }
  if (const auto* ended = std::get_if<Ended>(&received)) {
    return failure("FS502",
                   fmt::format("the adapter ended: {}{}", ended->how, last_words(adapter_)));
  }
  const auto* line = std::get_if<Line>(&received);
  if (line == nullptr) return failure("FS503", "an answer of more than 64 MiB");
  auto read = read_answer(line->text);
  if (auto* error = std::get_if<formats::InputError>(&read)) {
    return failure("FS503", std::move(error->message));
  }
  auto& answer = std::get<Answer>(read);
  if (answer.seq != seq) {
    return failure("FS503",
                   fmt::format("the answer has seq {}; the expected seq is {}", answer.seq, seq));
  }
  slowest_ = std::max(slowest_, std::chrono::ceil<Milliseconds>(Clock::now() - begin));
  return std::visit([](auto&& is) -> Reply { return std::forward<decltype(is)>(is); },
                    std::move(answer.is));
}

std::optional<std::string> Session::restart() {
  auto started = start_adapter(command_);
  if (auto* reason = std::get_if<std::string>(&started)) {
    return "cannot restart it: " + *reason;
  }
  adapter_ = std::move(std::get<Started>(started).adapter);
  return std::nullopt;
}

std::variant<std::vector<Reply>, std::string> Session::ask(std::span<const std::string> records,
                                                           Milliseconds patience,
                                                           Milliseconds patience_after) {
  std::vector<Reply> replies;
  std::size_t sent = 0;
  std::uint64_t first_seq = seq_;  // of records[0]
  while (replies.size() < records.size()) {
    while (sent < std::min(records.size(), replies.size() + ahead_max)) {
      adapter_.send(run_line(first_seq + sent, records[sent]));
      ++sent;
    }
    replies.push_back(hear(first_seq + replies.size(), patience));
    const auto* failed = std::get_if<Failure>(&replies.back());
    if (failed == nullptr) continue;
    if (failed->code == "FS501") patience = std::min(patience, patience_after);
    // What was sent ahead died with it; what comes after gets new numbers, lest an old answer
    // counts.
    if (auto reason = restart()) return std::move(*reason);
    first_seq += ahead_max;
    sent = replies.size();
  }
  seq_ = first_seq + records.size();
  return replies;
}

void Session::stop() {
  adapter_.stop(stop_line(), std::chrono::seconds(1));
}

}  // namespace fairshare::harness
