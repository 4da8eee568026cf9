// The files that SQLite keeps beside a database, which it finds by their names: whatever somebody
// else put there is refused before SQLite plays it back, follows it, deletes it or waits for it.
// Used by Database only; any thread.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// Why the database must not be opened with what lies beside it ("a.redraw-journal beside it is a
// folder"), or nothing. A journal may not name a second file either, which SQLite would delete once
// it has played the journal back: only a transaction over several databases writes such a name, and
// Redraw has none.
std::string why_sidecars_refused(const std::filesystem::path& database);

// From here on no file that SQLite opens is waited for: a pipe without a writer is refused.
// why_sidecars_refused() has said so of one that lay there, but one may come later.
void never_wait_for_files();

}  // namespace redraw
