#include "engine/run/database.h"

#include <string_view>

namespace redraw {
namespace {

// Steps of SQLite's machine; a row takes some ten of them.
constexpr int kStepsPerLook = 1000;
constexpr int kSchemaLooks = 3;    // seven tables take some hundred steps
constexpr int kRowLooks = 20'000;  // about a second; the longest run takes a hundredth of it

// Allows what our own statements need. `inside`: the trigger or view that asks instead.
int authorise(void* creating, int action, const char* first, const char* second, const char*,
              const char* inside) {
    if (inside != nullptr) return SQLITE_DENY;
    bool ours = false;
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_INSERT:
        case SQLITE_UPDATE:
        case SQLITE_DELETE:
        case SQLITE_TRANSACTION:
        case SQLITE_PRAGMA:
            ours = true;
            break;
        case SQLITE_READ:
            ours = !std::string_view(first).starts_with("sqlite_stat");
            break;
        case SQLITE_FUNCTION:
            ours = std::string_view(second) == "count";
            break;
        case SQLITE_CREATE_TABLE:
            ours = creating != nullptr;
            break;
        default:
            break;
    }
    return ours ? SQLITE_OK : SQLITE_DENY;
}

}  // namespace

DatabaseGuard::DatabaseGuard(sqlite3* connection, bool creating)
    : work_(std::make_unique<Work>(Work{kSchemaLooks, kSchemaLooks})), trusted_(creating) {
    sqlite3_set_authorizer(connection, authorise, creating ? work_.get() : nullptr);
    sqlite3_progress_handler(
        connection, kStepsPerLook,
        [](void* work) { return int(--static_cast<Work*>(work)->left < 0); }, work_.get());
}

void DatabaseGuard::trust_schema() {
    work_->allowed = work_->left = kRowLooks;
    trusted_ = true;
}

}  // namespace redraw
