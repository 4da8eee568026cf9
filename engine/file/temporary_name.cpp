#include "engine/file/temporary_name.h"

#include <fmt/format.h>

#include <dirent.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace redraw {
namespace {

namespace fs = std::filesystem;

constexpr auto kForgotten = std::chrono::hours(24);

std::uint32_t fnv1a(std::string_view text) {
    std::uint32_t hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

// A folder may be shared by machines and containers, where the same number is another process.
std::uint32_t this_place() {
    static const std::uint32_t place = [] {
        std::ifstream boot("/proc/sys/kernel/random/boot_id");
        std::string id{std::istreambuf_iterator<char>(boot), {}};
        std::error_code ignored;
        id += fs::read_symlink("/proc/self/ns/pid", ignored).native();
        return fnv1a(id);
    }();
    return place;
}

bool is_alive(int process) {
    return kill(process, 0) == 0 || errno != ESRCH;
}

bool is_abandoned(const fs::path& folder, const std::string& name) {
    unsigned place = 0, number = 0;
    int process = 0, end = 0;
    if (std::sscanf(name.c_str(), ".redraw-%8x-%d-%u.%n", &place, &process, &number, &end) != 3 ||
        end == 0 || process <= 0)
        return false;
    const std::string_view extension = std::string_view(name).substr(std::size_t(end));
    if (extension != "part" && extension != "frames") return false;
    if (place == this_place()) return !is_alive(process);
    std::error_code gone;
    const auto touched = fs::last_write_time(folder / name, gone);
    return !gone && fs::file_time_type::clock::now() - touched > kForgotten;
}

bool is_first_look(const fs::path& folder) {
    static std::mutex mutex;
    static std::set<fs::path> looked_into;
    std::error_code error;
    const fs::path absolute = fs::absolute(folder, error);
    const std::lock_guard lock(mutex);
    return !error && looked_into.insert(absolute).second;
}

}  // namespace

fs::path temporary_name(const fs::path& folder, const char* extension) {
    remove_abandoned(folder);
    static std::atomic<unsigned> counter = 0;
    fs::path path;
    do {
        path = folder /
               fmt::format(".redraw-{:08x}-{}-{}{}", this_place(), getpid(), ++counter, extension);
    } while (access(path.c_str(), F_OK) == 0);
    return path;
}

// Leaves alone whatever cannot be listed or removed. Does not use libstdc++'s directory_iterator,
// which ends the process when there is no memory.
void remove_abandoned(const fs::path& folder) {
    if (!is_first_look(folder)) return;
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(folder.c_str()), closedir);
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        std::error_code ignored;
        if (is_abandoned(folder, entry->d_name)) fs::remove_all(folder / entry->d_name, ignored);
    }
}

}  // namespace redraw
