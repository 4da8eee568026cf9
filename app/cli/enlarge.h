// `redraw enlarge`: a picture learns its own enlargement and is drawn larger, in one go.
#pragma once

#include "app/cli/options.h"
#include "engine/batch/picture_record.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace redraw {

struct EnlargeCommand {
    std::filesystem::path picture;
    ExportFlags output{.size = "2x"};
    std::uint64_t seed = 1;
    std::optional<std::int64_t> epochs;
    bool json = false, once = false;
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();

private:
    PictureStatus enlarge();
    PictureStatus interpolate(const std::shared_ptr<const Image>& tiny, const ExportSpec& drawing,
                              double seconds) const;
};

}  // namespace redraw
