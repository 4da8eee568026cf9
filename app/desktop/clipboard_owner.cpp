#include "app/desktop/clipboard_owner.h"

#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

namespace redraw {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kFarewell{1000};  // for the clipboard manager

}  // namespace

class ClipboardOwner::Connection {
public:
    explicit Connection(std::unique_ptr<XConnection> to)
        : x_(std::move(to)),
          clipboard_(x_->atom("CLIPBOARD")),
          timestamp_(x_->atom("TIMESTAMP")),
          manager_(x_->atom("CLIPBOARD_MANAGER")),
          save_targets_(x_->atom("SAVE_TARGETS")),
          forms_(*x_, clipboard_),
          thread_([this](std::stop_token stop) { serve(stop); }) {}

    ~Connection() {
        thread_.request_stop();
        x_->wake();
        thread_.join();
    }

    void offer(std::vector<OfferedForm> forms) {
        {
            const std::lock_guard lock(mutex_);
            offered_ = std::move(forms);
        }
        x_->wake();
    }

private:
    void serve(const std::stop_token& stop) {
        while (!stop.stop_requested() && !xcb_connection_has_error(*x_)) {
            take_offer();
            answer_all();
            x_->sleep(-1);
        }
        say_farewell();
    }

    // The time at which a selection is taken is the server's: a property that changes tells it.
    void take_offer() {
        const std::lock_guard lock(mutex_);
        if (offered_.empty()) return;
        forms_.set(std::exchange(offered_, {}));
        taking_ = true;
        xcb_change_property(*x_, XCB_PROP_MODE_APPEND, x_->window(), timestamp_, XCB_ATOM_INTEGER,
                            32, 0, nullptr);
        xcb_flush(*x_);
    }

    void answer_all() {
        while (const auto event = x_->next_event()) answer(*event);
        xcb_flush(*x_);
    }

    void answer(const xcb_generic_event_t& event) {
        const auto as = [&]<class T>(const T*) { return reinterpret_cast<const T&>(event); };
        switch (event.response_type & 0x7f) {
            case 0:  // an error: whoever pasted is gone
                forms_.forget(as(static_cast<xcb_value_error_t*>(nullptr)).bad_value);
                break;
            case XCB_SELECTION_REQUEST:
                forms_.answer(as(static_cast<xcb_selection_request_event_t*>(nullptr)), taken_at_);
                break;
            case XCB_SELECTION_CLEAR:
                forms_.clear();
                break;
            case XCB_PROPERTY_NOTIFY:
                on_property(as(static_cast<xcb_property_notify_event_t*>(nullptr)));
                break;
            case XCB_SELECTION_NOTIFY:
                saved_ = true;
                break;
        }
    }

    void on_property(const xcb_property_notify_event_t& event) {
        if (event.window == x_->window()) {
            if (std::exchange(taking_, false)) {
                taken_at_ = event.time;
                xcb_set_selection_owner(*x_, x_->window(), clipboard_, taken_at_);
            }
        } else if (event.state == XCB_PROPERTY_DELETE) {
            forms_.on_deleted(event.window, event.atom);
        }
    }

    // Freedesktop's ClipboardManager: it fetches every form, and says when it has them.
    void say_farewell() {
        if (forms_.empty() || xcb_connection_has_error(*x_)) return;
        const auto manager = owned_reply(
            xcb_get_selection_owner_reply(*x_, xcb_get_selection_owner(*x_, manager_), nullptr));
        if (!manager || manager->owner == XCB_WINDOW_NONE) return;
        const std::vector<xcb_atom_t> all = forms_.types();
        xcb_change_property(*x_, XCB_PROP_MODE_REPLACE, x_->window(), save_targets_, XCB_ATOM_ATOM,
                            32, std::uint32_t(all.size()), all.data());
        xcb_convert_selection(*x_, x_->window(), manager_, save_targets_, save_targets_, taken_at_);
        const Clock::time_point end = Clock::now() + kFarewell;
        for (saved_ = false; !saved_ && !forms_.empty() && Clock::now() < end;) {
            answer_all();
            if (!saved_) x_->sleep(20);
        }
    }

    std::unique_ptr<XConnection> x_;
    xcb_atom_t clipboard_, timestamp_, manager_, save_targets_;
    std::mutex mutex_;  // of what is offered
    std::vector<OfferedForm> offered_;
    // The thread's.
    SelectionForms forms_;
    xcb_timestamp_t taken_at_ = XCB_CURRENT_TIME;
    bool taking_ = false, saved_ = false;
    std::jthread thread_;
};

ClipboardOwner::ClipboardOwner() = default;
ClipboardOwner::~ClipboardOwner() = default;

bool ClipboardOwner::offer(std::vector<OfferedForm> forms) {
    if (!connection_) {
        auto to = XConnection::open(XCB_EVENT_MASK_PROPERTY_CHANGE);
        if (!to) return false;
        connection_ = std::make_unique<Connection>(std::move(to));
    }
    connection_->offer(std::move(forms));
    return true;
}

}  // namespace redraw
