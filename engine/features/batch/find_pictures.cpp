#include "engine/features/batch/batch_plan.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/image/sniff.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

namespace fs = std::filesystem;

using Identity = decltype(FileStatus::identity);
using Kind = FileStatus::Kind;

// Returns true if the file's name or first bytes are those of a picture, or if it cannot be read.
bool may_be_picture(const fs::path& path) {
    if (has_name_of_picture(path)) return true;
    const Descriptor file = open_to_read(path);
    std::array<std::byte, 1024> head{};
    if (file.get() < 0) return true;
    const std::size_t count = read_at(file.get(), 0, head.data(), head.size());
    return errno != 0 || sniff(std::span(head).first(count)).decode != nullptr;
}

// True also for a broken link.
bool is_taken(const fs::path& path) {
    return file_status(path, Links::not_followed).error == 0;
}

// Recognises folders in which systems store thumbnails, deleted files and snapshots. Names that
// begin with a full stop are skipped elsewhere.
bool is_kept_by_a_system(const fs::path& folder) {
    constexpr std::array<std::string_view, 9> kNames = {
        "@eaDir",     "#recycle",           "#snapshot",
        "@Recycle",   "@Recently-Snapshot", "$RECYCLE.BIN",
        "lost+found", "__MACOSX",           "System Volume Information"};
    return std::ranges::find(kNames, folder.filename().string()) != kNames.end();
}

// Returns the name of a picture without its extension, as the stem of its result's name. Cuts a
// long name between UTF-8 characters, so that the longer names of files beside the result are
// valid, too.
std::string stem_of(const fs::path& picture) {
    constexpr std::size_t kLongest = 200;  // bytes
    std::string stem = picture.stem().string();
    if (stem.size() <= kLongest) return stem;
    std::size_t end = kLongest;
    while (end > 0 && (static_cast<unsigned char>(stem[end]) & 0xC0) == 0x80) --end;
    return stem.substr(0, end > 0 ? end : kLongest);
}

class Search {
public:
    Search(BatchPlan& plan, const std::stop_token& stop)
        : plan_(plan), stop_(stop), ending_(plan.enlarges() ? ".png" : ".redraw") {
        results_ = file_status(plan.folder).identity;
        for (const auto& [picture, result] : plan.pictures) {
            pictures_.insert(picture);
            taken_.insert(result);
            if (const FileStatus status = file_status(picture); status.error == 0)
                seen_.insert(status.identity);
        }
    }

    Found found;

    void take(const fs::path& path) {
        const FileStatus status = file_status(path);
        if (status.error != 0)
            throw Error("Cannot read " + display_name(path) + ": " + errno_text(status.error));
        const fs::path whole = absolute_path(path).lexically_normal();
        if (status.kind != Kind::folder) return add(whole, whole.filename(), status.identity);
        if (results_ == status.identity)
            throw Error("Cannot plan " + display_name(path) +
                        ": the results need another folder than the pictures");
        walk(whole.has_filename() ? whole : whole.parent_path(), {}, status.identity);
    }

private:
    // `below`: the path of `folder` relative to the folder that the user requested.
    void walk(const fs::path& folder, const fs::path& below, const Identity& identity) {
        if (identity == results_ || !folders_.insert(identity).second) return;
        std::error_code error;
        std::vector<fs::path> names;
        for (fs::directory_iterator at(folder, error), end; !error && at != end;
             at.increment(error))
            names.push_back(at->path().filename());
        std::erase(plan_.unread, folder);  // was unreadable earlier; tried again above
        if (error) plan_.unread.push_back(folder);
        std::ranges::sort(names, {}, &fs::path::native);
        for (const fs::path& name : names)
            if (!name.string().starts_with('.')) visit(folder / name, below / name);
    }

    void visit(const fs::path& path, const fs::path& below) {
        if (stop_.stop_requested())
            throw Error(Error::Kind::cancelled, "Nobody waits for that any more.");
        FileStatus status = file_status(path, Links::not_followed);
        const bool linked = status.kind == Kind::link;
        if (linked) status = file_status(path);
        if (status.kind == Kind::folder && !linked && !is_left_alone(path, status.identity))
            walk(path, below, status.identity);
        else if (status.kind == Kind::file ? may_be_picture(path)
                                           : linked && has_name_of_picture(path))
            add(path, below, status.identity);
        else
            ++found.others;
    }

    // Returns true for folders that a search skips: system folders, and folders of results of other
    // plans. Not called for a folder that the user named.
    bool is_left_alone(const fs::path& folder, const Identity& identity) const {
        return is_kept_by_a_system(folder) || (results_ != identity && has_plan(folder));
    }

    // Adds a picture to the plan. A broken link, which has no identity to compare with earlier
    // ones, is added too; its command reports the error.
    void add(const fs::path& path, const fs::path& below, const Identity& identity) {
        if (!pictures_.insert(path).second) return;
        if (identity.second != 0 && !seen_.insert(identity).second) {
            ++found.links;
            return;
        }
        plan_.pictures.push_back({path, free_result(below)});
        ++found.added;
    }

    // Returns a path for the result of the picture `below`. Appends a number to the name until
    // neither the plan nor the folder of results uses it.
    fs::path free_result(const fs::path& below) {
        const fs::path folder = below.parent_path();
        const std::string stem = stem_of(below);
        for (int number = std::max(1, numbers_[folder / stem]);; ++number) {
            const std::string suffix = number == 1 ? "" : fmt::format("-{}", number);
            fs::path result = folder / (stem + suffix + ending_);
            if (is_taken(plan_.folder / result)) continue;
            if (!taken_.insert(result).second) continue;
            numbers_[folder / stem] = number + 1;
            return result;
        }
    }

    BatchPlan& plan_;
    const std::stop_token& stop_;
    std::string ending_;
    Identity results_{};
    std::set<Identity> seen_, folders_;    // planned files, visited folders
    std::set<fs::path> pictures_, taken_;  // planned pictures, results
    std::map<fs::path, int> numbers_;      // next number to try for a name
};

}  // namespace

Found add_pictures(BatchPlan& plan, std::span<const std::filesystem::path> paths,
                   const std::stop_token& stop) {
    // Removes pictures that were deleted before their results were made.
    const auto gone = std::erase_if(plan.pictures, [&](const PlannedPicture& planned) {
        return file_status(planned.picture, Links::not_followed).error == ENOENT &&
               !is_taken(plan.result_of(planned));
    });
    Search search(plan, stop);
    for (const fs::path& path : paths) search.take(path);
    search.found.gone = std::int64_t(gone);
    return search.found;
}

}  // namespace redraw
