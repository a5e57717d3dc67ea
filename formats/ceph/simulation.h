// What ceph/dmclock's simulator is told, and what it prints: clients of an mClock queue with
// reservation, weight and limit, and the rates that they were served at.
//
//     dmc_sim -c queue.conf > queue.txt
//     fairshare verify --ordering --within 3 queue.txt
//
// A configuration is one division of what the servers can do. An output repeats its configuration,
// so it is read alone: a division for each stretch of time in which the same clients ask for more.
// docs/mclock.md says which numbers become which, and what is left out.
#pragma once

#include <string_view>

#include "formats/records/document.h"
#include "formats/text/named_text.h"

namespace fairshare::formats {

// True where a file begins, after blank lines, with a section [global], [client.N] or [server.N].
bool looks_like_mclock_simulation(std::string_view beginning);

// Paths are stretches of the table, "t_1 to t_5"; of a configuration alone there is one division,
// without shares. A client's name is that of its group, with its place where the group has several:
// "client.0", "client.1[2]". It asks for more from client_wait on until it has had
// client_total_ops. A share is its mean rate over the stretch, times client_req_cost; the first and
// the last row of it do not count, and a stretch of fewer than three rows is left out. What is not
// said has the simulator's default.
//
// Errors:
//   FS001  a line other than a section, a comment or "key = value"
//   FS002  no clients, more clients than the table has columns, a table without a whole stretch
//   FS006  what is no number; FS008 a count that is not whole or is beyond ten thousand;
//          FS011 a negative number
//   FS018  clients that use only some of the servers, which divide no one total
DocumentReading read_mclock_simulation(const NamedText& document);

}  // namespace fairshare::formats
