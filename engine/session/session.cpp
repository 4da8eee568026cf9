#include "engine/session/session.h"

#include "engine/session/session_loop.h"

#include <chrono>
#include <utility>

namespace redraw {

Session::Session(BackendOptions options, std::function<void()> changed)
    : options_(options),
      changed_(std::move(changed)),
      status_(std::make_shared<const Status>()),
      thread_([this](std::stop_token stop) { run(stop); }) {}

Session::~Session() {
    end();
}

void Session::end() {
    if (!thread_.joinable()) return;
    thread_.request_stop();
    thread_.join();
}

void Session::post(Action action) {
    {
        const std::lock_guard lock(mutex_);
        actions_.push_back(std::move(action));
        under_way_ = false;
    }
    wake_.notify_one();
}

std::deque<Session::Action> Session::take_actions(std::stop_token stop, double idle) {
    std::unique_lock lock(mutex_);
    const auto asked = [this] { return !actions_.empty() || look_; };
    if (idle >= SessionLoop::kForever)
        wake_.wait(lock, stop, asked);
    else if (idle > 0)
        wake_.wait_for(lock, stop, std::chrono::duration<double>(idle), asked);
    std::deque<Action> actions = std::exchange(actions_, {});
    under_way_ = false;
    if (look_)
        actions.push_back(
            [look = *std::exchange(look_, {})](SessionLoop& loop) { loop.look(look); });
    return actions;
}

void Session::run(std::stop_token stop) {
    const auto show = [this](std::shared_ptr<const Frame> frame) {
        {
            const std::lock_guard lock(mutex_);
            frame_ = std::move(frame);
        }
        changed_();
    };
    const auto report = [this](std::shared_ptr<const Status> status) {
        {
            const std::lock_guard lock(mutex_);
            status_ = std::move(status);
        }
        changed_();
    };
    SessionLoop loop(options_, show, report);
    double idle = SessionLoop::kForever;
    while (!stop.stop_requested()) {
        for (const Action& action : take_actions(stop, idle)) loop.guarded([&] { action(loop); });
        idle = loop.work();
    }
    loop.close();
}

void Session::open(std::filesystem::path path, Config config, std::filesystem::path run_path) {
    post([=](SessionLoop& loop) { loop.open(path, config, run_path); });
}
void Session::open_copy() {
    post([](SessionLoop& loop) { loop.open_copy(); });
}
void Session::restart(Config config) {
    post([=](SessionLoop& loop) { loop.restart(config); });
}
void Session::set_running(bool running) {
    post([=](SessionLoop& loop) { loop.set_running(running); });
}
void Session::single_step() {
    post([](SessionLoop& loop) { loop.single_step(); });
}
void Session::set_schedule(Schedule schedule, bool final) {
    {
        const std::lock_guard lock(mutex_);
        if (under_way_) actions_.pop_back();
        actions_.push_back([=](SessionLoop& loop) { loop.set_schedule(schedule, final); });
        under_way_ = !final;
    }
    wake_.notify_one();
}
void Session::cool_down() {
    post([](SessionLoop& loop) { loop.cool_down(); });
}
void Session::continue_from(std::int64_t step) {
    post([=](SessionLoop& loop) { loop.continue_from(step); });
}
void Session::look(Look look) {
    {
        const std::lock_guard lock(mutex_);
        look_ = std::move(look);
    }
    wake_.notify_one();
}
void Session::set_duty(int percent) {
    post([=](SessionLoop& loop) { loop.set_duty(percent); });
}
void Session::export_pictures(std::vector<ExportSpec> specs, std::optional<std::int64_t> at_step) {
    post([=](SessionLoop& loop) { loop.export_pictures(specs, at_step); });
}
void Session::export_film(FilmSpec spec) {
    post([=](SessionLoop& loop) { loop.export_film(spec); });
}
void Session::export_curves(std::filesystem::path path) {
    post([=](SessionLoop& loop) { loop.export_curves(path); });
}
void Session::preview_cool_down() {
    post([](SessionLoop& loop) { loop.preview_cool_down(); });
}
void Session::drop_cool_down() {
    post([](SessionLoop& loop) { loop.drop_cool_down(); });
}
void Session::measure_held_out() {
    post([](SessionLoop& loop) { loop.measure_held_out(); });
}
void Session::drop_held_out() {
    post([](SessionLoop& loop) { loop.drop_held_out(); });
}
void Session::learn_enlargement() {
    post([](SessionLoop& loop) { loop.learn_enlargement(); });
}
void Session::compare_with(std::filesystem::path run) {
    post([=](SessionLoop& loop) { loop.compare_with(run); });
}
void Session::race(Config rival) {
    post([=](SessionLoop& loop) { loop.race(rival); });
}
void Session::leave_companion() {
    post([](SessionLoop& loop) { loop.leave_companion(); });
}
void Session::save_copy(std::filesystem::path path) {
    post([=](SessionLoop& loop) { loop.save_copy(path); });
}
void Session::cancel_job() {
    post([](SessionLoop& loop) { loop.cancel_job(); });
}
void Session::dismiss_message() {
    post([](SessionLoop& loop) { loop.dismiss_message(); });
}

std::shared_ptr<const Frame> Session::frame() const {
    const std::lock_guard lock(mutex_);
    return frame_;
}

std::shared_ptr<const Status> Session::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

}  // namespace redraw
