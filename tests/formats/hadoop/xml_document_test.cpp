// XML as a Java program's parser reads it.
#include "formats/hadoop/xml_document.h"

#include <gtest/gtest.h>

#include <string>

namespace fairshare::formats {
namespace {

// "" if it can be loaded, else "LINE MESSAGE".
std::string load(const std::string& text) {
  pugi::xml_document document;
  const auto wrong = load_xml(text, LineNumbers(text), document);
  return wrong ? std::to_string(wrong->line) + " " + wrong->message : "";
}

TEST(LineNumbers, CountTheByteThatEndsALineToThatLine) {
  const LineNumbers lines("a\n\nb");
  EXPECT_EQ(lines.at(0), 1U);
  EXPECT_EQ(lines.at(1), 1U);
  EXPECT_EQ(lines.at(2), 2U);
  EXPECT_EQ(lines.at(3), 3U);
}

TEST(XmlDocument, MayBeginWithADeclaration) {
  for (const char* head :
       {"<?xml version=\"1.0\"?>", "<?xml version='1.1' ?>", "<?xml\tversion = \"1.0\"\n?>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "\xef\xbb\xbf<?xml version=\"1.0\"?>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>",
        "<?xml version=\"1.0\" standalone='yes'?>", "<?xml-stylesheet href=\"a\"?>"}) {
    EXPECT_EQ(load(head + std::string("<a/>")), "") << head;
  }
}

TEST(XmlDocument, HasADeclarationThatIsAsXmlSays) {
  for (const char* head :
       {"<?xml ?>", "<?xml version=\"2.0\"?>", "<?xml encoding=\"UTF-8\"?>", "<?xml version?>",
        "<?xml version=1.0?>", "<?xml version=\"1.0?>", "<?xml version=?>",
        "<?xml version=\"1.0\"encoding=\"UTF-8\"?>", "<?xml version=\"1.0\" encoding=\"\"?>",
        "<?xml version=\"1.0\" encoding=\"a b\"?>", "<?xml version=\"1.0\" standalone=\"maybe\"?>",
        "<?xml version=\"1.0\" more=\"1\"?>"}) {
    EXPECT_EQ(load(head + std::string("<a/>")),
              "1 malformed XML: <?xml ...?> that is not of the form <?xml version=\"1.0\"?>")
        << head;
  }
  EXPECT_EQ(load("\n<?xml version=\"1.0\"?><a/>"),
            "2 malformed XML: <?xml ...?> that is not at the beginning of the file");
}

TEST(XmlDocument, EndsItsDeclaration) {
  EXPECT_EQ(load("<?xml version=\"1.0\">\n<a>\n</a>\n"),
            "1 malformed XML: a <? without its ?>; write <?xml version=\"1.0\"?>");
  EXPECT_EQ(load("<?xml version=\"1.0\"?>\n<?b>\n<a>\n</a>\n"),
            "2 malformed XML: a <? without its ?>; write <?xml version=\"1.0\"?>");
  EXPECT_EQ(load("<a/>\n<? b ?>\n"),
            "2 malformed XML: Error parsing document declaration/processing instruction");
}

TEST(XmlDocument, IsNoTemplate) {
  for (const char* text : {"<%# b %>", "<#list b as c>"}) {
    EXPECT_EQ(load("<a>\n" + std::string(text) + "\n</a>\n"),
              "2 malformed XML: Could not determine tag type (a template? pass what it makes)");
  }
}

TEST(XmlDocument, HasReferencesThatAreDeclared) {
  for (const char* text : {"&amp;&lt;&gt;&apos;&quot;", "&#38;", "&#x26;", "&#xAf;"}) {
    EXPECT_EQ(load("<a b='" + std::string(text) + "'>" + text + "</a>"), "") << text;
  }
  for (const char* text :
       {"&", "&;", "&amp", "&more;", "&#;", "&#x;", "&#1f;", "&#xg;", "& amp;"}) {
    const std::string expected = "1 malformed XML: an & that does not begin an entity; write &amp;";
    EXPECT_EQ(load("<a>" + std::string(text) + "</a>"), expected) << text;
    EXPECT_EQ(load("<a b='" + std::string(text) + "'/>"), expected) << text;
  }
  const std::string type = "<!DOCTYPE a [<!ENTITY more \"1\">]>";
  const std::string not_expanded =
      "1 an entity that the document type declares, which is not expanded here; write what it "
      "stands for, as \"xmllint --noent\" does";
  EXPECT_EQ(load(type + "<a>&amp;</a>"), "");
  EXPECT_EQ(load(type + "<a>&more;</a>"), not_expanded);
  EXPECT_EQ(load(type + "<a b='&more;'/>"), not_expanded);
  EXPECT_EQ(load(type + "<a>&azAZ09_:-.\xc2\x80;</a>"), not_expanded);
  EXPECT_EQ(load(type + "<a>&m re;</a>"),
            "1 malformed XML: an & that does not begin an entity; write &amp;");
  EXPECT_EQ(load("<!DOCTYPE a SYSTEM 'a.dtd'><a>&more;</a>"), not_expanded);
  EXPECT_EQ(load("<!DOCTYPE a><a>[&</a>"),
            "1 malformed XML: an & that does not begin an entity; write &amp;")
      << "a bracket behind a document type does not belong to it";
}

TEST(XmlDocument, HasOneElementAndNoTextAroundIt) {
  EXPECT_EQ(load(" <!-- c -->\n<a/> \n"), "");
  EXPECT_EQ(load("<a/>\n<b/>"), "2 a second root element");
  EXPECT_EQ(load("<a/>\nb"), "2 malformed XML: text outside the root element");
  EXPECT_EQ(load("<a></a>\nb"), "2 malformed XML: text outside the root element");
  EXPECT_EQ(load("<a/><![CDATA[b]]>"), "1 malformed XML: text outside the root element");
  EXPECT_EQ(load("<a><![CDATA[b]]></a>"), "");
  EXPECT_EQ(load("<a>]]></a>"), "1 malformed XML: ]]> in text; write ]]&gt;");
  EXPECT_EQ(load("<a><!-- b -- c --></a>"), "1 malformed XML: -- in a comment");
  EXPECT_EQ(load("<a><!-- b ---></a>"), "1 malformed XML: -- in a comment");
}

TEST(XmlDocument, HasAttributesApartInQuotesAndOnce) {
  EXPECT_EQ(load("<a b=\"1>2'\" c='\"'/>"), "");
  EXPECT_EQ(load("<a b='1' b='2'/>"), "1 duplicate attribute");
  EXPECT_EQ(load("<a b='1'c='2'/>"), "1 malformed XML: Error parsing element attribute");
  EXPECT_EQ(load("<a b='<'/>"), "1 malformed XML: a < in an attribute; write &lt;");
}

TEST(XmlDocument, HasNamesThatBeginWithALetter) {
  for (const char* name : {"a", "_a", "a-1.b", "\xc3\xa9", "x:y", "Z9"}) {
    EXPECT_EQ(load("<" + std::string(name) + "/>"), "") << name;
  }
  for (const char* name : {"0a", "9a", "-a", ".a"}) {
    EXPECT_NE(load("<" + std::string(name) + "/>"), "") << name;
  }
}

TEST(XmlDocument, IsATextWithSomethingInIt) {
  EXPECT_EQ(load(" \n"), "0 the file is empty");
  EXPECT_EQ(load(std::string("<a>\n\0</a>", 9)), "2 the file has a NUL character");
  EXPECT_EQ(load("<a>\xff</a>"),
            "0 the file is not UTF-8: convert it, such as with iconv -f ISO-8859-1 -t UTF-8");
}

TEST(XmlDocument, HasNoControlCharacters) {
  EXPECT_EQ(load("<a>\t\r\n</a>"), "");
  EXPECT_EQ(load("<a>\n\x01</a>"), "2 malformed XML: a control character");
  EXPECT_EQ(load("<a>\x1b</a>"), "1 malformed XML: a control character");
}

TEST(XmlDocument, IsNotNestedTooDeep) {
  const auto nested = [](std::size_t depth, const std::string& inside) {
    std::string text = inside;
    for (std::size_t i = 0; i < depth; ++i) text = "<a>" + text + "</a>";
    return load(text);
  };
  EXPECT_EQ(nested(xml_depth_max, "<!-- no element -->"), "");
  EXPECT_EQ(nested(xml_depth_max + 1, ""), "1 nested deeper than 256 elements");
}

TEST(XmlDocument, HasTheTextThatAJavaProgramGets) {
  const auto text = [](const char* xml) {
    pugi::xml_document document;
    EXPECT_FALSE(load_xml(xml, LineNumbers(xml), document));
    return find_first_text(document.document_element()).value_or("nothing");
  };
  EXPECT_EQ(text("<w>1<!-- and -->2</w>"), "12");
  EXPECT_EQ(text("<w><![CDATA[3]]>4</w>"), "3");
  EXPECT_EQ(text("<w>3<![CDATA[4]]></w>"), "3");
  EXPECT_EQ(text("<w/>"), "nothing");
  EXPECT_EQ(text("<w><b/>5</w>"), "nothing");
}

}  // namespace
}  // namespace fairshare::formats
