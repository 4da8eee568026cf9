#include "app/desktop/selection.h"

#include <algorithm>
#include <array>
#include <utility>

namespace redraw {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPiece = std::size_t(1) << 16;  // bytes of a request that every server takes
constexpr std::size_t kMostTransfers = 16;            // under way at a time
constexpr std::size_t kMostBytes = std::size_t(256) << 20;  // that are read
constexpr std::chrono::milliseconds kPatience{2000};        // with an owner that says nothing

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
    xcb_selection_notify_event_t answer{};
    answer.response_type = XCB_SELECTION_NOTIFY;
    answer.time = request.time;
    answer.requestor = request.requestor;
    answer.selection = request.selection;
    answer.target = request.target;
    answer.property = done ? property : xcb_atom_t(XCB_ATOM_NONE);
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
    if (window == to_.window()) return;  // which is listened to anyway
    xcb_change_window_attributes(to_, window, XCB_CW_EVENT_MASK, &events);
}

void SelectionForms::forget(xcb_window_t requestor) {
    const auto gone = std::erase_if(
        transfers_, [&](const Transfer& transfer) { return transfer.requestor == requestor; });
    if (gone > 0) listen(requestor, XCB_EVENT_MASK_NO_EVENT);
}

SelectionReader::SelectionReader(XConnection& to, xcb_atom_t selection)
    : to_(to),
      selection_(selection),
      property_(to.atom("REDRAW_CLIPBOARD")),
      incr_(to.atom("INCR")) {}

void SelectionReader::ask(std::vector<std::string> types) {
    types_ = std::move(types);
    std::ranges::reverse(types_);
    answer_.reset();
    ask_next();
}

void SelectionReader::ask_next() {
    if (types_.empty()) return end({});
    asked_ = to_.atom(types_.back());
    in_pieces_ = false;
    bytes_.clear();
    deadline_ = Clock::now() + kPatience;
    xcb_convert_selection(to_, to_.window(), selection_, asked_, property_, XCB_CURRENT_TIME);
}

void SelectionReader::on_answer(const xcb_selection_notify_event_t& answer) {
    if (asked_ == XCB_ATOM_NONE || answer.target != asked_ || in_pieces_) return;
    if (answer.property != XCB_ATOM_NONE && take_property() == incr_) {
        bytes_.clear();  // it said how many will come
        in_pieces_ = true;
        deadline_ = Clock::now() + kPatience;
    } else if (!bytes_.empty()) {
        end({false, types_.back(), std::move(bytes_)});
    } else {
        types_.pop_back();
        ask_next();
    }
}

// Deleting the property asks for the next piece; an empty one is the end.
void SelectionReader::on_new_value(xcb_atom_t property) {
    if (!in_pieces_ || property != property_) return;
    const std::size_t before = bytes_.size();
    if (take_property() == XCB_ATOM_NONE) return;  // news of a piece that was taken already
    deadline_ = Clock::now() + kPatience;
    if (bytes_.size() > kMostBytes) return end({});
    if (bytes_.size() == before) end({false, types_.back(), std::move(bytes_)});
}

// Appends what the property holds, deletes it, and returns its type.
xcb_atom_t SelectionReader::take_property() {
    const auto value = owned_reply(xcb_get_property_reply(
        to_,
        xcb_get_property(to_, 1, to_.window(), property_, XCB_GET_PROPERTY_TYPE_ANY, 0,
                         std::uint32_t(kMostBytes / 4)),
        nullptr));
    if (!value) return XCB_ATOM_NONE;
    if (value->format == 8 && value->bytes_after == 0) {
        const auto* bytes = static_cast<const std::byte*>(xcb_get_property_value(value.get()));
        bytes_.insert(bytes_.end(), bytes, bytes + xcb_get_property_value_length(value.get()));
    }
    return value->type;
}

void SelectionReader::look_at_clock() {
    if (asked_ != XCB_ATOM_NONE && Clock::now() >= deadline_) end({.silent = true});
}

int SelectionReader::milliseconds_left() const {
    if (asked_ == XCB_ATOM_NONE) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
    return std::max(0, int(left.count()));
}

void SelectionReader::end(Answer answer) {
    asked_ = XCB_ATOM_NONE;
    in_pieces_ = false;
    answer_ = std::move(answer);
}

std::optional<SelectionReader::Answer> SelectionReader::take_answer() {
    return std::exchange(answer_, std::nullopt);
}

}  // namespace redraw
