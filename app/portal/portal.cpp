#include "app/portal/portal.h"

#include "app/portal/portal_message.h"

#include <sys/socket.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace redraw {
namespace {

constexpr std::uint64_t kPatience = 2'000'000;  // microseconds, for a reply
constexpr const char* kBus = "org.freedesktop.DBus";

// What `talk` made of the session bus; nothing where there is none.
template <class Talk>
auto on_bus(const std::stop_token& stop, Talk talk) -> decltype(talk(nullptr)) {
    sd_bus* opened = nullptr;
    if (sd_bus_open_user(&opened) < 0) return {};
    const PortalBus bus(opened);
    sd_bus_set_method_call_timeout(opened, kPatience);
    // Asked to stop, this thread hears nothing more from the bus, which ends any wait for it at
    // once; it can still say that its dialog is to be closed.
    const std::stop_callback deafen(stop, [fd = sd_bus_get_fd(opened)] { shutdown(fd, SHUT_RD); });
    return talk(opened);
}

bool has_file_chooser(sd_bus* bus) {
    std::uint32_t version = 0;
    return sd_bus_get_property_trivial(bus, kPortalName, kPortalPath, kFileChooser, "version",
                                       nullptr, 'u', &version) >= 0;
}

// The dialog's end, and that of the portal itself.
bool listen(sd_bus* bus) {
    for (const char* rule :
         {"type='signal',sender='org.freedesktop.portal.Desktop',"
          "interface='org.freedesktop.portal.Request',member='Response'",
          "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
          "arg0='org.freedesktop.portal.Desktop',arg2=''"})
        if (sd_bus_call_method(bus, kBus, "/org/freedesktop/DBus", kBus, "AddMatch", nullptr,
                               nullptr, "s", rule) < 0)
            return false;
    return true;
}

ui::FileAnswer answer_in(sd_bus_message* response) {
    constexpr std::uint32_t kChosen = 0, kCancelled = 1;
    std::uint32_t how = 2;
    if (sd_bus_message_read(response, "u", &how) < 0) return {};
    if (how == kCancelled) return {ui::FileAnswer::Outcome::cancelled, {}};
    if (how == kChosen)
        if (auto path = chosen_path(response)) return {ui::FileAnswer::Outcome::chosen, *path};
    return {};
}

// Until the user answers, the portal goes away, or `stop` is asked for.
ui::FileAnswer choose(sd_bus* bus, const ui::FileQuestion& question,
                      const std::string& parent_window, const std::stop_token& stop) {
    if (!listen(bus)) return {};  // before the call: the answer may come at once
    const PortalMessage call = make_portal_call(bus, question, parent_window);
    sd_bus_message* replied = nullptr;
    if (!call || sd_bus_call(bus, call.get(), 0, nullptr, &replied) < 0) return {};
    const PortalMessage reply(replied);
    const char* dialog = nullptr;
    if (sd_bus_message_read(replied, "o", &dialog) < 0) return {};
    while (!stop.stop_requested()) {
        sd_bus_message* heard = nullptr;
        const int worked = sd_bus_process(bus, &heard);
        if (worked < 0) return {};
        if (worked == 0) sd_bus_wait(bus, std::numeric_limits<std::uint64_t>::max());
        if (!heard) continue;
        const PortalMessage signal(heard);
        if (sd_bus_message_is_signal(heard, kBus, "NameOwnerChanged") > 0) return {};
        if (sd_bus_message_is_signal(heard, kPortalRequest, "Response") > 0 &&
            std::string_view(dialog) == sd_bus_message_get_path(heard))
            return answer_in(heard);
    }
    sd_bus_call_method_async(bus, nullptr, kPortalName, dialog, kPortalRequest, "Close", nullptr,
                             nullptr, nullptr);
    return {};
}

}  // namespace

Portal::Portal(std::function<void()> changed)
    : changed_(std::move(changed)), thread_([this](const std::stop_token& stop) {
          there_ = on_bus(stop, has_file_chooser);
          if (there_) changed_();
      }) {}

void Portal::ask(const ui::FileQuestion& question, const std::string& parent_window) {
    std::promise<ui::FileAnswer> answer;
    answer_ = answer.get_future();
    thread_ = std::jthread([this, question, parent_window,
                            answer = std::move(answer)](const std::stop_token& stop) mutable {
        answer.set_value(
            on_bus(stop, [&](sd_bus* bus) { return choose(bus, question, parent_window, stop); }));
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
