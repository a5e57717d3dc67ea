#include "formats/ceph/simulation.h"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/words.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

constexpr std::int64_t count_max = 10'000;
constexpr std::int64_t row_seconds = 2;  // the rates of the table are means over this time

struct Value {
  std::string text;
  std::size_t line = 0;
};
using Section = std::map<std::string, Value, std::less<>>;

struct Row {
  std::string name;             // "t_3"
  std::vector<Rational> rates;  // operations per second, one per client
};

struct Simulation {
  std::map<std::string, Section, std::less<>> sections = {};
  bool has_table = false;
  std::size_t table_line = 0;
  std::vector<Row> rows = {};
};

// One client, in cost per second.
struct Client {
  std::string name = {};
  Rational weight = 1;
  Rational reservation = 0;
  std::optional<Rational> limit = std::nullopt;
  Rational goal = 0;        // what it asks for
  Rational cost = 1;        // of one operation
  Rational wait = 0;        // seconds before it asks
  Rational operations = 0;  // how many it asks for in all
};

// What the functions below share.
struct Context {
  std::string file;
  Simulation simulation = {};
  DocumentReading result = {};
};

void report(Context& context, std::size_t line, std::string field, Complaint complaint) {
  context.result.errors.push_back({.code = std::move(complaint.code),
                                   .message = std::move(complaint.message),
                                   .file = context.file,
                                   .line = line,
                                   .field = std::move(field)});
}

std::string_view without_space(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(word_separators);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(word_separators) - begin + 1);
}

// Removes the first line from `text`, and returns it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool is_comment(std::string_view line) {
  return line.empty() || line.front() == '#' || line.front() == ';';
}

// A number that is not negative, with or without leading zeros; else the complaint.
std::variant<Rational, Complaint> read_amount(std::string_view text) {
  const auto parsed = exact::parse_number(text);
  if (const auto* error = std::get_if<exact::TextError>(&parsed)) return unread(text, *error);
  const Rational& value = std::get<exact::TextNumber>(parsed).value;
  if (value < 0) return Complaint{"FS011", fmt::format("{} is negative", abridged(text))};
  return value;
}

// "t_3:  52.00  49.50  101.50": the last number is the sum of all clients'.
void read_row(Context& context, const std::vector<std::string_view>& words, std::size_t line) {
  Row row{std::string(words.front().substr(0, words.front().size() - 1)), {}};
  for (std::size_t k = 1; k + 1 < words.size(); ++k) {
    auto rate = read_amount(words[k]);
    if (auto* complaint = std::get_if<Complaint>(&rate)) {
      return report(context, line, row.name, std::move(*complaint));
    }
    row.rates.push_back(std::get<Rational>(std::move(rate)));
  }
  context.simulation.rows.push_back(std::move(row));
}

bool is_row(const std::vector<std::string_view>& words) {
  return !words.empty() && words.front().starts_with("t_") && words.front().ends_with(':');
}

// Reads the rows below "==== Client Data ====" and its heading, up to the first other line. Below
// that there are neither rows nor another table.
void read_table(Context& context, std::string_view text, std::size_t line) {
  context.simulation.has_table = true;
  context.simulation.table_line = line;
  take_line(text);
  bool is_over = false;
  for (line += 2; !text.empty(); ++line) {
    const std::string_view whole = without_space(take_line(text));
    const auto words = words_of(whole);
    if (whole.starts_with("==== Client Data")) {
      return report(context, line, "",
                    {"FS002", "a second simulation: each needs a file of its own"});
    }
    if (is_over && is_row(words)) {
      return report(
          context, line, "",
          {"FS002",
           "a row of the table follows another line: is other output mixed into the table?"});
    }
    is_over |= !is_row(words);
    if (is_over) continue;
    const std::string expected = fmt::format("t_{}:", context.simulation.rows.size());
    if (words.front() != expected) {
      return report(
          context, line, "",
          {"FS002", fmt::format("\"{}\" is expected here, not \"{}\": rows count the time, "
                                "so none may be missing",
                                expected, abridged(words.front()))});
    }
    read_row(context, words, line);
  }
}

void read_text(Context& context, std::string_view text) {
  Section* section = &context.simulation.sections["global"];
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = without_space(take_line(text));
    if (is_comment(line) || line.starts_with("simulation ")) continue;
    if (line.starts_with("==== Client Data")) return read_table(context, text, number);
    if (line.front() == '[' && line.find(']') != std::string_view::npos) {
      section = &context.simulation.sections[std::string(line.substr(1, line.find(']') - 1))];
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      report(context, number, "",
             {"FS001", fmt::format("a section, a comment or \"key = value\" is expected, not {}",
                                   json::quoted(abridged(line)))});
      continue;
    }
    const std::string_view value = line.substr(equals + 1);
    const std::size_t end = std::min(value.find_first_of("#;"), value.size());
    const auto key = words_of(line.substr(0, equals));  // "client weight" is client_weight
    (*section)[fmt::format("{}", fmt::join(key, "_"))] = {
        std::string(without_space(value.substr(0, end))), number};
  }
}

const Value* find_value(const Context& context, const std::string& section, std::string_view key) {
  const auto found = context.simulation.sections.find(section);
  if (found == context.simulation.sections.end()) return nullptr;
  const auto value = found->second.find(key);
  return value == found->second.end() ? nullptr : &value->second;
}

// The value of the key, or the simulator's default.
Rational amount(Context& context, const std::string& section, std::string_view key,
                const Rational& otherwise) {
  const Value* value = find_value(context, section, key);
  if (value == nullptr) return otherwise;
  auto read = read_amount(value->text);
  if (const auto* number = std::get_if<Rational>(&read)) return *number;
  report(context, value->line, section + "." + std::string(key),
         std::get<Complaint>(std::move(read)));
  return otherwise;
}

std::int64_t count(Context& context, const std::string& section, std::string_view key,
                   std::int64_t otherwise) {
  const Rational number = amount(context, section, key, otherwise);
  if (number <= count_max && exact::is_whole(number)) {
    return static_cast<std::int64_t>(exact::to_double(number));
  }
  report(context, find_value(context, section, key)->line, section + "." + std::string(key),
         {"FS008", fmt::format("a whole number up to {} is expected", count_max)});
  return otherwise;
}

// As the simulator reads it: "True" and "1" are true, and "yes" is not.
bool is_flag(const Context& context, std::string_view key, bool otherwise) {
  const Value* value = find_value(context, "global", key);
  if (value == nullptr) return otherwise;
  return strcasecmp(value->text.c_str(), "true") == 0 ||
         std::strtol(value->text.c_str(), nullptr, 10) != 0;
}

struct Servers {
  std::int64_t count = 0;
  Rational rate = 0;  // operations of cost 1 per second, of all servers
};

Servers servers_of(Context& context) {
  Servers servers;
  const std::int64_t groups = count(context, "global", "server_groups", 1);
  for (std::int64_t i = 0; i < groups && context.result.errors.empty(); ++i) {
    const std::string section = fmt::format("server.{}", i);
    const std::int64_t in_group = count(context, section, "server_count", 100);
    servers.count += in_group;
    servers.rate += Rational(in_group) * amount(context, section, "server_iops", 40);
  }
  return servers;
}

void add_group(Context& context, const std::string& group, std::int64_t servers,
               std::vector<Client>& clients) {
  const std::int64_t in_group = count(context, group, "client_count", 100);
  Client client{.name = group};
  client.cost = amount(context, group, "client_req_cost", 1);
  client.weight = amount(context, group, "client_weight", 1);
  client.wait = amount(context, group, "client_wait", 0);
  client.operations = amount(context, group, "client_total_ops", 1000);
  client.reservation = amount(context, group, "client_reservation", 20);
  const Rational limit = amount(context, group, "client_limit", 60);
  if (limit > 0) client.limit = limit;  // 0 means no limit
  client.goal = amount(context, group, "client_iops_goal", 50) * client.cost;
  const std::string_view range_key = "client_server_select_range";
  const std::int64_t range = count(context, group, range_key, 10);
  if (range < servers) {
    const Value* value = find_value(context, group, range_key);
    return report(context, value == nullptr ? 0 : value->line, group + "." + std::string(range_key),
                  {"FS018", fmt::format("these clients use {} of {} servers, so they do not divide "
                                        "one total; only clients that use all servers are judged",
                                        range, servers)});
  }
  for (std::int64_t k = 0; k < in_group; ++k) {
    if (in_group > 1) client.name = fmt::format("{}[{}]", group, k);
    clients.push_back(client);
  }
}

std::vector<Client> clients_of(Context& context, std::int64_t servers) {
  std::vector<Client> clients;
  const std::int64_t groups = count(context, "global", "client_groups", 1);
  for (std::int64_t i = 0; i < groups && context.result.errors.empty(); ++i) {
    add_group(context, fmt::format("client.{}", i), servers, clients);
    if (static_cast<std::int64_t>(clients.size()) <= count_max) continue;
    report(context, 0, "client_count",
           {"FS008", fmt::format("there are more than {} clients", count_max)});
  }
  if (clients.empty() && context.result.errors.empty()) {
    report(context, 0, "", {"FS002", "there are no clients"});
  }
  return clients;
}

// A reservation is served even if it exceeds the limit, but not beyond what is asked for.
Claimant<Rational> claimant_of(const Client& client) {
  const Rational low = std::min(client.reservation, client.goal);
  const Rational high = std::min(client.limit.value_or(client.goal), client.goal);
  return {client.weight, low, std::max(low, high)};
}

// `served` is what all clients together are served. If limits are soft, what they leave of it goes
// to clients beyond their limits, the lowest share per weight first. The limit is then the minimum.
Division division_of(const Context& context, const std::vector<Client>& clients,
                     const Rational& total, const Rational& served) {
  Division division{.names = {"reservation", "limit", "client_iops_goal"}};
  division.problem.total = total;
  Rational at_limits = 0;
  for (const Client& client : clients) {
    division.problem.claimants.push_back(claimant_of(client));
    division.labels.push_back({.name = client.name, .demand = client.goal});
    at_limits += *division.problem.claimants.back().max_share;
  }
  const bool is_soft = is_flag(context, "server_soft_limit", true) && at_limits < served;
  if (!is_soft) return division;
  for (std::size_t i = 0; i < clients.size(); ++i) {
    auto& [weight, min_share, max_share] = division.problem.claimants[i];
    min_share = *max_share;
    max_share = clients[i].goal;  // no maximum exceeds this
  }
  division.names = {"soft limit", "client_iops_goal", "client_iops_goal"};
  division.notes.emplace_back(
      "All clients together may exceed their limits, which are soft: what a limit allows is a "
      "minimum here.");
  return division;
}

// Which clients ask for more throughout each row; empty for a row in which one begins or ends.
std::vector<std::vector<bool>> waiting_by_row(const std::vector<Row>& rows,
                                              const std::vector<Client>& clients) {
  std::vector<std::vector<bool>> waiting(rows.size());
  std::vector<Rational> done(clients.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Rational begin = static_cast<std::int64_t>(k) * row_seconds;
    bool is_whole = true;
    for (std::size_t i = 0; i < clients.size(); ++i) {
      done[i] += rows[k].rates[i] * row_seconds;
      const bool waits = clients[i].wait <= begin && done[i] < clients[i].operations;
      waiting[k].push_back(waits);
      is_whole = is_whole && (waits || rows[k].rates[i] == 0);
    }
    if (!is_whole) waiting[k].clear();
  }
  return waiting;
}

struct Stretch {
  std::size_t first = 0;  // rows [first, last)
  std::size_t last = 0;
  std::vector<bool> waits = {};  // one per client
};

// Rows in which the same clients wait, without the first and the last of them.
std::vector<Stretch> stretches_of(const std::vector<Row>& rows,
                                  const std::vector<Client>& clients) {
  const auto waiting = waiting_by_row(rows, clients);
  std::vector<Stretch> stretches;
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first + 1;
    while (last < rows.size() && waiting[last] == waiting[first]) ++last;
    const bool is_idle = std::ranges::find(waiting[first], true) == waiting[first].end();
    if (last - first >= 3 && !is_idle) stretches.push_back({first + 1, last - 1, waiting[first]});
    first = last;
  }
  return stretches;
}

Rational mean_rate(const std::vector<Row>& rows, const Stretch& stretch, std::size_t client) {
  Rational sum = 0;
  for (std::size_t k = stretch.first; k < stretch.last; ++k) sum += rows[k].rates[client];
  return sum / static_cast<std::int64_t>(stretch.last - stretch.first);
}

void add_part(Context& context, std::string title, Division division) {
  division.path = title;
  context.result.parts.push_back({.title = std::move(title), .world = std::move(division)});
}

// Only the clients that wait take part.
void add_stretch(Context& context, const std::vector<Client>& clients, const Rational& total,
                 const Stretch& stretch) {
  const std::vector<Row>& rows = context.simulation.rows;
  std::vector<Client> waiting;
  std::vector<WrittenNumber> shares;
  Rational served = 0;
  for (std::size_t i = 0; i < clients.size(); ++i) {
    if (!stretch.waits[i]) continue;
    const Rational share = mean_rate(rows, stretch, i) * clients[i].cost;
    waiting.push_back(clients[i]);
    shares.push_back(without_digits(share));
    served += share;
  }
  Division division = division_of(context, waiting, total, served);
  division.shares = std::move(shares);
  add_part(context, fmt::format("{} to {}", rows[stretch.first].name, rows[stretch.last - 1].name),
           std::move(division));
}

void add_table(Context& context, const std::vector<Client>& clients, const Rational& total) {
  const Simulation& simulation = context.simulation;
  const auto lacks_some = [&](const Row& row) { return row.rates.size() != clients.size(); };
  if (const auto row = std::ranges::find_if(simulation.rows, lacks_some);
      row != simulation.rows.end()) {
    return report(context, simulation.table_line, row->name,
                  {"FS002", fmt::format("the table has {} of {} clients: dmc_sim shows the first "
                                        "and the last three, so at most six are judged",
                                        row->rates.size(), clients.size())});
  }
  const std::vector<Stretch> stretches = stretches_of(simulation.rows, clients);
  for (const Stretch& stretch : stretches) add_stretch(context, clients, total, stretch);
  if (stretches.empty()) {
    report(context, simulation.table_line, "",
           {"FS002",
            "no three successive rows have the same competing clients: let the simulation run "
            "longer"});
  }
}

}  // namespace

bool looks_like_mclock_simulation(std::string_view beginning) {
  const std::size_t begin = beginning.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return false;
  const std::string_view line = beginning.substr(begin);
  return line.starts_with("[global]") || line.starts_with("[client.") ||
         line.starts_with("[server.");
}

DocumentReading read_mclock_simulation(const NamedText& document) {
  Context context{.file = document.name};
  read_text(context, document.text);
  const Servers servers = servers_of(context);
  const std::vector<Client> clients = clients_of(context, servers.count);
  if (context.result.errors.empty()) {
    if (context.simulation.has_table) {
      add_table(context, clients, servers.rate);
    } else {
      add_part(context, "all clients", division_of(context, clients, servers.rate, servers.rate));
    }
  }
  return std::move(context.result);
}

}  // namespace fairshare::formats
