#include "engine/run/run_file.h"

#include "engine/arithmetic.h"
#include "engine/data/batch_by_size.h"
#include "engine/file/read_file.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/run/bookmarks.h"
#include "engine/run/keyframe_table.h"
#include "engine/run/packed_parameters.h"
#include "engine/run/run_tables.h"
#include "engine/run/state_tables.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstring>

namespace redraw {
namespace {

// Thrown if the run can be read but not written.
struct NotWritable : Error {
    NotWritable(const std::string& what_failed, const std::string& reason)
        : Error(what_failed + ": " + reason), why(reason) {}
    std::string why;
};

constexpr PictureLimits kPictureLimits;
constexpr std::size_t kLargestSource = 512'000'000;  // bytes of PNG; SQLite's rows hold 1 GB

// Throws Error if a value is not finite: training diverged between two loss checks. The last good
// state then stays in the file.
void require_finite(const Database& database, std::span<const float> values) {
    if (!all_finite(values))
        throw Error("Cannot write " + database.name() +
                    ": the network's parameters are no longer finite numbers; lower the learning "
                    "rate");
}

bool is_header_of_run(const std::optional<std::array<std::byte, 100>>& header) {
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    if (!header || std::memcmp(header->data(), kMagic.data(), kMagic.size()) != 0) return false;
    constexpr std::size_t kIdAt = 68;
    return big_endian(std::span(*header).subspan(kIdAt, 4)) == std::uint32_t(kRunApplicationId);
}

template <class Record>
void put(std::vector<Record>& records, const Record& record) {  // adds or replaces, by step
    const auto at = from_step(records, record.step);
    if (at != records.end() && at->step == record.step)
        *at = record;
    else
        records.insert(at, record);
}

// Returns the limits for decoding a stored picture of this size.
PictureLimits limits_of(PixelSize size) {
    return {std::max(size.width, size.height), std::int64_t(size.width) * size.height};
}

Image stored_picture(std::span<const std::byte> png, const Database& database,
                     const PictureLimits& limits) {
    constexpr unsigned char kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    database.require(png.size() >= sizeof kSignature &&
                     std::memcmp(png.data(), kSignature, sizeof kSignature) == 0);
    return decode_picture(png, database.name(), limits).image;
}

}  // namespace

RunFile::RunFile(const std::filesystem::path& file, Access access)
    : path_(absolute_path(file)),
      writable_(access != Access::read_only),
      database_(std::make_shared<Database>(
          file, writable_ ? Database::Mode::read_write : Database::Mode::read_only)),
      changes_(std::make_shared<RunChanges>()) {
    Database& database = *database_;
    if (writable_) {
        if (const std::string why = database.why_not_writable(); !why.empty())
            throw NotWritable("Cannot write " + database.name(), why);
        if (!take_lock_of_nobody())
            throw NotWritable("Cannot open " + database.name(), kOpenElsewhere);
        if (database.has_moved())  // replaced between opening and locking
            throw Error("Cannot open " + database.name() + ": it was replaced just now");
        database.remove_leftover_journal();
        database.wait_for_locks(5000);
        remove_abandoned(path_.parent_path());
    } else {
        database.execute("BEGIN");  // all reads below see one commit
    }
    check_run_schema(database);
    header_ = read_header(database);
    writer_ = new_writer();
    metrics_ = read_metrics(database);
    measured_ = read_measured(database);
    keyframe_table_ = std::make_unique<KeyframeTable>(header_);
    keyframes_ = keyframe_table_->read_steps(database);
    events_ = read_events(database);
    (header_.goal.whole ? planned_mosaic_ : mosaic_) = read_mosaic(database, header_);
    database.require(planned_mosaic_.has_value() == header_.goal.whole);
    if (planned_mosaic_)  // no tile is learned before it begins
        database.require(database.integer("SELECT count(*) FROM mosaic_tile") == 0);
    if (mosaic_) mosaic_tiles_ = read_mosaic_tiles(database, *mosaic_);
    has_source_ = database.integer("SELECT count(*) FROM source") > 0;
    if (writable_) return;
    try {
        saved_ = read_state(database, header_);
    } catch (const Error&) {  // state() reports it again; the keyframes may be intact
    }
    if (database.in_transaction()) database.execute("COMMIT");
}

RunFile::RunFile(RunFile&&) noexcept = default;
RunFile& RunFile::operator=(RunFile&&) noexcept = default;
RunFile::~RunFile() = default;

RunFile RunFile::open(const std::filesystem::path& path, Access access) {
    Database::require_regular_file(path);
    if (!is_header_of_run(Database::file_header(path)))
        throw Error("Cannot open " + display_name(path.filename()) + ": it is not a Redraw run");
    try {
        return RunFile(path, access);
    } catch (const NotWritable& refused) {
        if (access != Access::prefer_write) throw;
        RunFile reader(path, Access::read_only);
        reader.why_read_only_ = refused.why;
        return reader;
    }
}

bool RunFile::has_writer(const std::filesystem::path& path) {
    try {
        return is_run_file(path) && Database(path, Database::Mode::read_only).has_writer();
    } catch (const Error&) {
        return false;
    }
}

bool RunFile::writer_left() const {
    return why_read_only_ == kOpenElsewhere && !database_->has_writer();
}

RunFile RunFile::opened_again() const {
    RunFile now = open(path(), Access::read_only);
    now.why_read_only_ = why_read_only_;
    return now;
}

bool RunFile::is_same_run(const RunFile& other) const {
    const RunHeader &a = header_, &b = other.header_;
    Config config = a.config;
    config.schedule = b.config.schedule;  // schedule and precision may change
    config.precision = b.config.precision;
    const bool same_header =
        config == b.config && target_size() == other.target_size() && a.channels == b.channels;
    // A different picture gives a different loss from the first step on.
    return same_header && (metrics_.empty() || other.metrics_.empty() ||
                           metrics_.front() == other.metrics_.front());
}

std::vector<std::byte> RunFile::target_png() const {
    auto png = read_png(*database_, "target");
    database_->require(png.has_value());
    return std::move(*png);
}

std::optional<std::vector<std::byte>> RunFile::source_png() const {
    return changes_->source ? changes_->source : read_png(*database_, "source");
}

Image RunFile::target() const {
    Image image = stored_picture(target_png(), *database_, limits_of(target_size()));
    database_->require(PixelSize{image.width, image.height} == target_size() &&
                       image.channels == channels());
    return image;
}

void RunFile::check_pictures() const {
    target();
    if (const auto source = read_png(*database_, "source"))
        check_png(*source, database_->name(), kPictureLimits);
}

std::optional<Image> RunFile::source() const {
    const auto png = source_png();
    if (!png) return std::nullopt;
    return stored_picture(*png, *database_, kPictureLimits);
}

PixelSize RunFile::picture_size() const {
    if (const auto& mosaic = mosaic_ ? mosaic_ : planned_mosaic_)
        return {mosaic->tiles.across.length, mosaic->tiles.down.length};
    return stored_picture_size();
}

PixelSize RunFile::stored_picture_size() const {
    const auto& unsaved = changes_->source;
    return (unsaved ? png_size(*unsaved) : read_png_size(*database_, "source"))
        .value_or(target_size());
}

std::optional<std::vector<float>> RunFile::parameters_at(std::int64_t step) const {
    const auto kept = from_step(keyframes_, step);
    if (kept == keyframes_.end() || kept->step != step) return mosaic_parameters_at(step);
    const auto read = rounded_at(step);
    return read ? std::optional(keyframe_table_->values(*read)) : std::nullopt;
}

std::shared_ptr<const RoundedParameters> RunFile::rounded_at(std::int64_t step) const {
    const auto pending = changes_->keyframes.find(step);
    return pending != changes_->keyframes.end() ? pending->second
                                                : keyframe_table_->read(*database_, step);
}

std::vector<float> RunFile::require_parameters(std::int64_t step) const {
    if (auto kept = parameters_at(step)) return std::move(*kept);
    auto latest = state();
    if (!latest || latest->step != step) throw not_kept(step);
    return std::move(latest->parameters);
}

Error RunFile::not_kept(std::int64_t step) const {
    return Error(fmt::format("Step {} was not kept in {}: {}.", step, database_->name(),
                             kept_around(keyframes_, step)));
}

std::optional<State> RunFile::state() const {
    const auto& known = changes_->state ? changes_->state : saved_;
    if (known) return known->state;
    auto read = read_state(*database_, header_);
    return read ? std::optional(std::move(read->state)) : std::nullopt;
}

std::optional<SavedState> RunFile::state_head() const {
    const auto& known = changes_->state ? changes_->state : saved_;
    if (!known) return read_state_head(*database_);
    return SavedState{{known->state.step, 0, {}, {}, {}}, known->seconds};
}

std::optional<std::int64_t> RunFile::state_step() const {
    const auto head = state_head();
    return head ? std::optional(head->state.step) : std::nullopt;
}

double RunFile::seconds() const {
    return state_head().value_or(SavedState{}).seconds;
}

void RunFile::set_config(const Config& config, std::optional<double> finish) {
    validate(config);
    REDRAW_CHECK(config.network.layers == header_.config.network.layers &&
                     config.optimizer.kind == header_.config.optimizer.kind,
                 "another network is another run");
    Config before = header_.config;
    before.by_size = header_.by_size;
    header_.by_size = left_to_size(before, config);
    if (finish && *finish != before.by_size.finish) {
        header_.by_size.finish = *finish;
        header_.by_size.epochs = true;
    }
    header_.config = config;
    header_.config.by_size = {};
    changes_->header = true;
}

void RunFile::set_goal(const Goal& goal) {
    Goal changed = goal;
    changed.whole = header_.goal.whole;
    if (changed == header_.goal) return;
    header_.goal = std::move(changed);
    changes_->header = true;
}

void RunFile::rename(const std::string& name) {
    if (name.find_first_not_of(" \t") == std::string::npos)
        throw Error("A run needs a name of at least one letter.");
    if (name.size() > kLongestRunName)
        throw Error(fmt::format("A run's name has at most {} bytes.", kLongestRunName));
    header_.picture_name = display_name(name);
    changes_->header = true;
}

std::vector<std::byte> RunFile::encoded_source(const Image& picture, int bit_depth) {
    const std::int64_t pixels = std::int64_t(picture.pixel_count());
    if (std::max(picture.width, picture.height) > kPictureLimits.max_side ||
        pixels > kPictureLimits.max_pixels)
        return {};
    std::vector<std::byte> png = encode_png(picture, bit_depth);
    if (png.size() > kLargestSource) png.clear();
    return png;
}

void RunFile::set_source(std::vector<std::byte> encoded) {
    if (encoded.empty()) return;
    changes_->source = std::move(encoded);
    has_source_ = true;
}

void RunFile::add_metric(const Metric& metric) {
    put(metrics_, metric);
    changes_->metrics.insert(metric.step);
}

void RunFile::add_measured(const MeasuredPsnr& measured) {
    const auto known = from_step(measured_, measured.step);
    if (known != measured_.end() && known->step == measured.step &&
        (*known == measured || (known->whole && !measured.whole)))
        return;
    put(measured_, measured);
    changes_->measured.insert(measured.step);
}

void RunFile::add_keyframe(const Keyframe& keyframe, std::span<const float> parameters,
                           const InParallel& in_parallel) {
    REDRAW_CHECK(parameters.size() == header_.parameter_count(), "of this network");
    require_finite(*database_, parameters);
    put(keyframes_, keyframe);
    changes_->keyframes[keyframe.step] =
        keyframe_table_->kept(parameters, keyframe.batch_psnr, in_parallel);
    changes_->thinned_keyframes.erase(keyframe.step);
    thin();
}

std::size_t RunFile::unsaved_bytes() const {
    std::size_t bytes = 0;
    for (const auto& [step, kept] : changes_->keyframes) bytes += kept->bytes();
    return bytes;
}

void RunFile::add_event(const Event& event) {
    events_.push_back(event);
    ++changes_->events;
}

void RunFile::set_state(State state, double seconds) {
    const std::size_t count = header_.parameter_count();
    const bool adam = header_.config.optimizer.kind == Optimizer::adam;
    REDRAW_CHECK(state.parameters.size() == count && state.first_moment.size() == count &&
                     state.second_moment.size() == (adam ? count : 0),
                 "the state is of this network and optimizer");
    if (state.step > kLastStep)
        throw Error("Cannot write " + database_->name() + ": a run has at most " +
                    std::to_string(kLastStep) + " steps");
    for (const auto* values : {&state.parameters, &state.first_moment, &state.second_moment})
        require_finite(*database_, *values);
    RunChanges& changes = *changes_;
    const auto drop_records = [&](auto& records) {
        records.erase(from_step(records, state.step + 1), records.end());
    };
    const auto drop_steps = [&](auto& steps) {
        steps.erase(steps.upper_bound(state.step), steps.end());
    };
    drop_records(metrics_);
    drop_records(measured_);
    drop_records(keyframes_);
    drop_steps(changes.metrics);
    drop_steps(changes.measured);
    drop_steps(changes.keyframes);
    changes.last_step = std::min(changes.last_step.value_or(state.step), state.step);
    changes.state = {std::move(state), seconds};
}

void RunFile::thin() {
    const auto most = std::size_t(header_.keyframe_budget / keyframe_table_->bytes_each());
    if (keyframes_.size() <= most) return;
    const std::vector<std::int64_t> stay =
        thinned(steps_of(keyframes_), most, steps_of(bookmarks_of(events_)));
    std::erase_if(keyframes_, [&](const Keyframe& keyframe) {
        if (std::ranges::binary_search(stay, keyframe.step)) return false;
        changes_->keyframes.erase(keyframe.step);
        changes_->thinned_keyframes.insert(keyframe.step);
        return true;
    });
}

bool is_run_file(const std::filesystem::path& path) {
    try {
        return is_header_of_run(Database::file_header(path));
    } catch (const Error&) {  // any failure: not a readable run
        return false;
    }
}

}  // namespace redraw
