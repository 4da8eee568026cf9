#include "app/studio/studio_queue.h"

#include "app/desktop/places.h"
#include "app/desktop/window.h"
#include "engine/cpu/usable_cpus.h"
#include "engine/error.h"
#include "engine/text/shell_words.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

namespace redraw {
namespace {

constexpr std::size_t kLongestKept = 8192;  // bytes, of the settings' file

}  // namespace

StudioQueue::StudioQueue() : owner_(command_line_program(), [] { Window::wake(); }) {
    try {
        usable_cpus_ = cpu::usable_cpus();
    } catch (const Error&) {  // REDRAW_THREADS is none: whoever trains says so
    }
}

void StudioQueue::answer(const QueueRequest& asked) {
    if (const auto* at_once = std::get_if<queue::AtOnce>(&asked)) kept_.at_once = at_once->pictures;
    if (const auto* open = std::get_if<queue::Open>(&asked); open && open->folder == kept_.folder)
        return owner_.ask(queue::Open{open->folder, kept_.known_settings});
    owner_.ask(asked);
}

std::string StudioQueue::update() {
    status_ = owner_.status();
    scout_ = owner_.scout();
    if (status_) {
        const Plan& plan = status_->survey.plan();
        kept_.folder = plan.folder;
        kept_.known_settings = status_->settings_known ? shell_line(plan.settings) : "";
        if (kept_.known_settings.size() > kLongestKept) kept_.known_settings.clear();
    }
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
    if (kept.open && has_plan(kept.folder))
        owner_.ask(queue::Open{kept.folder, kept.known_settings});
}

}  // namespace redraw
