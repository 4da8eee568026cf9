// The textures that the studio shows: updated when the session has something new, never while
// drawing. For the window's thread, with its OpenGL context.
#pragma once

#include "app/gl/texture.h"
#include "engine/run/run_values.h"
#include "engine/session/status.h"
#include "ui/state/requests.h"
#include "ui/state/view.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace redraw {

ui::Texture texture_of(const GlTexture& texture, const Grid& grid);

// A texture and what it holds: an Image or a Surface.
template <class Picture>
struct Shown {
    GlTexture texture;
    std::shared_ptr<const Picture> of;

    // Brings a new picture to the card; true when it did. `how`: arguments of upload() or show().
    template <class... How>
    bool follow(const std::shared_ptr<const Picture>& wanted, How&&... how) {
        if (of == wanted) return false;
        of = wanted;
        if (!wanted)
            texture.clear();
        else if constexpr (std::same_as<Picture, Image>)
            texture.upload(*wanted, how...);
        else
            texture.show(*wanted, how...);
        return true;
    }
};

class SceneTextures {
public:
    explicit SceneTextures(Interop& interop) : interop_(interop) {}

    // `frame`: null when there is none of this run. `training_pixels`: the drawing at the size that
    // is learned shows its pixels. Returns how many frames are due to bring up the rest.
    int update(const Status& status, const std::shared_ptr<const Frame>& frame,
               bool training_pixels, const ui::DifferenceView& difference);
    // The picture's pixels are seen closely.
    void show_squares(bool squares) { scene_.target.show_squares(squares); }
    void put_into(ui::View& view, const Status& status) const;

    std::int64_t drawings() const { return drawings_; }            // shown so far
    bool stayed_on_card() const { return scene_.stayed_on_card; }  // the newest frame
    const GlTexture& drawing() const { return scene_.full; }       // whole picture
    // The drawing of Status::companions[at].
    const GlTexture& companion_drawing(std::size_t at) const {
        return scene_.companions[at].whole.texture;
    }

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
        std::shared_ptr<const NeuronPictures> pictures;  // the set that is shown
        std::size_t left = 0, next = 0;  // layers of that set to upload; the last one that was
    };
    struct CompanionTextures {
        Shown<Surface> whole, closer;
        Grid closer_grid;
    };
    // A difference map follows from this.
    struct DifferenceSource {
        std::uint64_t frame = 0;      // its serial
        const void* other = nullptr;  // what the frame is held against
        ui::DifferenceView view;
        bool operator==(const DifferenceSource&) const = default;
    };
    struct Scene {  // of one run
        GlTexture picture, full, region, difference;
        TargetTexture target;
        NeuronTextures neurons;
        Shown<Image> bicubic, export_file, export_other, then, now;
        Shown<Surface> cooled;
        std::array<CompanionTextures, kMostRivals> companions;
        std::map<std::shared_ptr<const Image>, GlTexture> thumbnails;  // of the timelapse
        Grid region_grid, bicubic_grid, difference_grid;
        std::uint64_t run_serial = 0, frame_serial = 0;
        DifferenceSource difference_shown;
        bool training_pixels = false;  // when the textures were filled
        bool region_shown = false;     // the newest frame is a region
        bool stayed_on_card = false;   // the newest frame came with no detour over the host
    };

    void begin(const Status& status, bool training_pixels);
    void show_thumbnails(const Status& status);
    void show(const Frame& frame);
    void update_references(const Status& status, const Frame* frame);
    void update_difference(const Status& status, const Frame& frame,
                           const ui::DifferenceView& view);
    int update_neurons(const Status& status);
    // The filter for a drawing at the training size.
    TextureFilter drawing_filter() const {
        return scene_.training_pixels ? TextureFilter::nearest : TextureFilter::linear;
    }

    Interop& interop_;
    Scene scene_;
    Shown<Image> opening_;  // of no run yet
    std::int64_t drawings_ = 0;
};

}  // namespace redraw
