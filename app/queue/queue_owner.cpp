#include "app/queue/queue_owner.h"

#include "engine/error.h"
#include "engine/text/shell_words.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <utility>
#include <variant>

namespace redraw {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kBetweenViews{200}, kEnding{10};
constexpr seconds kBetweenLooks{2};
constexpr int kLookingShare = 30;  // of the time: others may work at it as well
// A command that is asked to end saves what it has, and ends at once when asked again.
constexpr seconds kPatience{8}, kLastPatience{2};
constexpr int kFirstSignal = 128;  // statuses from here on are signals

}  // namespace

QueueOwner::QueueOwner(const std::filesystem::path& redraw, std::function<void()> changed)
    : redraw_(redraw.native()),
      changed_(std::move(changed)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this](std::stop_token stop) { work(std::move(stop)); }) {}

QueueOwner::~QueueOwner() {
    end();
}

void QueueOwner::ask(QueueRequest request) {
    {
        const std::lock_guard lock(mutex_);
        if (const auto* scout = std::get_if<queue::Scout>(&request)) {
            wanted_.request_stop();  // of the one before
            wanted_ = {};
            scout_ = std::make_shared<const QueueScout>(QueueScout{.order = scout->order});
        }
        requests_.push_back(std::move(request));
    }
    eventfd_write(wake_.get(), 1);
}

std::shared_ptr<const QueueStatus> QueueOwner::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

std::shared_ptr<const QueueScout> QueueOwner::scout() const {
    const std::lock_guard lock(mutex_);
    return scout_;
}

std::string QueueOwner::take_message() {
    const std::lock_guard lock(mutex_);
    return std::exchange(message_, {});
}

void QueueOwner::end() {
    {
        const std::lock_guard lock(mutex_);
        wanted_.request_stop();
    }
    thread_.request_stop();
    eventfd_write(wake_.get(), 1);
    if (thread_.joinable()) thread_.join();
}

void QueueOwner::work(std::stop_token stop) {
    stop_ = std::move(stop);
    while (!stop_.stop_requested()) {
        take_requests();
        listen();
        look();
        begin_next();
        if (news_ && Clock::now() >= show_at_) show();
        if (!stop_.stop_requested()) sleep(wait());
    }
    stop_all();
}

void QueueOwner::take_requests() {
    std::vector<QueueRequest> requests;
    {
        const std::lock_guard lock(mutex_);
        requests.swap(requests_);
    }
    for (const QueueRequest& request : requests) try {
            std::visit([this](const auto& asked) { on(asked); }, request);
        } catch (const std::exception& error) {  // of a folder that others change, too
            {
                const std::lock_guard lock(mutex_);
                message_ = sentence_of(error);
            }
            changed_();
        }
    if (!requests.empty()) now_shown();
}

void QueueOwner::on(const queue::Scout& asked) {
    std::stop_token wanted;
    {
        const std::lock_guard lock(mutex_);
        if (!scout_ || scout_->order != asked.order) return;  // there is a newer one
        wanted = wanted_.get_token();
    }
    QueueScout scout{.order = asked.order, .pictures = 0};
    try {
        const PlanOrder order =
            asked.free_folder ? with_free_folder(asked.order, wanted) : asked.order;
        scout.to = order.to;
        const MadePlan made = scout_plan(order, wanted);
        scout.pictures = std::int64_t(made.plan.pictures.size());
        scout.found = made.found;
    } catch (const std::exception& error) {
        scout.problem = sentence_of(error);
    }
    const std::lock_guard lock(mutex_);
    if (!wanted.stop_requested()) scout_ = std::make_shared<const QueueScout>(std::move(scout));
}

void QueueOwner::on(const queue::Start& asked) {
    open(make_plan(asked.order, stop_).plan, true);
    walk_.go_on(false);
}

void QueueOwner::on(const queue::Open& asked) {
    if (survey_ && std::filesystem::equivalent(asked.folder, survey_->plan().folder)) return;
    Plan plan = read_plan(asked.folder);
    const bool known = shell_line(plan.settings) == asked.known_settings;
    open(std::move(plan), known);
}

// What is being made for another folder goes on when that is opened again.
void QueueOwner::open(Plan plan, bool settings_known) {
    stop_all();
    walk_.pause();
    problem_.clear();
    settings_known_ = settings_known;
    pictures_folder_ = common_folder(plan);
    survey_.emplace(std::move(plan));
}

// The plan may have grown meanwhile. Other settings than those that were shown are shown first.
void QueueOwner::on(const queue::GoOn& asked) {
    if (!survey_) return;
    problem_.clear();
    settings_known_ |= asked.settings_shown;
    if (made_.empty()) {
        Plan plan = read_plan(survey_->plan().folder);
        settings_known_ &= plan.settings == survey_->plan().settings;
        pictures_folder_ = common_folder(plan);
        survey_.emplace(std::move(plan));
    }
    if (settings_known_) walk_.go_on(asked.failed_too);
}

void QueueOwner::on(const queue::Pause&) {
    walk_.pause();
    for (Made& made : made_) {
        made.process.terminate();
        made.ending = true;
    }
}

void QueueOwner::on(const queue::AtOnce& asked) {
    at_once_ = std::max(1, asked.pictures);
}

void QueueOwner::on(const queue::Leave&) {
    walk_.pause();
    stop_all();
    problem_.clear();
    survey_.reset();
}

// What was asked to end lets go of its picture first, or that would be passed by.
void QueueOwner::begin_next() {
    if (!survey_ || std::ranges::any_of(made_, &Made::ending)) return;
    const bool went_on = walk_.going();
    while (const auto index = walk_.next(*survey_, at_once_, int(made_.size()))) try {
            const Plan& plan = survey_->plan();
            std::vector<std::string> words = command_of(plan, plan.pictures[*index], redraw_);
            words.emplace_back("--json");
            made_.push_back({{.index = *index}, ChildProcess(words), Clock::now()});
            now_shown();
        } catch (const Error& error) {
            pause_with(error.what());
        }
    if (went_on != walk_.going()) now_shown();
}

void QueueOwner::listen() {
    for (Made& made : made_) {
        made.process.read();
        for (const std::string& line : made.process.take_lines())
            if (const auto progress = progress_in(line)) {
                made.picture.progress = std::max(made.picture.progress, *progress);
                if (!std::exchange(made.heard, true)) survey_->look_at(made.picture.index);
                news_ = true;
            }
    }
    for (std::size_t i = 0; i < made_.size();) {
        const auto status = made_[i].process.ended();
        if (!status) {
            ++i;
            continue;
        }
        const Made made = std::move(made_[i]);
        made_.erase(made_.begin() + std::ptrdiff_t(i));
        take_end(made, *status);
    }
}

// Its record says how it came out. Where it could write none, or not its result, the next one most
// likely cannot either: nothing is begun before somebody has seen to that.
void QueueOwner::take_end(const Made& made, int status) {
    survey_->look_at(made.picture.index);
    now_shown();
    const auto& [state, outcome] = survey_->pictures()[made.picture.index];
    if (state == PictureState::failed && outcome.cannot_write) return pause_with(outcome.reason);
    const bool told = state == PictureState::done || state == PictureState::failed ||
                      state == PictureState::running;
    if (status == 0 || status >= kFirstSignal || told) return;
    const std::string why = last_sentence(made.process.said());
    pause_with(why.empty() ? "A command ended without a word." : why);
}

void QueueOwner::pause_with(const std::string& problem) {
    walk_.pause();
    problem_ = problem;
    now_shown();
}

void QueueOwner::look() {
    const Clock::time_point begun = Clock::now();
    if (!survey_ || begun < look_at_) return;
    news_ |= survey_->look();
    const Clock::time_point now = Clock::now();
    look_at_ = now + std::max<Clock::duration>(kBetweenLooks, kLookingShare * (now - begun));
}

void QueueOwner::stop_all() {
    for (const Clock::duration patience :
         {Clock::duration(kPatience), Clock::duration(kLastPatience)}) {
        for (Made& made : made_) made.process.terminate();
        for (const auto end = Clock::now() + patience; !made_.empty() && Clock::now() < end;) {
            std::erase_if(made_, [](Made& made) {
                made.process.read();
                return made.process.ended().has_value();
            });
            if (!made_.empty()) std::this_thread::sleep_for(kEnding);
        }
    }
    made_.clear();
}

int QueueOwner::wait() const {
    if (!survey_) return -1;
    Clock::time_point due = look_at_;
    if (news_) due = std::min(due, show_at_);
    for (const Made& made : made_)
        if (made.process.output() < 0 && made.process.errors() < 0)
            due = std::min(due, Clock::now() + kEnding);
    const auto left = duration_cast<milliseconds>(due - Clock::now()).count() + 1;
    return int(std::max<std::int64_t>(0, left));
}

void QueueOwner::sleep(int milliseconds) {
    std::vector<pollfd> files{{wake_.get(), POLLIN, 0}};
    for (const Made& made : made_)
        for (const int file : {made.process.output(), made.process.errors()})
            if (file >= 0) files.push_back({file, POLLIN, 0});
    poll(files.data(), nfds_t(files.size()), milliseconds);
    eventfd_t ignored = 0;
    eventfd_read(wake_.get(), &ignored);
}

void QueueOwner::show() {
    std::shared_ptr<const QueueStatus> status;
    if (survey_) {
        QueueStatus now{.survey = *survey_,
                        .going = walk_.going(),
                        .settings_known = settings_known_,
                        .pictures_folder = pictures_folder_,
                        .at_once = at_once_};
        for (Made& made : made_) {
            made.picture.seconds = std::chrono::duration<double>(Clock::now() - made.begun).count();
            now.being_made.push_back(made.picture);
        }
        now.seconds_left = seconds_left(now.survey, now.being_made);
        now.problem = problem_;
        status = std::make_shared<const QueueStatus>(std::move(now));
    }
    news_ = false;
    show_at_ = Clock::now() + kBetweenViews;
    {
        const std::lock_guard lock(mutex_);
        status_ = std::move(status);
    }
    changed_();
}

}  // namespace redraw
