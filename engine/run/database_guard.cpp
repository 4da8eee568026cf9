#include "engine/run/database_guard.h"

#include "engine/file/descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <string_view>

namespace redraw {
namespace {

// Steps of SQLite's machine; a row takes some ten of them.
constexpr int kStepsPerLook = 1000;
constexpr int kSchemaLooks = 3;    // seven tables take some hundred steps
constexpr int kRowLooks = 20'000;  // about a second; the longest run takes a hundredth of it

// What one of our own statements asks for. `inside`: the trigger or view that asks instead.
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

bool journal_names_another_file(const std::filesystem::path& database) {
    // The name, its length and its checksum stand at the end, and behind them the bytes that a
    // journal begins with ("Database File Format", 3.3).
    constexpr std::array<unsigned char, 8> kMagic{0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7};
    std::error_code ignored;
    const std::filesystem::path real = std::filesystem::canonical(database, ignored);
    const Descriptor journal(
        open((real.native() + "-journal").c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status {};
    if (journal.get() < 0 || fstat(journal.get(), &status) != 0) return false;
    std::array<unsigned char, 8> end{};
    const off_t at = status.st_size - off_t(end.size());
    return at > 0 && pread(journal.get(), end.data(), end.size(), at) == ssize_t(end.size()) &&
           end == kMagic;
}

}  // namespace redraw
