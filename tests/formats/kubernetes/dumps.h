// Dumps for the tests of their readers: those of examples/kubernetes, to be changed; and what is
// reported, divided and judged from them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/inputs.h"
#include "formats/kubernetes/dump.h"
#include "formats/records/document.h"
#include "formats/verdict/verdict.h"
#include "tests/contents.h"

namespace fairshare::tests {

using Texts = std::vector<std::string>;

inline std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

inline formats::ResourceList totals(const Texts& texts) {
  const auto read = formats::read_totals(texts);
  const auto* list = std::get_if<formats::ResourceList>(&read);
  return list != nullptr ? *list : formats::ResourceList{};
}

struct Dump {
  std::string objects;
  std::string metrics = {};
  formats::DumpOptions options = {};
};

// All objects of the namespace shop once more, in the namespace lab.
inline Dump in_two_namespaces(Dump dump) {
  std::string again = dump.objects.substr(dump.objects.find("- apiVersion"));
  for (std::size_t at = 0; (at = again.find("namespace: shop", at)) != std::string::npos;) {
    again.replace(at, 15, "namespace: lab");
  }
  dump.objects += again;
  return dump;
}

inline Dump volcano() {
  return {contents("examples/kubernetes/volcano/queues.json"),
          contents("examples/kubernetes/volcano/metrics.txt"),
          {.totals = totals({"cpu=100", "memory=512Gi", "nvidia.com/gpu=16"})}};
}

inline Dump koordinator() {
  return {contents("examples/kubernetes/koordinator/quotas.yaml"),
          "",
          {.totals = totals({"cpu=96", "memory=384Gi", "nvidia.com/gpu=4"})}};
}

inline Dump kai() {
  return {contents("examples/kubernetes/kai/queues.yaml"),
          contents("examples/kubernetes/kai/metrics.txt"),
          {.totals = totals({"nvidia.com/gpu=16"})}};
}

inline Dump apf() {
  return {contents("examples/kubernetes/apf/levels.yaml"),
          contents("examples/kubernetes/apf/metrics.txt")};
}

inline Dump balancers() {
  return {contents("examples/kubernetes/balancer/balancers.yaml")};
}

inline Dump karmada() {
  return {contents("examples/kubernetes/karmada/bindings.yaml")};
}

inline Dump kubefed() {
  return {contents("examples/kubernetes/kubefed/preferences.yaml")};
}

inline const std::string koordinators = "quota.scheduling.koordinator.sh/";

// A quota of Koordinator. Each label and annotation is a line, without Koordinator's name.
inline std::string quota(const std::string& name, const Texts& labels, const Texts& annotations,
                         const std::string& spec) {
  std::string text =
      "---\napiVersion: scheduling.sigs.k8s.io/v1alpha1\nkind: ElasticQuota\nspec: " + spec +
      "\nmetadata:\n  name: " + name + "\n  labels:\n";
  for (const std::string& label : labels) text += "    " + koordinators + label + "\n";
  text += "  annotations:\n";
  for (const std::string& annotation : annotations) {
    text += "    " + koordinators + annotation + "\n";
  }
  return text;
}

inline formats::DocumentReading read(const Dump& dump) {
  formats::DumpOptions options = dump.options;
  if (!dump.metrics.empty()) options.metrics = {"metrics.txt", dump.metrics};
  return formats::read_cluster_dump({"dump", dump.objects}, options);
}

inline Texts errors(const Dump& dump) {
  Texts result;
  for (const formats::InputError& error : read(dump).errors) {
    result.push_back(error.code + " " + describe(error));
  }
  return result;
}

// The error for a --total of a resource that nothing divides.
inline std::string told_total(const std::string& resource) {
  return "FS003 dump: --total " + resource + ": unknown resource: nothing in this dump divides it";
}

// "shop/web, replicas, 4": title, resource and line of each division.
inline Texts places(const Dump& dump) {
  Texts result;
  for (const formats::DocumentPart& part : read(dump).parts) {
    result.push_back(part.title + ", " + part.resource + ", " + std::to_string(part.line));
  }
  return result;
}

// What the scheduler's model gets for one division.
inline formats::LevelWorld level(const Dump& dump, std::size_t division = 0) {
  return std::get<formats::LevelWorld>(read(dump).parts.at(division).world);
}

inline exact::Rational value(const schedulers::Held& number) {
  if (const auto* integer = std::get_if<std::int64_t>(&number)) return *integer;
  return exact::from_double(std::get<double>(number));
}

inline std::optional<exact::Rational> value(const std::optional<schedulers::Held>& number) {
  return number ? std::optional(value(*number)) : std::nullopt;
}

// "ml, nvidia.com/gpu: FS204"; "ml, cpu in thousandths: fair, as computed".
inline Texts verdicts(const Dump& dump) {
  Texts result;
  for (const formats::DocumentPart& part : read(dump).parts) {
    auto made = formats::cases_of(part, "dump", {});
    if (const auto* error = std::get_if<formats::InputError>(&made)) {
      result.push_back(describe(*error));
      continue;
    }
    for (formats::Case& one : std::get<std::vector<formats::Case>>(made)) {
      const formats::Verdict verdict = formats::judge(std::move(one));
      const formats::Case& division = verdict.division;
      const bool is_fair = verdict.judgement == formats::Judgement::fair;
      const bool as_computed = division.comparison && division.comparison->matches;
      result.push_back(division.title + ", " + division.resource + ": " +
                       (is_fair ? "fair" : verdict.findings.at(0).code) +
                       (as_computed ? ", as computed" : ""));
    }
  }
  return result;
}

}  // namespace fairshare::tests
