#include "engine/session/session.h"

#include "engine/device/driver_process.h"
#include "engine/session/session_loop.h"

#include <chrono>
#include <type_traits>
#include <utility>

namespace redraw {

Session::Session(BackendOptions options, std::function<void()> changed)
    : options_(options),
      changed_(std::move(changed)),
      status_(std::make_shared<const Status>()),
      thread_([this](std::stop_token stop) { run(stop); }) {}

void Session::end() {
    if (!thread_.joinable()) return;
    hurry_driver();
    {
        const std::lock_guard lock(mutex_);
        thread_.request_stop();
    }
    wake_.notify_one();
    thread_.join();
}

void Session::ask(Command command) {
    {
        const std::lock_guard lock(mutex_);
        const auto* newest =
            commands_.empty() ? nullptr : std::get_if<command::SetSchedule>(&commands_.back());
        if (auto* view = std::get_if<ViewRequest>(&command))
            view_request_ = std::move(*view);
        else if (newest && !newest->final && std::holds_alternative<command::SetSchedule>(command))
            commands_.back() = std::move(command);
        else
            commands_.push_back(std::move(command));
    }
    wake_.notify_one();
}

std::vector<Command> Session::take_commands(const std::stop_token& stop, double idle) {
    std::unique_lock lock(mutex_);
    // Does not let the variable watch `stop`: libstdc++ 12 for Windows may then never return.
    const auto asked = [&] { return !commands_.empty() || view_request_ || stop.stop_requested(); };
    if (idle >= SessionLoop::kForever)
        wake_.wait(lock, asked);
    else if (idle > 0)
        wake_.wait_for(lock, std::chrono::duration<double>(idle), asked);
    std::vector<Command> commands = std::exchange(commands_, {});
    if (view_request_) commands.emplace_back(*std::exchange(view_request_, {}));
    return commands;
}

void Session::run(std::stop_token stop) {
    const auto show_in = [this](auto& place) {
        return [this, &place](std::remove_reference_t<decltype(place)> newest) {
            {
                const std::lock_guard lock(mutex_);
                place = std::move(newest);
            }
            changed_();
        };
    };
    SessionLoop loop(options_, show_in(frame_), show_in(status_));
    double idle = SessionLoop::kForever;
    while (!stop.stop_requested()) {
        for (const Command& command : take_commands(stop, idle)) loop.handle(command);
        idle = loop.work();
    }
    loop.close();
}

}  // namespace redraw
