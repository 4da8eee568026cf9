#include "ui/state/undo_history.h"

namespace redraw::ui {

void UndoHistory::push(Edit edit) {
    edits_.resize(position_ + 1);
    edits_.push_back(std::move(edit));
    if (edits_.size() > kLongest) edits_.erase(edits_.begin());
    position_ = edits_.size() - 1;
}

void UndoHistory::forget_network_changes() {
    for (std::size_t i = edits_.size() - 1; i > 0; --i) {
        if (!changes_network(i)) continue;
        edits_.erase(edits_.begin() + std::ptrdiff_t(i));
        if (position_ >= i) --position_;
    }
    for (Edit& edit : edits_) edit.network = {};
}

}  // namespace redraw::ui
