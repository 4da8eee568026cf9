// The studies that a window can ask for beside its drawing: each draws or measures something of a
// run, a part at a time (an export's part: export_preview.h). Owned by the session, on its thread.
#pragma once

#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/neuron_forward.h"
#include "engine/enlarge/enlargement.h"
#include "engine/studies/results.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace redraw {

class Study {
public:
    virtual ~Study() = default;
    // A part of what `view` asks for; true when more is to be done at once. `training`: null, or
    // steps are being done between calls, of whose time all studies together have this share.
    virtual bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) = 0;
};

// A study that makes one value.
template <class Result>
class StudyOf : public Study {
public:
    const Result& newest() const { return newest_; }  // empty before the first

protected:
    Result newest_{};
};

// The parameters at a keyframe, or now, with the edits applied. Absent: that step was not kept.
std::optional<std::vector<float>> edited_parameters(const Trainer& trainer,
                                                    std::optional<std::int64_t> step,
                                                    const NetworkEdits& edits);

// Measures how much the drawing changes from one keyframe to the next, as a film by change does.
// Keeps the small drawings, so that keyframes thinned out later cost nothing.
class ChangeStudy : public StudyOf<std::shared_ptr<const std::vector<float>>> {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    void measure(const std::vector<Keyframe>& keyframes);

    // Each keyframe as a screen shows it, by step; empty when it could not be read.
    std::map<std::int64_t, std::vector<std::uint8_t>> drawn_;
    std::vector<std::int64_t> measured_;  // the keyframes behind newest_
};

// Draws keyframes small for the timelapse strip, evenly spread over log(1 + step) of the run, each
// once. A time limit changes the run's end again and again: drawings are kept for that.
class KeyframeThumbnails : public StudyOf<std::shared_ptr<const std::vector<Thumbnail>>> {
public:
    static constexpr int kPlaces = 16;
    static constexpr int kSide = 96;  // pixels, the longer side

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int drawn() const { return draws_; }  // keyframes so far

private:
    std::shared_ptr<const Image> draw(Trainer& trainer, std::int64_t step);

    static constexpr std::size_t kKept = 8 * kPlaces;

    int draws_ = 0;
    std::map<std::int64_t, std::shared_ptr<const Image>> drawn_;
    std::int64_t known_keyframes_ = -1, known_total_ = -1;
};

// The keyframe steps shown: for each place the newest keyframe at or before it. `steps` ascending.
std::vector<std::int64_t> thumbnail_steps(const std::vector<Keyframe>& keyframes,
                                          std::int64_t total_steps, int places);

// Compares the drawing at rest with the picture as it was opened, where that is larger than the
// learned one: the second PSNR. A window network draws the picture from its own half instead.
class OriginalStudy : public StudyOf<std::optional<OriginalPsnr>> {
public:
    // `picture` as it was opened; null when only the target is known.
    explicit OriginalStudy(std::shared_ptr<const Image> picture) : picture_(std::move(picture)) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    std::unique_ptr<Measure> new_measure(Trainer& trainer) const;

    std::shared_ptr<const Image> picture_;
    std::unique_ptr<Measure> measure_;
    std::int64_t step_ = -1;  // that is being measured, or was
};

// Draws one pixel at every keyframe, and keeps what was drawn.
class PixelStudy : public StudyOf<std::shared_ptr<const PixelHistory>> {
public:
    static constexpr int kPlaces = 64;               // of the whole run, evenly spread
    static constexpr std::size_t kPixelsKept = 256;  // the last ones asked for

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int drawn() const { return drawn_; }  // pixels so far, of all keyframes

private:
    struct Pixel {
        Point point;
        // Values by step; none: that keyframe was thinned out.
        std::map<std::int64_t, std::vector<float>> values;
    };
    Pixel& pixel_at(const Point& point);
    void draw(Trainer& trainer, Pixel& pixel, std::int64_t step);
    void publish(const Pixel& pixel, const std::vector<std::int64_t>& steps, int channels);

    std::list<Pixel> pixels_;                // the last one asked for comes first
    std::vector<std::int64_t> shown_steps_;  // asked for when newest_ was made
    std::int64_t newest_keyframe_ = -1;
    int drawn_ = 0;
};

// Measures the PSNR of the whole drawing while training rests: now, at the keyframe in view, then
// at the other keyframes. The trainer records the results.
class PsnrStudy : public Study {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int measurements() const { return measurements_; }  // made so far

private:
    std::optional<std::int64_t> next_step(const Trainer& trainer, const ViewRequest& view) const;
    bool begin(const Trainer& trainer, std::int64_t step);

    std::unique_ptr<DrawnPsnr> measure_;
    std::int64_t step_ = -1, now_ = -1;  // that is measured; of the trainer meanwhile
    std::vector<float> parameters_;      // empty: the backend's
    double seconds_ = 0;                 // spent on steps that nobody looks at
    int measurements_ = 0;
};

// Draws the whole picture, small, at the moment that is exported and as it is now.
class ThenAndNowStudy : public StudyOf<std::shared_ptr<const ThenAndNow>> {
public:
    // The whole at most so large: what a sheet shows, and half as much again for dense screens.
    static constexpr PixelSize kMost{306, 258};

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Drawing {
        std::int64_t step = -1;
        std::vector<float> parameters{};
        Image image{};
        int next_row = 0;
        bool under_way() const { return next_row < image.height; }
    };
    void begin(Drawing& drawing, const Trainer& trainer, std::int64_t step) const;
    void advance(Drawing& drawing, Trainer& trainer) const;
    void publish();

    NetworkEdits edits_;  // of what is drawn
    Drawing then_, now_;
};

// Draws pictures of neurons, some points and one layer at a time. It can be left in the middle.
class NeuronDrawing {
public:
    // Every hidden neuron, or only one of them: then the layers behind it are not needed.
    NeuronDrawing(std::shared_ptr<const NeuronForward> forward, const Grid& grid,
                  std::optional<NeuronIndex> only);

    // A little more; true when all is drawn.
    bool advance();

    const Grid& grid() const { return grid_; }
    // One a hidden layer with a channel a neuron; or one with one channel.
    std::vector<Image>& pictures() { return pictures_; }

private:
    void keep(Image& picture, const float* answers) const;

    std::shared_ptr<const NeuronForward> forward_;
    Grid grid_;
    std::optional<NeuronIndex> only_;
    std::vector<Image> pictures_;
    std::vector<float> inputs_, answers_;  // rows of NeuronForward::kPoints
    std::size_t point_ = 0;                // the first of those on their way
    int layer_ = 0, neuron_ = 0;           // where they are
};

// The grid of small pictures of `area` with about `pixels` pixels, no longer than `longest`.
Grid small_grid(const Grid& area, double pixels, int longest);

// Draws every hidden neuron over the picture, small, or the chosen one large: coarse at once, finer
// when there is time. While the network trains, draws a coarse set twice a second.
class NeuronStudy : public StudyOf<std::shared_ptr<const NeuronPictures>> {
public:
    static constexpr int kLongestSmall = 96, kLongestLarge = 320;  // pixels, the longer side

    NeuronStudy();
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Subject {  // what is drawn
        Grid area;
        std::int64_t step = 0;
        bool past = false;
        std::optional<NeuronIndex> chosen;
        NetworkEdits edits;
        bool operator==(const Subject&) const = default;
    };
    enum class Detail { none, coarse, fine };

    bool begin(Trainer& trainer, const Subject& subject, Detail detail, bool live);
    void finish();
    bool read(Trainer& trainer, const Subject& subject);
    void pace_live();

    // The network at hand.
    std::shared_ptr<const NeuronForward> forward_;
    std::int64_t forward_step_ = -1;
    NetworkEdits forward_edits_;
    // Under way, and how far the last subject got.
    std::optional<NeuronDrawing> drawing_;
    Subject subject_;
    Detail detail_ = Detail::none, drawn_ = Detail::none;
    // The cost that a coarse set may have during training, and when the last one was drawn.
    double live_work_, live_seconds_ = 0;
    std::chrono::steady_clock::time_point live_at_{};
};

// Draws the pixels of an exported picture by the chosen method, for its file and its preview alike.

// Null when the network is gone: another run is open, or learning failed.
using FindEnlargement = std::function<std::shared_ptr<Enlargement>()>;

struct ExportSource {
    // Draws a part; its bits do not depend on how the drawing is divided. Throws Error.
    std::function<Image(const PixelRect&)> draw;
    int rows_each = 1;  // whole rows to draw at once
    int channels = 1;
};

// The run's own network with these parameters. The trainer outlives the source.
ExportSource network_source(Trainer& trainer, PixelSize size,
                            std::shared_ptr<const std::vector<float>> parameters);
// A network that has finished learning to enlarge the picture.
ExportSource enlarging_source(std::shared_ptr<Enlargement> enlargement, PixelSize size);
// `picture` as it was opened; null when only the target is known. Beyond the picture's size the
// picture is interpolated; up to it, what the network learned from.
ExportSource interpolated_source(const Trainer& trainer, std::shared_ptr<const Image> picture,
                                 PixelSize size, Filter filter);

}  // namespace redraw
