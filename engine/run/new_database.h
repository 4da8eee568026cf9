// A database that appears whole or not at all: filled under a hidden name beside its target, then
// renamed. Destroyed before publish(), it leaves nothing behind. One owner, one thread.
#pragma once

#include "engine/run/database.h"

#include <filesystem>
#include <optional>

namespace redraw {

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
