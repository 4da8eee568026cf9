// Everything that the studio shows, as plain values. The app makes a view for every frame; panels
// read it and do not keep it.
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
#include <variant>
#include <vector>

namespace redraw::ui {

// A texture on the graphics card. `grid` is the part of the picture it shows.
struct Texture {
    ImTextureID id{};
    int width = 0, height = 0;
    Grid grid;
    bool there() const { return width > 0; }
};

struct RecentEntry {
    std::filesystem::path path;
    std::string name;              // the picture's name
    std::string psnr;              // "41.8 dB"; empty while unknown
    std::string detail;            // "epoch 3,000 · 12 MB · 12 min ago"
    double bytes = 0;              // size of the file
    std::string settings;          // "SIREN, 4 layers of 128, rate 2e-3"
    std::filesystem::path parent;  // the run it was branched from, if that is listed
    std::string from;              // "from epoch 120": a branch
    std::string problem;           // a sentence saying why it cannot be opened, or empty
    bool open = false;             // open in this window, as the run or as a compared run
    int depth = 0;                 // nesting depth below its parent
    Texture thumbnail;
};

// The answer of the desktop's own file dialog.
struct FileAnswer {
    enum class Outcome { chosen, cancelled, failed } outcome = Outcome::failed;
    std::filesystem::path path;
};

// The thumbnail of a visible picture or result of a batch.
struct FileThumbnail {
    std::filesystem::path file;
    Texture picture;
};

struct View {
    std::shared_ptr<const Status> status;  // never null
    std::shared_ptr<const Frame> frame;    // the newest rendering; null before the first
    Texture opening;                       // Status::opening_picture
    Texture picture;                       // thumbnail of the picture as opened
    Texture target;                        // the picture at training size
    Texture drawing;                       // the rendering in `frame`
    Texture backdrop;                      // the last rendering of the whole picture
    Texture difference;                    // |drawing - reference|, if the UI requests it
    Texture bicubic;                       // Frame::bicubic
    Texture cooled;                        // CoolDown::drawing
    std::array<Texture, kMostRivals> companions, companions_closer;  // Companion::drawing, closer
    std::vector<Texture> neuron_layers;  // atlases, one for each layer of status->neurons->layers
    std::vector<float> neuron_limits;    // the colour scale's reach for each layer
    Texture neuron;                      // NeuronPictures::large
    Texture export_file, export_other;   // status->export_crop
    Texture then, now;                   // status->then_and_now
    std::vector<Texture> thumbnails;     // one for each of status->thumbnails
    std::span<const RecentEntry> recent;
    std::span<const PresetEntry> presets;            // the user's presets, sorted by name
    std::shared_ptr<const BatchView> queue;          // the open batch; null if none is open
    std::shared_ptr<const PlanPreview> queue_scout;  // newest preview of a batch, or null
    std::span<const FileThumbnail> file_thumbnails;
    std::filesystem::path last_queue;  // results folder of the last batch; empty: none
    int queue_at_once = 1, usable_cpus = 1;
    std::size_t packing = 0;            // number of runs whose space is being freed
    std::size_t trashed = 0;            // runs last moved to the trash that can be restored
    std::filesystem::path runs_folder;  // empty: runs cannot be stored
    std::filesystem::path home_folder, pictures_folder;
    // The path of the newest rendering to the window: "CUDA-OpenGL", or "upload" with the reason as
    // a sentence.
    std::string drawing_route, drawing_route_reason;
    std::string no_cuda;  // why CUDA is not available for training, as a clause; empty if it is
    bool sample = false;  // the sample picture of the studio is open
    bool can_open_sample = false;
    bool system_dialogs = false;  // the desktop has a file dialog
    std::optional<FileAnswer> file_answer;
    // The newest answer of each kind to questions about files, or null.
    std::array<std::shared_ptr<const LookupAnswer>,
               std::variant_size_v<decltype(FileLookup::question)>>
        lookups;
    std::optional<std::string> pasted;  // text for request::Paste; the app opens pictures
    bool fullscreen = false;
    ImVec2 window{1440, 900};  // pixels
    float scale = 1;           // pixels per layout unit
    double time = 0;           // seconds
    Fonts fonts;
    std::vector<KeyPress> keys;  // key presses since the last frame
    Key held = Key::none;        // the key pressed last, while it is held
};

}  // namespace redraw::ui
