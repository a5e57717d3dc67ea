#include "fuzz/harness/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/lines.h"
#include "formats/text/number_text.h"
#include "fuzz/harness/last_words.h"

namespace fairshare::harness {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Milliseconds hello_patience = std::chrono::seconds(30);

// Questions that are sent ahead should be answered within this time. After the time is over, it may
// take this long until the adapter can be asked something else.
constexpr std::size_t ahead_max = 32;
constexpr std::chrono::microseconds ahead_time = std::chrono::milliseconds(250);

// An exact share has about as many digits as its whole question, and there are fewer shares than
// digits. Shares that are written with more digits than they need still fit.
std::size_t answer_bytes_max(std::size_t question_bytes) {
  constexpr std::size_t least = std::size_t{1} << 20;
  constexpr std::size_t most = formats::line_bytes_max;
  return question_bytes > 8192 ? most : std::max(least, question_bytes * question_bytes);
}

Failure failure(const char* code, std::string message) {
  return {code, message, fmt::format("error[{}] {}\n", code, message)};
}

std::string said_by(const Adapter& adapter) {
  const std::string words = last_words(adapter.complaints());
  return words.empty() ? "" : "; on standard error: " + words;
}

std::string unfinished(const std::string& begin) {
  return formats::json::quoted(formats::abridged(begin));
}

// Describes an answer that has no newline, or no end.
std::string flood_of(const TooLong& line) {
  return "an endless line without a newline; it begins " + unfinished(line.begin);
}

std::string silence_of(const TimedOut& silence) {
  if (silence.bytes == 0) return "";
  return fmt::format("; it wrote {} without a newline: {}", formats::counted(silence.bytes, "byte"),
                     unfinished(silence.begin));
}

struct Started {
  Adapter adapter;
  Hello hello;
};

std::variant<Started, Interrupted, std::string> start_adapter(
    const std::vector<std::string>& command, const IsOver& is_over) {
  auto started = Adapter::start(command);
  if (auto* reason = std::get_if<std::string>(&started)) return std::move(*reason);
  auto& adapter = std::get<Adapter>(started);
  adapter.send(hello_line());
  const Received received = adapter.receive(hello_patience, answer_bytes_max(0), is_over);
  if (std::holds_alternative<Interrupted>(received)) return Interrupted{};
  if (const auto* ended = std::get_if<Ended>(&received)) {
    return fmt::format("it ended before its hello ({}){}", ended->how, said_by(adapter));
  }
  if (const auto* line = std::get_if<TooLong>(&received)) {
    return "it writes no hello, but " + flood_of(*line);
  }
  if (const auto* silence = std::get_if<TimedOut>(&received)) {
    return fmt::format("no hello within {}; does it flush its output after each line?{}{}",
                       to_text(hello_patience), silence_of(*silence), said_by(adapter));
  }
  auto hello = read_hello(std::get<Line>(received).text);
  if (const auto* error = std::get_if<formats::InputError>(&hello)) {
    return "malformed hello: " + describe(*error);
  }
  return Started{std::move(adapter), std::get<Hello>(std::move(hello))};
}

// The answer to question `seq`, or why there is no answer in what was received. If `missed` is not
// 0, the adapter has already missed that time for a first answer.
Reply reply_of(const Received& received, std::uint64_t seq, Milliseconds patience,
               Milliseconds missed, const Adapter& adapter) {
  if (const auto* silence = std::get_if<TimedOut>(&received)) {
    const std::string first =
        missed.count() == 0 ? "" : ", nor a first one within " + to_text(missed);
    return failure("FS501", fmt::format("no answer within {}{}{}", to_text(patience), first,
                                        silence_of(*silence)));
  }
  if (const auto* ended = std::get_if<Ended>(&received)) {
    return failure("FS502", fmt::format("the adapter ended: {}{}", ended->how, said_by(adapter)));
  }
  if (const auto* line = std::get_if<TooLong>(&received)) {
    return failure("FS503", "the answer is " + flood_of(*line));
  }
  auto read = read_answer(std::get<Line>(received).text);
  if (auto* error = std::get_if<formats::InputError>(&read)) {
    return failure("FS503", describe(*error));
  }
  auto& answer = std::get<Answer>(read);
  if (answer.seq != seq) {
    return failure("FS503",
                   fmt::format("the answer has seq {}; the expected seq is {}", answer.seq, seq));
  }
  return std::visit([](auto&& is) -> Reply { return std::forward<decltype(is)>(is); },
                    std::move(answer.is));
}

}  // namespace

std::string to_text(Milliseconds time) {
  const bool is_whole = time.count() >= 10'000 && time.count() % 1000 == 0;
  return is_whole ? fmt::format("{} s", time.count() / 1000) : fmt::format("{} ms", time.count());
}

bool is_hang(const Reply& reply) {
  const auto* failure = std::get_if<Failure>(&reply);
  return failure != nullptr && failure->code == "FS501";
}

std::variant<Session, std::string> Session::start(std::vector<std::string> command,
                                                  IsOver is_interrupted) {
  auto started = start_adapter(command, is_interrupted);
  if (auto* reason = std::get_if<std::string>(&started)) return std::move(*reason);
  if (std::holds_alternative<Interrupted>(started)) return "interrupted before its hello";
  auto& [adapter, hello] = std::get<Started>(started);
  return Session(std::move(command), std::move(adapter), std::move(hello),
                 std::move(is_interrupted));
}

void Session::warm_up_with(std::string record, Milliseconds patience) {
  warm_up_ = std::move(record);
  first_patience_ = patience;
}

std::size_t Session::ahead() const {
  if (!usual_) return 1;
  const auto count = ahead_time / std::max(*usual_, std::chrono::microseconds(1));
  return std::clamp(static_cast<std::size_t>(count), std::size_t{1}, ahead_max);
}

void Session::send(std::string_view record) {
  bytes_max_ = std::max(bytes_max_, answer_bytes_max(record.size()));
  adapter_.send(run_line(sent_++, record));
}

// Nothing if the run ends before that: if it is interrupted, or over before a first answer.
std::optional<Reply> Session::hear(Milliseconds patience) {
  const Clock::time_point begin = Clock::now();
  const bool is_first = state_ == State::cold;
  if (is_first) patience = std::max(patience, first_patience_);
  const Received received =
      adapter_.receive(patience, bytes_max_, is_first ? is_over_ : is_interrupted_);
  if (std::holds_alternative<Interrupted>(received)) return std::nullopt;
  Reply reply = reply_of(received, heard_, patience, missed_, adapter_);
  ++heard_;
  if (std::holds_alternative<Failure>(reply)) {
    if (state_ == State::cold && is_hang(reply)) {
      missed_ = std::max(missed_, std::exchange(first_patience_, Milliseconds(0)));
    }
    state_ = State::down;
    return reply;
  }
  missed_ = Milliseconds(0);
  if (std::exchange(state_, State::warm) == State::warm) {
    const auto took = std::chrono::ceil<std::chrono::microseconds>(Clock::now() - begin);
    usual_ = (usual_.value_or(took) * 7 + took) / 8;
    slowest_ = std::max(slowest_, std::chrono::ceil<Milliseconds>(took));
  }
  return reply;
}

std::optional<std::string> Session::restart() {
  auto started = start_adapter(command_, is_over_);
  if (auto* reason = std::get_if<std::string>(&started)) return "cannot restart it: " + *reason;
  if (std::holds_alternative<Interrupted>(started)) return std::nullopt;
  adapter_ = std::move(std::get<Started>(started).adapter);
  state_ = State::cold;
  // The questions sent ahead are lost with the adapter. Later questions have new numbers, so that
  // no old answer counts.
  heard_ = sent_;
  return std::nullopt;
}

void Session::warm_up() {
  if (!warm_up_) return;
  send(*warm_up_);
  const auto reply = hear(first_patience_);
  if (reply && std::holds_alternative<Failure>(*reply)) warm_up_ = std::nullopt;
}

// Whether the adapter is started, with no question pending, and warm if there is anything to warm
// it with.
bool Session::is_ready() const {
  const bool is_warm = state_ == State::warm || (state_ == State::cold && !warm_up_);
  return is_warm && heard_ == sent_;
}

// Makes the adapter ready, unless the run ends before that.
std::optional<std::string> Session::get_ready(Milliseconds patience) {
  while (!is_ready() && !is_over_()) {
    if (state_ == State::down) {
      if (auto reason = restart()) return reason;
    } else if (heard_ < sent_) {
      hear(patience);
    } else {
      warm_up();
    }
  }
  return std::nullopt;
}

void Session::ask_until_failure(std::span<const std::string> records, Milliseconds patience,
                                std::vector<Reply>& replies) {
  std::size_t next = replies.size();
  while (state_ != State::down && replies.size() < records.size()) {
    while (next < std::min(records.size(), replies.size() + ahead()) && !is_over_()) {
      send(records[next++]);
    }
    if (heard_ == sent_) return;  // the run has ended
    auto reply = hear(patience);
    if (!reply) return;
    if (!warm_up_ && state_ == State::warm) warm_up_ = records[replies.size()];
    replies.push_back(*std::move(reply));
  }
}

std::variant<std::vector<Reply>, std::string> Session::ask(std::span<const std::string> records,
                                                           Milliseconds patience,
                                                           Milliseconds patience_after) {
  std::vector<Reply> replies;
  has_failed_ = false;
  while (replies.size() < records.size() && !is_over_()) {
    if (auto reason = get_ready(patience)) return *std::move(reason);
    if (!is_ready()) break;
    ask_until_failure(records, patience, replies);
    has_failed_ = has_failed_ || state_ == State::down;
    if (!replies.empty() && is_hang(replies.back())) patience = std::min(patience, patience_after);
  }
  return replies;
}

void Session::stop(Milliseconds patience) {
  if (state_ == State::down || heard_ < sent_) patience = Milliseconds(0);
  adapter_.stop(stop_line(), patience);
}

}  // namespace fairshare::harness
