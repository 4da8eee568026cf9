#include "ui/state/settings.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;

namespace {

Edit edit(double epochs, NetworkEdits network = {}) {
    Edit made;
    made.config.schedule.epochs = epochs;
    made.network = std::move(network);
    return made;
}

double epochs_of(const UndoHistory& history) {
    return history.present().config.schedule.epochs;
}

const NetworkEdits kMuted{{{0, 3}}, {}};

}  // namespace

TEST_CASE("undo and redo walk the edits, and a new edit drops those ahead") {
    UndoHistory history(edit(1));
    CHECK_FALSE(history.can_undo());
    CHECK_FALSE(history.can_redo());
    history.push(edit(2));
    history.push(edit(3));
    history.undo();
    history.undo();
    CHECK(epochs_of(history) == 1);
    CHECK_FALSE(history.can_undo());
    CHECK(history.next().config.schedule.epochs == 2);
    history.redo();
    CHECK(epochs_of(history) == 2);
    history.push(edit(4));
    CHECK_FALSE(history.can_redo());
    CHECK(history.size() == 3);
    history.undo();
    CHECK(epochs_of(history) == 2);
}

TEST_CASE("the oldest edits are forgotten beyond the longest history") {
    UndoHistory history(edit(0));
    for (int i = 1; i <= int(UndoHistory::kLongest) + 10; ++i) history.push(edit(i));
    CHECK(history.size() == UndoHistory::kLongest);
    while (history.can_undo()) history.undo();
    CHECK(epochs_of(history) == 11);
}

TEST_CASE("it knows which edits change the network, and forgets just those") {
    UndoHistory history(edit(1));
    history.push(edit(1, kMuted));
    history.push(edit(2, kMuted));
    CHECK_FALSE(history.undo_changes_network());  // the schedule
    history.undo();
    CHECK(history.undo_changes_network());
    history.undo();
    CHECK_FALSE(history.undo_changes_network());  // nothing to undo
    CHECK(history.redo_changes_network());
    history.redo();
    history.redo();
    history.forget_network_changes();
    CHECK(history.size() == 2);
    CHECK(epochs_of(history) == 2);
    CHECK(history.present().network.empty());
    history.undo();
    CHECK(epochs_of(history) == 1);
    CHECK(history.present().network.empty());
}
