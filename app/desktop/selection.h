// What the owner of an X selection gives to whoever asks for it (Inter-Client Communication
// Conventions Manual, section 2): the clipboard's, and what is dragged. Large data go piece by
// piece (INCR). Owned by who owns the selection, on the connection and the thread of that.
#pragma once

#include "app/desktop/x_connection.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace redraw {

// One form of what is offered: whoever asks takes one of them.
struct OfferedForm {
    std::string type;  // "image/png", "text/uri-list"
    std::vector<std::byte> bytes;
};

class SelectionForms {
public:
    SelectionForms(XConnection& to, xcb_atom_t selection);

    void set(std::vector<OfferedForm> forms);
    void clear() { forms_.clear(); }
    bool empty() const { return forms_.empty(); }
    std::vector<xcb_atom_t> types() const;

    // `taken_at`: the time since which the selection is ours.
    void answer(const xcb_selection_request_event_t& request, xcb_timestamp_t taken_at);
    void refuse(const xcb_selection_request_event_t& request);
    // A property of another window was deleted: it wants the next piece.
    void on_deleted(xcb_window_t requestor, xcb_atom_t property);
    // That window is gone.
    void forget(xcb_window_t requestor);
    bool sending() const { return !transfers_.empty(); }

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
    void tell(const xcb_selection_request_event_t& request, xcb_atom_t property);
    bool send_piece(Transfer& transfer);
    void listen(xcb_window_t window, std::uint32_t events);

    XConnection& to_;
    xcb_atom_t selection_, targets_, timestamp_, incr_;
    std::vector<Form> forms_;
    std::vector<Transfer> transfers_;
};

}  // namespace redraw
