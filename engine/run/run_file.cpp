#include "engine/run/run_file.h"

#include "engine/arithmetic.h"
#include "engine/data/batch_by_size.h"
#include "engine/file/atomic_file.h"
#include "engine/file/paths.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/run/keyframes.h"
#include "engine/run/run_impl.h"
#include "engine/run/run_schema.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstring>

namespace redraw {
namespace {

// The run can be read all the same.
struct NotWritable : Error {
    NotWritable(const std::string& what_failed, const std::string& reason)
        : Error(what_failed + ": " + reason), why(reason) {}
    std::string why;
};

constexpr PictureLimits kPictureLimits;
constexpr std::size_t kLargestSource = 512'000'000;  // bytes of PNG; a row holds a gigabyte

// Training went wrong between two checks of the loss. Better to keep what was good.
void require_finite(const Database& database, std::span<const float> values) {
    if (!all_finite(values))
        throw Error("Cannot write " + database.name() +
                    ": the network's parameters are no longer finite numbers; lower the learning "
                    "rate");
}

bool is_header_of_run(const std::optional<std::array<std::byte, 100>>& header) {
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    if (!header || std::memcmp(header->data(), kMagic.data(), kMagic.size()) != 0) return false;
    std::uint32_t id = 0;  // big-endian, at byte 68
    for (std::size_t i = 68; i < 72; ++i)
        id = id << 8 | std::to_integer<std::uint32_t>((*header)[i]);
    return id == std::uint32_t(kRunApplicationId);
}

template <class Record>
void put(std::vector<Record>& records, const Record& record) {  // by step; the newest wins
    const auto at = from_step(records, record.step);
    if (at != records.end() && at->step == record.step)
        *at = record;
    else
        records.insert(at, record);
}

Image stored_picture(std::span<const std::byte> png, const Database& database,
                     const PictureLimits& limits) {
    constexpr unsigned char kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    if (png.size() < sizeof kSignature ||
        std::memcmp(png.data(), kSignature, sizeof kSignature) != 0)
        database.damaged();
    return decode_picture(png, database.name(), limits).image;
}

}  // namespace

RunFile::Impl::Impl(const std::filesystem::path& file, Access access)
    : path(absolute_path(file)),
      writable(access != Access::read_only),
      database(file, writable ? Database::Mode::read_write : Database::Mode::read_only) {
    if (writable) {
        if (const std::string why = database.why_not_writable(); !why.empty())
            throw NotWritable("Cannot write " + database.name(), why);
        if (!take_lock_of_nobody())
            throw NotWritable("Cannot open " + database.name(), kOpenElsewhere);
        if (database.has_moved())  // between its opening and its lock
            throw Error("Cannot open " + database.name() + ": it was replaced just now");
        remove_leftover_journal(database);
        database.wait_for_locks(5000);
        remove_abandoned(path.parent_path());
    } else {
        database.execute("BEGIN");  // everything below is of one commit
    }
    header = read_header(database, check_run_schema(database));
    writer = new_writer();
    metrics = read_metrics(database);
    measured = read_measured(database, header.format);
    keyframe_table = header.keyframe_table();
    keyframes = keyframe_table->read_steps(database);
    events = read_events(database);
    has_source = database.integer("SELECT count(*) FROM source") > 0;
    if (writable) return;
    try {
        saved = read_state(database, header);
    } catch (const Error&) {  // said when it is asked for: the keyframes may be whole
    }
    if (database.in_transaction()) database.execute("COMMIT");
}

RunFile::RunFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunFile::RunFile(RunFile&&) noexcept = default;
RunFile& RunFile::operator=(RunFile&&) noexcept = default;
RunFile::~RunFile() = default;

RunFile RunFile::open(const std::filesystem::path& path, Access access) {
    Database::require_regular_file(path);
    if (!is_header_of_run(Database::file_header(path)))
        throw Error("Cannot open " + display_name(path.filename()) + ": it is not a Redraw run");
    try {
        return RunFile(std::make_unique<Impl>(path, access));
    } catch (const NotWritable& refused) {
        if (access != Access::prefer_write) throw;
        auto reader = std::make_unique<Impl>(path, Access::read_only);
        reader->why_read_only = refused.why;
        return RunFile(std::move(reader));
    }
}

bool RunFile::has_writer(const std::filesystem::path& path) {
    try {
        return is_run_file(path) && Database(path, Database::Mode::read_only).has_writer();
    } catch (const Error&) {
        return false;
    }
}

const std::filesystem::path& RunFile::path() const {
    return impl_->path;
}
bool RunFile::writable() const {
    return impl_->writable;
}
std::string RunFile::why_read_only() const {
    const bool left = impl_->why_read_only == kOpenElsewhere && !impl_->database.has_writer();
    return left ? "it was open in another Redraw" : impl_->why_read_only;
}
RunFile RunFile::opened_again() const {
    RunFile now = open(path(), Access::read_only);
    now.impl_->why_read_only = impl_->why_read_only;
    return now;
}
int RunFile::format() const {
    return impl_->header.format;
}
const Config& RunFile::config() const {
    return impl_->header.config;
}
Config RunFile::request() const {
    const RunHeader& header = impl_->header;
    Config request = header.request();
    if (!header.by_size) request.by_size = by_size_of_older(header.config, target_size());
    return request;
}
const std::string& RunFile::picture_name() const {
    return impl_->header.picture_name;
}
std::int64_t RunFile::keyframe_budget() const {
    return impl_->header.keyframe_budget;
}
const std::vector<Metric>& RunFile::metrics() const {
    return impl_->metrics;
}
const std::vector<Keyframe>& RunFile::keyframes() const {
    return impl_->keyframes;
}
const std::vector<MeasuredPsnr>& RunFile::measured() const {
    return impl_->measured;
}
const std::vector<Event>& RunFile::events() const {
    return impl_->events;
}

bool RunFile::is_same_run(const RunFile& other) const {
    const RunHeader &a = impl_->header, &b = other.impl_->header;
    Config config = a.config;
    config.schedule = b.config.schedule;  // all that may change
    config.precision = b.config.precision;
    const bool same_header = config == b.config && a.width == b.width && a.height == b.height &&
                             a.channels == b.channels;
    const auto &first = impl_->metrics, &second = other.impl_->metrics;
    // Another picture is another loss from the first step on.
    return same_header && (first.empty() || second.empty() || first.front() == second.front());
}

Image RunFile::target() const {
    const Database& database = impl_->database;
    const auto png = read_png(database, "target");
    if (!png) database.damaged();
    const RunHeader& header = impl_->header;
    const std::int64_t pixels = std::int64_t(header.width) * header.height;
    Image image = stored_picture(*png, database, {std::max(header.width, header.height), pixels});
    if (image.width != header.width || image.height != header.height ||
        image.channels != header.channels)
        database.damaged();
    return image;
}

void RunFile::check_pictures() const {
    const Database& database = impl_->database;
    const RunHeader& header = impl_->header;
    const auto check = [&](const char* table, const PictureLimits& limits) {
        const auto png = read_png(database, table);
        if (png) check_png(*png, database.name(), limits);
    };
    check("target",
          {std::max(header.width, header.height), std::int64_t(header.width) * header.height});
    check("source", kPictureLimits);
}

PixelSize RunFile::target_size() const {
    return {impl_->header.width, impl_->header.height};
}

int RunFile::channels() const {
    return impl_->header.channels;
}

std::optional<Image> RunFile::source() const {
    const auto png =
        impl_->changes.source ? impl_->changes.source : read_png(impl_->database, "source");
    if (!png) return std::nullopt;
    return stored_picture(*png, impl_->database, kPictureLimits);
}

PixelSize RunFile::picture_size() const {
    const auto& unsaved = impl_->changes.source;
    return (unsaved ? png_size(*unsaved) : read_png_size(impl_->database, "source"))
        .value_or(target_size());
}

std::optional<std::vector<float>> RunFile::parameters_at(std::int64_t step) const {
    const auto kept = from_step(impl_->keyframes, step);
    if (kept == impl_->keyframes.end() || kept->step != step) return std::nullopt;
    const auto pending = impl_->changes.keyframes.find(step);
    KeyframeTable& table = *impl_->keyframe_table;
    if (pending != impl_->changes.keyframes.end()) return table.values(pending->second);
    const auto read = table.read(impl_->database, step);
    return read ? std::optional(table.values(*read)) : std::nullopt;
}

std::vector<float> RunFile::require_parameters(std::int64_t step) const {
    if (auto kept = parameters_at(step)) return std::move(*kept);
    auto latest = state();
    if (!latest || latest->step != step) throw not_kept(step);
    return std::move(latest->parameters);
}

Error RunFile::not_kept(std::int64_t step) const {
    return Error(fmt::format("Step {} was not kept in {}: {}.", step, impl_->database.name(),
                             kept_around(impl_->keyframes, step)));
}

std::optional<State> RunFile::state() const {
    if (impl_->changes.state) return impl_->changes.state->state;
    if (impl_->saved) return impl_->saved->state;
    auto saved = read_state(impl_->database, impl_->header);
    if (!saved) return std::nullopt;
    return std::move(saved->state);
}

std::optional<std::int64_t> RunFile::state_step() const {
    if (impl_->changes.state) return impl_->changes.state->state.step;
    if (impl_->saved) return impl_->saved->state.step;
    const auto saved = read_state(impl_->database, impl_->header);
    return saved ? std::optional(saved->state.step) : std::nullopt;
}

double RunFile::seconds() const {
    if (impl_->changes.state) return impl_->changes.state->seconds;
    if (impl_->saved) return impl_->saved->seconds;
    const auto saved = read_state(impl_->database, impl_->header);
    return saved ? saved->seconds : 0;
}

void RunFile::set_config(const Config& config) {
    validate(config);
    REDRAW_CHECK(config.network.layers == impl_->header.config.network.layers &&
                     config.optimizer.kind == impl_->header.config.optimizer.kind,
                 "another network is another run");
    RunHeader& header = impl_->header;
    Config before = header.config;
    if (header.by_size) {
        before.by_size = *header.by_size;
        header.by_size = left_to_size(before, config);
    }
    header.config = config;
    header.config.by_size = {};
    impl_->changes.header = true;
}

void RunFile::rename(const std::string& name) {
    if (name.find_first_not_of(" \t") == std::string::npos)
        throw Error("A run needs a name of at least one letter.");
    if (name.size() > kLongestRunName)
        throw Error(fmt::format("A run's name has at most {} bytes.", kLongestRunName));
    impl_->header.picture_name = display_name(name);
    impl_->changes.header = true;
}

void RunFile::set_source(const Image& picture, int bit_depth) {
    const std::int64_t pixels = std::int64_t(picture.pixel_count());
    if (std::max(picture.width, picture.height) > kPictureLimits.max_side ||
        pixels > kPictureLimits.max_pixels)
        return;
    std::vector<std::byte> png = encode_png(picture, bit_depth);
    if (png.size() > kLargestSource) return;
    impl_->changes.source = std::move(png);
    impl_->has_source = true;
}

void RunFile::add_metric(const Metric& metric) {
    put(impl_->metrics, metric);
    impl_->changes.metrics.insert(metric.step);
}

void RunFile::add_measured(const MeasuredPsnr& measured) {
    const auto known = from_step(impl_->measured, measured.step);
    if (known != impl_->measured.end() && known->step == measured.step &&
        (*known == measured || (known->whole && !measured.whole)))
        return;
    put(impl_->measured, measured);
    impl_->changes.measured.insert(measured.step);
}

void RunFile::add_keyframe(const Keyframe& keyframe, std::span<const float> parameters) {
    REDRAW_CHECK(parameters.size() == impl_->header.parameter_count(), "of this network");
    require_finite(impl_->database, parameters);
    put(impl_->keyframes, keyframe);
    impl_->changes.keyframes[keyframe.step] =
        impl_->keyframe_table->kept(parameters, keyframe.batch_psnr);
    impl_->changes.thinned_keyframes.erase(keyframe.step);
    impl_->thin();
}

void RunFile::add_event(const Event& event) {
    impl_->events.push_back(event);
    ++impl_->changes.events;
}

void RunFile::set_state(const State& state, double seconds) {
    const std::size_t count = impl_->header.parameter_count();
    const bool adam = impl_->header.config.optimizer.kind == Optimizer::adam;
    REDRAW_CHECK(state.parameters.size() == count && state.first_moment.size() == count &&
                     state.second_moment.size() == (adam ? count : 0),
                 "the state is of this network and optimizer");
    if (state.step > kLastStep)
        throw Error("Cannot write " + impl_->database.name() + ": a run has at most " +
                    std::to_string(kLastStep) + " steps");
    require_finite(impl_->database, state.parameters);
    require_finite(impl_->database, state.first_moment);
    require_finite(impl_->database, state.second_moment);
    RunChanges& changes = impl_->changes;
    const auto drop_records = [&](auto& records) {
        records.erase(from_step(records, state.step + 1), records.end());
    };
    const auto drop_steps = [&](auto& steps) {
        steps.erase(steps.upper_bound(state.step), steps.end());
    };
    drop_records(impl_->metrics);
    drop_records(impl_->measured);
    drop_records(impl_->keyframes);
    drop_steps(changes.metrics);
    drop_steps(changes.measured);
    drop_steps(changes.keyframes);
    changes.last_step = std::min(changes.last_step.value_or(state.step), state.step);
    changes.state = {state, seconds};
}

void RunFile::Impl::thin() {
    const auto most = std::size_t(header.keyframe_budget / keyframe_table->bytes_each());
    if (keyframes.size() <= most) return;
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : keyframes) steps.push_back(keyframe.step);
    const std::vector<std::int64_t> stay = thinned(steps, most, kept_moment(events));
    std::erase_if(keyframes, [&](const Keyframe& keyframe) {
        if (std::ranges::binary_search(stay, keyframe.step)) return false;
        changes.keyframes.erase(keyframe.step);
        changes.thinned_keyframes.insert(keyframe.step);
        return true;
    });
}

bool is_run_file(const std::filesystem::path& path) {
    try {
        return is_header_of_run(Database::file_header(path));
    } catch (const Error&) {  // whatever it is, it cannot be read
        return false;
    }
}

}  // namespace redraw
