// Answers what the window asks about files, on threads of its own. A dead network mount blocks the
// thread that looks there and nothing else: the next question gets another thread.
#pragma once

#include "ui/state/lookup.h"

#include <array>
#include <functional>
#include <memory>
#include <variant>

namespace redraw {

// Any thread; each may block as long as the file system does.
ui::FolderListing list_folder(const ui::FolderLookup& asked);
ui::PathKinds kinds_of(const ui::PathsLookup& asked);
ui::DropListing list_dropped(const ui::DropLookup& asked);
ui::LookupAnswer look_up(const ui::FileLookup& asked);

// Every function is for the window's thread and returns at once, the destructor, too: a thread that
// is blocked stays behind.
class FileLookups {
public:
    using Look = std::function<ui::LookupAnswer(const ui::FileLookup&)>;
    // The newest answer of each kind, by index of FileLookup::question; null before the first.
    using Answers = std::array<std::shared_ptr<const ui::LookupAnswer>,
                               std::variant_size_v<decltype(ui::FileLookup::question)>>;
    // Threads at a time; further questions wait until one of them is done.
    static constexpr int kMostThreads = 8;

    // `changed` is called from a thread that has an answer, never after the destructor has begun.
    explicit FileLookups(std::function<void()> changed, Look look = look_up);
    ~FileLookups();
    FileLookups(const FileLookups&) = delete;
    FileLookups& operator=(const FileLookups&) = delete;

    // The newest question of a kind takes the place of an older one.
    void ask(ui::FileLookup asked);
    Answers answers() const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
};

}  // namespace redraw
