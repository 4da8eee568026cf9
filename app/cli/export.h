// `redraw export` and `weights`: take something out of a run.
#pragma once

#include "app/cli/detail.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/run_view.h"
#include "engine/export/export.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// The sentence after a signal: no file is written, a stream keeps what it got.
std::string stopped_while_writing(const ExportSpec& spec);

// Draws and writes with progress. A signal stops it: Error(cancelled) of stopped_while_writing().
void export_picture(Backend& backend, const Grid& picture, int channels,
                    std::vector<float> parameters, const ExportSpec& spec, Talk talk);

// The same for any source of the drawing.
void export_picture(PictureExport& job, const ExportSpec& spec, Talk talk);

struct ExportCommand {
    std::filesystem::path run_path;
    std::optional<std::int64_t> at_step;
    DetailFlag detail;
    std::string crop;  // empty: the whole
    ExportFlags output{.other_endings = ", or .html for a page"};
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();

private:
    ExportSpec spec(PixelSize picture) const;
    void export_tiles();
    void write_page(const RunView& view, std::optional<std::int64_t> last) const;
};

struct WeightsCommand {
    std::filesystem::path run_path, output;
    std::optional<std::int64_t> at_step;
    std::string numbers = "f32";
    BackendFlags backend;  // for drawing with rounded parameters
    void add_to(CLI::App& command);
    void run();
};

}  // namespace redraw
