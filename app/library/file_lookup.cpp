#include "app/library/file_lookup.h"

#include "engine/error.h"
#include "engine/features/batch/batch_plan.h"
#include "engine/features/lesson/lesson.h"
#include "engine/file/read_file.h"
#include "engine/image/sniff.h"
#include "engine/network/presets.h"
#include "engine/run/run_file.h"
#include "engine/text/display_name.h"
#include "engine/text/words.h"

#include <algorithm>
#include <exception>
#include <fstream>
#include <span>
#include <system_error>
#include <thread>

namespace redraw {
namespace fs = std::filesystem;
namespace {

// Most entries that the file browser lists for a folder.
constexpr std::size_t kMostEntries = 20'000;
constexpr std::size_t kMostLookedAt = 2'000;  // most entries examined in a dropped folder

// Returns true if the file browser lists files with this extension: those in `only`, or, if that
// is empty, all that Redraw opens.
bool looks_openable(const fs::path& path, const std::vector<std::string>& only) {
    const std::string extension = lower(path.extension().string());
    if (!only.empty()) return std::ranges::find(only, extension) != only.end();
    return has_name_of_picture(path) || extension == ".csv" || extension == ".redraw" ||
           extension == ".json";
}

fs::path nearest_folder(fs::path folder) {
    std::error_code ignored;
    if (folder.empty()) folder = fs::current_path(ignored);
    while (!fs::is_directory(folder, ignored) && folder.has_relative_path())
        folder = folder.parent_path();
    return folder.empty() ? "/" : folder;
}

// Detects the kind of a dropped file from its first bytes, of a preset from its name. Leaves `kind`
// empty if the file is no run, preset or picture.
ui::DroppedFile read_dropped(const fs::path& path) {
    ui::DroppedFile file{path, display_name(path.filename()), {}};
    std::error_code problem;
    if (!fs::is_regular_file(path, problem)) return file;
    const auto size = fs::file_size(path, problem);
    if (!problem) file.size = size;
    if (is_run_file(path)) {
        file.kind = "run";
    } else if (path.filename().string().ends_with(kPresetExtension)) {
        file.kind = "preset";
    } else {
        std::array<std::byte, 4096> head{};
        std::ifstream stream(path, std::ios::binary);
        stream.read(reinterpret_cast<char*>(head.data()), head.size());
        const FileKind kind = sniff(std::span(head).first(std::size_t(stream.gcount())));
        file.picture = kind.decode != nullptr;
        if (file.picture) file.kind = kind.name;
    }
    return file;
}

void add(ui::DropListing& listing, ui::DroppedFile file) {
    if (listing.files.size() == ui::kMostDropped) {
        listing.more = true;
        return;
    }
    if (file.kind.empty()) file.kind = "not a picture";
    listing.files.push_back(std::move(file));
}

// Reads a dropped file as a lesson if it is a JSON file with the key "question".
void look_for_lesson(ui::DropListing& listing, const fs::path& path) {
    if (lower(path.extension().string()) != ".json") return;
    try {
        const std::string text = read_text_file(path, kMostLessonBytes);
        if (text.find("\"question\"") == text.npos) return;
        listing.lesson =
            std::make_shared<const Lesson>(lesson_from_json(text, display_name(path.stem())));
    } catch (const Error& error) {
        listing.problem = "Cannot use " + display_name(path.filename()) + ": " + error.what() + ".";
    }
}

void add_folder(ui::DropListing& listing, const fs::path& folder) {
    std::error_code problem;
    std::vector<fs::path> paths;
    fs::directory_iterator it(folder, fs::directory_options::none, problem);
    for (; !problem && it != fs::directory_iterator(); it.increment(problem)) {
        if (paths.size() == kMostLookedAt) {
            listing.more = true;
            break;
        }
        if (!it->path().filename().string().starts_with('.')) paths.push_back(it->path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
        if (listing.more && listing.files.size() == ui::kMostDropped) return;
        listing.folders |= fs::is_directory(path, problem);
        ui::DroppedFile file = read_dropped(path);
        if (!file.kind.empty()) add(listing, std::move(file));
    }
}

ui::FolderListing answer(const ui::FolderLookup& asked) {
    ui::FolderListing listing{nearest_folder(asked.folder), {}, {}};
    std::error_code problem;
    fs::directory_iterator it(listing.folder, fs::directory_options::none, problem);
    for (; !problem && it != fs::directory_iterator(); it.increment(problem)) {
        if (listing.entries.size() >= kMostEntries) {
            listing.problem = "Only the first 20,000 entries are shown; type a path for others.";
            break;
        }
        std::error_code ignored;
        const fs::path& path = it->path();
        ui::BrowserEntry entry{path, display_name(path.filename()), it->is_directory(ignored), 0};
        if (entry.name.starts_with('.') || (asked.folders_only && !entry.folder)) continue;
        if (!entry.folder) {
            if (!it->is_regular_file(ignored)) continue;
            if (!asked.all_files && !looks_openable(path, asked.extensions)) continue;
            entry.size = it->file_size(ignored);
        }
        listing.entries.push_back(std::move(entry));
    }
    if (problem) listing.problem = "This folder cannot be read: " + problem.message() + ".";
    std::ranges::sort(listing.entries, {}, [](const ui::BrowserEntry& entry) {
        return std::pair(!entry.folder, lower(entry.name));
    });
    return listing;
}

ui::PathKinds answer(const ui::PathsLookup& asked) {
    ui::PathKinds kinds;
    for (const fs::path& path : asked.paths) {
        std::error_code ignored;
        const fs::file_status status = fs::status(path, ignored);
        kinds.push_back(fs::is_directory(status) ? ui::PathKind::folder
                        : fs::exists(status)     ? ui::PathKind::file
                                                 : ui::PathKind::nothing);
    }
    return kinds;
}

ui::DropListing answer(const ui::DropLookup& asked) {
    ui::DropListing listing;
    std::error_code ignored;
    if (asked.paths.size() == 1) {
        listing.one_file = !fs::is_directory(asked.paths.front(), ignored);
        if (listing.one_file) look_for_lesson(listing, asked.paths.front());
        if (listing.one_file) return listing;
        if (has_plan(asked.paths.front())) return {.plan = true};
    }
    for (const fs::path& path : asked.paths) {
        if (listing.files.size() == ui::kMostDropped) {
            listing.more = true;
            break;
        }
        if (fs::is_directory(path, ignored))
            add_folder(listing, path);
        else
            add(listing, read_dropped(path));
    }
    return listing;
}

ui::RunFound answer(const ui::RunLookup& asked) {
    std::error_code gone;
    return {fs::is_regular_file(asked.run, gone) && !RunFile::has_writer(asked.run)};
}

}  // namespace

ui::LookupAnswer look_up(const ui::FileLookup& asked) {
    using AnyFound = decltype(ui::LookupAnswer::found);
    const auto find = [](const auto& question) -> AnyFound { return answer(question); };
    return {asked.serial, std::visit(find, asked.question)};
}

// The state shared by the window and the answering threads. It outlives the window if a thread is
// still blocked by a file system.
struct FileLookups::Shared {
    Shared(std::function<void()> on_change, Look look_by)
        : look(std::move(look_by)), changed(std::move(on_change)) {}
    const Look look;
    std::mutex mutex;
    std::function<void()> changed;  // called after each newest answer; empty: window closed
    Answers answers;
    // For each kind of question, the serial number of the newest one.
    std::array<std::uint64_t, std::tuple_size_v<Answers>> newest{};
    // For each kind of question, the question that waits for a thread.
    std::array<std::optional<ui::FileLookup>, std::tuple_size_v<Answers>> waiting;
    int threads = 0;

    // Returns the next waiting question; absent if there is none, which ends the calling thread.
    std::optional<ui::FileLookup> next() {
        for (auto& asked : waiting)
            if (asked && changed) return std::exchange(asked, std::nullopt);
        --threads;
        return std::nullopt;
    }
    void work(std::optional<ui::FileLookup> asked) {
        while (asked) {
            std::shared_ptr<const ui::LookupAnswer> answer;
            try {
                answer = std::make_shared<const ui::LookupAnswer>(look(*asked));
            } catch (const std::exception&) {  // such as out of memory: the window gets no answer
            }
            const std::lock_guard lock(mutex);
            const std::size_t kind = asked->question.index();
            if (answer && changed && newest[kind] == asked->serial) {
                answers[kind] = std::move(answer);
                changed();
            }
            asked = next();
        }
    }
};

FileLookups::FileLookups(std::function<void()> changed, Look look)
    : shared_(std::make_shared<Shared>(std::move(changed), std::move(look))) {}

FileLookups::~FileLookups() {
    const std::lock_guard lock(shared_->mutex);
    shared_->changed = nullptr;
}

void FileLookups::ask(ui::FileLookup asked) {
    const std::lock_guard lock(shared_->mutex);
    const std::size_t kind = asked.question.index();
    shared_->newest[kind] = asked.serial;
    shared_->waiting[kind] = std::move(asked);
    if (shared_->threads == kMostThreads) return;
    ++shared_->threads;
    std::thread([shared = shared_, first = std::exchange(shared_->waiting[kind], std::nullopt)] {
        shared->work(first);
    }).detach();
}

FileLookups::Answers FileLookups::answers() const {
    const std::lock_guard lock(shared_->mutex);
    return shared_->answers;
}

}  // namespace redraw
