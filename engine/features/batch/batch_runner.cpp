#include "engine/features/batch/batch_runner.h"

#include "engine/cpu/usable_cpus.h"
#include "engine/error.h"
#include "engine/system/shell_line.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <variant>

namespace redraw {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kBetweenViews{200}, kEnding{10};
constexpr seconds kBetweenLooks{2};
// Checking the pictures' records in the folder takes at most 1/30 of the time.
constexpr int kLookingShare = 30;
// Waiting times of stop_all() after its two SIGTERMs. The first makes a `redraw` process save its
// run and end. The second ends it at once.
constexpr seconds kPatience{8}, kLastPatience{2};
constexpr int kFirstSignal = 128;  // exit statuses from 128 on mean "ended by a signal"
// Size limit in bytes of a plan's settings; longer ones are not stored in the preferences.
constexpr std::size_t kLongestKept = 8192;

int usable_cpus_or_one() {
    try {
        return cpu::usable_cpus();
    } catch (const Error&) {  // REDRAW_THREADS is invalid; training reports that itself
        return 1;
    }
}

}  // namespace

BatchRunner::BatchRunner(const std::filesystem::path& redraw, KeptBatch kept,
                         std::function<void()> changed)
    : redraw_(redraw.string()),
      changed_(std::move(changed)),
      usable_cpus_(usable_cpus_or_one()),
      kept_(std::move(kept)) {
    kept_.at_once = std::clamp(kept_.at_once, 1, usable_cpus_);
    thread_ = std::jthread([this](std::stop_token stop) { work(std::move(stop)); });
}

void BatchRunner::ask(BatchRequest request) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto* preview = std::get_if<batch::Preview>(&request)) {
            previewing_.request_stop();  // cancels the previous preview
            previewing_ = {};
            preview_ = std::make_shared<const PlanPreview>(PlanPreview{.order = preview->order});
        }
        if (const auto* at_once = std::get_if<batch::AtOnce>(&request))
            kept_.at_once = std::max(1, at_once->pictures);
        requests_.push_back(std::move(request));
    }
    waiter_.wake();
}

std::string BatchRunner::take_message() {
    const std::lock_guard lock(mutex_);
    news_ = false;
    return std::exchange(message_, {});
}

void BatchRunner::end() {
    {
        const std::lock_guard lock(mutex_);
        previewing_.request_stop();
    }
    thread_.request_stop();
    waiter_.wake();
    if (thread_.joinable()) thread_.join();
}

void BatchRunner::work(std::stop_token stop) {
    stop_ = std::move(stop);
    if (const KeptBatch last = kept(); last.open && has_plan(last.folder))
        attempt([&] { on(batch::Open{last.folder}); });
    while (!stop_.stop_requested()) {
        take_requests();
        listen();
        look();
        begin_next();
        if (changed_since_show_ && Clock::now() >= show_at_) show();
        if (!stop_.stop_requested()) sleep(wait());
    }
    stop_all();
}

// Carries out a request. If it fails, shows the error as a message, because other programs may
// change the folder at any time.
void BatchRunner::attempt(const std::function<void()>& act) {
    try {
        act();
    } catch (const std::exception& error) {
        const std::lock_guard lock(mutex_);
        message_ = sentence_of(error);
    }
    show_now();
}

void BatchRunner::take_requests() {
    std::vector<BatchRequest> requests;
    {
        const std::lock_guard lock(mutex_);
        requests.swap(requests_);
    }
    for (const BatchRequest& request : requests)
        attempt([&] { std::visit([this](const auto& asked) { on(asked); }, request); });
}

void BatchRunner::on(const batch::Preview& asked) {
    std::stop_token previewing;
    {
        const std::lock_guard lock(mutex_);
        if (!preview_ || preview_->order != asked.order) return;  // a newer preview was requested
        previewing = previewing_.get_token();
    }
    PlanPreview preview{.order = asked.order, .pictures = 0};
    try {
        PlanOrder order = asked.order;
        if (order.to.empty() && !order.paths.empty())
            order = with_free_folder(
                with_results_in(order,
                                results_folder(order.paths.front(), asked.suffix, asked.otherwise)),
                previewing);
        preview.to = order.to;
        const MadePlan made = preview_plan(order, previewing);
        preview.pictures = std::int64_t(made.plan.pictures.size());
        preview.found = made.found;
    } catch (const std::exception& error) {
        preview.problem = sentence_of(error);
    }
    const std::lock_guard lock(mutex_);
    if (!previewing.stop_requested())
        preview_ = std::make_shared<const PlanPreview>(std::move(preview));
}

void BatchRunner::on(const batch::Start& asked) {
    open(make_plan(asked.order, stop_).plan, true);
    go_on(false);
}

void BatchRunner::on(const batch::Open& asked) {
    if (batch_ && std::filesystem::equivalent(asked.folder, batch_->plan().folder)) return;
    BatchPlan plan = read_plan(asked.folder);
    const KeptBatch last = kept();
    const bool known = (asked.folder == last.folder || plan.folder == last.folder) &&
                       shell_line(plan.settings) == last.known_settings;
    open(std::move(plan), known);
}

// Opens a batch plan. Stops the processes of the previous one, whose pictures can continue after
// its folder is opened again.
void BatchRunner::open(BatchPlan plan, bool settings_known) {
    stop_all();
    going_ = false;
    problem_.clear();
    settings_known_ = settings_known;
    pictures_folder_ = common_folder(plan);
    batch_.emplace(std::move(plan));
}

// Continues the batch. If no picture is being made, reads the plan again first, because pictures
// may have been added. Starts nothing until the window has shown unknown or changed settings.
void BatchRunner::on(const batch::GoOn& asked) {
    if (!batch_) return;
    problem_.clear();
    settings_known_ |= asked.settings_shown;
    if (made_.empty()) {
        BatchPlan plan = read_plan(batch_->plan().folder);
        settings_known_ &= plan.settings == batch_->plan().settings;
        pictures_folder_ = common_folder(plan);
        batch_.emplace(std::move(plan));
    }
    if (settings_known_) go_on(asked.failed_too);
}

void BatchRunner::on(const batch::Pause&) {
    going_ = false;
    for (Made& made : made_) {
        made.process.terminate();
        made.ending = true;
    }
}

void BatchRunner::on(const batch::Leave&) {
    going_ = false;
    stop_all();
    problem_.clear();
    batch_.reset();
}

void BatchRunner::go_on(bool failed_too) {
    going_ = true;
    failed_too_ = failed_too;
    next_ = 0;
}

// Starts processes for the next pictures. Starts none while an earlier process for this plan is
// still stopping, because its picture would look busy and be skipped.
void BatchRunner::begin_next() {
    if (!batch_ || !going_ || std::ranges::any_of(made_, &Made::ending)) return;
    const auto at_once = std::size_t(kept().at_once);
    while (going_ && made_.size() < at_once) {
        const auto index = batch_->next(next_, failed_too_);
        next_ = index ? *index + 1 : batch_->pictures().size();
        if (index) {
            begin(*index);
        } else {
            if (!made_.empty()) return;
            going_ = false;
            show_now();
        }
    }
}

void BatchRunner::begin(std::size_t index) {
    const BatchPlan& plan = batch_->plan();
    std::vector<std::string> words = command_of(plan, plan.pictures[index], redraw_);
    words.emplace_back("--json");
    try {
        made_.emplace_back(index, words);
        show_now();
    } catch (const Error& error) {
        pause_with(error.what());
    }
}

void BatchRunner::listen() {
    for (Made& made : made_) {
        made.process.read();
        for (const std::string& line : made.process.take_lines())
            if (const auto progress = progress_in(line)) {
                made.picture.progress = std::max(made.picture.progress, *progress);
                if (!std::exchange(made.heard, true)) batch_->look_at(made.picture.index);
                changed_since_show_ = true;
            }
    }
    made_.remove_if([&](Made& made) {
        const auto status = made.process.ended();
        if (status) take_end(made, *status);
        return status.has_value();
    });
}

// Called when the process of a picture has ended; the picture's record in the folder holds the
// outcome. Pauses the batch if the record or the result could not be written, because the next
// picture would most likely fail too.
void BatchRunner::take_end(const Made& made, int status) {
    using enum PictureState;
    batch_->look_at(made.picture.index);
    show_now();
    const PictureStatus& picture = batch_->pictures()[made.picture.index];
    if (picture.state == failed && picture.cannot_write) return pause_with(picture.reason);
    const bool recorded =
        picture.state == done || picture.state == failed || picture.state == running;
    if (status == 0 || status >= kFirstSignal || recorded) return;
    const std::string why = last_line(made.process.errors_text());
    pause_with(why.empty() ? "A command ended without an error message." : why);
}

void BatchRunner::pause_with(const std::string& problem) {
    going_ = false;
    problem_ = problem;
    show_now();
}

void BatchRunner::look() {
    const Clock::time_point begun = Clock::now();
    if (!batch_ || begun < look_at_) return;
    changed_since_show_ |= batch_->look();
    const Clock::time_point now = Clock::now();
    look_at_ = now + std::max<Clock::duration>(kBetweenLooks, kLookingShare * (now - begun));
}

void BatchRunner::stop_all() {
    for (const Clock::duration patience :
         {Clock::duration(kPatience), Clock::duration(kLastPatience)}) {
        for (Made& made : made_) made.process.terminate();
        for (const auto end = Clock::now() + patience; !made_.empty() && Clock::now() < end;) {
            made_.remove_if([](Made& made) {
                made.process.read();
                return made.process.ended().has_value();
            });
            if (!made_.empty()) std::this_thread::sleep_for(kEnding);
        }
    }
    made_.clear();
}

int BatchRunner::wait() const {
    if (!batch_) return -1;
    Clock::time_point due = look_at_;
    if (changed_since_show_) due = std::min(due, show_at_);
    for (const Made& made : made_)
        if (made.process.is_silent()) due = std::min(due, Clock::now() + kEnding);
    const auto left = duration_cast<milliseconds>(due - Clock::now()).count() + 1;
    return int(std::max<std::int64_t>(0, left));
}

void BatchRunner::sleep(int milliseconds) {
    std::vector<const ChildProcess*> processes;
    for (const Made& made : made_) processes.push_back(&made.process);
    waiter_.wait(processes, milliseconds);
}

void BatchRunner::show_now() {
    changed_since_show_ = true;
    show_at_ = {};
}

void BatchRunner::show() {
    std::shared_ptr<const BatchView> view;
    KeptBatch kept = this->kept();
    kept.open = batch_ && !batch_->ended();
    if (batch_) {
        kept.folder = batch_->plan().folder;
        kept.known_settings = settings_known_ ? shell_line(batch_->plan().settings) : "";
        if (kept.known_settings.size() > kLongestKept) kept.known_settings.clear();
        BatchView now{.batch = *batch_,
                      .going = going_,
                      .settings_known = settings_known_,
                      .pictures_folder = pictures_folder_,
                      .at_once = kept.at_once,
                      .problem = problem_};
        for (Made& made : made_) {
            made.picture.seconds = std::chrono::duration<double>(Clock::now() - made.begun).count();
            now.being_made.push_back(made.picture);
        }
        now.seconds_left = now.batch.seconds_left(now.being_made);
        view = std::make_shared<const BatchView>(std::move(now));
    }
    changed_since_show_ = false;
    show_at_ = Clock::now() + kBetweenViews;
    {
        const std::lock_guard lock(mutex_);
        view_ = std::move(view);
        kept.at_once = kept_.at_once;  // ask() may have stored a new number
        kept_ = std::move(kept);
        news_ = true;
    }
    changed_();
}

}  // namespace redraw
