#include "ui/state/drops.h"

#include "engine/image/sniff.h"
#include "engine/run/preset_folder.h"
#include "engine/run/run_file.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

namespace redraw::ui {
namespace fs = std::filesystem;
namespace {

constexpr const char* kNoPicture = "not a picture";
constexpr std::size_t kMostLookedAt = 2'000;  // entries of one folder

// By its first bytes, as opening it will tell; empty when it is nothing Redraw opens.
std::string kind_of(const fs::path& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return "";
    if (is_run_file(path)) return "run";
    if (path.filename().string().ends_with(kPresetExtension)) return "preset";
    std::array<std::byte, 4096> head{};
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(head.data()), head.size());
    const FileKind kind = sniff(std::span(head).first(std::size_t(file.gcount())));
    return kind.decode ? std::string(kind.name) : "";
}

void add(DropSheet& sheet, const fs::path& path, const std::string& kind) {
    if (sheet.files.size() == kMostDropped) {
        sheet.more = true;
        return;
    }
    std::error_code ignored;
    const auto size = fs::file_size(path, ignored);
    sheet.files.push_back({path, display_name(path.filename()), kind.empty() ? kNoPicture : kind,
                           ignored ? 0 : size});
}

void add_folder(DropSheet& sheet, const fs::path& folder) {
    std::error_code problem;
    std::vector<fs::path> paths;
    fs::directory_iterator it(folder, fs::directory_options::none, problem);
    for (; !problem && it != fs::directory_iterator(); it.increment(problem)) {
        if (paths.size() == kMostLookedAt) {
            sheet.more = true;
            break;
        }
        if (!it->path().filename().string().starts_with('.')) paths.push_back(it->path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
        if (sheet.more && sheet.files.size() == kMostDropped) return;
        sheet.folders |= fs::is_directory(path, problem);
        if (const std::string kind = kind_of(path); !kind.empty()) add(sheet, path, kind);
    }
}

}  // namespace

DropSheet list_dropped(std::span<const fs::path> paths) {
    DropSheet sheet;
    std::error_code ignored;
    for (const fs::path& path : paths) {
        if (sheet.files.size() == kMostDropped) {
            sheet.more = true;
            break;
        }
        if (fs::is_directory(path, ignored))
            add_folder(sheet, path);
        else
            add(sheet, path, kind_of(path));
    }
    return sheet;
}

std::size_t pictures_in(const DropSheet& sheet) {
    return std::size_t(std::ranges::count_if(sheet.files, [](const DroppedFile& file) {
        return file.kind != "run" && file.kind != "preset" && file.kind != kNoPicture;
    }));
}

}  // namespace redraw::ui
