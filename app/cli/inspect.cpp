#include "app/cli/inspect.h"

#include "app/cli/checks.h"
#include "app/cli/file_sizes.h"
#include "app/cli/print.h"
#include "app/cli/run_view.h"
#include "app/cli/tiles.h"
#include "engine/data/dataset.h"
#include "engine/device/devices.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/export/curves_csv.h"
#include "engine/network/config_json.h"
#include "engine/network/names.h"
#include "engine/network/schedule.h"
#include "engine/run/outputs.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace redraw {
namespace fs = std::filesystem;

void InfoCommand::add_to(CLI::App& command) {
    add_run(command, run_path);
    add_file(command, "--csv", csv, "also write the learning curves to this file");
    command.add_flag("--json", json, "one JSON object a line");
}

namespace {

// The reason why a picture in the run cannot be decoded; empty if all can.
std::string picture_damage(const RunFile& run) {
    try {
        run.check_pictures();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace

void InfoCommand::run() {
    if (is_tiling_file(run_path)) {
        if (!csv.empty())
            throw CLI::ValidationError(
                "A tiled picture has no learning curves of its own: no --csv.");
        return print_tiles(run_path, json);
    }
    const RunFile file = open_run(run_path);
    const Config& config = file.config();
    const Image target = file.target();
    const auto& metrics = file.metrics();
    const auto& keyframes = file.keyframes();
    const auto state = file.state();
    const std::size_t parameters = parameter_count(config.network, target.channels);
    const std::int64_t step = state ? state->step : 0;
    const std::int64_t steps_an_epoch = steps_per_epoch(config, file.target_size());
    const double epoch = double(step) / double(steps_an_epoch);
    const bool finished = step >= total_steps(config.schedule, steps_an_epoch);
    if (!csv.empty()) {
        require_output(csv, {{run_path, "the run itself"}});
        write_curves_csv(csv, metrics, file.measured(), steps_an_epoch);
    }
    float psnr = summary_of(file).psnr;
    if (std::isnan(psnr)) psnr = measured_psnr(run_path, {.kind = BackendKind::cpu});
    if (json) {
        Json kept = Json::array(), events = Json::array();
        for (const Keyframe& keyframe : keyframes) kept.push_back(keyframe.step);
        for (const Event& event : file.events())
            events.push_back({{"step", event.step}, {"text", text_of(event)}});
        Json info = {{"run", display_name(run_path)},
                     {"format", file.format()},
                     {"bytes", fs::file_size(run_path)},
                     {"picture", file.picture_name()},
                     {"width", target.width},
                     {"height", target.height},
                     {"channels", target.channels},
                     {"parameters", parameters},
                     {"step", step},
                     {"epoch", epoch},
                     {"finished", finished},
                     {"seconds", file.seconds()}};
        put_psnr(info, psnr);
        info.update({{"keyframes", kept},
                     {"events", events},
                     {"config", Json::parse(to_json(config))},
                     {"request", Json::parse(request_to_json(file.request()))}});
        info["file"] = file_sizes_json(file);
        if (const std::string damage = picture_damage(file); !damage.empty())
            info["damaged"] = damage;
        return print_json(info);
    }
    print("{}: \"{}\", learned at {} x {}, {} channel{}\n", display_name(run_path),
          file.picture_name(), target.width, target.height, target.channels,
          target.channels == 1 ? "" : "s");
    const std::string layers = fmt::format("2-{}", fmt::join(config.network.layers, "-"));
    print("network   {}-{}, {}, {} parameters ({} preset)\n", layers, target.channels,
          name_of(config.network.activation), parameters, config.preset);
    print("trained   epoch {} of {}, step {}, {:.1f} s\n", epoch_number(epoch),
          epoch_number(config.schedule.epochs), step, file.seconds());
    if (!std::isnan(psnr)) {
        const int rows = measured_row_step({target.width, target.height});
        print("drawing   {} at {} x {}{}\n", precise_decibels(psnr), target.width, target.height,
              rows > 1 ? fmt::format(" (measured on 1 of {} rows)", rows) : "");
    }
    if (!metrics.empty())
        print("last step training loss {:.3g}, learning rate {:.3g}\n", double(metrics.back().loss),
              double(metrics.back().learning_rate));
    if (!keyframes.empty())
        print("timelapse {} keyframes from step {} to {}\n", keyframes.size(),
              keyframes.front().step, keyframes.back().step);
    print("run file  {}, format {}\n", bytes(double(fs::file_size(run_path))), file.format());
    print_text(file_sizes_text(file));
    if (const std::string damage = picture_damage(file); !damage.empty())
        print("damaged   {}\n", damage);
}

void PackCommand::add_to(CLI::App& command) {
    add_run(command, run_path);
    add_file(command, "-o,--output", output, "a new run file; default: replace the run");
    command
        .add_option("--keyframes", keyframes,
                    "keep at most this many steps; the first, the last and the kept moment "
                    "always stay; default: all")
        ->check(whole_number<std::size_t>(2));
}

void PackCommand::run() {
    if (!output.empty()) require_output(output, {{run_path, "the run itself"}});
    open_run(run_path);  // throws if it is no run
    const auto before = double(fs::file_size(run_path));
    if (output.empty())
        RunFile::pack_in_place(run_path, keyframes);
    else
        open_run(run_path).pack_to(output, keyframes);
    const fs::path& packed = output.empty() ? run_path : output;
    print("{}: {}, of {}\n", display_name(packed), bytes(double(fs::file_size(packed))),
          bytes(before));
}

void DevicesCommand::add_to(CLI::App& command) {
    command.add_flag("--json", json, "one JSON object a line");
}

void DevicesCommand::run() {
    Json devices = Json::array();
    for (const DeviceInfo& device : list_devices()) {
        devices.push_back(
            {{"name", device.name}, {"available", device.available}, {"detail", device.detail}});
        if (!json)
            print("{:<8} {}{}\n", device.name,
                  device.available ? "" : "not available: ", device.detail);
    }
    if (json) print_json({{"devices", devices}});
}

}  // namespace redraw
