// A studio built without libsystemd asks no desktop.
#include "app/portal/portal.h"

namespace redraw {

Portal::Portal(std::function<void()>) {}
void Portal::ask(const ui::FileQuestion&, const std::string&) {}
void Portal::leave() {}
std::optional<ui::FileAnswer> Portal::take_answer() {
    return std::nullopt;
}

}  // namespace redraw
