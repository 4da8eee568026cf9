// The view: all that the studio shows now, as plain values. The app makes it for every frame, every
// panel reads it, none keeps it.
#pragma once

#include "engine/batch/batch_view.h"
#include "engine/run/run_values.h"
#include "engine/session/status.h"
#include "ui/look/fonts.h"
#include "ui/state/keys.h"
#include "ui/state/lookup.h"
#include "ui/state/presets.h"

#include <imgui.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw::ui {

// A picture on the graphics card. `grid` says which part of the picture it is.
struct Texture {
    ImTextureID id{};
    int width = 0, height = 0;
    Grid grid;
    bool there() const { return width > 0; }
};

struct RecentEntry {
    std::filesystem::path path;
    std::string name;              // of the picture
    std::string psnr;              // "41.8 dB"; empty while it is not known
    std::string detail;            // "epoch 3,000 · 12 MB · 12 min ago"
    double bytes = 0;              // of the file
    std::string settings;          // "SIREN, 4 layers of 128, rate 2e-3"
    std::filesystem::path parent;  // the run it was branched from, when that is listed too
    std::string from;              // "from epoch 120": a branch
    std::string problem;           // why it cannot be opened; empty when it can
    bool open = false;             // in this window, alone or as a companion
    int depth = 0;                 // under its parent
    Texture thumbnail;
};

// The answer of the desktop's own file dialog.
struct FileAnswer {
    enum class Outcome { chosen, cancelled, failed } outcome = Outcome::failed;
    std::filesystem::path path;
};

// The thumbnail of a picture or a result in sight.
struct FileThumbnail {
    std::filesystem::path file;
    Texture picture;
};

struct View {
    std::shared_ptr<const Status> status;  // never null
    std::shared_ptr<const Frame> frame;    // the newest drawing; null before the first
    Texture opening;                       // Status::opening_picture
    Texture picture;                       // thumbnail of the picture as it was opened
    Texture target;                        // at training size
    Texture drawing;                       // `frame`
    Texture backdrop;                      // the last drawing of the whole picture
    Texture difference;                    // |drawing - target|, where the UI asks for it
    Texture bicubic;                       // Frame::bicubic
    Texture cooled;                        // CoolDown::drawing
    std::array<Texture, kMostRivals> companions, companions_closer;  // Companion::drawing, closer
    std::vector<Texture> neuron_layers;  // atlases, one for each of status->neurons->layers
    std::vector<float> neuron_limits;    // how far the colours of each reach
    Texture neuron;                      // NeuronPictures::large
    Texture export_file, export_other;   // of status->export_crop
    Texture then, now;                   // of status->then_and_now
    std::vector<Texture> thumbnails;     // one for each of status->thumbnails
    std::span<const RecentEntry> recent;
    std::span<const PresetEntry> presets;            // of one's own, by name
    std::shared_ptr<const BatchView> queue;          // many pictures; null while none are open
    std::shared_ptr<const PlanPreview> queue_scout;  // of what was asked last, or null
    std::span<const FileThumbnail> file_thumbnails;
    std::filesystem::path last_queue;  // the folder of its results; empty: none yet
    int queue_at_once = 1, usable_cpus = 1;
    std::size_t packing = 0;  // of those, space is being freed of so many
    std::size_t trashed = 0;  // runs that were moved to the trash last and can be put back
    std::filesystem::path runs_folder;  // empty: there is no home for it
    std::filesystem::path home_folder, pictures_folder;
    // The way by which the newest drawing reached the window: "CUDA-OpenGL", or "upload" and, in
    // a sentence, why.
    std::string drawing_route, drawing_route_reason;
    std::string no_cuda;  // why nothing trains on CUDA here, in one clause; empty when it could
    bool sample = false;  // the drawing that comes with the studio is open
    bool can_open_sample = false;
    bool system_dialogs = false;  // the desktop has a file dialog of its own
    std::optional<FileAnswer> file_answer;
    // The answers to questions about files, the newest of each kind, or null.
    std::array<std::shared_ptr<const LookupAnswer>, 3> lookups;
    std::optional<std::string> pasted;  // text for request::Paste; the app opens pictures
    bool fullscreen = false;
    ImVec2 window{1440, 900};  // pixels
    float scale = 1;           // pixels for one unit of the layout
    double time = 0;           // seconds
    Fonts fonts;
    std::vector<KeyPress> keys;  // pressed since the last frame
};

}  // namespace redraw::ui
