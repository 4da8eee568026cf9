// Many pictures as the studio has them: the owner of their processes, as the window sees it, and
// what the settings keep of it. Of the window's thread.
#pragma once

#include "app/queue/queue_owner.h"
#include "ui/state/queue.h"
#include "ui/state/view.h"

#include <memory>
#include <string>

namespace redraw {

class StudioQueue {
public:
    StudioQueue();

    void answer(const QueueRequest& asked);
    bool news() const { return owner_.status() != status_ || owner_.scout() != scout_; }
    std::string update();  // brings it up to date; what went wrong, or empty
    void put_into(ui::View& view) const;
    const QueueStatus* status() const { return status_.get(); }
    bool is_at_work() const { return redraw::is_at_work(status_); }

    // As the studio was left: paused, to be gone on with.
    void reopen(const ui::KeptQueue& kept);
    const ui::KeptQueue& kept() const { return kept_; }
    void end() { owner_.end(); }  // waits for what is being made to stop

private:
    std::shared_ptr<const QueueStatus> status_;
    std::shared_ptr<const QueueScout> scout_;
    ui::KeptQueue kept_;
    int usable_cpus_ = 1;
    QueueOwner owner_;
};

}  // namespace redraw
