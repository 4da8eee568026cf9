#include "app/portal/portal.h"

#include "engine/module/loaded_module.h"

#include <chrono>
#include <utility>

namespace redraw {
namespace {

// Returns the loaded module; null if it is missing, in which case the studio uses its own file
// browser.
const PortalModule* portal_module() {
    static const auto loaded = load_module<PortalModule>(
        {"redraw_portal.so", "REDRAW_PORTAL_MODULE", "redraw_portal_module", "desktop portal"});
    return loaded.module;
}

}  // namespace

Portal::Portal(std::function<void()> changed)
    : changed_(std::move(changed)), thread_([this](const std::stop_token& stop) {
          const PortalModule* module = portal_module();
          there_ = module && module->there(stop);
          if (there_) changed_();
      }) {}

void Portal::ask(const ui::FileQuestion& question, const std::string& parent_window) {
    std::promise<ui::FileAnswer> answer;
    answer_ = answer.get_future();
    thread_ = std::jthread([this, question, parent_window,
                            answer = std::move(answer)](const std::stop_token& stop) mutable {
        const PortalModule* module = portal_module();
        answer.set_value(module ? module->ask(stop, question, parent_window) : ui::FileAnswer{});
        changed_();
    });
}

void Portal::leave() {
    thread_ = {};
    answer_ = {};
}

std::optional<ui::FileAnswer> Portal::take_answer() {
    using namespace std::chrono_literals;
    if (!answer_.valid() || answer_.wait_for(0s) != std::future_status::ready) return std::nullopt;
    return answer_.get();
}

}  // namespace redraw
