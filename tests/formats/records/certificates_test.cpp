// Certificates as JSON: what is written is read back, what is invalid is reported with its place,
// and what does not hold with its reason.
#include "formats/records/certificates.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>

#include "formats/records/certificate_verdict.h"
#include "formats/report/json.h"
#include "formats/report/text.h"
#include "formats/text/json.h"
#include "tests/formats/report/json_without.h"

namespace fairshare::formats {
namespace {

// A record with escaped quotes would be hard to read, so tests write 'x' instead of "x".
std::string quoted(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  return text;
}

const std::string three = quoted(
    "'id':'a','total':100,'claimants':[{'name':'x'},{'name':'y','weight':2,'max_share':30},"
    "{'name':'z','weight':3,'min_share':60}]");
const std::string tree = quoted(
    "'id':'t','total':100,'tree':[{'name':'p','weight':3,'children':[{},{'weight':2}]},"
    "{'name':'q'}]");

std::string certified(const std::string& line) {
  const auto read = read_record(line, "f", 1);
  const auto* record = std::get_if<Record>(&read);
  if (record == nullptr) return "not a record: " + describe(std::get<RecordError>(read).error);
  std::string text = certified_answer(*record, properties::solve_with_certificates(record->tree));
  EXPECT_TRUE(std::holds_alternative<json::Value>(json::parse(text))) << text;
  return text;
}

// The record with this certificate: its error as "FS002 claimant field", or its verdict.
std::string verdict_on(const std::string& record, const std::string& certificate,
                       const std::string& scheduler = "") {
  const auto read = read_certified_record(
      "{" + record + quoted(",'certificate':" + certificate) + "}", "f", 1, scheduler);
  if (const auto* error = std::get_if<RecordError>(&read)) {
    return error->error.code + " " + error->error.claimant + " " + error->error.field;
  }
  const auto& certified = std::get<CertifiedRecord>(read);
  const Verdict verdict = judge_certificates(certified, "f");
  EXPECT_EQ(verdict.judgement == Judgement::fair, verdict.findings.empty());
  if (verdict.findings.empty()) return "holds";
  const Finding& finding = verdict.findings.front();
  EXPECT_EQ(finding.code, "FS106");
  return finding.claimant + ": " + message_of(verdict, finding);
}

TEST(CertificateText, IsTheRecordItsAnswerAndWhatProvesIt) {
  EXPECT_EQ(certified("{" + three + "}"),
            quoted("{'id':'a','total':'100','claimants':["
                   "{'name':'x','weight':'1','min_share':'0'},"
                   "{'name':'y','weight':'2','min_share':'0','max_share':'30'},"
                   "{'name':'z','weight':'3','min_share':'60'}],"
                   "'outcome':'allocation','ratio':'40/3','shares':['40/3','80/3','60'],"
                   "'certificate':{'outcome':'allocation','ratio':'40/3','ratios':['40/3','40/3'],"
                   "'branches':['proportional','proportional','at_min']}}"));
}

TEST(CertificateText, SaysWhatWasDividedInExactNumbers) {
  // A double, a demand that caps both bounds, no name. The reported shares are not repeated.
  EXPECT_EQ(certified(quoted("{'numbers':'double','total':0.5,'shares':[9],'comment':1,"
                             "'claimants':[{'min_share':2,'max_share':3,'demand':0.1}]}")),
            quoted("{'total':'1/2','claimants':[{'name':'0','weight':'1',"
                   "'min_share':'3602879701896397/36028797018963968',"
                   "'max_share':'3602879701896397/36028797018963968'}],"
                   "'outcome':'surplus','unclaimed':'14411518807585587/36028797018963968',"
                   "'certificate':{'outcome':'surplus',"
                   "'unclaimed':'14411518807585587/36028797018963968','branches':['at_max']}}"));
}

TEST(CertificateText, HasAnOpenIntervalWhereNoRatioIsTheGreatest) {
  EXPECT_EQ(certified(quoted("{'total':3,'claimants':[{'max_share':3}]}")),
            quoted("{'total':'3','claimants':[{'name':'0','weight':'1','min_share':'0',"
                   "'max_share':'3'}],'outcome':'allocation','ratio':'3','shares':['3'],"
                   "'certificate':{'outcome':'allocation','ratio':'3','ratios':['3',null],"
                   "'branches':['at_max']}}"));
}

TEST(CertificateText, OfATreeHasOneForEachThatDivides) {
  EXPECT_EQ(certified("{" + tree + "}"),
            quoted("{'id':'t','total':'100','tree':[{'name':'p','weight':'3','min_share':'0',"
                   "'children':[{'name':'0','weight':'1','min_share':'0'},"
                   "{'name':'1','weight':'2','min_share':'0'}]},"
                   "{'name':'q','weight':'1','min_share':'0'}],"
                   "'outcome':'allocation','ratio':'25','ratios':['25',null,null,null],"
                   "'shares':['75','25','50','25'],"
                   "'certificate':[{'outcome':'allocation','ratio':'25','ratios':['25','25'],"
                   "'branches':['proportional','proportional']},"
                   "{'at':'p','outcome':'allocation','ratio':'25','ratios':['25','25'],"
                   "'branches':['proportional','proportional']}]}"));
}

TEST(CertificateText, IsReadBackAndHolds) {
  for (const std::string& record :
       {"{" + three + "}", "{" + tree + "}", quoted("{'total':0,'claimants':[]}"),
        quoted("{'total':7,'claimants':[]}"),
        quoted("{'id':3,'total':7,'claimants':[{'min_share':8}]}"), quoted("{'total':1,'tree':[]}"),
        quoted("{'total':0,'tree':[]}"),
        quoted("{'total':9,'tree':[{'name':'a/b','children':[{'name':'/'},{'name':''}]},"
               "{'name':'','children':[{'max_share':1}]}]}"),
        quoted("{'total':9,'tree':{'name':'a','children':[{'name':'b','children':[{}]}]}}")}) {
    const auto read = read_certified_record(certified(record), "f", 1, "");
    const auto* back = std::get_if<CertifiedRecord>(&read);
    ASSERT_NE(back, nullptr) << record << describe(std::get<RecordError>(read).error);
    const Verdict verdict = judge_certificates(*back, "f");
    EXPECT_TRUE(verdict.findings.empty()) << verdict_text(verdict);
    EXPECT_EQ(verdict_text(verdict).substr(0, 6), "holds ");
  }
}

// Malformed.

constexpr const char* good =
    "{'outcome':'allocation','ratio':'40/3','branches':['proportional','proportional','at_min']}";

TEST(MalformedCertificate, IsToldWithItsPlace) {
  EXPECT_EQ(verdict_on(three, good), "holds");
  EXPECT_EQ(verdict_on(three, "1"), "FS002  certificate");
  EXPECT_EQ(verdict_on(three, "[" + std::string(good) + "]"), "FS002  certificate");
  EXPECT_EQ(verdict_on(three, "{}"), "FS002  certificate.outcome");
  EXPECT_EQ(verdict_on(three, "{'outcome':'fair'}"), "FS002  certificate.outcome");
  EXPECT_EQ(verdict_on(three, "{'outcome':'allocation'}"), "FS002  certificate.ratio");
  EXPECT_EQ(verdict_on(three, "{'outcome':'overcommitted'}"), "FS002  certificate.excess");
  EXPECT_EQ(verdict_on(three, "{'outcome':'surplus'}"), "FS002  certificate.unclaimed");
  EXPECT_EQ(verdict_on(three, "{'outcome':'surplus','unclaimed':1}"),
            "FS002  certificate.branches");
  EXPECT_EQ(verdict_on(three, "{'outcome':'surplus','unclaimed':1,'branches':{}}"),
            "FS002  certificate.branches");
  EXPECT_EQ(verdict_on(three, "{'outcome':'surplus','unclaimed':1,'branches':['at_max']}"),
            "FS002  certificate.branches");
  EXPECT_EQ(verdict_on(three, "{'outcome':'surplus','unclaimed':1,'branches':['at_max','max']}"),
            "FS002  certificate.branches[1]");
  EXPECT_EQ(verdict_on(three,
                       "{'outcome':'surplus','unclaimed':1,'branches':['at_max','at_max',"
                       "'at_max','at_max']}"),
            "FS002  certificate.branches")
      << "nor may there be more than claimants";
  EXPECT_EQ(verdict_on(three, "{'outcome':'surplus','unclaimed':1,'branches':[0]}"),
            "FS002  certificate.branches[0]");
  EXPECT_EQ(verdict_on(three,
                       "{'outcome':'surplus','unclaimed':1,'ratio':1,'branches':"
                       "['at_max','at_max','at_max']}"),
            "FS003  certificate.ratio");
  EXPECT_EQ(verdict_on(three, "{'outcome':'allocation','ratio':'1/0','branches':[]}"),
            "FS006  certificate.ratio");
  EXPECT_EQ(verdict_on(three, "{'outcome':'allocation','ratio':'NaN','branches':[]}"),
            "FS011  certificate.ratio");
  EXPECT_EQ(verdict_on(three, "{'outcome':'allocation','ratio':1,'ratios':[1],'branches':[]}"),
            "FS002  certificate.ratios");
  EXPECT_EQ(verdict_on(three, "{'outcome':'allocation','ratio':1,'ratios':1,'branches':[]}"),
            "FS002  certificate.ratios");
  EXPECT_EQ(verdict_on(three, "{'outcome':'allocation','ratio':1,'ratios':[null,1],'branches':[]}"),
            "FS002  certificate.ratios");
  EXPECT_EQ(verdict_on(three, "{'at':'x','outcome':'surplus'}"), "FS002  certificate.at");
}

TEST(MalformedCertificate, OfATreeMustBeAListThatFits) {
  const std::string top =
      "{'outcome':'allocation','ratio':25,'branches':['proportional','proportional']}";
  const std::string p =
      "{'at':'p','outcome':'allocation','ratio':25,'branches':['proportional','proportional']}";
  const std::string none =
      "{'at':'p','outcome':'surplus','unclaimed':1,'branches':['at_max','at_max']}";
  EXPECT_EQ(verdict_on(tree, "[" + top + "," + p + "]"), "holds");
  EXPECT_EQ(verdict_on(tree, top), "FS002  certificate");
  EXPECT_EQ(verdict_on(tree, "[]"), "FS002  certificate");
  EXPECT_EQ(verdict_on(tree, "[" + top + "]"), "FS002 p certificate");
  EXPECT_EQ(verdict_on(tree, "[" + p + "," + top + "]"), "FS002  certificate[0].at");
  EXPECT_EQ(verdict_on(tree, "[" + top + "," + top + "]"), "FS002 p certificate[1].at");
  EXPECT_EQ(verdict_on(tree, "[" + top + "," + p + "," + p + "]"), "FS002  certificate[2]");
  EXPECT_EQ(verdict_on(tree, "[" + top + "," + none + "]"),
            "p/0: The certificate says that p/0 is at its maximum, but it has no maximum.");
  EXPECT_EQ(
      verdict_on(tree,
                 "[{'outcome':'surplus','unclaimed':1,'branches':['at_max','at_max']}," + p + "]"),
      "FS002  certificate[1]")
      << "nothing is divided behind a surplus";
}

TEST(MalformedCertificate, IsToldWhatIsExpected) {
  const auto told = [](const std::string& record, const std::string& certificate) {
    const std::string line = "{" + record + quoted(",'certificate':" + certificate) + "}";
    return std::get<RecordError>(read_certified_record(line, "f", 1, "")).error.message;
  };
  const std::string top =
      "{'outcome':'allocation','ratio':25,'branches':['proportional','proportional']}";
  const std::string p = "{'at':'p'," + top.substr(1);
  EXPECT_EQ(told(three, "{'at':'x','outcome':'surplus'}"),
            "this certificate divides the total itself, which has no path");
  EXPECT_EQ(told(tree, "[" + top + "," + top + "]"), "the expected path is \"p\"");
  EXPECT_EQ(told(tree, "[" + top + "," + p + "," + p + "]"),
            "there are more certificates than divisions");
  EXPECT_EQ(told(tree, "[" + top + "]"), "1 certificates for 2 divisions");
  EXPECT_EQ(told(tree, top),
            "a list of certificates, one for each division, is expected here, not an object");
  EXPECT_EQ(told(three + quoted(",'scheduler':'yarn-3'"), good),
            "certificates apply to the definition only, not to records of yarn-3");
  EXPECT_EQ(told(three, "{}"), "the outcome is missing");
  EXPECT_EQ(told(three, "{'outcome':'fair'}"),
            R"("allocation", "overcommitted" or "surplus" is expected here)");
  EXPECT_EQ(told(three, "{'outcome':'allocation'}"), "the ratio is missing");
  EXPECT_EQ(told(three, "{'outcome':'overcommitted'}"), "the excess is missing");
  EXPECT_EQ(told(three, "{'outcome':'surplus'}"), "the unclaimed is missing");
  const std::string surplus = "{'outcome':'surplus','unclaimed':1";
  EXPECT_EQ(told(three, surplus + "}"), "the branches are missing");
  EXPECT_EQ(told(three, surplus + ",'branches':['at_max']}"), "1 branches for 3 claimants");
  EXPECT_EQ(told(three, surplus + ",'branches':['max']}"),
            R"("at_min", "proportional" or "at_max" is expected here)");
  EXPECT_EQ(told(three, surplus + ",'ratio':1,'branches':['at_max','at_max','at_max']}"),
            "a certificate of this outcome has no field \"ratio\"; its fields: at, outcome, "
            "unclaimed, branches");
  EXPECT_EQ(told(three, "{'outcome':'allocation','ratio':1,'ratios':[1,2,3],'branches':[]}"),
            "a list of the least and the greatest ratio is expected here (null for no greatest)");
  const auto missing = read_certified_record("{" + three + "}", "f", 1, "");
  EXPECT_EQ(std::get<RecordError>(missing).error.message,
            "the certificate is missing: `fairshare solve --certificate` adds it");
}

TEST(MalformedCertificate, IsMissingOrOfAForeignRecord) {
  const auto place = [](const std::string& line, const std::string& scheduler = "") {
    const auto read = read_certified_record(line, "f", 7, scheduler);
    const auto& [id, error] = std::get<RecordError>(read);
    return id + " " + error.code + " " + error.field + " " + std::to_string(error.line);
  };
  EXPECT_EQ(place("{" + three + "}"), "\"a\" FS002 certificate 7");
  EXPECT_EQ(place("{" + three), "\"a\" FS001  7");
  EXPECT_EQ(place(quoted("{'id':1,'total':-1,'claimants':[],'certificate':1}")), "1 FS011 total 7");
  EXPECT_EQ(place(quoted("{'id':1,'scheduler':'yarn-3'}")), "1 FS018 scheduler 7");
  EXPECT_EQ(place("{" + three + "}", "mr1"), "\"a\" FS018 scheduler 7");
  EXPECT_EQ(place("{" + three, "mr1"), "\"a\" FS001  7") << "what is no JSON is of no scheduler";
  EXPECT_EQ(verdict_on(three + quoted(",'scheduler':'yarn-3'"), good, "fair"), "holds");
}

// Refused.

TEST(RefusedCertificate, SaysWhoDoesNotStandThereAndWhy) {
  const auto with = [](const std::string& branches) {
    return verdict_on(three,
                      "{'outcome':'allocation','ratio':'40/3','branches':[" + branches + "]}");
  };
  EXPECT_EQ(with("'at_min','proportional','at_min'"),
            "x: The certificate says that x is at its minimum, but its weight times R is 40/3, "
            "above its minimum 0.");
  EXPECT_EQ(with("'at_max','proportional','at_min'"),
            "x: The certificate says that x is at its maximum, but it has no maximum.");
  EXPECT_EQ(with("'proportional','at_max','at_min'"),
            "y: The certificate says that y is at its maximum, but its weight times R is 80/3, "
            "below its maximum 30.");
  EXPECT_EQ(with("'proportional','proportional','proportional'"),
            "z: The certificate says that z is proportional, but its weight times R is 40, below "
            "its minimum 60.");
  EXPECT_EQ(verdict_on(three,
                       "{'outcome':'allocation','ratio':20,"
                       "'branches':['proportional','proportional','at_min']}"),
            "y: The certificate says that y is proportional, but its weight times R is 40, above "
            "its maximum 30.");
  EXPECT_EQ(verdict_on(quoted("'total':1,'claimants':[{'weight':0}]"),
                       "{'outcome':'allocation','ratio':1,'branches':['proportional']}"),
            "0: The certificate says that 0 is proportional, but its weight is 0, so it is at its "
            "minimum.");
}

TEST(RefusedCertificate, SaysWhatDoesNotAddUp) {
  EXPECT_EQ(verdict_on(three,
                       "{'outcome':'allocation','ratio':12,"
                       "'branches':['proportional','proportional','at_min']}"),
            ": The shares that it gives add up to 96; the total is 100.");
  EXPECT_EQ(verdict_on(three,
                       "{'outcome':'overcommitted','excess':6,"
                       "'branches':['at_min','at_min','at_min']}"),
            ": The minimums add up to 60, which does not exceed the total 100 by 6.");
  EXPECT_EQ(verdict_on(three,
                       "{'outcome':'overcommitted','excess':6,"
                       "'branches':['at_min','at_min','at_max']}"),
            "z: The certificate says that z is at its maximum, but when the minimums exceed the "
            "total, every "
            "claimant is at its minimum.");
  EXPECT_EQ(verdict_on(quoted("'total':5,'claimants':[{'max_share':3}]"),
                       "{'outcome':'surplus','unclaimed':1,'branches':['at_max']}"),
            ": What can be claimed adds up to 3, which the total 5 does not exceed by 1.");
  EXPECT_EQ(verdict_on(quoted("'total':5,'claimants':[{'max_share':3}]"),
                       "{'outcome':'surplus','unclaimed':2,'branches':['at_min']}"),
            "0: The certificate says that 0 is at its minimum, but a surplus requires every "
            "claimant to be at its "
            "maximum.");
}

TEST(RefusedCertificate, SaysWhatIsWrongWithItsRatiosAndShares) {
  const auto flat = [](const std::string& ratios) {
    return verdict_on(
        quoted("'total':5,'claimants':[{'min_share':5,'max_share':9},{'max_share':0}]"),
        "{'outcome':'allocation'," + ratios + ",'branches':['at_min','at_min']}");
  };
  EXPECT_EQ(flat("'ratio':0,'ratios':[0,5]"), "holds");
  EXPECT_EQ(flat("'ratio':-1"), ": The ratio -1 is negative.");
  EXPECT_EQ(flat("'ratio':0,'ratios':[1,5]"),
            ": 1 is not the least ratio that gives these shares.");
  EXPECT_EQ(flat("'ratio':0,'ratios':[0,4]"),
            ": 4 is not the greatest ratio that gives these shares.");
  EXPECT_EQ(flat("'ratio':0,'ratios':[0,null]"),
            ": It says that there is no greatest ratio that gives these shares, but there is one.");
  EXPECT_EQ(verdict_on(three + quoted(",'shares':['40/3',26.67,60]"), good),
            "y: y is reported to have 26.67; the certificate gives it 80/3.");
  EXPECT_EQ(verdict_on(quoted("'total':1,'claimants':[{'min_share':2}],'shares':[2]"),
                       "{'outcome':'overcommitted','excess':1,'branches':['at_min']}"),
            ": Shares are reported, but the certificate says that there is no allocation.");
  EXPECT_EQ(verdict_on(tree + quoted(",'shares':[75,25,50,26]"),
                       "[{'outcome':'allocation','ratio':25,'branches':['proportional',"
                       "'proportional']},{'at':'p','outcome':'allocation','ratio':25,'branches':"
                       "['proportional','proportional']}]"),
            "q: q is reported to have 26; the certificate gives it 25.")
      << "of the node itself";
}

TEST(RefusedCertificate, IsToldToPeopleAndToPrograms) {
  const auto read = read_certified_record(
      "{" + tree +
          quoted(",'certificate':[{'outcome':'allocation','ratio':25,'branches':"
                 "['proportional','proportional']},{'at':'p','outcome':'allocation',"
                 "'ratio':'10/3','branches':['proportional','proportional']}]}"),
      "f", 1, "");
  const auto& certified = std::get<CertifiedRecord>(read);
  const Verdict verdict = judge_certificates(certified, "f");
  EXPECT_EQ(verdict_text(verdict),
            "error[FS106] t/p: the certificate does not hold (total 75)\n"
            "  The shares that it gives add up to 10; the total is 75.\n"
            "  = help: fairshare explain FS106\n");
  EXPECT_EQ(tests::without_details(verdicts_json(std::vector{verdict})),
            quoted("{'id':'t','verdict':'refused','findings':[{'code':'FS106','message':"
                   "'The shares that it gives add up to 10; the total is 75.'}]}"));
}

TEST(HeldCertificate, IsToldToPeopleAndToPrograms) {
  const auto told = [](const std::string& record) {
    const auto read = read_certified_record(certified(quoted(record)), "f", 4, "");
    const auto& certified = std::get<CertifiedRecord>(read);
    const Verdict verdict = judge_certificates(certified, "f");
    return verdict_text(verdict) + tests::without_details(verdicts_json(std::vector{verdict}));
  };
  EXPECT_EQ(told("{" + three + "}"),
            quoted("holds     a: allocation, R = 40/3 (13.33), 3 claimants\n"
                   "{'id':'a','verdict':'holds','findings':[],'ratio':'40/3',"
                   "'outcome':'allocation'}"));
  EXPECT_EQ(told("{'total':1,'claimants':[{'min_share':3}]}"),
            quoted("holds     f:4: overcommitted by 2, 1 claimant\n"
                   "{'verdict':'holds','findings':[],'outcome':'overcommitted'}"));
  EXPECT_EQ(told("{'total':1,'tree':[{'name':'p','children':[{'min_share':'4/3'}]}]}"),
            quoted("holds     f:4: overcommitted by 1/3 (0.33) at p, 2 nodes\n"
                   "{'verdict':'holds','findings':[],'ratio':'1','outcome':'overcommitted'}"));
  EXPECT_EQ(told("{'total':1,'tree':[{'name':'p','children':[{'max_share':'1/3'}]}]}"),
            quoted("holds     f:4: surplus of 2/3 (0.67) at p, 2 nodes\n"
                   "{'verdict':'holds','findings':[],'ratio':'1','outcome':'surplus'}"));
}

TEST(RefusedCertificate, IsToldToPeopleInBriefNumbersAndPrintableNames) {
  const auto read = read_certified_record(
      quoted("{'id':'a','total':100,'claimants':[{},{'name':'a\\nb','weight':2,'max_share':30},"
             "{'weight':3,'min_share':60}],'certificate':{'outcome':'allocation','ratio':'40/3',"
             "'branches':['proportional','at_max','at_min']}}"),
      "f", 1, "");
  const Verdict verdict = judge_certificates(std::get<CertifiedRecord>(read), "f");
  EXPECT_NE(verdict_text(verdict).find(
                "  The certificate says that a\\nb is at its maximum, but its weight times R is "
                "80/3 (26.67), below its maximum 30.\n"),
            std::string::npos)
      << verdict_text(verdict);
  EXPECT_EQ(message_of(verdict, verdict.findings.at(0)),
            "The certificate says that a\nb is at its maximum, but its weight times R is 80/3, "
            "below its maximum 30.");
  EXPECT_EQ(message_of(verdict, verdict.findings.at(0), exact::Digits::few),
            "The certificate says that a\\nb is at its maximum, but its weight times R is 80/3 "
            "(26.67), below its maximum 30.");
}

TEST(HeldCertificate, IsToldToPeopleWithPrintableNames) {
  const auto read = read_certified_record(
      certified(quoted("{'id':'a\\u001b','total':1,'tree':[{'name':'p\\u001b','children':["
                       "{'min_share':3}]}]}")),
      "f", 1, "");
  const Verdict verdict = judge_certificates(std::get<CertifiedRecord>(read), "f");
  EXPECT_EQ(verdict_text(verdict), "holds     a\\u001b: overcommitted by 2 at p\\u001b, 2 nodes\n");
}

}  // namespace
}  // namespace fairshare::formats
