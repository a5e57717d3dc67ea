#include "formats/text/prometheus_text.h"

#include <gtest/gtest.h>

#include <string>

namespace fairshare::formats {
namespace {

Metrics read(const std::string& text) {
  auto metrics = read_prometheus_text(text, "metrics.txt", {"my_"});
  if (const auto* error = std::get_if<InputError>(&metrics)) ADD_FAILURE() << describe(*error);
  auto* read = std::get_if<Metrics>(&metrics);
  return read != nullptr ? std::move(*read) : Metrics{};
}

std::string error_of(const std::string& text) {
  const auto metrics = read_prometheus_text(text, "metrics.txt", {"my_"});
  const auto* error = std::get_if<InputError>(&metrics);
  return error != nullptr ? error->code + " " + describe(*error) : "none";
}

// "24", or the error.
std::string value(const std::string& text, std::string_view name, const MetricLabels& labels) {
  const Metrics metrics = read(text);
  const auto found = metrics.find(name, labels);
  if (const auto* error = std::get_if<InputError>(&found)) {
    return error->code + " " + describe(*error);
  }
  const auto number = number_of(metrics, *std::get<const Sample*>(found));
  if (const auto* error = std::get_if<InputError>(&number)) {
    return error->code + " " + describe(*error);
  }
  return exact::to_text(std::get<WrittenNumber>(number).value);
}

TEST(PrometheusText, FindsASampleByItsLabels) {
  const std::string text =
      "# HELP my_seats Seats.\n# TYPE my_seats gauge\n"
      "my_seats{level=\"a\",instance=\"i\"} 24\n"
      "my_seats{level=\"b\"}1.5e+09\n"
      "my_share 0.125\n";
  EXPECT_EQ(value(text, "my_seats", {{"level", "a"}}), "24");
  EXPECT_EQ(value(text, "my_seats", {{"level", "b"}}), "1500000000");
  EXPECT_EQ(value(text, "my_share", {}), "1/8");
  EXPECT_EQ(value(text, "my_seats", {{"level", "c"}}),
            "FS104 metrics.txt: the metrics have no sample my_seats{level=\"c\"}");
}

TEST(PrometheusText, FindsTheSampleThatHasAllLabelsTogether) {
  const std::string text =
      "my_a{queue=\"a\",resource=\"x\"} 1\nmy_a{queue=\"a\",resource=\"y\"} 2\n"
      "my_a{queue=\"b\",resource=\"x\"} 3\nmy_b{queue=\"b\",resource=\"y\"} 4\n";
  EXPECT_EQ(value(text, "my_a", {{"queue", "a"}, {"resource", "x"}}), "1");
  EXPECT_EQ(value(text, "my_a", {{"queue", "a"}, {"resource", "y"}}), "2");
  EXPECT_EQ(value(text, "my_a", {{"queue", "b"}, {"resource", "x"}}), "3");
  EXPECT_EQ(value(text, "my_a", {{"queue", "b"}, {"resource", "y"}}).substr(0, 5), "FS104");
  EXPECT_EQ(value(text, "my_a", {{"queue", "a"}}),
            "FS004 metrics.txt:2: my_a: line 1 has the same sample from another instance; judge "
            "one instance at a time");
  EXPECT_EQ(value(text, "my_b", {}), "4");
}

TEST(PrometheusText, ReadsEscapesTimesAndExemplars) {
  const std::string text =
      "my_a{l=\"x\\\"y\\\\z\\n\",} 1 1700000000000\r\n"
      "  my_b { l = \"v\" , m=\"}\" } 2 # {trace=\"7\"} 0.5\n"
      "\tmy_c\t{\tl\t=\t\"v\"\t}\t3\t1700000000000\nmy_d 4\r\n# EOF\n";
  EXPECT_EQ(value(text, "my_a", {{"l", "x\"y\\z\n"}}), "1");
  EXPECT_EQ(value(text, "my_b", {{"m", "}"}}), "2");
  EXPECT_EQ(value(text, "my_c", {{"l", "v"}}), "3");
  EXPECT_EQ(value(text, "my_d", {}), "4");
}

TEST(PrometheusText, PassesOverWhatIsNotAskedFor) {
  const Metrics metrics = read("other{broken 1\n\nmy_a 1\nanother\nmyself{broken 1\n");
  ASSERT_EQ(metrics.samples.size(), 1U);
  EXPECT_EQ(metrics.samples[0].line, 3U);
}

TEST(PrometheusText, RefusesSamplesThatItCannotRead) {
  EXPECT_EQ(error_of("my_a{l=\"x} 1\n"),
            "FS001 metrics.txt:1: my_a: a label's value is not closed");
  EXPECT_EQ(error_of("\nmy_a\r\n"), "FS001 metrics.txt:2: my_a: the sample has no value");
  EXPECT_EQ(error_of("my_a{l=\"x\",l=\"y\"} 1\n"), "FS001 metrics.txt:1: my_a: duplicate label");
  EXPECT_EQ(error_of("my_a{l} 1\n").substr(0, 5), "FS001");
  EXPECT_EQ(error_of("my_a{l=\"x\" m=\"y\"} 1\n").substr(0, 5), "FS001");
  EXPECT_EQ(error_of("my_a{l=\"x\"").substr(0, 5), "FS001");
}

TEST(PrometheusText, RefusesInvalidNumbers) {
  EXPECT_EQ(value("my_a +Inf\n", "my_a", {}),
            "FS011 metrics.txt:1: my_a: +Inf is not a finite number");
  EXPECT_EQ(value("my_a NaN\n", "my_a", {}).substr(0, 5), "FS011");
  EXPECT_EQ(value("my_a x\n", "my_a", {}).substr(0, 5), "FS006");
}

TEST(PrometheusText, RefusesTheSameSampleOfTwoInstances) {
  EXPECT_EQ(value("my_a{l=\"x\",instance=\"1\"} 1\nmy_a{l=\"x\",instance=\"2\"} 2\n", "my_a",
                  {{"l", "x"}})
                .substr(0, 26),
            "FS004 metrics.txt:2: my_a:");
}

TEST(PrometheusText, TellsWhichLabelsItLooksFor) {
  EXPECT_EQ(value("my_b 1\n", "my_a", {}), "FS104 metrics.txt: the metrics have no sample my_a{}");
  EXPECT_EQ(value("my_a{l=\"x\"} 1\n", "my_a", {{"l", "x"}, {"m", "y"}}),
            "FS104 metrics.txt: the metrics have no sample my_a{l=\"x\",m=\"y\"}");
}

TEST(PrometheusText, RefusesInvalidLabels) {
  const std::string expected =
      "FS001 metrics.txt:1: my_a: a label is expected here, such as queue_name=\"a\"";
  EXPECT_EQ(error_of("my_a{=\"x\"} 1\n"), expected);
  EXPECT_EQ(error_of("my_a{l=x} 1\n"), expected);
  EXPECT_EQ(error_of("my_a{l=\"x\"m=\"y\"} 1\n"),
            "FS001 metrics.txt:1: my_a: a comma or a brace is expected after a label");
  EXPECT_EQ(error_of("my_a{l=\"x\\"), "FS001 metrics.txt:1: my_a: a label's value is not closed");
}

TEST(PrometheusText, InUtf16IsNotTakenForAPageWithoutSamples) {
  for (const std::string mark : {"\xff\xfe", "\xfe\xff"}) {
    EXPECT_EQ(error_of(mark + "my_a 1\n"),
              "FS001 metrics.txt: the metrics are not UTF-8 but UTF-16, as PowerShell writes them: "
              "convert the file with iconv -f UTF-16 -t UTF-8");
  }
}

TEST(PrometheusText, ThatIsCompressedIsNotTakenForAPageWithoutSamples) {
  EXPECT_EQ(error_of("\x1f\x8b\b\n"),
            "FS001 metrics.txt: the metrics are not UTF-8: if they are compressed, unpack them");
}

}  // namespace
}  // namespace fairshare::formats
