// The folder in which a fuzz target puts its run: one for each process, in memory if possible,
// removed at exit unless the process aborts.
#pragma once

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace redraw::fuzz {

class RunPlace {
public:
    explicit RunPlace(const std::string& name) {
        namespace fs = std::filesystem;
        const bool in_memory = access("/dev/shm", W_OK) == 0;
        folder_ = (in_memory ? fs::path("/dev/shm") : fs::temp_directory_path()) /
                  ("redraw-fuzz-" + name + "-" + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    ~RunPlace() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    std::filesystem::path run() const { return folder_ / "a.redraw"; }
    std::filesystem::path other() const { return folder_ / "b.redraw"; }
    // Writes the run and removes the files beside it.
    void put(std::string_view content) const {
        for (const char* beside : {"-journal", "-wal", "-shm"}) unlink(beside_run(beside).c_str());
        unlink(other().c_str());
        write(run(), content);
    }
    void put_journal(std::string_view content) const { write(beside_run("-journal"), content); }

private:
    std::string beside_run(const char* ending) const { return run().native() + ending; }
    static void write(const std::filesystem::path& path, std::string_view content) {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
    }
    std::filesystem::path folder_;
};

}  // namespace redraw::fuzz
