// What keeps a file from making SQLite do anything but hand out rows: a list of the only things a
// statement may ask for, and an end to its patience. The schema of a database is read, and parts
// of it are run (the statistics of ANALYZE, as an expression), before anybody can look at it; so
// this stands before the first statement. Used by Database only.
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
