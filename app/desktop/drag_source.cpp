#include "app/desktop/drag_source.h"

#include "app/desktop/drag_target.h"

#include <X11/Xlib.h>
#include <X11/cursorfont.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace redraw {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLook = 100;                  // milliseconds between two, while it is on
constexpr std::chrono::seconds kAnswer{2};  // of a window it was let go over
constexpr std::chrono::seconds kFetch{30};  // until it has what was there to be fetched
constexpr std::uint16_t kGrabbed = XCB_EVENT_MASK_BUTTON_RELEASE | XCB_EVENT_MASK_POINTER_MOTION;

}  // namespace

class DragSource::Connection {
public:
    struct Begin {
        std::vector<std::string> types;
        DragPicture picture;
        xcb_cursor_t hand, refused;
    };

    Connection(std::unique_ptr<XConnection> to, xcb_window_t own)
        : x_(std::move(to)),
          selection_(x_->atom("XdndSelection")),
          forms_(*x_, selection_),
          target_(*x_, own),
          thread_([this](std::stop_token stop) { serve(stop); }) {}

    ~Connection() {
        thread_.request_stop();
        x_->wake();
        thread_.join();
    }

    void begin(Begin asked) {
        held_ = true;
        tell([&] {
            begin_ = std::move(asked);
            provided_.reset();
            cancel_ = false;
        });
    }
    void provide(std::vector<OfferedForm> forms) {
        tell([&] { provided_ = std::move(forms); });
    }
    void cancel() {
        tell([&] { cancel_ = true; });
    }
    bool held() const { return held_; }

private:
    template <class Change>
    void tell(Change change) {
        {
            const std::lock_guard lock(mutex_);
            change();
        }
        x_->wake();
    }

    void serve(const std::stop_token& stop) {
        while (!stop.stop_requested() && !xcb_connection_has_error(*x_)) {
            take_asked();
            std::optional<xcb_motion_notify_event_t>
                moved;  // the last: a mouse tells of each pixel
            while (const auto event = x_->next_event()) on(*event, moved);
            if (moved && held_) follow(*moved);
            if (held_) show_cursor();
            look_at_clock();
            xcb_flush(*x_);
            x_->sleep(held_ || target_.dropping() ? kLook : -1);
        }
        let_go();
        target_.leave();
        refuse_waiting();
        xcb_flush(*x_);
    }

    void take_asked() {
        std::optional<Begin> begin;
        std::optional<std::vector<OfferedForm>> provided;
        bool cancel = false;
        {
            const std::lock_guard lock(mutex_);
            begin = std::exchange(begin_, {});
            provided = std::exchange(provided_, {});
            cancel = std::exchange(cancel_, false);
        }
        if (begin) take(*begin);
        if (provided) hand_over(std::move(*provided));
        if (cancel) {
            let_go();
            target_.leave();
            refuse_waiting();
        }
    }

    // As a drag begins the one before is over, also for a window that never said so.
    void take(const Begin& asked) {
        target_.leave();
        refuse_waiting();
        forms_.clear();
        hand_ = asked.hand;
        refused_ = cursor_ = asked.refused;
        const auto grabbed = owned_reply(xcb_grab_pointer_reply(
            *x_,
            xcb_grab_pointer(*x_, 0, x_->screen().root, kGrabbed, XCB_GRAB_MODE_ASYNC,
                             XCB_GRAB_MODE_ASYNC, XCB_WINDOW_NONE, cursor_, XCB_CURRENT_TIME),
            nullptr));
        const auto mouse = owned_reply(
            xcb_query_pointer_reply(*x_, xcb_query_pointer(*x_, x_->screen().root), nullptr));
        if (!grabbed || grabbed->status != XCB_GRAB_STATUS_SUCCESS || !mouse ||
            !(mouse->mask & XCB_BUTTON_MASK_1))
            return let_go();  // it was quicker
        xcb_set_selection_owner(*x_, x_->window(), selection_, XCB_CURRENT_TIME);
        std::vector<xcb_atom_t> types;
        for (const std::string& type : asked.types) types.push_back(x_->atom(type));
        target_.begin(std::move(types));
        icon_ = std::make_unique<DragIcon>(*x_, asked.picture);
        icon_->move(mouse->root_x, mouse->root_y);
        target_.move(mouse->root_x, mouse->root_y, XCB_CURRENT_TIME);  // where it was quick to be
    }

    void hand_over(std::vector<OfferedForm> forms) {
        forms_.set(std::move(forms));
        deadline_ = Clock::now() + kFetch;
        for (const xcb_selection_request_event_t& request : std::exchange(waiting_, {}))
            forms_.answer(request, XCB_CURRENT_TIME);
    }

    void on(const xcb_generic_event_t& event, std::optional<xcb_motion_notify_event_t>& moved) {
        const auto as = [&]<class T>(const T*) { return reinterpret_cast<const T&>(event); };
        switch (event.response_type & 0x7f) {
            case 0:  // an error: a window is gone
                forms_.forget(as(static_cast<xcb_value_error_t*>(nullptr)).bad_value);
                break;
            case XCB_MOTION_NOTIFY:
                moved = as(static_cast<xcb_motion_notify_event_t*>(nullptr));
                break;
            case XCB_BUTTON_RELEASE:
                if (moved && held_) follow(*std::exchange(moved, {}));
                drop(as(static_cast<xcb_button_release_event_t*>(nullptr)));
                break;
            case XCB_CLIENT_MESSAGE:
                target_.on_message(as(static_cast<xcb_client_message_event_t*>(nullptr)));
                break;
            case XCB_SELECTION_REQUEST:
                on_request(as(static_cast<xcb_selection_request_event_t*>(nullptr)));
                break;
            case XCB_PROPERTY_NOTIFY: {
                const auto property = as(static_cast<xcb_property_notify_event_t*>(nullptr));
                if (property.state == XCB_PROPERTY_DELETE)
                    forms_.on_deleted(property.window, property.atom);
                break;
            }
        }
    }

    // What is not ready yet is waited for, by this and not by the window that asks.
    void on_request(const xcb_selection_request_event_t& request) {
        if (forms_.empty() && (held_ || target_.dropping()))
            waiting_.push_back(request);
        else
            forms_.answer(request, XCB_CURRENT_TIME);
    }

    void follow(const xcb_motion_notify_event_t& to) {
        if (!icon_) return;  // of the mouse before that
        icon_->move(to.root_x, to.root_y);
        target_.move(to.root_x, to.root_y, to.time);
    }

    void show_cursor() {
        const xcb_cursor_t wanted = target_.accepts() ? hand_ : refused_;
        if (std::exchange(cursor_, wanted) != wanted)
            xcb_change_active_pointer_grab(*x_, wanted, XCB_CURRENT_TIME, kGrabbed);
    }

    void drop(const xcb_button_release_event_t& released) {
        if (!held_ || released.detail != 1) return;
        let_go();
        target_.drop(released.time);
        deadline_ = Clock::now() + kAnswer;
    }

    void let_go() {
        icon_.reset();
        if (held_.exchange(false)) xcb_ungrab_pointer(*x_, XCB_CURRENT_TIME);
    }

    // A window that never answers, or never says that it has all.
    void look_at_clock() {
        if (!target_.dropping() || Clock::now() < deadline_) return;
        if (!target_.dropped())
            target_.leave();
        else if (!forms_.empty() && !forms_.sending())
            target_.forget();
    }

    void refuse_waiting() {
        for (const xcb_selection_request_event_t& request : std::exchange(waiting_, {}))
            forms_.refuse(request);
    }

    std::unique_ptr<XConnection> x_;
    std::mutex mutex_;  // of what is asked
    std::optional<Begin> begin_;
    std::optional<std::vector<OfferedForm>> provided_;
    bool cancel_ = false;
    std::atomic<bool> held_ = false;
    // The thread's.
    xcb_atom_t selection_;
    SelectionForms forms_;
    DragTarget target_;
    std::unique_ptr<DragIcon> icon_;
    xcb_cursor_t hand_{}, refused_{}, cursor_{};
    std::vector<xcb_selection_request_event_t> waiting_;
    Clock::time_point deadline_;
    std::jthread thread_;
};

DragSource::DragSource(void* display, unsigned long window) : display_(display), window_(window) {}
DragSource::~DragSource() = default;

bool DragSource::begin(std::vector<std::string> types, DragPicture picture) {
    if (!connection_) {
        auto to = XConnection::open(XCB_EVENT_MASK_NO_EVENT);
        if (!to) return false;
        connection_ = std::make_unique<Connection>(std::move(to), xcb_window_t(window_));
    }
    auto* display = static_cast<Display*>(display_);
    if (!hand_) {  // theirs who have a theme of cursors; they end with the display
        hand_ = XCreateFontCursor(display, XC_hand1);
        refused_ = XCreateFontCursor(display, XC_circle);
    }
    // A held button is a grab of GLFW's, which is told that it was let go.
    XUngrabPointer(display, CurrentTime);
    XEvent released{};
    released.xbutton.type = ButtonRelease;
    released.xbutton.window = window_;
    released.xbutton.button = Button1;
    released.xbutton.state = Button1Mask;
    released.xbutton.same_screen = True;
    XSendEvent(display, window_, False, ButtonReleaseMask, &released);
    XSync(display, False);
    connection_->begin(
        {std::move(types), std::move(picture), xcb_cursor_t(hand_), xcb_cursor_t(refused_)});
    return true;
}

void DragSource::provide(std::vector<OfferedForm> forms) {
    if (connection_) connection_->provide(std::move(forms));
}

void DragSource::cancel() {
    if (connection_) connection_->cancel();
}

bool DragSource::held() const {
    return connection_ && connection_->held();
}

}  // namespace redraw
