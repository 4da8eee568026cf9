// The studio itself: a window, a session, and the UI between them. One owner: main.
#pragma once

#include "app/desktop/window.h"
#include "app/gl/interop.h"
#include "app/gl/target.h"
#include "app/gl/texture.h"
#include "app/library/library.h"
#include "app/portal/portal.h"
#include "app/studio/frame_log.h"
#include "app/studio/settings.h"
#include "engine/session/session.h"
#include "ui/ui.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

struct StudioOptions {
    std::filesystem::path open;  // a picture or a run; empty: the sample at the very first start
    BackendOptions backend;
    std::optional<ThemeKind> theme;
    float scale = 0;      // of text and layout; 0: what the monitor asks for
    bool interop = true;  // drawings may stay on the graphics card
};

class StudioApp {
public:
    explicit StudioApp(const StudioOptions& options);
    ~StudioApp();  // keeps the settings
    void run();    // until the window is closed

private:
    struct NeuronTextures {
        struct Layer {
            GlTexture texture;
            Grid grid;        // of each picture in it
            float limit = 1;  // of the colours
        };
        std::vector<Layer> layers;
        GlTexture large;
        Grid large_grid;
        std::uint64_t serial = 0;
        std::size_t left = 0, next = 0;  // layers of that set to upload; the last one that was
    };
    // A difference map follows from this.
    struct DifferenceLook {
        std::uint64_t frame = 0;      // its serial
        const void* other = nullptr;  // what the frame is held against
        float gain = 0;
        bool with_sign = false;
        bool operator==(const DifferenceLook&) const = default;
    };
    struct Pictures {  // on the graphics card
        GlTexture picture, full, region, difference;
        TargetTexture target;
        NeuronTextures neurons;
        GlTexture bicubic, cooled, companion, companion_closer, export_network, export_bicubic;
        std::map<std::shared_ptr<const Image>, GlTexture> thumbnails;  // of the timelapse
        Grid region_grid, bicubic_grid, difference_grid, companion_grid;
        std::uint64_t run_serial = 0, frame_serial = 0;
        std::int64_t drawings = 0;  // shown so far
        DifferenceLook difference_shown;
        // What the textures above hold.
        std::shared_ptr<const Image> bicubic_image, export_network_image, export_bicubic_image;
        std::shared_ptr<const Surface> cooled_surface, companion_surface, closer_surface;
        bool training_pixels = false;  // Preferences::training_pixels, when they were filled
        bool region_shown = false;     // the newest frame is a region
        bool stayed_on_card = false;   // the newest frame came with no detour over the host
    };

    struct Card {  // a run of the list
        GlTexture texture;
        std::shared_ptr<const Image> drawing;  // what the texture holds
        std::shared_ptr<const RunSummary> of;
        RecentEntry entry;  // what `of` says
        bool listed = false;
    };

    void open(const std::filesystem::path& path);
    void open_sample();
    void take_drops();
    void paste_picture();
    bool news() const;
    void update_title();
    void draw();
    void update_pictures();
    // Of a drawing at the size that is learned.
    TextureFilter drawing_filter() const {
        return ui_.preferences.training_pixels ? TextureFilter::nearest : TextureFilter::linear;
    }
    void update_against();
    void update_difference();
    void update_neurons();
    View make_view();
    void answer(const Requests& requests, const View& view);
    void export_curves(const std::filesystem::path& path, const View& view);
    void read_recent();
    void update_runs();
    void list_runs();
    void reuse_settings(const std::filesystem::path& run);
    std::vector<std::filesystem::path> own_files() const;  // that this process writes
    void follow_duty();
    void end_without_display();
    double now() const;

    std::filesystem::path settings_file_;
    LoadedSettings loaded_;
    Window window_;
    std::string no_cuda_;  // why not, or empty
    Interop interop_;
    Pictures pictures_;
    UiState ui_;
    std::shared_ptr<const Status> status_;
    std::shared_ptr<const Frame> frame_;
    StudioLibrary library_;
    std::shared_ptr<const StudioLibrary::Shelf> shelf_;
    std::map<std::filesystem::path, Card> cards_;
    std::filesystem::path listed_companion_;
    double runs_at_ = -1;
    std::vector<RecentEntry> recent_;
    std::filesystem::path sample_;
    bool sample_asked_ = false;  // the run being opened is the sample's
    std::uint64_t sample_serial_ = 0;
    DifferenceView difference_;
    std::optional<FileAnswer> file_answer_;  // of the desktop's dialog, not shown the UI yet
    Look look_;
    bool rebuild_fonts_ = true, quit_ = false;
    bool rested_ = false;     // since the last frame
    int frames_due_ = 3;      // ImGui settles within a few frames after an event
    int duty_percent_ = 100;  // as the session was last told
    double redraw_at_ = 0;    // the UI asked to draw again then
    double begun_at_ = 0, drawn_at_ = 0, cost_ = 0;  // of the last frame, seconds
    double looked_at_ = -1;                          // the look changed then
    std::chrono::steady_clock::time_point started_;
    FrameLog frame_log_;
    Portal portal_;
    Session session_;  // last: its thread ends before anything above goes
};

}  // namespace redraw
