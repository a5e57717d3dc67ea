// An adapter to copy: doubles, on standard input and output, by RapidJSON (Debian: rapidjson-dev).
// Change the lines between the two marks; fair.c stands for your scheduler.
//
//     cc -O2 -I ../.. -c fair.c && c++ -std=c++17 -O2 -I ../.. -o fair-cpp fair.cpp fair.o
//     fairshare fuzz -- ./fair-cpp
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "fuzz/harness/candidate.h"

struct Claimant {
  double weight, min_share, max_share;
};

// >>> Change this: your scheduler's name and terms, and how to call it.
static const char* const hello = R"({"name":"fair.cpp","numbers":"double","relative":1e-9})";

static std::vector<double> shares_of(double total, const std::vector<Claimant>& claimants) {
  std::vector<double> weights, lows, highs, shares(claimants.size(), std::nan(""));
  for (const auto& [weight, low, high] : claimants)
    weights.push_back(weight), lows.push_back(low), highs.push_back(high);
  const fairshare_problem problem{total, shares.size(), weights.data(), lows.data(), highs.data()};
  return fairshare_candidate(&problem, shares.data()) == 0 ? shares : std::vector<double>{};
}
// <<< Leave the rest unchanged.

using rapidjson::Value;

// The demand limits both bounds.
static Claimant read_claimant(const Value& record) {
  Claimant one{record["weight"].GetDouble(), record["min_share"].GetDouble(),
               std::numeric_limits<double>::infinity()};
  for (const char* const bound : {"max_share", "demand"}) {
    if (record.HasMember(bound)) one.max_share = std::min(one.max_share, record[bound].GetDouble());
  }
  one.min_share = std::min(one.min_share, one.max_share);
  return one;
}

static std::string answer(const Value& request) {
  const Value& problem = request["problem"];
  std::vector<Claimant> claimants;
  for (const Value& one : problem["claimants"].GetArray()) claimants.push_back(read_claimant(one));
  rapidjson::StringBuffer text;
  rapidjson::Writer<rapidjson::StringBuffer> writer(text);
  writer.StartObject();
  writer.Key("seq");
  writer.Uint64(request["seq"].GetUint64());
  writer.Key("shares");
  writer.StartArray();
  for (const double share : shares_of(problem["total"].GetDouble(), claimants)) {
    if (!writer.Double(share)) writer.String(std::isnan(share) ? "NaN" : "Infinity");
  }
  writer.EndArray();
  writer.EndObject();
  return text.GetString();
}

int main() {
  std::ios::sync_with_stdio(false);  // std::cin reads many bytes at once, not each by itself
  std::string line;
  while (std::getline(std::cin, line)) {
    rapidjson::Document request;
    request.Parse<rapidjson::kParseFullPrecisionFlag>(line.c_str());
    const std::string command = request["cmd"].GetString();
    if (command == "stop") return 0;
    std::cout << (command == "hello" ? hello : answer(request)) << std::endl;
  }
}
