// The files that SQLite keeps beside a database, which it finds by their names: whatever somebody
// else put there is refused before SQLite plays it back, follows it, deletes it or waits for it.
// Used by Database only; any thread.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// Why the database must not be opened with what lies beside it ("a.redraw-journal beside it is a
// folder"), or nothing. A journal must be one that a killed Redraw left beside this very database
// (is_journal_of()).
std::string why_sidecars_refused(const std::filesystem::path& database);

// From here on no file that SQLite opens is waited for: a pipe without a writer is refused.
// why_sidecars_refused() has said so of one that lay there, but one may come later.
void never_wait_for_files();

// Checks a rollback journal before SQLite may play it back. A journal holds no name of its
// database: SQLite believes whichever lies beside it, cuts or grows the database to the size that
// it states, and overwrites the pages that it holds.

// False where `journal` can't be the one that a killed Redraw left beside `database`: another page
// size, a size that the database never had, a first record that is missing or damaged, pages of an
// older or another database, or the name of a second file, which SQLite would delete. True where
// there is nothing to be played back: no journal, an empty one, one that begins with zeros (its
// writer was killed before the first flush), or no database. Throws Error when the disk cannot be
// read. May be asked while another process commits.
bool is_journal_of(const std::filesystem::path& journal, const std::filesystem::path& database);

}  // namespace redraw
