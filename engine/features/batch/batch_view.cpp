#include "engine/features/batch/batch_view.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// Returns the text as a quoted CSV field. Puts an apostrophe before text that begins like a
// formula, because spreadsheet programs would run it and records are untrusted.
std::string csv_field(const std::string& text) {
    std::string field = "\"";
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string::npos)
        field += '\'';
    for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
    return field + "\"";
}

namespace fs = std::filesystem;

constexpr std::size_t kRoom = 4096;  // bytes for a record; file systems often allocate as much
constexpr std::size_t kLongestReason = 1000;
constexpr char kExact[] = "exact";  // JSON has no infinity

fs::path folder_of(const fs::path& result) {
    return (result.has_parent_path() ? result.parent_path() : ".") / kPlanFolder;
}

std::string record_name(const fs::path& result) {
    return display_name(record_path(result).filename());
}

std::string write_refused(const fs::path& result, int error) {
    return "Cannot write " + display_name(result.filename()) + ": " +
           (error == ENOENT ? "there is no such folder" : errno_text(error));
}

// Throws Error if the result, or a folder between it and its plan's folder, is a symbolic link,
// which could lead writing elsewhere. Links above the plan's folder are the user's choice and
// allowed.
void require_in_its_folder(const fs::path& result) {
    require_no_link(result);
    std::vector<fs::path> between;
    fs::path folder = result.parent_path();
    for (; !has_plan(folder); folder = folder.parent_path()) {
        if (!folder.has_relative_path()) return;
        between.push_back(folder);
    }
    std::ranges::for_each(between, require_no_link);
}

std::string text_in(int file) {
    std::string text(kRoom + 1, '\0');
    text.resize(read_at(file, 0, text.data(), text.size()));
    return text;
}

// Returns true if the open file has several names (hard links) and contains no record, not even a
// blank one: writing would destroy another file. A damaged record with one name may be overwritten.
bool is_hard_link_to_another_file(int file) {
    constexpr std::string_view kBlank(" \n\0", 3);
    const std::string text = text_in(file);
    return file_status(file).names > 1 && !parse_record(text) &&
           text.find_first_not_of(kBlank) != text.npos;
}

std::optional<PictureStatus> status_in(const nlohmann::json& record) {
    if (!record.is_object()) return std::nullopt;
    const auto state = from_name<PictureState>(value_or<std::string>(record, "state", ""));
    if (!state || *state == PictureState::running || *state == PictureState::waiting)
        return std::nullopt;
    PictureStatus status{.state = *state,
                         .reason = display_name(value_or<std::string>(record, "reason", "")),
                         .cannot_write = value_or(record, "cannot_write", false),
                         .seconds = value_or(record, "seconds", 0.0),
                         .psnr = value_or(record, "psnr", std::nan(""))};
    if (value_or<std::string>(record, "psnr", "") == kExact)
        status.psnr = std::numeric_limits<double>::infinity();
    const double width = value_or(record, "width", 0.0), height = value_or(record, "height", 0.0);
    constexpr double kLargest = 1 << 24, kLongest = 1e10, kMostDecibels = 1e4;
    if (width >= 1 && width <= kLargest && height >= 1 && height <= kLargest)
        status.size = {int(width), int(height)};
    if (!(status.seconds >= 0 && status.seconds <= kLongest)) status.seconds = 0;
    if (std::isfinite(status.psnr) && std::abs(status.psnr) > kMostDecibels)
        status.psnr = std::nan("");
    return status;
}

// Returns the status of a picture that is not done. Its reason says why the result's folder cannot
// be written (permission, full disk); if it can be, the reason is `otherwise`.
PictureStatus not_done(PictureState state, const fs::path& result, const std::string& otherwise) {
    const fs::path folder = result.parent_path();
    if (const int error = access_error(folder, FileUse::make_files))
        return {state, write_refused(result, error)};
    std::error_code unknown;
    if (const fs::space_info disk = fs::space(folder, unknown); !unknown && disk.available < kRoom)
        return {state, write_refused(result, ENOSPC)};
    return {state, otherwise};
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
    constexpr double kKnownFrom = 0.05;  // progress below this gives no reliable estimate
    if (ended()) return 0;
    double seconds = 0, made = 0, begun = 0;  // `made`, `begun`: pictures, with fractions
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

std::string BatchStatus::tally() const {
    const std::int64_t done = count(PictureState::done);
    std::string text = thousands(done) + " of " + counted(total(), "picture") +
                       (done == 1 || total() == 1 ? " is done" : " are done");
    for (const auto& [state, name] : kNames<PictureState>)
        if (state != PictureState::done && count(state) > 0)
            text += fmt::format(", {} {}", thousands(count(state)),
                                state == PictureState::running ? "working" : name);
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
        const double progress = value_or(event, "progress", std::nan(""));
        if (std::isnan(progress)) return std::nullopt;
        return std::clamp(progress, 0.0, 1.0);
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

fs::path record_path(const fs::path& result) {
    return folder_of(result) / (result.filename().string() + ".json");
}

std::string record_text(const PictureStatus& status) {
    nlohmann::ordered_json record{{"state", name_of(status.state)}};
    if (!status.reason.empty()) record["reason"] = excerpt(status.reason, kLongestReason);
    if (status.cannot_write) record["cannot_write"] = true;
    if (status.size.width > 0) record["width"] = status.size.width;
    if (status.size.height > 0) record["height"] = status.size.height;
    record["seconds"] = status.seconds;
    if (std::isfinite(status.psnr)) record["psnr"] = status.psnr;
    if (std::isinf(status.psnr)) record["psnr"] = kExact;
    return record.dump() + "\n";
}

std::optional<PictureStatus> parse_record(std::string_view text) {
    try {
        return status_in(
            parse_json(text, {.bytes = kRoom, .depth = 2, .containers = 4, .keys = 16}));
    } catch (const Error&) {
        return std::nullopt;
    }
}

PictureStatus status_of(const fs::path& result) {
    using enum PictureState;
    const Descriptor file = open_to_read(record_path(result), Links::not_followed);
    const int error = file.get() < 0 ? errno : 0;
    const std::string unknown = "Its state is unknown: " + record_name(result);
    if (error == ENOENT) return not_done(waiting, result, "Not started.");
    if (error == ELOOP) return not_done(stopped, result, unknown + " is a symbolic link.");
    if (error != 0)
        return not_done(stopped, result, "Its state cannot be read: " + errno_text(error));
    if (file_status(file.get()).kind != FileStatus::Kind::file)
        return not_done(stopped, result, unknown + " is not a regular file.");
    if (FileLock::is_held(file.get())) return {running, "In progress."};
    const auto status = parse_record(text_in(file.get()));
    if (!status)
        return not_done(stopped, result,
                        "It stopped without an error: it was killed, or its machine went down.");
    std::error_code ignored;
    if (status->state == done && !fs::is_regular_file(result, ignored))
        return not_done(waiting, result, "Its result was deleted or moved.");
    return *status;
}

std::optional<PictureRecord> PictureRecord::take(const fs::path& result) {
    require_in_its_folder(result);
    if (const int error = new_folder(folder_of(result)); error != 0 && error != EEXIST)
        throw Error(Error::Kind::not_writable, write_refused(result, error));
    auto lock = FileLock::take(record_path(result));
    if (!lock) return std::nullopt;
    if (is_hard_link_to_another_file(lock->file()))
        refuse_writing(record_path(result), "it is a hard link to another file");
    return PictureRecord(result, std::move(*lock));
}

bool PictureRecord::is_done() const {
    const auto status = parse_record(text_in(lock_.file()));
    std::error_code ignored;
    return status && status->state == PictureState::done && fs::is_regular_file(result_, ignored);
}

void PictureRecord::begin() {
    write(std::string(kRoom, ' '));
}

void PictureRecord::write(std::string_view text) {
    if (const int error = replace_contents(lock_.file(), std::as_bytes(std::span(text))))
        refuse_writing(record_path(result_), errno_text(error));
}

}  // namespace redraw
