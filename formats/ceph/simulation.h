// The configuration and the output of ceph/dmclock's simulator: clients of an mClock queue with
// reservation, weight and limit, and the rates at which they were served.
//
//     dmc_sim -c queue.conf > queue.txt
//     fairshare verify --ordering --within 3 queue.txt
//
// A configuration is one division of the servers' capacity. An output repeats its configuration, so
// no other file is needed: it has one division for each stretch of time in which the same clients
// ask for more. docs/mclock.md says which numbers become which, and what is left out.
#pragma once

#include <string_view>

#include "formats/records/document.h"
#include "formats/text/named_text.h"

namespace fairshare::formats {

// True if a file begins, after blank lines, with a section [global], [client.N] or [server.N].
bool looks_like_mclock_simulation(std::string_view beginning);

// Paths are stretches of the table, "t_1 to t_5"; a configuration alone has one division, without
// shares. A client is named after its group, with its index if the group has several clients:
// "client.0", "client.1[2]". It asks for more from client_wait on until it has received
// client_total_ops. A share is the client's mean rate over the stretch, times client_req_cost. The
// first and the last row of a stretch do not count, and a stretch of fewer than three rows is left
// out. Settings that are not given have the simulator's defaults.
//
// Errors:
//   FS001  a line other than a section, a comment or "key = value"
//   FS002  no clients, more clients than the table has columns, a table without a whole stretch
//   FS006  not a number; FS008 a count that is not whole or exceeds ten thousand;
//          FS011 a negative number
//   FS018  clients that use only some of the servers: there is no single total
DocumentReading read_mclock_simulation(const NamedText& document);

}  // namespace fairshare::formats
