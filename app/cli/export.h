#pragma once

#include "app/cli/options.h"
#include "app/cli/page.h"
#include "app/cli/run_view.h"
#include "engine/export/export.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>

namespace redraw {

// `redraw export`: draws a picture of any size, a poster or a page.
struct ExportCommand {
    std::filesystem::path run_path;
    MomentFlags moment;
    std::string crop;  // the part to export; empty: the whole picture
    PageFlags page;
    bool poster = false;
    const CLI::Option* size = nullptr;  // the option --size
    ExportFlags output;
    BackendFlags backend;
    void run();

private:
    ExportSpec spec(PixelSize picture) const;
};

}  // namespace redraw
