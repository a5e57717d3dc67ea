// All workers do the same: each takes the next batch of lines, works on it, and hands in its
// transcript. The worker that hands in the next transcript to be printed prints it, and those after
// it that have been handed in. So no worker waits for another unless it is far ahead, and none only
// reads or only prints.
#include "cli/crew.h"

#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "formats/records/memory.h"
#include "formats/text/json.h"

namespace fairshare::cli {
namespace {

using Item = std::variant<TextLine, formats::RecordError, NoMoreLines>;

constexpr std::size_t batch_lines_max = 64;
constexpr std::size_t batch_bytes_max = std::size_t{64} << 10U;
constexpr std::size_t batches_ahead = 4;  // for each worker
constexpr auto between_looks = std::chrono::milliseconds(100);

struct Batch {
  std::size_t turn;
  std::vector<Item> items;
  std::uintmax_t bytes_read;  // so far, including these
};

struct Answered {
  Transcript transcript;
  std::size_t records;
  std::uintmax_t bytes_read;
};

struct Shared {
  InputLines& lines;
  const Input& input;
  Console& console;
  std::size_t workers;
  std::atomic<bool> has_failed = false;
  std::atomic<bool> is_out_of_memory = false;

  std::mutex reading = {};  // guards the lines and the next two
  std::size_t next_turn = 0;
  bool is_over = false;

  std::mutex printing = {};  // guards the console and the rest; may be locked after `reading`
  std::condition_variable has_printed = {};
  std::size_t printed = 0;  // batches
  std::size_t records = 0;
  std::map<std::size_t, Answered> answered = {};  // by turn; they cannot be printed yet
};

// True if there is something to read; false if the output is closed.
bool wait_for_input(Shared& shared) {
  {
    std::unique_lock lock(shared.printing);
    shared.has_printed.wait(lock, [&] {
      return shared.next_turn < shared.printed + batches_ahead * shared.workers ||
             shared.has_failed;
    });
  }
  while (!shared.has_failed) {
    if (shared.lines.is_ready_within(between_looks)) return true;
  }
  return false;
}

// As many lines as have arrived, up to a batch.
std::optional<Batch> take_batch(Shared& shared) {
  const std::lock_guard lock(shared.reading);
  if (shared.is_over || !wait_for_input(shared)) return std::nullopt;
  std::vector<Item> items;
  const std::uintmax_t bytes_before = shared.lines.bytes_read();
  do {
    Item item = shared.lines.next();
    shared.is_over = std::holds_alternative<NoMoreLines>(item);
    if (!shared.is_over) items.push_back(std::move(item));
  } while (!shared.is_over && items.size() < batch_lines_max &&
           shared.lines.bytes_read() - bytes_before < batch_bytes_max && shared.lines.is_ready());
  return Batch{shared.next_turn++, std::move(items), shared.lines.bytes_read()};
}

// Answers are written before a long line is taken, on which the system may end the command.
bool is_long(const Item& item) {
  const auto* line = std::get_if<TextLine>(&item);
  return line != nullptr && line->text.size() > batch_bytes_max;
}

void take_line(const Worker& worker, const TextLine& line, const std::string& file,
               Transcript& transcript) {
  const Transcript::Place begin = transcript.place();
  auto exhaustion = formats::find_exhaustion(file, line.number, line.text.size(),
                                             [&] { worker.take(line, transcript); });
  if (!exhaustion) return;
  transcript.cut(begin);
  worker.report({find_id(line, file), *std::move(exhaustion)}, transcript);
}

void take(const Worker& worker, const Item& item, const std::string& file, Transcript& transcript) {
  if (const auto* line = std::get_if<TextLine>(&item)) take_line(worker, *line, file, transcript);
  if (const auto* error = std::get_if<formats::RecordError>(&item)) {
    worker.report(*error, transcript);
  }
}

void print(Shared& shared, const Answered& answered) {
  Console& console = shared.console;
  console.print(answered.transcript);
  shared.records += answered.records;
  if (!shared.input.size) console.flush();
  console.show_progress(shared.input.name, answered.bytes_read, shared.input.size, shared.records);
  if (console.failed()) shared.has_failed = true;
}

void hand_in(Shared& shared, std::size_t turn, Answered answered) {
  const std::lock_guard lock(shared.printing);
  shared.answered.emplace(turn, std::move(answered));
  while (!shared.answered.empty() && shared.answered.begin()->first == shared.printed) {
    print(shared, shared.answered.begin()->second);
    shared.answered.erase(shared.answered.begin());
    ++shared.printed;
  }
  shared.has_printed.notify_all();
}

void work_on_batches(Shared& shared, const Worker& worker) {
  while (const auto batch = take_batch(shared)) {
    Transcript transcript = shared.console.empty_transcript();
    for (const Item& item : batch->items) take(worker, item, shared.input.name, transcript);
    hand_in(shared, batch->turn, {std::move(transcript), batch->items.size(), batch->bytes_read});
  }
}

// No exception leaves a thread; work_through throws it again.
void work(Shared& shared, const Worker& worker) {
  try {
    work_on_batches(shared, worker);
  } catch (const std::bad_alloc&) {
    const std::lock_guard lock(shared.printing);
    shared.is_out_of_memory = true;
    shared.has_failed = true;
    shared.has_printed.notify_all();
  }
}

void work_alone(InputLines& lines, const Input& input, Console& console, const Worker& worker) {
  for (std::size_t count = 1; !console.failed(); ++count) {
    const Item item = lines.next();
    if (std::holds_alternative<NoMoreLines>(item)) return;
    if (is_long(item)) console.flush();
    Transcript transcript = console.empty_transcript();
    take(worker, item, input.name, transcript);
    console.print(transcript);
    // A caller that sends one record at a time waits for the answer.
    if (!input.size && !lines.is_ready()) console.flush();
    console.show_progress(input.name, lines.bytes_read(), input.size, count);
  }
}

}  // namespace

// Also empty if there is not enough memory to read it.
std::string find_id(const TextLine& line, const std::string& file) {
  std::string id;
  formats::find_exhaustion(file, line.number, line.text.size(),
                           [&] { id = formats::find_id(formats::json::read(line.text).value); });
  return id;
}

void work_through(InputLines& lines, const Input& input, Console& console,
                  std::span<const Worker> workers) {
  assert(!workers.empty());
  if (workers.size() == 1) {
    work_alone(lines, input, console, workers.front());
  } else {
    Shared shared{.lines = lines, .input = input, .console = console, .workers = workers.size()};
    std::vector<std::jthread> others;
    try {
      for (const Worker& worker : workers.subspan(1)) {
        others.emplace_back([&shared, &worker] { work(shared, worker); });
      }
    } catch (const std::system_error&) {  // no more threads can be started; these will do
    }
    work(shared, workers.front());
    others.clear();  // waits until they end
    if (shared.is_out_of_memory) throw std::bad_alloc();
  }
  console.end_progress();
}

}  // namespace fairshare::cli
