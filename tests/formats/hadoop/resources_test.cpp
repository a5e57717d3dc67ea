#include "formats/hadoop/resources.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace fairshare::formats {
namespace {

using exact::Rational;

ConfiguredResources read(std::string_view text, YarnRelease release = YarnRelease::v3) {
  auto resources = parse_resources(text, release);
  if (const auto* wrong = std::get_if<InputError>(&resources)) {
    ADD_FAILURE() << text << ": " << wrong->code << " " << wrong->message;
    return {};
  }
  return std::get<ConfiguredResources>(resources);
}

// The amounts of memory, vcores and GPUs in a cluster that has 1000, 20 and 8; -1 for none.
std::vector<Rational> amounts(std::string_view text, YarnRelease release = YarnRelease::v3) {
  const ConfiguredResources resources = read(text, release);
  return {find_amount(resources, "memory", 1000).value_or(Rational(-1)),
          find_amount(resources, "vcores", 20).value_or(Rational(-1)),
          find_amount(resources, "yarn.io/gpu", 8).value_or(Rational(-1))};
}

std::string code(std::string_view text, YarnRelease release = YarnRelease::v3) {
  const auto resources = parse_resources(text, release);
  const auto* wrong = std::get_if<InputError>(&resources);
  return wrong ? wrong->code : "";
}

std::string weight_code(std::string_view text) {
  const auto weight = parse_weight(text);
  const auto* wrong = std::get_if<InputError>(&weight);
  return wrong ? wrong->code : "";
}

using Amounts = std::vector<Rational>;

TEST(YarnResources, ReadsMegabytesAndCoresInAnyOrder) {
  EXPECT_EQ(amounts("1024 mb, 2 vcores"), (Amounts{1024, 2, 0}));
  EXPECT_EQ(amounts("2vcores 1024MB"), (Amounts{1024, 2, 0}));
  EXPECT_EQ(amounts("1024 mb, 2 vcores", YarnRelease::v2_7), (Amounts{1024, 2, 0}));
  EXPECT_EQ(amounts("  7\t mb,\n 007 vcores "), (Amounts{7, 7, 0}));
  EXPECT_EQ(amounts("7\n\v\f\r mb, 2\nvcores"), (Amounts{7, 2, 0}));
  EXPECT_EQ(amounts("7\n\v\f\r mb, 2\nvcores", YarnRelease::v2_7), (Amounts{7, 2, 0}));
}

TEST(YarnResources, TakesInRelease2TheFirstNumberThatAUnitFollows) {
  EXPECT_EQ(amounts("1 2 3 mb, 5 mb, 2 vcores", YarnRelease::v2_7), (Amounts{3, 2, 0}));
  EXPECT_EQ(amounts("5e3 mb, 2 vcores, 4 gpus", YarnRelease::v2_7), (Amounts{3, 2, 0}));
}

TEST(YarnResources, NeedsInRelease3TwoAmountsAndNothingBeforeTheirNumbers) {
  for (const char* const text :
       {"1024 mb, 2 vcores, 4 gpus", "1 mb 2 vcores 3 mb", "5e3 mb, 2 vcores", "1 2 mb, 2 vcores",
        "1 mb, about 2 vcores", "1 mb, 1 mb", "a mb, 2 vcores"}) {
    EXPECT_EQ(code(text), "FS006") << text;
  }
  EXPECT_EQ(amounts("5mb   mb, 2 vcores a day,"), (Amounts{5, 2, 0}));
  EXPECT_EQ(amounts("5 mb and 2 vcores"), (Amounts{5, 2, 0}));
}

TEST(YarnResources, NeedsAWholePercentageInRelease3) {
  for (const char* const text : {"50% memory", "5 50%", "50% 80% memory, 5% cpu", "50% mem, 5% cpu",
                                 "a 50% memory, 5% cpu", "vcores=5% 6%", "memory-mb=a5%"}) {
    EXPECT_EQ(code(text), "FS006") << text;
  }
  EXPECT_EQ(amounts("50. % memory, 25%cpu, 10% gpu"), (Amounts{500, 5, 0}));
}

TEST(YarnResources, DropsAFractionInRelease3AndReadsItsDigitsInRelease2) {
  EXPECT_EQ(amounts("1.5 mb, 2.9 vcores"), (Amounts{1, 2, 0}));
  EXPECT_EQ(amounts("1.5mb 2.9vcores"), (Amounts{1, 2, 0}));
  EXPECT_EQ(amounts("1.5 mb, 2.9 vcores", YarnRelease::v2_7), (Amounts{5, 9, 0}));
}

TEST(YarnResources, RefusesANegativeAmountInRelease3AndDropsItsSignInRelease2) {
  EXPECT_EQ(code("-5 mb, 1 vcores"), "FS011");
  EXPECT_EQ(code("5 mb, -1 vcores"), "FS011");
  EXPECT_EQ(code("-5mb 1vcores"), "FS011");
  EXPECT_EQ(amounts("-5 mb, 1 vcores", YarnRelease::v2_7), (Amounts{5, 1, 0}));
}

TEST(YarnResources, NeedsBothMegabytesAndCores) {
  for (const char* text : {"1024 mb", "2 vcores", "1024", "mb, vcores", "1024 gb, 2 vcores", " "}) {
    EXPECT_EQ(code(text), "FS006") << text;
    EXPECT_EQ(code(text, YarnRelease::v2_7), "FS006") << text;
  }
}

TEST(YarnResources, HoldsTheOldFormInAJavaInt) {
  EXPECT_EQ(amounts("2147483647 mb, 1 vcores"), (Amounts{2147483647, 1, 0}));
  EXPECT_EQ(code("2147483648 mb, 1 vcores"), "FS008");
  EXPECT_EQ(code(std::string(100'000, '9') + " mb, 1 vcores"), "FS008");
}

TEST(YarnResources, ReadsOnePercentageForAllResources) {
  EXPECT_EQ(amounts("50%"), (Amounts{500, 10, 4}));
  EXPECT_EQ(amounts("12.5 %"), (Amounts{125, 2, 1}));
  EXPECT_EQ(amounts("12.5\t\n\v\f\r%"), (Amounts{125, 2, 1}));
  EXPECT_EQ(amounts("0%"), (Amounts{0, 0, 0}));
  EXPECT_EQ(amounts("200%"), (Amounts{2000, 40, 16}));
}

TEST(YarnResources, ReadsPercentagesOfMemoryAndCpuAndLeavesTheOtherTypesAtZero) {
  EXPECT_EQ(amounts("50% memory, 25% cpu"), (Amounts{500, 5, 0}));
  EXPECT_EQ(amounts("25% CPU, 50% Memory"), (Amounts{500, 5, 0}));
  EXPECT_EQ(code("50% memory, 25% vcores"), "FS006");
}

TEST(YarnResources, ReadsAPercentageOfTheClusterAsJavaComputesIt) {
  // 0.29 * 100 is 28.999999999999996 in doubles.
  EXPECT_EQ(find_amount(read("29%"), "memory", 100), Rational(28));
  EXPECT_EQ(find_amount(read("35%"), "memory", 20), Rational(7));
  // 2^53 + 1 is not a double; Java first rounds the cluster's amount to even.
  EXPECT_EQ(find_amount(read("100%"), "memory", 9007199254740993), Rational(9007199254740992));
  EXPECT_EQ(find_amount(read("100%"), "memory", 9223372036854775807),
            Rational(9223372036854775807));
  EXPECT_EQ(find_amount(read("1" + std::string(400, '0') + "%"), "memory", 1),
            Rational(9223372036854775807));
}

TEST(YarnResources, KnowsNoPercentagesAndNoNamesInRelease2) {
  EXPECT_EQ(code("50%", YarnRelease::v2_7), "FS006");
  EXPECT_EQ(code("vcores=2, memory-mb=1024", YarnRelease::v2_7), "FS006");
}

TEST(YarnResources, ReadsNamedResourcesAndSaysNothingOfTheOthers) {
  EXPECT_EQ(amounts("vcores=2, memory-mb=1024"), (Amounts{1024, 2, -1}));
  EXPECT_EQ(amounts(" yarn.io/gpu = 3 "), (Amounts{-1, -1, 3}));
  EXPECT_EQ(amounts("memory-mb=-0,vcores=-00,yarn.io/gpu=+07"), (Amounts{0, 0, 7}));
  EXPECT_EQ(amounts("memory-mb=1,memory-mb=2,"), (Amounts{2, -1, -1}));
  EXPECT_EQ(amounts("memory-mb=-0,vcores=-00,yarn.io/gpu=+0"), (Amounts{0, 0, 0}));
  EXPECT_EQ(amounts("memory-mb=9223372036854775807"), (Amounts{9223372036854775807, -1, -1}));
}

TEST(YarnResources, KnowsMemoryByTheNameThatYarnHasForIt) {
  EXPECT_EQ(code("memory=5"), "FS003");
  EXPECT_EQ(code("memory=5%"), "FS003");
}

TEST(YarnResources, ReadsNamedPercentagesAndTakesAllOfTheOthers) {
  EXPECT_EQ(amounts("vcores=50%, memory-mb=10%"), (Amounts{100, 10, 8}));
  EXPECT_EQ(code("vcores=50%, memory-mb=10"), "FS006");
}

TEST(YarnResources, RefusesNamedResourcesThatAreNotPairs) {
  for (const char* text :
       {"memory-mb=", "=5", "memory-mb=5,,vcores=1", "memory-mb=1=2", "memory-mb=5 mb",
        "memory-mb=1.5", "memory-mb=1e3", ",memory-mb=1", "="}) {
    EXPECT_EQ(code(text), "FS006") << text;
  }
  EXPECT_EQ(code("memory-mb=-1"), "FS011");
  EXPECT_EQ(code("memory-mb=9223372036854775808"), "FS008");
  EXPECT_EQ(code("memory-mb=-5%"), "FS011");
}

TEST(YarnResources, SayWhatIsWrongWithATextInTheWordsOfItsForm) {
  const auto why = [](std::string_view text, YarnRelease release = YarnRelease::v3) {
    const auto resources = parse_resources(text, release);
    const auto* wrong = std::get_if<InputError>(&resources);
    return wrong ? wrong->message : "";
  };
  EXPECT_EQ(why(" "), "the text is empty");
  EXPECT_EQ(why("5"), R"("5" is not of the form "N mb, N vcores")");
  EXPECT_EQ(why("5 GB, 1 vcores"), R"("5 gb, 1 vcores" has no "N mb")");
  EXPECT_EQ(why("5 mb, 1 cores"), R"("5 mb, 1 cores" has no "N vcores")");
  EXPECT_EQ(why("5", YarnRelease::v2_7), R"("5" has no "N mb")");
  EXPECT_EQ(why("-5 mb, 1 vcores"), R"("-5" mb is negative)");
  EXPECT_EQ(why("5 mb, 2147483648 vcores"), R"("2147483648" vcores is beyond 2147483647)");
  EXPECT_EQ(why("5% 6%"), R"("5% 6%" is not "N%")");
  EXPECT_EQ(why("-5%"), R"("-5%" is negative)");
  EXPECT_EQ(why("5% memory, 5% gpu"), R"("5% memory, 5% gpu" has no "N% cpu")");
  EXPECT_EQ(why("5% vcores, 5% cpu"), R"("5% vcores, 5% cpu" has no "N% memory")");
  EXPECT_EQ(why("a5% memory, 5% cpu"), R"("a5% memory" is not "N%memory")");
  EXPECT_EQ(why("a=1, b = 2 = 3"), R"("b = 2 = 3" is not of the form name=value)");
  EXPECT_EQ(why("a=1, memory=2"), R"(resource "memory" is called memory-mb here)");
  EXPECT_EQ(why("a= 1x "), R"("1x" is not an integer)");
  EXPECT_EQ(why("a=-"), R"("-" is not an integer)");
  EXPECT_EQ(why("a=-1"), R"("-1" is negative)");
  EXPECT_EQ(why("a=9223372036854775808"), R"("9223372036854775808" is beyond 9223372036854775807)");
}

// What is read from a text; "" if that is what is written.
std::string read_as_3(std::string_view text) {
  return read(text).read_as;
}
std::string read_as_2_7(std::string_view text) {
  return read(text, YarnRelease::v2_7).read_as;
}

TEST(YarnResources, AreReadAsWrittenWhereEveryDigitIsRead) {
  for (const char* const text :
       {"1024 mb, 2 vcores", "1024mb,2vcores", "2 VCORES 1024\n\t MB", "  007 mb ,\n 00 vcores  ",
        "1024 mb, 2 vcores,", "1024 mb and 2 vcores.", "1024 mb; 2 vcores", "1024 mb - 2 vcores",
        "1024mb2vcores"}) {
    EXPECT_EQ(read_as_3(text), "") << text;
    EXPECT_EQ(read_as_2_7(text), "") << text;
  }
  for (const char* const text :
       {"1024.0 mb, 2. vcores", "50%", "12.5 %,", "50% memory, 25% cpu", "25.0%CPU,50 %  MEMORY,",
        "50% memory, 25% cpu, no gpus", "vcores=2, memory-mb=1024", " memory-mb = +1024 , ",
        "yarn.io/gpu2=3,yarn.io/gpu3=3", "vcores=50.5%, memory-mb=10%"}) {
    EXPECT_EQ(read_as_3(text), "") << text;
  }
}

TEST(YarnResources, SayWhatIsReadWhereANumberIsReadInPart) {
  for (const auto& [text, in_3, in_2_7] : std::vector<std::array<const char*, 3>>{
           {"1,024 mb, 2 vcores", "24 mb, 2 vcores", "24 mb, 2 vcores"},
           {"1 024mb 2 vcores", "24 mb, 2 vcores", "24 mb, 2 vcores"},
           {"1024 mb, 0,5 vcores", "1024 mb, 5 vcores", "1024 mb, 5 vcores"},
           {"1.5 mb, 20 VCORES", "1 mb, 20 vcores", "5 mb, 20 vcores"},
           {"15 mb, 2.05 vcores", "15 mb, 2 vcores", "15 mb, 5 vcores"},
           {".5mb 2vcores", "5 mb, 2 vcores", "5 mb, 2 vcores"}}) {
    EXPECT_EQ(read_as_3(text), in_3) << text;
    EXPECT_EQ(read_as_2_7(text), in_2_7) << text;
  }
  EXPECT_EQ(read_as_2_7("1024.0 mb, 2 vcores"), "0 mb, 2 vcores");
  EXPECT_EQ(read_as_2_7("5e3 mb, 2 vcores"), "3 mb, 2 vcores");
  EXPECT_EQ(read_as_2_7("-5 mb, 2 vcores"), "5 mb, 2 vcores");
  EXPECT_EQ(read_as_2_7("5 mb, -2 vcores"), "5 mb, 2 vcores");
}

TEST(YarnResources, SayWhatIsReadWhereANumberIsIgnored) {
  EXPECT_EQ(read_as_2_7("100 mb, 2 vcores, 3 gpus"), "100 mb, 2 vcores");
  EXPECT_EQ(read_as_2_7("100 mb, 2 vcores, 200 mb"), "100 mb, 2 vcores");
  EXPECT_EQ(read_as_3("100 mb, 2 vcores 3 gpus"), "100 mb, 2 vcores");
  EXPECT_EQ(read_as_3("25% CPU, 10% gpu, 5.5% memory"), "5.5% memory, 25% cpu");
  EXPECT_EQ(read_as_3("50% memory, 25% cpu, 7% memory"), "50% memory, 25% cpu");
  EXPECT_EQ(read_as_3("vcores=2, memory-mb=1, vcores = 3"), "memory-mb=1, vcores = 3");
}

TEST(YarnWeight, IsRoundedToTheNearestFloat) {
  const Rational tenth(13421773, 134217728);  // 0x1.99999ap-4, the float32 nearest to 0.1
  EXPECT_EQ(std::get<Rational>(parse_weight("0.1")), tenth);
  EXPECT_EQ(std::get<Rational>(parse_weight("2.5")), Rational(5, 2));
  EXPECT_EQ(std::get<Rational>(parse_weight("16777217")), Rational(16777216));
}

TEST(YarnWeight, IsRoundedTwiceAsJavaDoes) {
  // 1 + 2^-24 + 2^-60 is nearer to the float 1 + 2^-23 than to 1, but as a double it is the tie
  // between them, which goes to 1.
  EXPECT_EQ(std::get<Rational>(parse_weight("1.00000005960464477625798")), Rational(1));
}

TEST(YarnWeight, IsWrittenAsJavaReadsADouble) {
  for (const char* text :
       {"2", "+2", "2.", "02", "2d", "2F", "2.0e0", " 2 ", "20e-1", ".2E+1", "0x1p1", "+0X1.p+1",
        "0x.8p2d", "2D", "2f", "0x1p1D", "0x1P1f", "0x1p1F"}) {
    const auto weight = parse_weight(text);
    ASSERT_TRUE(std::holds_alternative<Rational>(weight)) << text;
    EXPECT_EQ(std::get<Rational>(weight), Rational(2)) << text;
  }
  EXPECT_EQ(std::get<Rational>(parse_weight("1e-60")), Rational(0));  // no float but 0 is as near
  EXPECT_EQ(std::get<Rational>(parse_weight("-0.0")), Rational(0));
  EXPECT_EQ(std::get<Rational>(parse_weight("-0x1.8p-1")), Rational(-3, 4));
  EXPECT_EQ(std::get<Rational>(parse_weight("0x1p-2000")), Rational(0));
}

TEST(YarnWeight, MustBeANumber) {
  for (const char* text : {"", "heavy", "1,5", "1 2", ".", "1e", "--1", "1dd", "0x1", "0xp1",
                           "0x.p1", "0x1p", "0x1q1", "1p3", "0x-1p1", "1/2", "nan"}) {
    EXPECT_EQ(weight_code(text), "FS006") << text;
  }
}

TEST(YarnWeight, MayBeNegative) {
  EXPECT_EQ(std::get<Rational>(parse_weight("-1.5")), Rational(-3, 2));
}

TEST(YarnWeight, MustNotBeNaNOrInfinite) {
  for (const char* text : {"NaN", "Infinity", "-Infinity", "1e39", "-1e39", "1e400", "0x1p1024"}) {
    EXPECT_EQ(weight_code(text), "FS011") << text;
  }
  EXPECT_EQ(weight_code("1e999999999"), "FS007");
  const auto why = [](std::string_view text) {
    return std::get<InputError>(parse_weight(text)).message;
  };
  EXPECT_EQ(why("-Infinity"), R"(weight "-Infinity" is not finite)");
  EXPECT_EQ(why("-1e39"), R"(weight "-1e39" is beyond the largest float32)");
  EXPECT_EQ(why("1e999999999"), "\"1e999999999\" has more than " +
                                    std::to_string(exact::digits_max) + " digits when written out");
  EXPECT_EQ(why("heavy"), R"("heavy" is not a number)");
}

TEST(JavaNumbers, AreThoseThatJavaParses) {
  for (const char* const text : {"0", "-1", "+5", "007", "2147483647", "-2147483648"}) {
    EXPECT_TRUE(is_java_integer(text, 2147483647)) << text;
  }
  for (const char* const text : {"", "-", "+", "--1", "+-1", "- 1", " 1", "5 ", "1.0", "1e3",
                                 "2147483648", "-2147483649", "99999999999999999999"}) {
    EXPECT_FALSE(is_java_integer(text, 2147483647)) << text;
  }
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(is_java_integer("-9223372036854775808", most));
  EXPECT_FALSE(is_java_integer("-9223372036854775809", most));
  EXPECT_FALSE(is_java_integer("9223372036854775808", most));
  EXPECT_TRUE(is_java_double("0.5f") && is_java_double("-1") && is_java_double("NaN"));
  EXPECT_FALSE(is_java_double("") || is_java_double("1,5"));
}

TEST(YarnPolicy, IsKnownByNameInAnyCaseAndByClass) {
  EXPECT_EQ(find_policy("fair"), YarnPolicy::fair);
  EXPECT_EQ(find_policy("DRF"), YarnPolicy::drf);
  EXPECT_EQ(find_policy("FIFO"), YarnPolicy::fifo);
  const std::string package =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.";
  EXPECT_EQ(find_policy(package + "FairSharePolicy"), YarnPolicy::fair);
  EXPECT_EQ(find_policy(package + "DominantResourceFairnessPolicy"), YarnPolicy::drf);
  EXPECT_EQ(find_policy("FifoPolicy"), YarnPolicy::fifo);
  EXPECT_EQ(find_policy("com.example.UnFairSharePolicy"), std::nullopt);
  EXPECT_EQ(find_policy(""), std::nullopt);
}

}  // namespace
}  // namespace fairshare::formats
