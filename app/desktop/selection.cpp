#include "app/desktop/selection.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

namespace redraw {

namespace {

const xcb_screen_t* screen_of(xcb_connection_t* to, int number) {
    xcb_screen_iterator_t at = xcb_setup_roots_iterator(xcb_get_setup(to));
    for (; number > 0 && at.rem > 1; --number) xcb_screen_next(&at);
    return at.data;
}

}  // namespace

std::unique_ptr<XConnection> XConnection::open() {
    int screen = 0;
    xcb_connection_t* to = xcb_connect(nullptr, &screen);
    if (xcb_connection_has_error(to)) {
        xcb_disconnect(to);
        return nullptr;
    }
    return std::unique_ptr<XConnection>(new XConnection(to, screen));
}

XConnection::XConnection(xcb_connection_t* to, int screen)
    : to_(to), window_(xcb_generate_id(to)), wake_(eventfd(0, EFD_CLOEXEC)) {
    const xcb_screen_t& on = *screen_of(to, screen);
    const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_create_window(to_, 0, window_, on.root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                      on.root_visual, XCB_CW_EVENT_MASK, &events);
}

XConnection::~XConnection() {
    xcb_disconnect(to_);
    close(wake_);
}

xcb_atom_t XConnection::atom(std::string_view name) {
    const auto reply = owned_reply(xcb_intern_atom_reply(
        to_, xcb_intern_atom(to_, 0, std::uint16_t(name.size()), name.data()), nullptr));
    return reply ? reply->atom : xcb_atom_t(XCB_ATOM_NONE);
}

OwnedReply<xcb_generic_event_t> XConnection::next_event() {
    return owned_reply(xcb_poll_for_event(to_));
}

void XConnection::send(xcb_window_t window, const void* event, std::size_t size) {
    std::array<char, 32> wire{};  // every event has this size
    std::memcpy(wire.data(), event, std::min(size, wire.size()));
    xcb_send_event(to_, 0, window, XCB_EVENT_MASK_NO_EVENT, wire.data());
}

void XConnection::sleep(int milliseconds) {
    pollfd sources[] = {{xcb_get_file_descriptor(to_), POLLIN, 0}, {wake_, POLLIN, 0}};
    poll(sources, 2, milliseconds);
    std::uint64_t count = 0;
    if (sources[1].revents & POLLIN) [[maybe_unused]]
        const auto had = read(wake_, &count, sizeof count);
}

void XConnection::wake() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(wake_, &one, sizeof one);
}

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
