// The parts of atomic_file.h that are the same on all systems.
#include "engine/system/atomic_file.h"

#include "engine/error.h"
#include "engine/system/file_name.h"
#include "engine/system/process.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

namespace redraw {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kGather = 1 << 16;
constexpr auto kForgotten = std::chrono::hours(24);

std::uint32_t fnv1a(std::string_view text) {
    std::uint32_t hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

std::uint32_t this_place() {
    static const std::uint32_t place = fnv1a(process_place());
    return place;
}

// The process that made an incomplete file.
struct Maker {
    unsigned place = 0;
    int process = 0;
};

std::optional<Maker> maker_of(const std::string& name) {
    Maker maker;
    unsigned number = 0;
    int end = 0;
    if (std::sscanf(name.c_str(), ".redraw-%8x-%d-%u.%n", &maker.place, &maker.process, &number,
                    &end) != 3 ||
        end == 0 || maker.process <= 0)
        return std::nullopt;
    const std::string_view extension = std::string_view(name).substr(std::size_t(end));
    if (extension != "part" && extension != "frames" && extension != "runs") return std::nullopt;
    return maker;
}

bool is_abandoned(const fs::path& folder, const std::string& name) {
    const auto maker = maker_of(name);
    if (!maker) return false;
    if (maker->place == this_place()) return has_ended(maker->process);
    std::error_code gone;
    const auto touched = fs::last_write_time(folder / name, gone);
    return !gone && fs::file_time_type::clock::now() - touched > kForgotten;
}

bool is_of_this_process(const fs::path&, const std::string& name) {
    const auto maker = maker_of(name);
    return maker && maker->place == this_place() && maker->process == process_id();
}

// Folders in which this process looked for abandoned files; it makes incomplete files in no others.
// Never destroyed, because remove_unfinished() may run while the process ends.
struct LookedInto {
    std::mutex mutex;
    std::set<fs::path> folders;
};
LookedInto& looked_into() {
    static LookedInto& all = *new LookedInto;
    return all;
}

bool is_first_look(const fs::path& folder) {
    std::error_code error;
    const fs::path absolute = fs::absolute(folder, error);
    const std::lock_guard lock(looked_into().mutex);
    return !error && looked_into().folders.insert(absolute).second;
}

// Returns true if there were such files. Ignores those that cannot be removed.
bool remove_if(const fs::path& folder, bool (*goes)(const fs::path&, const std::string&)) {
    bool found = false;
    visit_names(folder, [&](const std::string& name) {
        if (!goes(folder, name)) return;
        std::error_code ignored;
        fs::remove_all(folder / name, ignored);
        found = true;
    });
    return found;
}

}  // namespace

void refuse_writing(const fs::path& file, const std::string& reason) {
    throw Error(Error::Kind::not_writable,
                "Cannot write " + display_file_name(file) + ": " + reason);
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    if (pending_.size() >= kGather) flush();
}

void AtomicFile::flush() {
    const std::vector<std::byte> bytes = std::exchange(pending_, {});
    write_at(flushed_, bytes);
    flushed_ += bytes.size();
}

void AtomicFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    REDRAW_CHECK(pending_.empty(), "written by write()");
    if (const int error = redraw::write_at(file_.get(), offset, bytes))
        refuse_writing(target_, errno_text(error));
}

std::size_t AtomicFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
    const std::size_t count = redraw::read_at(file_.get(), offset, into.data(), into.size());
    if (count < into.size() && errno != 0) refuse_writing(target_, errno_text(errno));
    return count;
}

void write_file_atomically(const std::filesystem::path& target, std::span<const std::byte> bytes) {
    AtomicFile file(target);
    file.write(bytes);
    file.commit();
}

fs::path temporary_name(const fs::path& folder, const char* extension) {
    remove_abandoned(folder);
    static std::atomic<unsigned> counter = 0;
    fs::path path;
    do {
        path = folder / fmt::format(".redraw-{:08x}-{}-{}{}", this_place(), process_id(), ++counter,
                                    extension);
    } while (file_status(path).error == 0);
    return path;
}

void remove_abandoned(const fs::path& folder) {
    if (is_first_look(folder)) remove_if(folder, is_abandoned);
}

void remove_unfinished() {
    const std::lock_guard lock(looked_into().mutex);
    // Again, because another thread may still write, or remove the same files.
    constexpr int kTries = 1000;
    for (const fs::path& folder : looked_into().folders)
        for (int i = 0; i < kTries && remove_if(folder, is_of_this_process); ++i) continue;
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw Error("Cannot make the folder " + display_name(folder) + ": " + errno_text(error));
}

void require_file_name(const fs::path& path) {
    if (!path.has_filename()) refuse_writing(path, "it names a folder, not a file");
    const std::string why = why_no_file_name(path.filename().string());
    if (!why.empty()) refuse_writing(path, why);
}

void require_no_link(const fs::path& path) {
    if (file_status(path, Links::not_followed).kind == FileStatus::Kind::link)
        refuse_writing(path, "it is a symbolic link");
}

}  // namespace redraw
