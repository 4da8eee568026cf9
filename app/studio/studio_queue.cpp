#include "app/studio/studio_queue.h"

#include "app/desktop/places.h"
#include "app/desktop/window.h"
#include "engine/cpu/usable_cpus.h"
#include "engine/error.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace redraw {

StudioQueue::StudioQueue() : owner_(command_line_program(), [] { Window::wake(); }) {
    try {
        usable_cpus_ = cpu::usable_cpus();
    } catch (const Error&) {  // REDRAW_THREADS is none: whoever trains says so
    }
}

void StudioQueue::answer(const QueueRequest& asked) {
    if (const auto* at_once = std::get_if<queue::AtOnce>(&asked)) kept_.at_once = at_once->pictures;
    owner_.ask(asked);
}

std::string StudioQueue::update() {
    status_ = owner_.status();
    scout_ = owner_.scout();
    if (status_) kept_.folder = status_->survey.plan().folder;
    kept_.open = status_ && !status_->survey.ended();
    return owner_.take_message();
}

void StudioQueue::put_into(ui::View& view) const {
    view.queue = status_;
    view.queue_scout = scout_;
    view.last_queue = kept_.folder;
    view.queue_at_once = kept_.at_once;
    view.usable_cpus = usable_cpus_;
}

void StudioQueue::reopen(const ui::KeptQueue& kept) {
    kept_ = kept;
    kept_.at_once = std::clamp(kept.at_once, 1, usable_cpus_);
    owner_.ask(queue::AtOnce{kept_.at_once});
    if (kept.open && has_plan(kept.folder)) owner_.ask(queue::Open{kept.folder});
}

}  // namespace redraw
