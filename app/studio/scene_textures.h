// The textures that the studio shows. Updated when the session has new data, never while drawing.
// Used on the window's thread with its OpenGL context.
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

// A texture with its source, an Image or a Surface.
template <class Picture>
struct Shown {
    GlTexture texture;
    std::shared_ptr<const Picture> of;

    // Uploads a new picture and returns true if it changed. `how`: arguments of upload() or show().
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

    // Updates the textures. `frame`: null if there is none for this run. `training_pixels`: shows
    // the pixels of a drawing at the training size. Returns how many more frames are needed to
    // upload the rest.
    int update(const Status& status, const std::shared_ptr<const Frame>& frame,
               bool training_pixels, const ui::DifferenceView& difference);
    // Shows the picture's pixels as squares, for a close view.
    void show_squares(bool squares) { scene_.target.show_squares(squares); }
    void put_into(ui::View& view, const Status& status) const;

    std::int64_t drawings() const { return drawings_; }            // counts drawings shown so far
    bool stayed_on_card() const { return scene_.stayed_on_card; }  // true if the newest frame did
    const GlTexture& drawing() const { return scene_.full; }       // shows the whole picture
    // Returns the drawing of the compared run Status::companions[at].
    const GlTexture& companion_drawing(std::size_t at) const {
        return scene_.companions[at].whole.texture;
    }

private:
    struct NeuronTextures {
        struct Layer {
            GlTexture texture;
            Grid grid;        // each picture's, in the texture
            float limit = 1;  // largest value of the colour scale
        };
        std::vector<Layer> layers;
        GlTexture large;
        Grid large_grid;
        std::shared_ptr<const NeuronPictures> pictures;  // the set that is shown
        // Number of the set's layers still to upload; index of the layer uploaded last.
        std::size_t left = 0, next = 0;
    };
    struct CompanionTextures {
        Shown<Surface> whole, closer;
        Grid closer_grid;
    };
    // The inputs of a difference map, which is made again when they change.
    struct DifferenceSource {
        std::uint64_t frame = 0;      // the frame's serial number
        const void* other = nullptr;  // identity of the picture that the frame is compared with
        ui::DifferenceView view;
        bool operator==(const DifferenceSource&) const = default;
    };
    struct Scene {  // the textures of one run
        GlTexture picture, full, region, difference;
        TargetTexture target;
        NeuronTextures neurons;
        Shown<Image> bicubic, export_file, export_other, then, now;
        Shown<Surface> cooled;
        std::array<CompanionTextures, kMostRivals> companions;
        std::map<std::shared_ptr<const Image>, GlTexture> thumbnails;  // pictures of the timelapse
        Grid region_grid, bicubic_grid, difference_grid;
        std::uint64_t run_serial = 0, frame_serial = 0;
        DifferenceSource difference_shown;
        bool training_pixels = false;  // the setting when the textures were filled
        bool region_shown = false;     // the newest frame shows a region
        bool stayed_on_card = false;   // the newest frame did not pass through host memory
    };

    void begin(const Status& status, bool training_pixels);
    void show_thumbnails(const Status& status);
    void show(const Frame& frame);
    void update_references(const Status& status, const Frame* frame);
    void update_difference(const Status& status, const Frame& frame,
                           const ui::DifferenceView& view);
    int update_neurons(const Status& status);
    // Returns the filter for a drawing at the training size.
    TextureFilter drawing_filter() const {
        return scene_.training_pixels ? TextureFilter::nearest : TextureFilter::linear;
    }

    Interop& interop_;
    Scene scene_;
    Shown<Image> opening_;  // the picture being opened, before it has a run
    std::int64_t drawings_ = 0;
};

}  // namespace redraw
