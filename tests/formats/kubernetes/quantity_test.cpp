#include "formats/kubernetes/quantity.h"

#include <gtest/gtest.h>

#include <string>

namespace fairshare::formats {
namespace {

// "1/2", or the code of the complaint.
std::string read(std::string_view text) {
  const auto quantity = read_quantity(text);
  if (const auto* complaint = std::get_if<Complaint>(&quantity)) return complaint->code;
  return exact::to_text(std::get<exact::Rational>(quantity));
}

std::string units(std::string_view text, std::int64_t scale) {
  const auto count = whole_units(std::get<exact::Rational>(read_quantity(text)), scale);
  if (const auto* complaint = std::get_if<Complaint>(&count)) return complaint->code;
  return std::to_string(std::get<std::int64_t>(count));
}

TEST(Quantity, IsReadExactlyWithEverySuffix) {
  EXPECT_EQ(read("4"), "4");
  EXPECT_EQ(read("500m"), "1/2");
  EXPECT_EQ(read("1u"), "1/1000000");
  EXPECT_EQ(read("1n"), "1/1000000000");
  EXPECT_EQ(read("3k"), "3000");
  EXPECT_EQ(read("1.5M"), "1500000");
  EXPECT_EQ(read("1G"), "1000000000");
  EXPECT_EQ(read("1T"), "1000000000000");
  EXPECT_EQ(read("1P"), "1000000000000000");
  EXPECT_EQ(read("1Ki"), "1024");
  EXPECT_EQ(read("1Mi"), "1048576");
  EXPECT_EQ(read("0.1Gi"), "536870912/5");
  EXPECT_EQ(read("1Ti"), "1099511627776");
  EXPECT_EQ(read("1Pi"), "1125899906842624");
  EXPECT_EQ(read("7Ei"), "8070450532247928832");
}

TEST(Quantity, TellsTheSuffixEFromAPower) {
  EXPECT_EQ(read("1E"), "1000000000000000000");
  EXPECT_EQ(read("1E2"), "100");
  EXPECT_EQ(read("2e3"), "2000");
  EXPECT_EQ(read("5e-1"), "1/2");
  EXPECT_EQ(read("1e+03"), "1000");
  EXPECT_EQ(read("1e"), "FS006");
  EXPECT_EQ(read("1e1.5"), "FS006");
}

TEST(Quantity, ReadsNumbersAsKubernetesDoes) {
  EXPECT_EQ(read(".5"), "1/2");
  EXPECT_EQ(read("5."), "5");
  EXPECT_EQ(read("+007"), "7");
  EXPECT_EQ(read("-.5"), "-1/2");
}

TEST(Quantity, RefusesEverythingElse) {
  for (const char* text : {"", "m", ".", "1 Gi", "1gi", "1K", "0x10", "1/2", "--1", "1-", "1..2",
                           "1Gib", "cpu", "NaN", "Inf", "1mm", "1e1x"}) {
    EXPECT_EQ(read(text), "FS006") << text;
  }
  EXPECT_EQ(read("1e99999999"), "FS007");
}

TEST(Quantity, IsRoundedUpToWholeUnits) {
  EXPECT_EQ(units("500m", 1000), "500");
  EXPECT_EQ(units("0.0001", 1000), "1");
  EXPECT_EQ(units("1500m", 1), "2");
  EXPECT_EQ(units("0", 1000), "0");
}

TEST(Quantity, IsHeldIn64Bits) {
  EXPECT_EQ(units("9223372036854775807", 1), "9223372036854775807");
  EXPECT_EQ(units("9223372036854775808", 1), "FS008");
  EXPECT_EQ(units("8Ei", 1), "FS008");
  EXPECT_EQ(units("-1", 1), "FS011");
}

TEST(Quantity, IsANumberOrAStringOfJson) {
  const auto read_value = [](json::Value value) {
    const auto quantity = read_quantity(value);
    const auto* complaint = std::get_if<Complaint>(&quantity);
    return complaint != nullptr ? complaint->code + " " + complaint->message
                                : exact::to_text(std::get<exact::Rational>(quantity));
  };
  EXPECT_EQ(read_value({json::Number{"0.5"}}), "1/2");
  EXPECT_EQ(read_value({std::string("500m")}), "1/2");
  EXPECT_EQ(read_value({true}), "FS002 a quantity is expected here, not true or false");
}

}  // namespace
}  // namespace fairshare::formats
