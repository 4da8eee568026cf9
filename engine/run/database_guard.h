// Keeps a file from making SQLite do anything but return rows: a list of all that a statement may
// do, and a limit on its work. SQLite reads a database's schema, and runs parts of it (the
// statistics of ANALYZE, as an expression), before anybody can check it; so the guard is set before
// the first statement. Used by Database only.
#pragma once

#include <sqlite3.h>

#include <memory>

namespace redraw {

class DatabaseGuard {
public:
    // `creating`: tables may be made. The guard must live as long as the connection.
    DatabaseGuard(sqlite3* connection, bool creating);

    // A statement begins: it may take its number of steps of SQLite's machine anew.
    void begin() { work_->left = work_->allowed; }
    // The schema is the one we know: from now on as many steps as the largest run needs.
    void trust_schema();
    bool trusts_schema() const { return trusted_; }

private:
    struct Work {
        int allowed, left;  // thousands of steps
    };
    std::unique_ptr<Work> work_;  // SQLite keeps its address
    bool trusted_;                // a new database's from the start: it is ours
};

}  // namespace redraw
