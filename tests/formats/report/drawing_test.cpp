// What a picture is drawn with.
#include "formats/report/drawing.h"

#include <gtest/gtest.h>

namespace fairshare::formats {
namespace {

TEST(Drawing, ClipsANameWithinAsManyLettersAndNoneInTheMiddle) {
  EXPECT_EQ(clipped("production", 10), "production");
  EXPECT_EQ(clipped("root.analytics.reports", 13), "root….reports");
  EXPECT_EQ(clipped("production", 4), "p…on");
  EXPECT_EQ(clipped("größöö", 4), "g…öö");
  EXPECT_EQ(clipped("", 4), "");
}

TEST(Drawing, CountsWideLettersTwice) {
  EXPECT_EQ(clipped("漢字", 4), "漢字");
  EXPECT_EQ(clipped("漢字漢", 5), "…漢");
  EXPECT_EQ(clipped("漢字漢字漢", 8), "漢…字漢");
}

TEST(Drawing, EscapesWhatWouldSteerATerminalOrTurnTheText) {
  EXPECT_EQ(clipped("a\x1b[2J", 20), "a\\u001b[2J");
  EXPECT_EQ(clipped("a\xE2\x80\xAE"
                    "b",
                    20),
            "a\\u202eb");
}

TEST(Drawing, TellsTheWholeNameInATooltipOnlyWhereItIsClipped) {
  Drawing whole;
  whole.name(1, 2, "end", "a<b", 5);
  EXPECT_EQ(whole.out(), "<text x=\"1.0\" y=\"2.0\" class=\"end\">a&lt;b</text>\n");
  Drawing cut;
  cut.name(1, 2, "end", "a<b", 2);
  EXPECT_EQ(cut.out(), "<text x=\"1.0\" y=\"2.0\" class=\"end\"><title>a&lt;b</title>…b</text>\n");
}

TEST(Drawing, JoinsCornersThatCannotBeToldApart) {
  Drawing drawing;
  drawing.path({{0, 0}, {0.1, 0}, {5, 0}, {5.1, 0}}, "sum");
  EXPECT_EQ(drawing.out(), "<path d=\"M0.0 0.0L5.0 0.0L5.1 0.0\" class=\"sum\"/>\n");
}

TEST(Drawing, HatchesWithinTheBox) {
  Drawing drawing;
  drawing.hatch({100, 200}, 15, 30, "gap");
  EXPECT_EQ(drawing.out(),
            "<path d=\"M110.0 200.0L100.0 210.0M115.0 205.0L100.0 220.0M115.0 215.0L100.0 230.0"
            "M115.0 225.0L110.0 230.0\" class=\"gap\"/>\n");
  Drawing narrow;
  narrow.hatch({0, 0}, 1, 5, "gap");
  EXPECT_EQ(narrow.out(), "");
}

TEST(Drawing, DrawsItsShapes) {
  Drawing drawing;
  drawing.text(1, 2.25, "end", "a<b");
  drawing.line({1, 2}, {3, 4.06}, "grid");
  drawing.box({1, 2}, 30, 4.44, "bar");
  drawing.circle({5, 6}, "a&b");
  drawing.circle({5, 6}, "");
  drawing.square({5, 6}, "c");
  drawing.cross({5, 6});
  drawing.arrow_to_the_right({10, 20}, "arrow");
  EXPECT_EQ(drawing.out(),
            "<text x=\"1.0\" y=\"2.2\" class=\"end\">a&lt;b</text>\n"
            "<line x1=\"1.0\" y1=\"2.0\" x2=\"3.0\" y2=\"4.1\" class=\"grid\"/>\n"
            "<rect x=\"1.0\" y=\"2.0\" width=\"30.0\" height=\"4.4\" class=\"bar\"/>\n"
            "<circle cx=\"5.0\" cy=\"6.0\" r=\"3.5\" class=\"leaves\"><title>a&amp;b</title>"
            "</circle>\n"
            "<circle cx=\"5.0\" cy=\"6.0\" r=\"3.5\" class=\"leaves\"></circle>\n"
            "<rect x=\"2.0\" y=\"3.0\" width=\"6\" height=\"6\" class=\"reaches\"><title>c"
            "</title></rect>\n"
            "<path d=\"M1.0 2.0L9.0 10.0M1.0 10.0L9.0 2.0\" class=\"cross\"/>\n"
            "<path d=\"M10.0 20.0l-8 -5v10z\" class=\"arrow\"/>\n");
}

}  // namespace
}  // namespace fairshare::formats
