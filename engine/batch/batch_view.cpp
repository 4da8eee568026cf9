#include "engine/batch/batch_view.h"

#include "engine/error.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// Table programs run a text that begins like a formula: an untrusted record may hold one.
std::string csv_field(const std::string& text) {
    std::string field = "\"";
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string::npos)
        field += '\'';
    for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
    return field + "\"";
}

}  // namespace

BatchStatus::BatchStatus(BatchPlan plan)
    : plan_(std::make_shared<const BatchPlan>(std::move(plan))), pictures_(plan_->pictures.size()) {
    counts_[std::size_t(PictureState::waiting)] = total();
    look();
}

bool BatchStatus::look() {
    bool changed = false;
    for (std::size_t i = 0; i < pictures_.size(); ++i)
        if (pictures_[i].state != PictureState::done) changed |= look_at(i);
    return changed;
}

bool BatchStatus::look_at(std::size_t index) {
    PictureStatus& status = pictures_[index];
    PictureStatus now = status_of(plan_->result_of(plan_->pictures[index]));
    const bool changed = now.state != status.state || now.reason != status.reason;
    --counts_[std::size_t(status.state)];
    ++counts_[std::size_t(now.state)];
    status = std::move(now);
    return changed;
}

bool BatchStatus::complete() const {
    return count(PictureState::done) == total() && plan_->unread.empty();
}

std::optional<std::size_t> BatchStatus::next(std::size_t from, bool failed_too) const {
    for (; from < pictures_.size(); ++from) {
        const PictureState state = pictures_[from].state;
        if (state == PictureState::waiting || state == PictureState::stopped ||
            (failed_too && state == PictureState::failed))
            return from;
    }
    return std::nullopt;
}

double BatchStatus::seconds_left(std::span<const PictureBeingMade> being_made) const {
    constexpr double kKnownFrom = 0.05;  // progress; before that it is a guess
    if (ended()) return 0;
    double seconds = 0, made = 0, begun = 0;  // `made`, `begun`: pictures and parts of pictures
    for (const PictureStatus& picture : pictures_)
        if (picture.state == PictureState::done && picture.seconds > 0) {
            seconds += picture.seconds;
            ++made;
        }
    const bool none_done = made == 0;
    for (const PictureBeingMade& picture : being_made) {
        begun += picture.progress;
        if (!none_done || picture.progress < kKnownFrom) continue;
        seconds += picture.seconds;
        made += picture.progress;
    }
    const std::int64_t at_work = std::max(std::ssize(being_made), count(PictureState::running));
    if (made == 0 || at_work == 0) return std::nan("");
    return std::max(0.0, double(total() - over()) - begun) * seconds / made / double(at_work);
}

double BatchStatus::progress(std::span<const PictureBeingMade> being_made) const {
    auto done = double(over());
    for (const PictureBeingMade& made : being_made) {
        const PictureState state = pictures_[made.index].state;
        if (state != PictureState::done && state != PictureState::failed) done += made.progress;
    }
    return std::clamp(done / double(std::max<std::int64_t>(1, total())), 0.0, 1.0);
}

std::string BatchStatus::counted() const {
    return total() == 1 ? "1 picture" : thousands(total()) + " pictures";
}

std::string BatchStatus::tally() const {
    const std::int64_t done = count(PictureState::done);
    std::string text = thousands(done) + " of " + counted() +
                       (done == 1 || total() == 1 ? " is done" : " are done");
    for (const auto& [state, name] : kNames<PictureState>)
        if (state != PictureState::done && count(state) > 0)
            text += fmt::format(", {} {}", thousands(count(state)),
                                state == PictureState::running ? "being made" : name);
    return text;
}

void write_results_csv(const BatchStatus& batch, const std::filesystem::path& path) {
    AtomicFile file(path);
    const auto write = [&](const std::string& text) { file.write(std::as_bytes(std::span(text))); };
    write("number,picture,result,psnr,width,height,seconds,state,reason\n");
    const BatchPlan& plan = batch.plan();
    for (std::size_t i = 0; i < plan.pictures.size(); ++i) {
        const PictureStatus& status = batch.pictures()[i];
        const bool sized = status.size.width > 0;
        write(fmt::format("{},{},{},{},{},{},{},{},{}\n", i + 1,
                          csv_field(display_name(plan.pictures[i].picture)),
                          csv_field(display_name(plan.result_of(plan.pictures[i]))),
                          std::isnan(status.psnr) ? "" : fmt::format("{:.2f}", status.psnr),
                          sized ? std::to_string(status.size.width) : "",
                          sized ? std::to_string(status.size.height) : "",
                          status.seconds > 0 ? fmt::format("{:.3f}", status.seconds) : "",
                          name_of(status.state),
                          status.reason.empty() ? "" : csv_field(status.reason)));
    }
    file.commit();
}

bool is_at_work(const std::shared_ptr<const BatchView>& view) {
    return view && (view->going || !view->being_made.empty());
}

std::optional<double> progress_in(std::string_view line) {
    try {
        const nlohmann::json event =
            parse_json(line, {.bytes = 64 * 1024, .depth = 4, .containers = 64, .keys = 256});
        if (!event.is_object()) return std::nullopt;
        const auto at = event.find("progress");
        if (at == event.end() || !at->is_number()) return std::nullopt;
        return std::clamp(at->get<double>(), 0.0, 1.0);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string last_line(std::string_view errors) {
    constexpr std::string_view kName = "redraw: ";
    constexpr std::size_t kLongest = 300;
    while (!errors.empty() && errors.back() == '\n') errors.remove_suffix(1);
    if (const auto line = errors.rfind('\n'); line != errors.npos) errors.remove_prefix(line + 1);
    if (errors.starts_with(kName)) errors.remove_prefix(kName.size());
    return excerpt(std::string(errors), kLongest);
}

}  // namespace redraw
