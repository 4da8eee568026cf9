#include "engine/device/device_record.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/file/user_folders.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>
#include <utility>

namespace redraw {
namespace {

using nlohmann::json;

// The file is a list of {"subject": {...}, "state": "passed", ...}, the newest last.
constexpr std::size_t kMostRemembered = 200;
constexpr JsonLimits kRecordLimits{
    .bytes = 1 << 19, .depth = 4, .containers = 1024, .keys = 1 << 13};

std::filesystem::path records_file() {
    return cache_folder() / "devices.json";
}

json all_records() {
    try {
        json known = parse_json(read_text_file(records_file(), kRecordLimits.bytes), kRecordLimits);
        if (known.is_array()) return known;
    } catch (const Error&) {  // missing or damaged
    }
    return json::array();
}

// Describes what the result depends on: for a network its kind and the size of a step.
json json_of(const DeviceSubject& subject) {
    json all{{"driver", display_name(subject.driver.renderer)},
             {"version", display_name(subject.driver.version)},
             {"redraw", REDRAW_VERSION}};
    if (!subject.network) return all;
    const auto& [cpu, network, channels, samples] = *subject.network;
    all.update({{"cpu", cpu},
                {"encoding", name_of(network.encoding)},
                {"layers", network.layers},
                {"activation", name_of(network.activation)},
                {"channels", channels},
                {"samples", samples}});
    if (network.encoding == Encoding::grid)
        all.update({{"levels", network.grid.levels},
                    {"features", network.grid.features},
                    {"finest", network.grid.finest}});
    return all;
}

// Replaces the verdict on a subject; absent: forgets it. Throws Error.
void write_verdict(const DeviceSubject& subject, const std::optional<DeviceVerdict>& verdict) {
    const json key = json_of(subject);
    json known = all_records();  // other programs may have written meanwhile
    std::erase_if(known.get_ref<json::array_t&>(), [&](const json& record) {
        return !record.is_object() || record.value("subject", json()) == key;
    });
    if (known.size() >= kMostRemembered) known.erase(0);
    if (verdict) {
        json record{{"subject", key}, {"state", name_of(verdict->state)}};
        if (verdict->state == DeviceVerdict::State::failed) record["fault"] = verdict->fault;
        if (verdict->pace.gl > 0)
            record.update({{"cpu", verdict->pace.cpu}, {"gl", verdict->pace.gl}});
        known.push_back(std::move(record));
    }
    const std::string text = known.dump(1, ' ', false, json::error_handler_t::replace);
    write_file_atomically(records_file(), std::as_bytes(std::span(text)));
}

void try_to_write(const DeviceSubject& subject, const std::optional<DeviceVerdict>& verdict) {
    try {
        write_verdict(subject, verdict);
    } catch (const Error&) {  // the next run measures again
    }
}

}  // namespace

std::optional<DeviceVerdict> DeviceRecord::verdict() const {
    const json key = json_of(subject_);
    for (const json& record : all_records()) {
        if (!record.is_object() || record.value("subject", json()) != key) continue;
        const auto state =
            from_name<DeviceVerdict::State>(value_or(record, "state", std::string()));
        if (!state) continue;
        const DeviceVerdict verdict{*state,
                                    excerpt(value_or(record, "fault", std::string()), 200),
                                    {value_or(record, "cpu", 0.0), value_or(record, "gl", 0.0)}};
        const auto possible = [](double steps) { return steps > 0 && steps < 1e9; };
        if (subject_.network && *state == DeviceVerdict::State::passed &&
            (!possible(verdict.pace.cpu) || !possible(verdict.pace.gl)))
            continue;
        return verdict;
    }
    return std::nullopt;
}

void DeviceRecord::begin_trying() {
    try {
        write_verdict(subject_, DeviceVerdict{DeviceVerdict::State::trying});
    } catch (const Error& error) {
        throw Error("It could not be remembered if its driver fails: " + std::string(error.what()));
    }
    trying_ = true;
}

void DeviceRecord::end_trying() {
    if (std::exchange(trying_, false)) try_to_write(subject_, passed_);
}

void DeviceRecord::passed(const StepsPerSecond& pace) {
    passed_ = DeviceVerdict{.pace = pace};
    if (!trying_) try_to_write(subject_, passed_);
}

void DeviceRecord::failed(const std::string& fault) {
    trying_ = false;
    try_to_write(subject_, DeviceVerdict{DeviceVerdict::State::failed, fault});
}

}  // namespace redraw
