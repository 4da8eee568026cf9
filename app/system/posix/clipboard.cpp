#include "app/system/clipboard.h"

#include "app/system/posix/selection.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/image/image_writer.h"
#include "engine/text/display_name.h"

#include <mutex>
#include <system_error>
#include <thread>

namespace redraw {
namespace {

using Clock = std::chrono::steady_clock;

// At exit, how long to wait for the desktop's clipboard manager to save the clipboard.
constexpr std::chrono::milliseconds kFarewell{1000};
constexpr const char* kUtf8 = "UTF8_STRING";
constexpr const char* kLatin1 = "STRING";

std::vector<std::byte> utf8_of_latin1(const std::vector<std::byte>& latin1) {
    std::vector<std::byte> utf8;
    for (const std::byte letter : latin1) {
        if (letter >= std::byte(0x80)) utf8.push_back(std::byte(0xC0) | letter >> 6);
        utf8.push_back(letter < std::byte(0x80) ? letter
                                                : std::byte(0x80) | (letter & std::byte(0x3F)));
    }
    return utf8;
}

Pasted pasted(SelectionReader::Answer answer) {
    if (answer.silent) return {Pasted::Kind::no_answer};
    if (answer.type.empty()) return {Pasted::Kind::nothing};
    if (answer.type == kUtf8) return {Pasted::Kind::text, std::move(answer.bytes)};
    if (answer.type == kLatin1) return {Pasted::Kind::text, utf8_of_latin1(answer.bytes)};
    return {Pasted::Kind::picture, std::move(answer.bytes)};
}

// Size limit in bytes of a picture file copied to the clipboard.
constexpr std::uint64_t kLargestCopied = std::uint64_t(1) << 30;

// Returns the media type of a picture file that other programs can paste; null for any other file.
const char* picture_type(const std::filesystem::path& file) {
    constexpr std::pair<ImageFormat, const char*> kTypes[] = {{ImageFormat::png, "image/png"},
                                                              {ImageFormat::jpeg, "image/jpeg"},
                                                              {ImageFormat::webp, "image/webp"},
                                                              {ImageFormat::bmp, "image/bmp"}};
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) return nullptr;
    for (const auto& [format, type] : kTypes)
        if (image_format_of(file) == format) return type;
    return nullptr;
}

OfferedForm text_form(const char* type, const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {type, {bytes.begin(), bytes.end()}};
}

template <class Event>
const Event& event_as(const xcb_generic_event_t& event) {
    return reinterpret_cast<const Event&>(event);
}

}  // namespace

class Clipboard::Connection {
public:
    Connection(std::unique_ptr<XConnection> to, const std::function<void()>& wake)
        : x_(std::move(to)),
          clipboard_(x_->atom("CLIPBOARD")),
          timestamp_(x_->atom("TIMESTAMP")),
          manager_(x_->atom("CLIPBOARD_MANAGER")),
          save_targets_(x_->atom("SAVE_TARGETS")),
          wake_(wake),
          forms_(*x_, clipboard_),
          reader_(*x_, clipboard_),
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

    void ask(std::vector<std::string> types) {
        {
            const std::lock_guard lock(mutex_);
            asked_ = std::move(types);
            answer_.reset();
        }
        x_->wake();
    }

    std::optional<Pasted> take_answer() {
        const std::lock_guard lock(mutex_);
        return std::exchange(answer_, std::nullopt);
    }

private:
    void serve(const std::stop_token& stop) {
        while (!stop.stop_requested() && !xcb_connection_has_error(*x_)) {
            take_asked();
            handle_events();
            reader_.look_at_clock();
            give_answer();
            x_->sleep(reader_.milliseconds_left());
        }
        say_farewell();
    }

    // Takes over the requests that the window's thread stored. Owning a selection requires a time
    // stamp of the X server. Changing a property makes the server report one.
    void take_asked() {
        std::vector<OfferedForm> offered;
        std::vector<std::string> asked;
        {
            const std::lock_guard lock(mutex_);
            offered = std::exchange(offered_, {});
            asked = std::exchange(asked_, {});
        }
        if (!offered.empty()) {
            forms_.set(std::move(offered));
            taking_ = true;
            xcb_change_property(*x_, XCB_PROP_MODE_APPEND, x_->window(), timestamp_,
                                XCB_ATOM_INTEGER, 32, 0, nullptr);
        }
        if (!asked.empty()) reader_.ask(std::move(asked));
        xcb_flush(*x_);
    }

    void give_answer() {
        auto answer = reader_.take_answer();
        if (!answer) return;
        {
            const std::lock_guard lock(mutex_);
            if (!asked_.empty()) return;  // the window has asked again: this answer is out of date
            answer_ = pasted(std::move(*answer));
        }
        wake_();
    }

    void handle_events() {
        while (const auto event = x_->next_event()) handle(*event);
        xcb_flush(*x_);
    }

    void handle(const xcb_generic_event_t& event) {
        switch (event.response_type & 0x7f) {
            case 0:  // an X error: most likely, the window that pasted is gone
                forms_.forget(event_as<xcb_value_error_t>(event).bad_value);
                break;
            case XCB_SELECTION_REQUEST:
                forms_.answer(event_as<xcb_selection_request_event_t>(event), taken_at_);
                break;
            case XCB_SELECTION_CLEAR:
                forms_.clear();
                break;
            case XCB_PROPERTY_NOTIFY:
                on_property(event_as<xcb_property_notify_event_t>(event));
                break;
            case XCB_SELECTION_NOTIFY: {
                const auto& answer = event_as<xcb_selection_notify_event_t>(event);
                saved_ |= answer.selection == manager_;
                if (answer.selection == clipboard_) reader_.on_answer(answer);
                break;
            }
        }
    }

    void on_property(const xcb_property_notify_event_t& event) {
        if (event.state == XCB_PROPERTY_DELETE) {
            forms_.on_deleted(event.window, event.atom);
        } else if (event.window == x_->window() && event.atom != timestamp_) {
            reader_.on_new_value(event.atom);
        } else if (event.window == x_->window() && std::exchange(taking_, false)) {
            taken_at_ = event.time;
            xcb_set_selection_owner(*x_, x_->window(), clipboard_, taken_at_);
        }
    }

    // Asks the desktop's clipboard manager to save the clipboard's contents. It fetches every data
    // format and reports when it is done.
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
            handle_events();
            if (!saved_) x_->sleep(20);
        }
    }

    std::unique_ptr<XConnection> x_;
    xcb_atom_t clipboard_, timestamp_, manager_, save_targets_;
    const std::function<void()>& wake_;
    std::mutex mutex_;  // guards the three members below
    std::vector<OfferedForm> offered_;
    std::vector<std::string> asked_;
    std::optional<Pasted> answer_;
    // The members from here to thread_ are used by the clipboard's thread only.
    SelectionForms forms_;
    SelectionReader reader_;
    xcb_timestamp_t taken_at_ = XCB_CURRENT_TIME;
    bool taking_ = false, saved_ = false;
    std::jthread thread_;
};

Clipboard::Clipboard(std::function<void()> wake) : wake_(std::move(wake)) {}
Clipboard::~Clipboard() = default;

Clipboard::Connection* Clipboard::connection() {
    if (!connection_)
        if (auto to = XConnection::open())
            connection_ = std::make_unique<Connection>(std::move(to), wake_);
    return connection_.get();
}

std::string Clipboard::offer(const std::filesystem::path& file, bool to_file_managers) {
    try {
        std::vector<OfferedForm> forms;
        if (to_file_managers) {
            const std::string address = "file://" + percent_encoded(absolute_path(file).native());
            forms.push_back(text_form("text/uri-list", address + "\r\n"));
            forms.push_back(text_form("x-special/gnome-copied-files", "copy\n" + address));
        }
        if (const char* type = picture_type(file))
            forms.push_back({type, read_file(file, kLargestCopied)});
        if (!connection()) return "Nothing was copied: copying more than text needs an X server.";
        connection_->offer(std::move(forms));
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

bool Clipboard::ask(bool pictures) {
    if (!connection()) return false;
    std::vector<std::string> types{kUtf8, kLatin1};
    if (pictures) types.insert(types.end(), {"image/png", "image/jpeg", "image/webp", "image/bmp"});
    connection_->ask(std::move(types));
    return true;
}

std::optional<Pasted> Clipboard::take_answer() {
    return connection_ ? connection_->take_answer() : std::nullopt;
}

}  // namespace redraw
