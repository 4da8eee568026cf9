#include "app/portal/portal.h"

#include "app/portal/portal_message.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

namespace redraw {
namespace {

constexpr std::uint64_t kPatience = 2'000'000;  // microseconds, for a reply

struct DialogRequest {
    FileQuestion question;
    std::string parent;
};

// The portal's number for how a dialog ended.
constexpr std::uint32_t kChosen = 0, kCancelled = 1;

}  // namespace

class Portal::Talk {
public:
    explicit Talk(std::function<void()> changed)
        : changed_(std::move(changed)),
          wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
          thread_([this](std::stop_token stop) { run(stop); }) {}
    ~Talk() {
        thread_.request_stop();
        wake();
        thread_.join();
        close(wake_);
    }

    bool there() const {
        const std::lock_guard lock(mutex_);
        return there_;
    }
    void ask(DialogRequest request) {
        {
            const std::lock_guard lock(mutex_);
            asked_ = std::move(request);
            left_ = false;
            answer_.reset();
        }
        wake();
    }
    void leave() {
        {
            const std::lock_guard lock(mutex_);
            asked_.reset();
            answer_.reset();
            left_ = true;
        }
        wake();
    }
    std::optional<FileAnswer> take_answer() {
        const std::lock_guard lock(mutex_);
        return std::exchange(answer_, {});
    }

private:
    void wake() {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(wake_, &one, sizeof one);
    }

    // --- the thread -------------------------------------------------------------------------
    void run(std::stop_token stop) {
        sd_bus* bus = nullptr;
        if (sd_bus_open_user(&bus) >= 0) {
            bus_.reset(bus);
            look_for_portal();
        }
        while (!stop.stop_requested()) {
            over_.reset();
            take_questions();
            if (bus_ && sd_bus_process(bus_.get(), nullptr) < 0) lose_bus();
            wait();
        }
        request_.reset();
        bus_.reset();
    }

    void wait() {
        pollfd files[2] = {{wake_, POLLIN, 0}, {-1, 0, 0}};
        int milliseconds = -1;
        if (bus_) {
            files[1] = {sd_bus_get_fd(bus_.get()),
                        short(std::max(0, sd_bus_get_events(bus_.get()))), 0};
            milliseconds = until_due();
        }
        poll(files, bus_ ? 2 : 1, milliseconds);
        std::uint64_t count = 0;
        [[maybe_unused]] const auto cleared = read(wake_, &count, sizeof count);
    }

    // sd-bus says when it wants to be called again; it also has what it read ahead.
    int until_due() const {
        std::uint64_t due = std::numeric_limits<std::uint64_t>::max();
        if (sd_bus_get_timeout(bus_.get(), &due) < 0) return 0;
        if (due == std::numeric_limits<std::uint64_t>::max()) return -1;
        timespec clock{};
        clock_gettime(CLOCK_MONOTONIC, &clock);
        const auto now =
            std::uint64_t(clock.tv_sec) * 1'000'000 + std::uint64_t(clock.tv_nsec) / 1000;
        return due <= now ? 0 : int(std::min<std::uint64_t>((due - now) / 1000 + 1, 60'000));
    }

    void take_questions() {
        std::optional<DialogRequest> request;
        bool left = false;
        {
            const std::lock_guard lock(mutex_);
            request = std::exchange(asked_, {});
            left = std::exchange(left_, false);
        }
        if (left || request) close_dialog();
        if (!request) return;
        if (!bus_ || !send(*request)) tell({});
    }

    void look_for_portal() {
        sd_bus_message* message = nullptr;
        if (sd_bus_message_new_method_call(bus_.get(), &message, kPortalName, kPortalPath,
                                           "org.freedesktop.DBus.Properties", "Get") < 0)
            return;
        const PortalMessage get(message);
        sd_bus_message_append(message, "ss", kFileChooser, "version");
        sd_bus_call_async(
            bus_.get(), nullptr, message,
            [](sd_bus_message* reply, void* talk, sd_bus_error*) {
                if (!sd_bus_message_is_method_error(reply, nullptr))
                    static_cast<Talk*>(talk)->found();
                return 0;
            },
            this, kPatience);
    }

    void found() {
        {
            const std::lock_guard lock(mutex_);
            there_ = true;
        }
        changed_();
    }

    bool send(const DialogRequest& request) {
        auto open = std::make_unique<Dialog>();
        open->token = "redraw" + std::to_string(++count_);
        const char* name = nullptr;
        if (sd_bus_get_unique_name(bus_.get(), &name) < 0) return false;
        open->handle = request_path(name, open->token);
        // Before the call: the answer may come at once.
        if (!listen(*open)) return false;
        sd_bus_slot* gone = nullptr;
        if (sd_bus_match_signal_async(bus_.get(), &gone, "org.freedesktop.DBus",
                                      "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                      "NameOwnerChanged", on_owner_changed, nullptr, this) < 0)
            return false;
        open->gone.reset(gone);
        const PortalMessage message =
            make_portal_call(bus_.get(), request.question, request.parent, open->token);
        sd_bus_slot* call = nullptr;
        if (!message ||
            sd_bus_call_async(bus_.get(), &call, message.get(), on_taken, this, kPatience) < 0)
            return false;
        open->call.reset(call);
        request_ = std::move(open);
        return true;
    }

    struct Dialog {  // that the portal was asked for
        std::string token, handle;
        PortalSlot response, gone, call;
        bool taken = false;
    };

    bool listen(Dialog& dialog) {
        sd_bus_slot* slot = nullptr;
        if (sd_bus_match_signal_async(bus_.get(), &slot, kPortalName, dialog.handle.c_str(),
                                      kPortalRequest, "Response", on_response, nullptr, this) < 0)
            return false;
        dialog.response.reset(slot);
        return true;
    }

    static int on_taken(sd_bus_message* reply, void* self, sd_bus_error*) {
        Talk& talk = *static_cast<Talk*>(self);
        if (!talk.request_) return 0;
        Dialog& dialog = *talk.request_;
        const char* handle = nullptr;
        if (sd_bus_message_is_method_error(reply, nullptr) ||
            sd_bus_message_read(reply, "o", &handle) < 0) {
            talk.close_dialog();  // should it have been taken after all
            talk.tell({});
            return 0;
        }
        dialog.taken = true;
        if (dialog.handle != handle) {  // portals before 0.9 name it themselves
            dialog.handle = handle;
            talk.listen(dialog);
        }
        return 0;
    }

    static int on_response(sd_bus_message* signal, void* self, sd_bus_error*) {
        Talk& talk = *static_cast<Talk*>(self);
        std::uint32_t how = 2;
        if (!talk.request_ || sd_bus_message_read(signal, "u", &how) < 0) return 0;
        FileAnswer answer;
        if (how == kCancelled) answer.outcome = FileAnswer::Outcome::cancelled;
        if (how == kChosen)
            if (auto path = chosen_path(signal))
                answer = {FileAnswer::Outcome::chosen, std::move(*path)};
        talk.forget_later();
        talk.tell(std::move(answer));
        return 0;
    }

    static int on_owner_changed(sd_bus_message* signal, void* self, sd_bus_error*) {
        const char *name = nullptr, *before = nullptr, *now = nullptr;
        if (sd_bus_message_read(signal, "sss", &name, &before, &now) < 0) return 0;
        Talk& talk = *static_cast<Talk*>(self);
        if (std::string_view(name) != kPortalName || *now || !talk.request_) return 0;
        talk.forget_later();
        talk.tell({});
        return 0;
    }

    // Slots may not go while sd-bus is calling through one of them.
    void forget_later() { over_ = std::move(request_); }

    void close_dialog() {
        if (!request_) return;
        sd_bus_message* message = nullptr;
        if (sd_bus_message_new_method_call(bus_.get(), &message, kPortalName,
                                           request_->handle.c_str(), kPortalRequest,
                                           "Close") >= 0) {
            const PortalMessage close(message);
            sd_bus_message_set_expect_reply(message, 0);
            sd_bus_send(bus_.get(), message, nullptr);
        }
        forget_later();
    }

    void lose_bus() {
        const bool waiting = request_ != nullptr;
        request_.reset();
        over_.reset();
        bus_.reset();
        {
            const std::lock_guard lock(mutex_);
            there_ = false;
        }
        if (waiting) tell({});
    }

    void tell(FileAnswer answer) {
        {
            const std::lock_guard lock(mutex_);
            answer_ = std::move(answer);
        }
        changed_();
    }

    std::function<void()> changed_;
    int wake_;
    mutable std::mutex mutex_;  // of the next four
    bool there_ = false, left_ = false;
    std::optional<DialogRequest> asked_;
    std::optional<FileAnswer> answer_;
    PortalBus bus_;  // the thread's from here
    std::unique_ptr<Dialog> request_, over_;
    int count_ = 0;
    std::jthread thread_;
};

Portal::Portal(std::function<void()> changed) : talk_(std::make_unique<Talk>(std::move(changed))) {}
Portal::~Portal() = default;
bool Portal::there() const {
    return talk_->there();
}
void Portal::ask(const FileQuestion& question, const std::string& parent_window) {
    talk_->ask({question, parent_window});
}
void Portal::leave() {
    talk_->leave();
}
std::optional<FileAnswer> Portal::take_answer() {
    return talk_->take_answer();
}

}  // namespace redraw
