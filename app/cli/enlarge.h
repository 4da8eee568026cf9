#pragma once

#include "app/cli/once.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/export/export.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace redraw {

// `redraw enlarge`: trains on a picture and renders it larger, in one command.
struct EnlargeCommand {
    std::filesystem::path picture;
    ExportFlags output{.size = "2x"};
    std::uint64_t seed = 1;
    std::optional<std::int64_t> epochs;
    bool json = false, keep_metadata = false;
    OnceFlag once;
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();

private:
    Outcome enlarge();
    Outcome write(PictureExport drawn, const ExportSpec& drawing, const std::string& said,
                  const Json& more) const;
};

}  // namespace redraw
