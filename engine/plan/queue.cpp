#include "engine/plan/queue.h"

#include "engine/error.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"
#include "engine/text/numbers.h"

#include <algorithm>

namespace redraw {

void QueueWalk::go_on(bool failed_too) {
    going_ = true;
    failed_too_ = failed_too;
    at_ = 0;
}

std::optional<std::size_t> QueueWalk::next(const Survey& survey, int at_once, int being_made) {
    if (!going_ || being_made >= at_once) return std::nullopt;
    const auto& pictures = survey.pictures();
    while (at_ < pictures.size()) {
        const PictureState state = pictures[at_++].state;
        if (state == PictureState::waiting || state == PictureState::stopped ||
            (failed_too_ && state == PictureState::failed))
            return at_ - 1;
    }
    if (being_made == 0) going_ = false;
    return std::nullopt;
}

bool is_at_work(const std::shared_ptr<const QueueStatus>& status) {
    return status && (status->going || !status->being_made.empty());
}

double progress_of(const QueueStatus& status) {
    const Survey& survey = status.survey;
    const auto all = double(std::max<std::size_t>(1, survey.pictures().size()));
    auto over = double(survey.count(PictureState::done) + survey.count(PictureState::failed));
    for (const PictureBeingMade& made : status.being_made) {
        const PictureState state = survey.pictures()[made.index].state;
        if (state != PictureState::done && state != PictureState::failed) over += made.progress;
    }
    return std::clamp(over / all, 0.0, 1.0);
}

double seconds_left(const Survey& survey, std::span<const PictureBeingMade> being_made) {
    constexpr double kKnownFrom = 0.05;  // before that it is a guess
    const std::int64_t left = std::int64_t(survey.pictures().size()) -
                              survey.count(PictureState::done) - survey.count(PictureState::failed);
    if (left == 0) return 0;
    double seconds = 0, pictures = 0, begun = 0;  // of what is being made, the part that is done
    for (const PictureStatus& picture : survey.pictures())
        if (picture.state == PictureState::done && picture.outcome.seconds > 0) {
            seconds += picture.outcome.seconds;
            ++pictures;
        }
    const bool none_done = pictures == 0;
    for (const PictureBeingMade& made : being_made) {
        begun += made.progress;
        if (!none_done || made.progress < kKnownFrom) continue;
        seconds += made.seconds;
        pictures += made.progress;
    }
    const auto at_work =
        double(std::max<std::int64_t>(std::ssize(being_made), survey.count(PictureState::running)));
    if (pictures == 0 || at_work == 0) return std::numeric_limits<double>::quiet_NaN();
    return std::max(0.0, double(left) - begun) * seconds / pictures / at_work;
}

std::filesystem::path common_folder(const Plan& plan) {
    std::filesystem::path common;
    if (!plan.pictures.empty()) common = plan.pictures.front().picture.parent_path();
    for (const PlannedPicture& planned : plan.pictures) {
        const std::string& path = planned.picture.native();
        while (common.has_relative_path() &&
               !(path.starts_with(common.native()) && path[common.native().size()] == '/'))
            common = common.parent_path();
    }
    return common;
}

std::string counted_pictures(const Survey& survey) {
    const auto total = std::int64_t(survey.pictures().size());
    return total == 1 ? "1 picture" : thousands(total) + " pictures";
}

std::string tally(const Survey& survey) {
    const std::int64_t done = survey.count(PictureState::done);
    std::string text = thousands(done) + " of " + counted_pictures(survey) +
                       (done == 1 || survey.pictures().size() == 1 ? " is done" : " are done");
    const auto also = [&](PictureState state, const char* what) {
        if (survey.count(state) > 0) text += ", " + thousands(survey.count(state)) + " " + what;
    };
    also(PictureState::running, "being made");
    also(PictureState::failed, "failed");
    also(PictureState::stopped, "stopped");
    also(PictureState::waiting, "waiting");
    return text;
}

std::optional<double> progress_in(std::string_view line) try {
    const nlohmann::json said =
        parse_json(line, {.bytes = 64 * 1024, .depth = 4, .containers = 64, .keys = 256});
    if (!said.is_object()) return std::nullopt;
    const auto at = said.find("progress");
    if (at == said.end() || !at->is_number()) return std::nullopt;
    return std::clamp(at->get<double>(), 0.0, 1.0);
} catch (const Error&) {
    return std::nullopt;
}

std::string last_sentence(std::string_view said) {
    constexpr std::string_view kName = "redraw: ";
    while (!said.empty() && said.back() == '\n') said.remove_suffix(1);
    if (const auto line = said.rfind('\n'); line != said.npos) said.remove_prefix(line + 1);
    if (said.starts_with(kName)) said.remove_prefix(kName.size());
    constexpr std::size_t kLongest = 300;
    return excerpt(std::string(said), kLongest);
}

}  // namespace redraw
