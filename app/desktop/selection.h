// Both sides of an X selection (Inter-Client Communication Conventions Manual, section 2): what its
// owner gives to whoever asks, and what a program that asks gets. Large data go piece by piece
// (INCR). Both are driven by events and never wait. Owned by the clipboard, on its thread.
#pragma once

#include <xcb/xcb.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

// A connection of our own to the X server, with a window nobody sees, for a thread that talks to
// other programs: GLFW's connection answers only while the window draws. One thread's, but wake().

// Owns a reply or an event of xcb.
template <class T>
using OwnedReply = std::unique_ptr<T, decltype(&std::free)>;
template <class T>
OwnedReply<T> owned_reply(T* reply) {
    return {reply, std::free};
}

class XConnection {
public:
    // Null when there is no X server.
    static std::unique_ptr<XConnection> open();
    ~XConnection();
    XConnection(const XConnection&) = delete;
    XConnection& operator=(const XConnection&) = delete;

    operator xcb_connection_t*() const { return to_; }
    xcb_window_t window() const { return window_; }  // its changes of properties are reported

    xcb_atom_t atom(std::string_view name);
    OwnedReply<xcb_generic_event_t> next_event();
    // Sends a message to a window.
    void send(xcb_window_t window, const void* event, std::size_t size);

    // Until an event comes, somebody wakes it, or the time is over; negative: no end of it.
    void sleep(int milliseconds);
    void wake();  // any thread

private:
    XConnection(xcb_connection_t* to, int screen);

    xcb_connection_t* to_;
    xcb_window_t window_;
    int wake_;
};

// One form of what is offered; a program that pastes takes one of them.
struct OfferedForm {
    std::string type;  // "image/png", "text/uri-list"
    std::vector<std::byte> bytes;
};

// Answers whoever asks for the selection.
class SelectionForms {
public:
    SelectionForms(XConnection& to, xcb_atom_t selection);

    void set(std::vector<OfferedForm> forms);
    void clear() { forms_.clear(); }
    bool empty() const { return forms_.empty(); }
    std::vector<xcb_atom_t> types() const;

    // `taken_at`: the time since which the selection is ours.
    void answer(const xcb_selection_request_event_t& request, xcb_timestamp_t taken_at);
    // A window deleted a property: it wants the next piece.
    void on_deleted(xcb_window_t requestor, xcb_atom_t property);
    // That window is gone.
    void forget(xcb_window_t requestor);

private:
    struct Form {  // an OfferedForm, its type as the server knows it
        xcb_atom_t type = XCB_ATOM_NONE;
        std::shared_ptr<const std::vector<std::byte>> bytes;
    };
    struct Transfer {  // piece by piece
        xcb_window_t requestor;
        xcb_atom_t property;
        Form form;
        std::size_t sent = 0;
    };

    bool put(const xcb_selection_request_event_t& request, xcb_atom_t property,
             xcb_timestamp_t taken_at);
    void put_words(const xcb_selection_request_event_t& request, xcb_atom_t property,
                   xcb_atom_t type, std::span<const std::uint32_t> words);
    void put_bytes(xcb_window_t requestor, xcb_atom_t property, xcb_atom_t type,
                   std::span<const std::byte> bytes);
    bool send_piece(Transfer& transfer);
    void listen(xcb_window_t window, std::uint32_t events);

    XConnection& to_;
    xcb_atom_t selection_, targets_, timestamp_, incr_;
    std::vector<Form> forms_;
    std::vector<Transfer> transfers_;
};

// Fetches the selection in the first of some forms that its owner has.
class SelectionReader {
public:
    struct Answer {
        bool silent = false;  // the owner does not answer
        std::string type{};   // empty: it has none of these forms
        std::vector<std::byte> bytes{};
    };

    SelectionReader(XConnection& to, xcb_atom_t selection);

    // Instead of what was asked before, if that was not answered yet.
    void ask(std::vector<std::string> types);
    void on_answer(const xcb_selection_notify_event_t& answer);
    // A property of our own window has a new value: perhaps the next piece.
    void on_new_value(xcb_atom_t property);
    // Gives up where the owner was silent for too long.
    void look_at_clock();
    int milliseconds_left() const;  // until then; -1: nothing is waited for
    std::optional<Answer> take_answer();

private:
    void ask_next();
    xcb_atom_t take_property();
    void end(Answer answer);

    XConnection& to_;
    xcb_atom_t selection_, property_, incr_;
    std::vector<std::string> types_;    // to be asked for, the last first
    xcb_atom_t asked_ = XCB_ATOM_NONE;  // none: nothing is waited for
    bool in_pieces_ = false;
    std::vector<std::byte> bytes_;
    std::chrono::steady_clock::time_point deadline_;
    std::optional<Answer> answer_;
};

}  // namespace redraw
