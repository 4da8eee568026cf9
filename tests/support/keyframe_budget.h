// Sets columns of a run's header, such as the keyframe budget, without RunFile.
#pragma once

#include "engine/run/database.h"

#include <filesystem>
#include <string>

// Sets `column` and updates the header's checksum (docs/file-format.md). Close the run first.
template <class Value>
void set_in_run(const std::filesystem::path& run, const std::string& column, const Value& value) {
    using namespace redraw;
    Database database(run, Database::Mode::read_write);
    Statement(database, ("UPDATE run SET " + column + " = ?").c_str()).run(value);
    Statement row(database,
                  "SELECT config, picture_name, width, height, channels, keyframe_budget, writer, "
                  "request FROM run");
    row.step();
    Checksum sum(row.text(0), row.text(1));
    for (const int i : {2, 3, 4, 5, 6}) sum.add(row.integer(i));
    sum.add(row.text(7));
    row.reset();
    Statement(database, "UPDATE run SET checksum = ?").run(sum.value());
}

inline void set_keyframe_budget(const std::filesystem::path& run, std::int64_t bytes) {
    set_in_run(run, "keyframe_budget", bytes);
}
