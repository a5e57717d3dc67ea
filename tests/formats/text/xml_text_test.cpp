// Text for XML and HTML.
#include "formats/text/xml_text.h"

#include <gtest/gtest.h>

namespace fairshare::formats {
namespace {

TEST(XmlText, EscapesWhatMeansSomething) {
  EXPECT_EQ(xml_escaped("<a href=\"b\">&amp;"), "&lt;a href=&quot;b&quot;&gt;&amp;amp;");
  EXPECT_EQ(xml_escaped("a\nb\tc"), "a&#10;b&#9;c");
}

TEST(XmlText, LeavesOutWhatXmlCannotHold) {
  EXPECT_EQ(xml_escaped(std::string_view("a\0\x1b[2J\r", 7)), "a[2J");
  EXPECT_EQ(xml_escaped("a\xEF\xBF\xBE\xEF\xBF\xBF"
                        "b"),
            "ab");
}

TEST(XmlText, KeepsUtf8AndOfOtherBytesOnlyAscii) {
  EXPECT_EQ(xml_escaped("größe 漢"), "größe 漢");
  EXPECT_EQ(xml_escaped("a\xff"
                        "b\xc3"),
            "ab");
}

}  // namespace
}  // namespace fairshare::formats
