// The values that the window shows. The app makes a view for every frame. Panels read it and keep
// no reference to it.
#pragma once

#include "engine/features/batch/batch_view.h"
#include "engine/run/race.h"
#include "engine/session/status.h"
#include "ui/state/keys.h"
#include "ui/state/lookup.h"
#include "ui/state/presets.h"
#include "ui/state/requests.h"
#include "ui/theme/fonts.h"

#include <imgui.h>

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace redraw::ui {

// A texture in OpenGL. `grid`: the part of the picture that the texture shows.
struct Texture {
    ImTextureID id{};
    int width = 0, height = 0;
    Grid grid;
    bool there() const { return width > 0; }
};

struct RecentEntry {
    std::filesystem::path path;
    std::string name;              // the name of the run's picture
    std::string psnr;              // "41.8 dB"; empty while unknown
    std::string detail;            // sizes and age: "724 × 483 · epoch 3 · 12 MB · 2 min ago"
    double bytes = 0;              // size of the run file
    std::string settings;          // "SIREN, 4 layers of 128, rate 2e-3"
    std::filesystem::path parent;  // path of the run it was branched from; empty: it is no branch
    std::string from;              // "from epoch 120" if it is a branch; otherwise empty
    std::string problem;           // a sentence saying why the run cannot be opened; empty: it can
    bool open = false;             // the open run, or a rival in its race
    bool compared = false;         // compared with the open run, which keeps its file in use
    int depth = 0;                 // number of ancestor runs in the list, for indentation
};

// The user's answer in the desktop's own file dialog.
struct FileAnswer {
    enum class Outcome { chosen, cancelled, failed } outcome = Outcome::failed;
    std::filesystem::path path;
};

// The neurons' pictures (NeuronPictures).
struct NeuronAtlases {
    std::vector<Texture> layers;  // one for each layer, with the pictures of all its neurons
    std::vector<float> limits;    // for each layer, the largest output that its colour scale shows
    Texture large;                // the picture of the neuron shown large
};

struct View {
    std::shared_ptr<const Status> status;  // never null
    std::shared_ptr<const Frame> frame;  // the newest render of the network; null before the first
    // Returns the texture of a picture, enlarged smoothly or in squares. Unset: there are none.
    // Call Ui::texture().
    std::function<Texture(const std::shared_ptr<const Image>& picture, bool squares)> texture;
    Texture picture;  // thumbnail of the original picture
    // The picture that renders are compared with: as opened, or with Preferences::training_pixels
    // at the size that the network learns.
    Texture target;
    Texture drawing;   // the network's render in `frame`
    Texture backdrop;  // the last render of the whole picture, painted behind `drawing`
    // The difference between render and reference; updated only while the window requests it.
    Texture difference;
    Texture bicubic;  // bicubic interpolation of the training picture (Frame::bicubic)
    NeuronAtlases neurons;
    // Renders of the compared runs: of the whole picture (ComparedState::drawing), and of only the
    // visible part (ComparedState::closer).
    std::array<Texture, kMostRivals> compared_runs, compared_closer;
    std::span<const RecentEntry> recent;
    std::span<const PresetEntry> presets;  // the user's presets, sorted by name
    BatchInWindow batch;
    std::shared_ptr<const FileThumbnails> file_thumbnails;  // null: none
    std::size_t packing = 0;  // number of runs that are still to be packed (made smaller)
    std::size_t trashed = 0;  // number of runs last moved to the trash, which can be restored
    std::filesystem::path runs_folder;  // the folder of the runs; empty: runs cannot be stored
    std::filesystem::path home_folder, pictures_folder;
    // The path by which renders reach the window: "CUDA-OpenGL", "shared OpenGL buffers" or
    // "upload". `drawing_route_reason`: a sentence saying why renders are uploaded.
    std::string drawing_route, drawing_route_reason;
    std::string no_cuda;  // a clause saying why CUDA cannot train; empty: it can
    bool sample = false;  // the open picture is the studio's own sample picture
    bool can_open_sample = false;
    bool system_dialogs = false;  // the desktop has its own file dialog
    std::optional<FileAnswer> file_answer;
    // The newest answer to each kind of question about files; null: no answer yet.
    std::array<std::shared_ptr<const LookupAnswer>,
               std::variant_size_v<decltype(FileLookup::question)>>
        lookups;
    // The clipboard's text for request::Paste; the app itself opens pasted pictures.
    std::optional<std::string> pasted;
    bool fullscreen = false;
    ImVec2 window{1440, 900};  // size of the window in pixels
    float scale = 1;           // pixels per layout unit
    double time = 0;           // seconds since the studio started
    Fonts fonts;
    std::vector<KeyPress> keys;  // keys pressed since the last frame
};

}  // namespace redraw::ui
