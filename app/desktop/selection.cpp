#include "app/desktop/selection.h"

#include <algorithm>
#include <array>
#include <utility>

namespace redraw {
namespace {

constexpr std::size_t kPiece = std::size_t(1) << 16;  // bytes of a request that every server takes
constexpr std::size_t kMostTransfers = 16;            // under way at a time

}  // namespace

SelectionForms::SelectionForms(XConnection& to, xcb_atom_t selection)
    : to_(to),
      selection_(selection),
      targets_(to.atom("TARGETS")),
      timestamp_(to.atom("TIMESTAMP")),
      incr_(to.atom("INCR")) {}

void SelectionForms::set(std::vector<OfferedForm> forms) {
    forms_.clear();
    for (OfferedForm& form : forms)
        forms_.push_back({to_.atom(form.type),
                          std::make_shared<const std::vector<std::byte>>(std::move(form.bytes))});
}

std::vector<xcb_atom_t> SelectionForms::types() const {
    std::vector<xcb_atom_t> all;
    for (const Form& form : forms_) all.push_back(form.type);
    return all;
}

void SelectionForms::answer(const xcb_selection_request_event_t& request,
                            xcb_timestamp_t taken_at) {
    // An old requestor names no property: ICCCM 2.2.
    const xcb_atom_t property =
        request.property == XCB_ATOM_NONE ? request.target : request.property;
    const bool done =
        request.selection == selection_ && !empty() && put(request, property, taken_at);
    tell(request, done ? property : xcb_atom_t(XCB_ATOM_NONE));
}

void SelectionForms::refuse(const xcb_selection_request_event_t& request) {
    tell(request, XCB_ATOM_NONE);
}

void SelectionForms::tell(const xcb_selection_request_event_t& request, xcb_atom_t property) {
    xcb_selection_notify_event_t answer{};
    answer.response_type = XCB_SELECTION_NOTIFY;
    answer.time = request.time;
    answer.requestor = request.requestor;
    answer.selection = request.selection;
    answer.target = request.target;
    answer.property = property;
    to_.send(request.requestor, &answer, sizeof answer);
}

bool SelectionForms::put(const xcb_selection_request_event_t& request, xcb_atom_t property,
                         xcb_timestamp_t taken_at) {
    if (request.target == targets_) {
        std::vector<xcb_atom_t> all = types();
        all.insert(all.end(), {targets_, timestamp_});
        put_words(request, property, XCB_ATOM_ATOM, all);
        return true;
    }
    if (request.target == timestamp_) {
        put_words(request, property, XCB_ATOM_INTEGER, std::array{taken_at});
        return true;
    }
    const auto form = std::ranges::find(forms_, request.target, &Form::type);
    if (form == forms_.end()) return false;
    if (form->bytes->size() <= kPiece) {
        put_bytes(request.requestor, property, request.target, *form->bytes);
        return true;
    }
    if (transfers_.size() >= kMostTransfers) transfers_.erase(transfers_.begin());
    listen(request.requestor, XCB_EVENT_MASK_PROPERTY_CHANGE);
    transfers_.push_back({request.requestor, property, *form});
    put_words(request, property, incr_, std::array{std::uint32_t(form->bytes->size())});
    return true;
}

void SelectionForms::put_words(const xcb_selection_request_event_t& request, xcb_atom_t property,
                               xcb_atom_t type, std::span<const std::uint32_t> words) {
    xcb_change_property(to_, XCB_PROP_MODE_REPLACE, request.requestor, property, type, 32,
                        std::uint32_t(words.size()), words.data());
}

void SelectionForms::put_bytes(xcb_window_t requestor, xcb_atom_t property, xcb_atom_t type,
                               std::span<const std::byte> bytes) {
    xcb_change_property(to_, XCB_PROP_MODE_REPLACE, requestor, property, type, 8,
                        std::uint32_t(bytes.size()), bytes.data());
}

void SelectionForms::on_deleted(xcb_window_t requestor, xcb_atom_t property) {
    const auto at = std::ranges::find_if(transfers_, [&](const Transfer& transfer) {
        return transfer.requestor == requestor && transfer.property == property;
    });
    if (at != transfers_.end() && !send_piece(*at)) forget(requestor);
}

// An empty one is the end; false after that.
bool SelectionForms::send_piece(Transfer& transfer) {
    const auto rest = std::span(*transfer.form.bytes).subspan(transfer.sent);
    const auto piece = rest.first(std::min(rest.size(), kPiece));
    put_bytes(transfer.requestor, transfer.property, transfer.form.type, piece);
    transfer.sent += piece.size();
    return !piece.empty();
}

void SelectionForms::listen(xcb_window_t window, std::uint32_t events) {
    xcb_change_window_attributes(to_, window, XCB_CW_EVENT_MASK, &events);
}

void SelectionForms::forget(xcb_window_t requestor) {
    const auto gone = std::erase_if(
        transfers_, [&](const Transfer& transfer) { return transfer.requestor == requestor; });
    if (gone > 0) listen(requestor, XCB_EVENT_MASK_NO_EVENT);
}

}  // namespace redraw
