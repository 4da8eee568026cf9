// The textures that the studio shows. Those of the run are updated when the session has new data,
// before the frame is painted. Used on the window's thread with its OpenGL context.
#pragma once

#include "app/gl/texture.h"
#include "app/studio/neuron_textures.h"
#include "engine/run/race.h"
#include "engine/session/status.h"
#include "ui/state/requests.h"
#include "ui/state/view.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace redraw {

ui::Texture texture_of(const GlTexture& texture, const Grid& grid);

// A texture, and the picture (an Image or a Surface) that it shows.
template <class Picture>
struct Shown {
    GlTexture texture;
    std::shared_ptr<const Picture> of;

    // Uploads `wanted` if it is another picture than before, and returns whether it is. `how`:
    // further arguments of GlTexture::upload() or show().
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

    // Updates the textures. `frame`: the newest render; null if there is none for this run.
    // `training_pixels`: shows the pixels of a render at the training size as squares. Returns how
    // many more frames to paint, at least, to upload the rest.
    int update(const Status& status, const std::shared_ptr<const Frame>& frame,
               bool training_pixels, const ui::DifferenceView& difference);
    // Shows the pixels of the picture (scene_.target) as squares, for a close view.
    void show_squares(bool squares) { scene_.target.show_squares(squares); }
    void put_into(ui::View& view, const Status& status) const;

    std::int64_t drawings() const { return drawings_; }  // number of renders shown so far
    // Returns true if the newest render reached its texture without passing through host memory.
    bool stayed_on_card() const { return scene_.stayed_on_card; }
    // Returns the texture of a picture, for ui::View::texture. Uploads it when it is first asked
    // for, and keeps it while anyone else has the picture.
    ui::Texture of(const std::shared_ptr<const Image>& picture, bool squares);

private:
    struct ComparedTextures {
        Shown<Surface> whole, closer;
        Grid closer_grid;
    };
    // The inputs of a difference picture, which is made again if any of them changes.
    struct DifferenceSource {
        std::uint64_t frame = 0;  // serial number of the render
        // Identifies the picture or run that the render is compared with.
        const void* other = nullptr;
        ui::DifferenceView view;
        bool operator==(const DifferenceSource&) const = default;
    };
    struct Scene {  // all textures of one run
        GlTexture picture, full, region, difference;
        TargetTexture target;
        NeuronTextures neurons;
        Shown<Image> bicubic;
        std::array<ComparedTextures, kMostRivals> compared_runs;
        Grid region_grid, bicubic_grid, difference_grid;
        std::uint64_t run_serial = 0, frame_serial = 0;
        DifferenceSource difference_shown;
        // Preferences::training_pixels when the textures were uploaded.
        bool training_pixels = false;
        bool region_shown = false;    // the newest render shows only a part of the picture
        bool stayed_on_card = false;  // the newest render did not pass through host memory
    };

    void begin(const Status& status, bool training_pixels);
    void show(const Frame& frame);
    void update_bicubic(const Frame* frame);
    void update_compared(const Status& status);
    void update_difference(const Status& status, const Frame& frame,
                           const ui::DifferenceView& view);
    // Returns how a render at the training size appears when enlarged: as squares or interpolated.
    TextureFilter drawing_filter() const {
        return scene_.training_pixels ? TextureFilter::nearest : TextureFilter::linear;
    }

    Interop& interop_;
    Scene scene_;
    std::map<std::shared_ptr<const Image>, GlTexture> by_picture_;  // of of()
    std::int64_t drawings_ = 0;
};

}  // namespace redraw
