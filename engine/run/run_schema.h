// Identifies an SQLite database as a Redraw run: its marks in the header and its exact tables
// (docs/file-format.md).
#pragma once

#include "engine/run/database.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace redraw {

inline constexpr std::int32_t kRunApplicationId = 0x52647277;  // "Rdrw"
inline constexpr int kRunFormat = 3;                           // the newest; in user_version

// In an empty database, inside a transaction.
void create_run_schema(Database& database, int format = kRunFormat);

// The run's format. Throws Error unless the database is a run of one that we know, whole, with its
// tables and nothing else: a trigger or a view in it was not put there by Redraw.
int check_run_schema(const Database& database);

// A database that appears whole or not at all: filled under a hidden name beside its target, then
// renamed. Destroyed before publish(), it leaves nothing behind. One owner, one thread.
class NewDatabase {
public:
    // Throws Error naming the target when its folder cannot be written.
    explicit NewDatabase(const std::filesystem::path& target);
    ~NewDatabase();
    NewDatabase(const NewDatabase&) = delete;
    NewDatabase& operator=(const NewDatabase&) = delete;

    Database& database() { return *database_; }
    // Closes it and gives it its name. Throws Error; then the target is as it was.
    enum class Existing { refuse, replace };
    void publish(Existing existing);

private:
    [[noreturn]] void refuse(const std::string& reason) const;

    std::filesystem::path target_;
    std::filesystem::path temporary_;
    std::optional<Database> database_;
};

}  // namespace redraw
