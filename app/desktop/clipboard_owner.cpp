#include "app/desktop/clipboard_owner.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <xcb/xcb.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <utility>

namespace redraw {
namespace {

using Bytes = std::vector<std::byte>;
using SharedBytes = std::shared_ptr<const Bytes>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kPiece = std::size_t(1) << 16;  // bytes of a request that every server takes
constexpr std::size_t kMostTransfers = 16;            // under way at a time
constexpr std::chrono::milliseconds kFarewell{1000};  // for the clipboard manager

template <class T>
using Owned = std::unique_ptr<T, decltype(&std::free)>;
template <class T>
Owned<T> owned(T* reply) {
    return {reply, std::free};
}

}  // namespace

class ClipboardOwner::Connection {
public:
    static std::unique_ptr<Connection> open() {
        int screen = 0;
        xcb_connection_t* to = xcb_connect(nullptr, &screen);
        if (xcb_connection_has_error(to)) {
            xcb_disconnect(to);
            return nullptr;
        }
        return std::make_unique<Connection>(to, screen);
    }

    Connection(xcb_connection_t* to, int screen) : to_(to), wake_(eventfd(0, EFD_CLOEXEC)) {
        xcb_screen_iterator_t at = xcb_setup_roots_iterator(xcb_get_setup(to_));
        for (; screen > 0 && at.rem > 1; --screen) xcb_screen_next(&at);
        window_ = xcb_generate_id(to_);
        constexpr std::uint32_t kEvents = XCB_EVENT_MASK_PROPERTY_CHANGE;
        xcb_create_window(to_, 0, window_, at.data->root, 0, 0, 1, 1, 0,
                          XCB_WINDOW_CLASS_INPUT_ONLY, at.data->root_visual, XCB_CW_EVENT_MASK,
                          &kEvents);
        clipboard_ = atom("CLIPBOARD");
        targets_ = atom("TARGETS");
        timestamp_ = atom("TIMESTAMP");
        incr_ = atom("INCR");
        manager_ = atom("CLIPBOARD_MANAGER");
        save_targets_ = atom("SAVE_TARGETS");
        thread_ = std::jthread([this](std::stop_token stop) { serve(stop); });
    }

    ~Connection() {
        thread_.request_stop();
        wake();
        thread_.join();
        xcb_disconnect(to_);
        close(wake_);
    }

    void offer(const std::vector<CopiedForm>& forms) {
        Forms offered;
        for (const CopiedForm& form : forms)
            offered.push_back({atom(form.type), std::make_shared<const Bytes>(form.bytes)});
        {
            const std::lock_guard lock(mutex_);
            offered_ = std::move(offered);
        }
        wake();
    }

private:
    struct Form {  // a CopiedForm, its type as the server knows it
        xcb_atom_t type = XCB_ATOM_NONE;
        SharedBytes bytes;
    };
    using Forms = std::vector<Form>;
    struct Transfer {  // piece by piece
        xcb_window_t requestor;
        xcb_atom_t property;
        Form form;
        std::size_t sent = 0;
    };

    xcb_atom_t atom(std::string_view name) {
        const auto reply = owned(xcb_intern_atom_reply(
            to_, xcb_intern_atom(to_, 0, std::uint16_t(name.size()), name.data()), nullptr));
        return reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
    }

    void wake() {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(wake_, &one, sizeof one);
    }

    void serve(const std::stop_token& stop) {
        while (!stop.stop_requested() && !xcb_connection_has_error(to_)) {
            take_offer();
            answer_all();
            sleep(-1);
        }
        say_farewell();
    }

    void sleep(int milliseconds) {
        pollfd sources[] = {{xcb_get_file_descriptor(to_), POLLIN, 0}, {wake_, POLLIN, 0}};
        poll(sources, 2, milliseconds);
        std::uint64_t count = 0;
        if (sources[1].revents & POLLIN) [[maybe_unused]]
            const auto had = read(wake_, &count, sizeof count);
    }

    // The time at which a selection is taken is the server's: a property that changes tells it.
    void take_offer() {
        const std::lock_guard lock(mutex_);
        if (offered_.empty()) return;
        mine_ = std::exchange(offered_, {});
        taking_ = true;
        xcb_change_property(to_, XCB_PROP_MODE_APPEND, window_, timestamp_, XCB_ATOM_INTEGER, 32, 0,
                            nullptr);
        xcb_flush(to_);
    }

    void answer_all() {
        while (const auto event = owned(xcb_poll_for_event(to_))) answer(*event);
        xcb_flush(to_);
    }

    void answer(const xcb_generic_event_t& event) {
        const auto as = [&]<class T>(const T*) { return reinterpret_cast<const T&>(event); };
        switch (event.response_type & 0x7f) {
            case 0: {  // an error: whoever pasted is gone
                const auto error = as(static_cast<xcb_value_error_t*>(nullptr));
                forget(error.bad_value);
                break;
            }
            case XCB_SELECTION_REQUEST:
                on_request(as(static_cast<xcb_selection_request_event_t*>(nullptr)));
                break;
            case XCB_SELECTION_CLEAR:
                mine_.clear();
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
        if (event.window == window_) {
            if (std::exchange(taking_, false)) {
                taken_at_ = event.time;
                xcb_set_selection_owner(to_, window_, clipboard_, taken_at_);
            }
            return;
        }
        if (event.state != XCB_PROPERTY_DELETE) return;
        const auto at = std::ranges::find_if(transfers_, [&](const Transfer& transfer) {
            return transfer.requestor == event.window && transfer.property == event.atom;
        });
        if (at != transfers_.end() && !send_piece(*at)) forget(event.window);
    }

    void on_request(const xcb_selection_request_event_t& request) {
        // An old requestor names no property: ICCCM 2.2.
        const xcb_atom_t property =
            request.property == XCB_ATOM_NONE ? request.target : request.property;
        const bool done = request.selection == clipboard_ && !mine_.empty() &&
                          put(request.target, request, property);
        xcb_selection_notify_event_t answer{};
        answer.response_type = XCB_SELECTION_NOTIFY;
        answer.time = request.time;
        answer.requestor = request.requestor;
        answer.selection = request.selection;
        answer.target = request.target;
        answer.property = done ? property : xcb_atom_t(XCB_ATOM_NONE);
        std::array<char, 32> wire{};  // every event has this size
        std::copy_n(reinterpret_cast<const char*>(&answer), sizeof answer, wire.begin());
        xcb_send_event(to_, 0, request.requestor, XCB_EVENT_MASK_NO_EVENT, wire.data());
    }

    bool put(xcb_atom_t target, const xcb_selection_request_event_t& request, xcb_atom_t property) {
        const auto put_words = [&](xcb_atom_t type, std::span<const std::uint32_t> words) {
            xcb_change_property(to_, XCB_PROP_MODE_REPLACE, request.requestor, property, type, 32,
                                std::uint32_t(words.size()), words.data());
            return true;
        };
        if (target == targets_) {
            std::vector<xcb_atom_t> all = types();
            all.insert(all.end(), {targets_, timestamp_});
            return put_words(XCB_ATOM_ATOM, all);
        }
        if (target == timestamp_) return put_words(XCB_ATOM_INTEGER, std::array{taken_at_});
        const auto form = std::ranges::find(mine_, target, &Form::type);
        if (form == mine_.end()) return false;
        if (form->bytes->size() <= kPiece) {
            put_bytes(request.requestor, property, target, *form->bytes);
            return true;
        }
        if (transfers_.size() >= kMostTransfers) transfers_.erase(transfers_.begin());
        listen(request.requestor, XCB_EVENT_MASK_PROPERTY_CHANGE);
        transfers_.push_back({request.requestor, property, *form});
        return put_words(incr_, std::array{std::uint32_t(form->bytes->size())});
    }

    std::vector<xcb_atom_t> types() const {
        std::vector<xcb_atom_t> all;
        for (const Form& form : mine_) all.push_back(form.type);
        return all;
    }

    void put_bytes(xcb_window_t requestor, xcb_atom_t property, xcb_atom_t type,
                   std::span<const std::byte> bytes) {
        xcb_change_property(to_, XCB_PROP_MODE_REPLACE, requestor, property, type, 8,
                            std::uint32_t(bytes.size()), bytes.data());
    }

    // An empty one is the end; false after that.
    bool send_piece(Transfer& transfer) {
        const auto rest = std::span(*transfer.form.bytes).subspan(transfer.sent);
        const auto piece = rest.first(std::min(rest.size(), kPiece));
        put_bytes(transfer.requestor, transfer.property, transfer.form.type, piece);
        transfer.sent += piece.size();
        return !piece.empty();
    }

    void listen(xcb_window_t window, std::uint32_t events) {
        xcb_change_window_attributes(to_, window, XCB_CW_EVENT_MASK, &events);
    }

    void forget(xcb_window_t requestor) {
        const auto gone = std::erase_if(
            transfers_, [&](const Transfer& transfer) { return transfer.requestor == requestor; });
        if (gone > 0) listen(requestor, XCB_EVENT_MASK_NO_EVENT);
    }

    // Freedesktop's ClipboardManager: it fetches every form, and says when it has them.
    void say_farewell() {
        if (mine_.empty() || xcb_connection_has_error(to_)) return;
        const auto manager = owned(
            xcb_get_selection_owner_reply(to_, xcb_get_selection_owner(to_, manager_), nullptr));
        if (!manager || manager->owner == XCB_WINDOW_NONE) return;
        const std::vector<xcb_atom_t> all = types();
        xcb_change_property(to_, XCB_PROP_MODE_REPLACE, window_, save_targets_, XCB_ATOM_ATOM, 32,
                            std::uint32_t(all.size()), all.data());
        xcb_convert_selection(to_, window_, manager_, save_targets_, save_targets_, taken_at_);
        const Clock::time_point end = Clock::now() + kFarewell;
        for (saved_ = false; !saved_ && !mine_.empty() && Clock::now() < end;) {
            answer_all();
            if (!saved_) sleep(20);
        }
    }

    xcb_connection_t* to_;
    int wake_;
    xcb_window_t window_ = XCB_WINDOW_NONE;
    xcb_atom_t clipboard_{}, targets_{}, timestamp_{}, incr_{}, manager_{}, save_targets_{};
    std::mutex mutex_;  // of what is offered
    Forms offered_;
    // The thread's.
    Forms mine_;
    xcb_timestamp_t taken_at_ = XCB_CURRENT_TIME;
    bool taking_ = false, saved_ = false;
    std::vector<Transfer> transfers_;
    std::jthread thread_;
};

ClipboardOwner::ClipboardOwner() = default;
ClipboardOwner::~ClipboardOwner() = default;

bool ClipboardOwner::offer(const std::vector<CopiedForm>& forms) {
    if (!connection_) connection_ = Connection::open();
    if (!connection_) return false;
    connection_->offer(forms);
    return true;
}

}  // namespace redraw
