// Checks a rollback journal before SQLite may play it back. A journal holds no name of its
// database: SQLite believes whichever lies beside it, cuts or grows the database to the size that
// it states, and overwrites the pages that it holds. Used by sidecars.h only; any thread.
#pragma once

#include <filesystem>

namespace redraw {

// False where `journal` can't be the one that a killed Redraw left beside `database`: another page
// size, a size that the database never had, a first record that is missing or damaged, pages of an
// older or another database, or the name of a second file, which SQLite would delete. True where
// there is nothing to be played back: no journal, an empty one, one that begins with zeros (its
// writer was killed before the first flush), or no database. Throws Error when the disk cannot be
// read. May be asked while another process commits.
bool is_journal_of(const std::filesystem::path& journal, const std::filesystem::path& database);

}  // namespace redraw
