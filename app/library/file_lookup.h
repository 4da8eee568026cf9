// Answers the window's questions about files.
#pragma once

#include "ui/state/lookup.h"

#include <array>
#include <functional>
#include <memory>
#include <variant>

namespace redraw {

// Answers a question about files. Callable from any thread. May block as long as the file system
// does.
ui::LookupAnswer look_up(const ui::FileLookup& asked);

// Answers the window's questions about files on several threads, so that a question about a dead
// network mount blocks only one of them. Every function, even the destructor, is for the window's
// thread and returns at once.
class FileLookups {
public:
    using Look = std::function<ui::LookupAnswer(const ui::FileLookup&)>;
    // The newest answer to each kind of question, in the order of FileLookup::question; null: none
    // yet.
    using Answers = std::array<std::shared_ptr<const ui::LookupAnswer>,
                               std::variant_size_v<decltype(ui::FileLookup::question)>>;
    // Most threads at a time; further questions wait for one of them.
    static constexpr int kMostThreads = 8;

    // `changed` is called on an answering thread after each answer to a newest question, but never
    // after the destructor has returned.
    explicit FileLookups(std::function<void()> changed, Look look = look_up);
    ~FileLookups();
    FileLookups(const FileLookups&) = delete;
    FileLookups& operator=(const FileLookups&) = delete;

    // Asks a question. If one of the same kind still waits for a thread, it is dropped.
    void ask(ui::FileLookup asked);
    Answers answers() const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
};

}  // namespace redraw
