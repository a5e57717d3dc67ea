// Lines of a stream: none lost, none invented, and a bound on memory.
#include "formats/text/lines.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace fairshare::formats {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

File file_of(std::string_view text) {
  File file(std::tmpfile());
  EXPECT_EQ(std::fwrite(text.data(), 1, text.size(), file.get()), text.size());
  std::rewind(file.get());
  return file;
}

// "1:text" a line, "2!" for a line that is too long; of long texts only the length.
std::vector<std::string> lines_of(std::string_view text) {
  const File file = file_of(text);
  LineReader reader(file.get());
  std::vector<std::string> lines;
  while (true) {
    const auto next = reader.next();
    if (std::holds_alternative<EndOfLines>(next)) break;
    if (std::holds_alternative<ReadFailure>(next)) return {"failure"};
    if (const auto* line = std::get_if<Line>(&next)) {
      const bool is_long = line->text.size() > 100;
      lines.push_back(std::to_string(line->number) + ":" +
                      (is_long ? std::to_string(line->text.size()) : std::string(line->text)));
    } else {
      lines.push_back(std::to_string(std::get<LineTooLong>(next).number) + "!");
    }
  }
  EXPECT_TRUE(std::holds_alternative<EndOfLines>(reader.next()));
  return lines;
}

using Lines = std::vector<std::string>;

// Both ends of a pipe.
struct Pipe {
  int out = -1;
  File in;
};

Pipe open_pipe() {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  return {ends[1], File(::fdopen(ends[0], "rb"))};
}

void send(const Pipe& pipe, std::string_view text) {
  EXPECT_EQ(::write(pipe.out, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(Lines, CountsFromOne) {
  EXPECT_EQ(lines_of("a\nb\nc\n"), (Lines{"1:a", "2:b", "3:c"}));
}

TEST(Lines, AnEmptyStreamHasNone) {
  EXPECT_EQ(lines_of(""), Lines{});
}

TEST(Lines, TheLastOneNeedsNoEnd) {
  EXPECT_EQ(lines_of("a\nb"), (Lines{"1:a", "2:b"}));
  EXPECT_EQ(lines_of("a"), Lines{"1:a"});
}

TEST(Lines, EmptyOnesCount) {
  EXPECT_EQ(lines_of("\n\na\n\n"), (Lines{"1:", "2:", "3:a", "4:"}));
}

TEST(Lines, MayEndInCarriageReturnAndLineFeed) {
  EXPECT_EQ(lines_of("a\r\nb\r\n\r\n"), (Lines{"1:a", "2:b", "3:"}));
  EXPECT_EQ(lines_of("a\rb\r\r\nc\r"), (Lines{"1:a\rb\r", "2:c\r"}));
}

TEST(Lines, KeepNulBytes) {
  const std::string nul(1, '\0');
  EXPECT_EQ(lines_of("a" + nul + "b\n" + nul + "\n"), (Lines{"1:a" + nul + "b", "2:" + nul}));
}

TEST(Lines, OfEveryLengthAroundAChunkStayWhole) {
  for (const std::size_t chunk : {std::size_t{1} << 16, std::size_t{1} << 17}) {
    for (std::size_t length = chunk - 3; length <= chunk + 3; ++length) {
      const std::string text(length, 'x');
      EXPECT_EQ(
          lines_of("ab\n" + text + "\r\n" + text + "\nc"),
          (Lines{"1:ab", "2:" + std::to_string(length), "3:" + std::to_string(length), "4:c"}));
    }
  }
}

TEST(Lines, MixOfManyLengthsComesBackAsItWent) {
  std::string text;
  Lines expected;
  for (std::size_t i = 1; i <= 5000; ++i) {
    const std::string line((i * 7919) % 90, static_cast<char>('a' + i % 26));
    text += line + (i % 3 == 0 ? "\r\n" : "\n");
    expected.push_back(std::to_string(i) + ":" + line);
  }
  EXPECT_EQ(lines_of(text), expected);
}

TEST(Lines, AreReadUpToTheBoundAndSkippedBeyondIt) {
  const std::string most(line_bytes_max, 'x');
  const std::string number = std::to_string(line_bytes_max);
  EXPECT_EQ(lines_of(most + "\r\nb\n"), (Lines{"1:" + number, "2:b"}));
  EXPECT_EQ(lines_of("a\n" + most), (Lines{"1:a", "2:" + number}));
  EXPECT_EQ(lines_of("a\n" + most + "x\nb\n"), (Lines{"1:a", "2!", "3:b"}));
  EXPECT_EQ(lines_of(most + "x\r\nb"), (Lines{"1!", "2:b"}));
  EXPECT_EQ(lines_of(most + "x"), Lines{"1!"});
  EXPECT_EQ(lines_of(most + "\r\r\n"), Lines{"1!"});
  EXPECT_EQ(lines_of(most + most + most + "\nb"), (Lines{"1!", "2:b"}));
  EXPECT_EQ(lines_of(most + most), Lines{"1!"});
}

TEST(Lines, AreSaidToBeTooLongBeforeTheyEnd) {
  const Pipe pipe = open_pipe();
  LineReader reader(pipe.in.get());
  std::jthread flood([&pipe] {
    const std::string chunk(1 << 20, 'x');
    for (std::size_t sent = 0; sent < line_bytes_max; sent += chunk.size()) send(pipe, chunk);
    send(pipe, "xx");
  });
  EXPECT_EQ(std::get<LineTooLong>(reader.next()).number, 1U);
  flood.join();
  EXPECT_FALSE(reader.is_ready());
  send(pipe, "x\nb\n");
  EXPECT_EQ(std::get<Line>(reader.next()).text, "b");
  ::close(pipe.out);
  EXPECT_TRUE(std::holds_alternative<EndOfLines>(reader.next()));
}

TEST(Lines, SayWhyTheyCannotBeRead) {
  const File directory(std::fopen("/", "rb"));
  ASSERT_NE(directory, nullptr);
  LineReader reader(directory.get());
  const auto next = reader.next();
  ASSERT_TRUE(std::holds_alternative<ReadFailure>(next));
  EXPECT_EQ(std::get<ReadFailure>(next).reason, "Is a directory");
  EXPECT_TRUE(std::holds_alternative<ReadFailure>(reader.next())) << "a failure is final";
}

TEST(Lines, ComeFromAPipeToo) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string_view text = "one\ntwo\nthree";
  ASSERT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  close(ends[1]);
  const File file(fdopen(ends[0], "rb"));
  LineReader reader(file.get());
  for (const std::string_view expected : {"one", "two", "three"}) {
    const auto next = reader.next();
    ASSERT_TRUE(std::holds_alternative<Line>(next));
    EXPECT_EQ(std::get<Line>(next).text, expected);
  }
  EXPECT_TRUE(std::holds_alternative<EndOfLines>(reader.next()));
}

TEST(Lines, AreReadyWhenTheyAreWhole) {
  const Pipe pipe = open_pipe();
  LineReader reader(pipe.in.get());
  constexpr std::chrono::milliseconds no_time(0);
  EXPECT_FALSE(reader.is_ready_within(no_time));
  send(pipe, "a");
  EXPECT_FALSE(reader.is_ready_within(no_time));
  EXPECT_FALSE(reader.is_ready());
  send(pipe, "b\nc\n");
  EXPECT_FALSE(reader.is_ready());
  EXPECT_TRUE(reader.is_ready_within(no_time));
  EXPECT_TRUE(reader.is_ready());
  EXPECT_EQ(std::get<Line>(reader.next()).text, "ab");
  EXPECT_TRUE(reader.is_ready());
  EXPECT_EQ(std::get<Line>(reader.next()).text, "c");
  EXPECT_FALSE(reader.is_ready_within(std::chrono::milliseconds(1)));
  ::close(pipe.out);
  EXPECT_TRUE(reader.is_ready_within(std::chrono::seconds(10)));
  EXPECT_TRUE(std::holds_alternative<EndOfLines>(reader.next()));
  EXPECT_TRUE(reader.is_ready());
}

TEST(Lines, TheLastOneIsReadyAtTheEnd) {
  const Pipe pipe = open_pipe();
  LineReader reader(pipe.in.get());
  send(pipe, "a");
  ::close(pipe.out);
  while (!reader.is_ready_within(std::chrono::seconds(10))) continue;
  EXPECT_EQ(std::get<Line>(reader.next()).text, "a");
  EXPECT_TRUE(std::holds_alternative<EndOfLines>(reader.next()));
}

}  // namespace
}  // namespace fairshare::formats
