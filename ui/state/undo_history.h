// Undo history of the run configuration, the edits of the network, and the bookmarks. Plain values;
// the functions in settings.h send the corresponding requests to the session.
#pragma once

#include "engine/network/config.h"
#include "engine/network/parameters.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace redraw::ui {

// A bookmark that was set, renamed or removed: its name before and after; absent: no bookmark.
struct BookmarkChange {
    std::int64_t step = 0;
    std::optional<std::string> before, after;
};

// The state after one edit of the configuration, the network or a bookmark. Undo and redo move
// between these states.
struct Edit {
    Config config;
    // Path of the run that has `config`; empty until the session has created it.
    std::filesystem::path run;
    NetworkEdits network{};
    // The change of a bookmark; absent: this edit changed none.
    std::optional<BookmarkChange> bookmark{};
};

class UndoHistory {
public:
    static constexpr std::size_t kLongest = 200;  // number of edits kept; older ones are dropped

    UndoHistory() = default;
    // Starts the history with a first state, which cannot be undone.
    explicit UndoHistory(Edit first) : edits_{std::move(first)} {}

    const Edit& present() const { return edits_[position_]; }
    Edit& present() { return edits_[position_]; }
    std::span<Edit> edits() { return edits_; }
    std::size_t size() const { return edits_.size(); }

    // Adds an edit after the present state and drops the edits that could be redone.
    void push(Edit edit);
    // Removes all edits of the network (weights and muted neurons) from the history.
    void forget_network_changes();

    bool can_undo() const { return position_ > 0; }
    bool can_redo() const { return position_ + 1 < edits_.size(); }
    // Return true if the next undo (or redo) changes only weights or muted neurons, not the run.
    bool undo_changes_network() const { return can_undo() && changes_network(position_); }
    bool redo_changes_network() const { return can_redo() && changes_network(position_ + 1); }
    // Precondition: can_redo().
    const Edit& next() const { return edits_[position_ + 1]; }
    // Preconditions: can_undo() for undo(), can_redo() for redo(). Afterwards present() is the
    // state after the undo or redo.
    void undo() { --position_; }
    void redo() { ++position_; }

private:
    bool changes_network(std::size_t at) const {
        return !(edits_[at].network == edits_[at - 1].network);
    }

    std::vector<Edit> edits_{Edit{}};  // never empty
    std::size_t position_ = 0;
};

}  // namespace redraw::ui
