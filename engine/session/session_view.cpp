// A run is opened: to be trained, or, where another program trains it or it cannot be written, to
// be viewed. A view is never written, follows what the other program commits, and is drawn,
// exported and compared like any run.
#include "engine/error.h"
#include "engine/run/run_folder.h"
#include "engine/session/session_loop.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace redraw {
namespace {

constexpr double kFollowSeconds = 1;  // a writer commits every other second

// Nothing is opened for it: that is left to when there is something new.
std::filesystem::file_time_type newest_commit(const RunFile& run) {
    std::error_code gone;
    return std::filesystem::last_write_time(run.path(), gone);
}

}  // namespace

std::string why_view_only(const RunFile& run) {
    if (run.writable()) return "";
    return "This is a view of " + display_name(run.path().filename()) + ": " + run.why_read_only() +
           ".";
}

Trainer& SessionLoop::trained() {
    Trainer& now = trainer();
    if (viewed()) throw Error(status_.view_only);
    return now;
}

void SessionLoop::open_run(const std::filesystem::path& path) {
    std::error_code ignored;
    const bool same =
        trainer_ && std::filesystem::equivalent(path, trainer_->run().path(), ignored);
    if (same && !viewed()) return;
    if (companion_ && std::filesystem::equivalent(path, companion_->path(), ignored))
        leave_companion();  // one writer at a time
    std::optional<RunFile> run;
    try {
        run.emplace(RunFile::open(path, RunFile::Access::prefer_write));
    } catch (const Error& error) {
        return fail(error.what(), Trouble::not_opened);
    }
    if (!same || run->writable() || !run->is_same_run(trainer_->run()))
        return adopt(std::move(*run));
    status_.view_only = why_view_only(*run);
    status_.notice = "Still only a view: " + run->why_read_only() + ".";
    followed_at_ = {};
}

void SessionLoop::adopt(RunFile run) {
    std::shared_ptr<const Image> source;
    if (auto stored = run.source()) source = std::make_shared<const Image>(std::move(*stored));
    adopt(std::make_unique<Trainer>(std::move(run), options_), std::move(source), 8, "", false);
    followed_commit_ = {};  // what was committed since it was read is not missed
    followed_at_ = Clock::now();
}

void SessionLoop::open_copy() {
    const RunFile& original = trainer().run();
    const std::filesystem::path copy = new_run_path(original.picture_name());
    while_opening(copy, [&] {
        original.copy_to(copy);
        open_run(copy);
    });
}

double SessionLoop::until_following() const {
    if (!viewed()) return kForever;
    const std::chrono::duration<double> since = Clock::now() - followed_at_;
    return std::max(0.0, kFollowSeconds - since.count());
}

void SessionLoop::tell_why_viewed() {
    std::string why = why_view_only(trainer_->run());
    if (why == status_.view_only) return;
    status_.view_only = std::move(why);
    report_due_ = true;
}

// What cannot be read now is tried again a second later; what is shown stays meanwhile.
void SessionLoop::follow_writer() {
    if (!viewed() || until_following() > 0) return;
    followed_at_ = Clock::now();
    tell_why_viewed();
    const auto commit = newest_commit(trainer_->run());  // before it is read: none is missed
    if (commit == followed_commit_) return;
    const std::int64_t step = trainer_->step();
    const std::size_t events = trainer_->run().events().size();
    try {
        if (!trainer_->follow()) return open_run(trainer_->run().path());
    } catch (const std::exception&) {
        return;
    }
    followed_commit_ = commit;
    const std::vector<Event>& now = trainer_->run().events();
    const auto is_back = [&](const Event& event) { return event.step < step; };
    if (trainer_->step() < step ||
        std::any_of(now.begin() + std::ptrdiff_t(std::min(events, now.size())), now.end(), is_back))
        went_back();
    report_due_ = true;
}

}  // namespace redraw
