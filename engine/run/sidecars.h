// The files that SQLite keeps beside a database, which it finds by their names: whatever somebody
// else put there is refused before SQLite plays it back, follows it, deletes it or waits for it.
// Used by Database only; any thread.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// Why the database must not be opened with what lies beside it ("a.redraw-journal beside it is a
// folder"), or nothing. A journal must be one that a killed Redraw left beside this very database
// (rollback_journal.h).
std::string why_sidecars_refused(const std::filesystem::path& database);

// From here on no file that SQLite opens is waited for: a pipe without a writer is refused.
// why_sidecars_refused() has said so of one that lay there, but one may come later.
void never_wait_for_files();

}  // namespace redraw
