// Both sides of an X selection, which is how X programs exchange the clipboard (Inter-Client
// Communication Conventions Manual, section 2): the owner, which answers requests, and the
// requestor. Large data is sent in pieces (INCR). Both sides react to events, and never wait for
// other programs. Used by the clipboard, on its thread.
#pragma once

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <xcb/xcb.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redraw {

// A unique pointer to a reply or an event of xcb, freed by free().
template <class T>
using OwnedReply = std::unique_ptr<T, decltype(&std::free)>;
template <class T>
OwnedReply<T> owned_reply(T* reply) {
    return {reply, std::free};
}

// A connection to the X server of its own, with an invisible window, for a thread that exchanges
// data with other programs. GLFW's connection answers them only while the window is being redrawn.
// Used by one thread, except wake().
class XConnection {
public:
    // Opens a connection; null without an X server.
    static std::unique_ptr<XConnection> open() {
        int screen = 0;
        xcb_connection_t* to = xcb_connect(nullptr, &screen);
        if (!xcb_connection_has_error(to))
            return std::unique_ptr<XConnection>(new XConnection(to, screen));
        xcb_disconnect(to);
        return nullptr;
    }
    ~XConnection() {
        xcb_disconnect(to_);
        close(wake_);
    }
    XConnection(const XConnection&) = delete;
    XConnection& operator=(const XConnection&) = delete;

    operator xcb_connection_t*() const { return to_; }
    // The invisible window. The X server reports changes of its properties on this connection.
    xcb_window_t window() const { return window_; }

    xcb_atom_t atom(std::string_view name) {
        const auto reply = owned_reply(xcb_intern_atom_reply(
            to_, xcb_intern_atom(to_, 0, std::uint16_t(name.size()), name.data()), nullptr));
        return reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
    }
    OwnedReply<xcb_generic_event_t> next_event() { return owned_reply(xcb_poll_for_event(to_)); }
    // Sends an X event to a window.
    void send(xcb_window_t window, const void* event, std::size_t size) {
        std::array<char, 32> wire{};  // an event that is sent has 32 bytes
        std::memcpy(wire.data(), event, std::min(size, wire.size()));
        xcb_send_event(to_, 0, window, XCB_EVENT_MASK_NO_EVENT, wire.data());
    }

    // Waits for an X event, for wake(), or until the time is over; a negative time waits without
    // limit.
    void sleep(int milliseconds) {
        pollfd sources[] = {{xcb_get_file_descriptor(to_), POLLIN, 0}, {wake_, POLLIN, 0}};
        poll(sources, 2, milliseconds);
        std::uint64_t count = 0;
        if (sources[1].revents & POLLIN) [[maybe_unused]]
            const auto had = read(wake_, &count, sizeof count);
    }
    void wake() {  // callable from any thread
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(wake_, &one, sizeof one);
    }

private:
    XConnection(xcb_connection_t* to, int screen)
        : to_(to), window_(xcb_generate_id(to)), wake_(eventfd(0, EFD_CLOEXEC)) {
        xcb_screen_iterator_t at = xcb_setup_roots_iterator(xcb_get_setup(to));
        for (; screen > 0 && at.rem > 1; --screen) xcb_screen_next(&at);
        const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
        xcb_create_window(to_, 0, window_, at.data->root, 0, 0, 1, 1, 0,
                          XCB_WINDOW_CLASS_INPUT_ONLY, at.data->root_visual, XCB_CW_EVENT_MASK,
                          &events);
    }

    xcb_connection_t* to_;
    xcb_window_t window_;
    int wake_;
};

// The offered contents in one data format. A program that pastes chooses one of the formats.
struct OfferedForm {
    std::string type;  // name of the format: "image/png", "text/uri-list"
    std::vector<std::byte> bytes;
};

// The owner's side: offers contents in several formats, and answers the programs that request them.
class SelectionForms {
public:
    SelectionForms(XConnection& to, xcb_atom_t selection)
        : to_(to),
          selection_(selection),
          targets_(to.atom("TARGETS")),
          timestamp_(to.atom("TIMESTAMP")),
          incr_(to.atom("INCR")) {}

    void set(std::vector<OfferedForm> forms) {
        forms_.clear();
        for (OfferedForm& form : forms)
            forms_.push_back({to_.atom(form.type), std::make_shared<const std::vector<std::byte>>(
                                                       std::move(form.bytes))});
    }
    void clear() { forms_.clear(); }
    bool empty() const { return forms_.empty(); }
    std::vector<xcb_atom_t> types() const {
        std::vector<xcb_atom_t> all;
        for (const Form& form : forms_) all.push_back(form.type);
        return all;
    }

    // Answers another program's request. `taken_at`: the X server time at which this program became
    // the owner.
    void answer(const xcb_selection_request_event_t& request, xcb_timestamp_t taken_at) {
        // Requestors of old protocol versions name no property (ICCCM 2.2); the target is then used
        // as one.
        const xcb_atom_t property =
            request.property == XCB_ATOM_NONE ? request.target : request.property;
        const bool done =
            request.selection == selection_ && !empty() && put(request, property, taken_at);
        xcb_selection_notify_event_t answer{};
        answer.response_type = XCB_SELECTION_NOTIFY;
        answer.time = request.time;
        answer.requestor = request.requestor;
        answer.selection = request.selection;
        answer.target = request.target;
        answer.property = done ? property : xcb_atom_t(XCB_ATOM_NONE);
        to_.send(request.requestor, &answer, sizeof answer);
    }
    // Sends the next piece of a transfer, which the requestor asks for by deleting the property.
    void on_deleted(xcb_window_t requestor, xcb_atom_t property) {
        const auto at = std::ranges::find_if(transfers_, [&](const Transfer& transfer) {
            return transfer.requestor == requestor && transfer.property == property;
        });
        if (at == transfers_.end() || send_piece(*at)) return;
        transfers_.erase(at);
        const auto to_it = [&](const Transfer& other) { return other.requestor == requestor; };
        if (std::ranges::none_of(transfers_, to_it)) listen(requestor, XCB_EVENT_MASK_NO_EVENT);
    }
    // Ends all transfers to a window that was closed.
    void forget(xcb_window_t requestor) {
        std::erase_if(transfers_,
                      [&](const Transfer& transfer) { return transfer.requestor == requestor; });
    }

private:
    // Bytes of contents sent in one request; the X.Org server accepts requests of 256 KiB.
    static constexpr std::size_t kPiece = 1 << 16;
    static constexpr std::size_t kMostTransfers = 16;  // most transfers at the same time

    struct Form {  // an OfferedForm whose type is converted to an X atom
        xcb_atom_t type = XCB_ATOM_NONE;
        std::shared_ptr<const std::vector<std::byte>> bytes;
    };
    struct Transfer {  // data being sent to a requestor in pieces
        xcb_window_t requestor;
        xcb_atom_t property;
        Form form;
        std::size_t sent = 0;
    };

    bool put(const xcb_selection_request_event_t& request, xcb_atom_t property,
             xcb_timestamp_t taken_at) {
        const auto put_words = [&](xcb_atom_t type, std::span<const std::uint32_t> words) {
            xcb_change_property(to_, XCB_PROP_MODE_REPLACE, request.requestor, property, type, 32,
                                std::uint32_t(words.size()), words.data());
            return true;
        };
        if (request.target == targets_) {
            std::vector<xcb_atom_t> all = types();
            all.insert(all.end(), {targets_, timestamp_});
            return put_words(XCB_ATOM_ATOM, all);
        }
        if (request.target == timestamp_) return put_words(XCB_ATOM_INTEGER, std::array{taken_at});
        const auto form = std::ranges::find(forms_, request.target, &Form::type);
        if (form == forms_.end()) return false;
        if (form->bytes->size() <= kPiece) {
            put_bytes(request.requestor, property, request.target, *form->bytes);
            return true;
        }
        std::erase_if(transfers_, [&](const Transfer& earlier) {  // asked for anew
            return earlier.requestor == request.requestor && earlier.property == property;
        });
        if (transfers_.size() >= kMostTransfers) transfers_.erase(transfers_.begin());
        listen(request.requestor, XCB_EVENT_MASK_PROPERTY_CHANGE);
        transfers_.push_back({request.requestor, property, *form});
        return put_words(incr_, std::array{std::uint32_t(form->bytes->size())});
    }
    void put_bytes(xcb_window_t requestor, xcb_atom_t property, xcb_atom_t type,
                   std::span<const std::byte> bytes) {
        xcb_change_property(to_, XCB_PROP_MODE_REPLACE, requestor, property, type, 8,
                            std::uint32_t(bytes.size()), bytes.data());
    }
    // Sends the next piece. After the last one, sends an empty piece, which ends the transfer, and
    // returns false.
    bool send_piece(Transfer& transfer) {
        const auto rest = std::span(*transfer.form.bytes).subspan(transfer.sent);
        const auto piece = rest.first(std::min(rest.size(), kPiece));
        put_bytes(transfer.requestor, transfer.property, transfer.form.type, piece);
        transfer.sent += piece.size();
        return !piece.empty();
    }
    void listen(xcb_window_t window, std::uint32_t events) {
        // This connection receives its own window's events anyway.
        if (window == to_.window()) return;
        xcb_change_window_attributes(to_, window, XCB_CW_EVENT_MASK, &events);
    }

    XConnection& to_;
    xcb_atom_t selection_, targets_, timestamp_, incr_;
    std::vector<Form> forms_;
    std::vector<Transfer> transfers_;
};

// The requestor's side: fetches the selection's contents in the first of several types that its
// owner supports.
class SelectionReader {
public:
    struct Answer {
        bool silent = false;  // true: the owner did not answer in time
        // The type that the owner supplied; empty: none of those requested, or too much data.
        std::string type{};
        std::vector<std::byte> bytes{};
    };

    SelectionReader(XConnection& to, xcb_atom_t selection)
        : to_(to),
          selection_(selection),
          property_(to.atom("REDRAW_CLIPBOARD")),
          targets_(to.atom("TARGETS")),
          incr_(to.atom("INCR")) {}

    // Requests the selection, in the first available of `types`. Cancels an earlier request that is
    // still unanswered.
    void ask(std::vector<std::string> types) {
        types_ = std::move(types);
        std::ranges::reverse(types_);
        answer_.reset();
        request(targets_);
    }
    void on_answer(const xcb_selection_notify_event_t& answer) {
        if (asked_ == XCB_ATOM_NONE || answer.target != asked_ || in_pieces_) return;
        if (asked_ == targets_) {
            if (answer.property != XCB_ATOM_NONE) keep_offered();
            ask_next();
        } else if (answer.property != XCB_ATOM_NONE && take_property() == incr_) {
            bytes_.clear();  // so far the property held only the total size
            in_pieces_ = true;
            deadline_ = Clock::now() + kPatience;
        } else if (!bytes_.empty()) {
            end({false, types_.back(), std::move(bytes_)});
        } else {
            types_.pop_back();
            ask_next();
        }
    }
    // Call when this connection's window has a new property value, which may be the next piece.
    // Deleting the property requests another piece; an empty piece ends the transfer.
    void on_new_value(xcb_atom_t property) {
        if (!in_pieces_ || property != property_) return;
        const std::size_t before = bytes_.size();
        if (take_property() == XCB_ATOM_NONE) return;  // this piece was already read
        deadline_ = Clock::now() + kPatience;
        if (bytes_.size() > kMostBytes) return end({});
        if (bytes_.size() == before) end({false, types_.back(), std::move(bytes_)});
    }
    // Ends the request if the owner has not answered in time.
    void look_at_clock() {
        if (asked_ != XCB_ATOM_NONE && Clock::now() >= deadline_) end({.silent = true});
    }
    // Milliseconds until the owner's time to answer is over; -1: no request is pending.
    int milliseconds_left() const {
        if (asked_ == XCB_ATOM_NONE) return -1;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
        return std::max(0, int(left.count()));
    }
    std::optional<Answer> take_answer() { return std::exchange(answer_, std::nullopt); }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t kMostBytes = 256 << 20;  // larger contents are given up
    // Limits the wait for the owner's answer, or for its next piece.
    static constexpr std::chrono::milliseconds kPatience{2000};

    void ask_next() {
        if (types_.empty()) return end({});
        request(to_.atom(types_.back()));
    }
    void request(xcb_atom_t target) {
        asked_ = target;
        in_pieces_ = false;
        bytes_.clear();
        deadline_ = Clock::now() + kPatience;
        xcb_convert_selection(to_, to_.window(), selection_, asked_, property_, XCB_CURRENT_TIME);
    }
    // Drops the types that the owner does not list. Some owners, xclip among them, answer a request
    // for any other type with the same bytes, so a picture would be read as text.
    void keep_offered() {
        const auto list = get_and_delete();
        if (!list || list->format != 32) return;
        const std::span offered(static_cast<const xcb_atom_t*>(xcb_get_property_value(list.get())),
                                list->value_len);
        std::erase_if(types_, [&](const std::string& type) {
            return std::ranges::find(offered, to_.atom(type)) == offered.end();
        });
    }
    OwnedReply<xcb_get_property_reply_t> get_and_delete() {
        return owned_reply(xcb_get_property_reply(
            to_,
            xcb_get_property(to_, 1, to_.window(), property_, XCB_GET_PROPERTY_TYPE_ANY, 0,
                             std::uint32_t(kMostBytes / 4)),
            nullptr));
    }
    // Appends the property's bytes to the data read so far, deletes the property and returns its
    // type.
    xcb_atom_t take_property() {
        const auto value = get_and_delete();
        if (!value) return XCB_ATOM_NONE;
        if (value->format == 8 && value->bytes_after == 0) {
            const auto* bytes = static_cast<const std::byte*>(xcb_get_property_value(value.get()));
            bytes_.insert(bytes_.end(), bytes, bytes + xcb_get_property_value_length(value.get()));
        }
        return value->type;
    }
    void end(Answer answer) {
        asked_ = XCB_ATOM_NONE;
        in_pieces_ = false;
        answer_ = std::move(answer);
    }

    XConnection& to_;
    xcb_atom_t selection_, property_, targets_, incr_;
    std::vector<std::string> types_;    // types that are still to be requested, the next one last
    xcb_atom_t asked_ = XCB_ATOM_NONE;  // type being requested; none: no request is pending
    bool in_pieces_ = false;
    std::vector<std::byte> bytes_;
    std::chrono::steady_clock::time_point deadline_;
    std::optional<Answer> answer_;
};

}  // namespace redraw
