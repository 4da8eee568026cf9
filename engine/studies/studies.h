// The studies whose results a window shows beside its main view. Each renders or measures one
// aspect of a run, mostly in small parts. export_preview.h, scan_line_study.h and explanation.h
// have further studies. The session owns every study and uses it on the session thread only.
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
#include <tuple>
#include <utility>
#include <vector>

namespace redraw {

class Study {
public:
    virtual ~Study() = default;
    // Does a small part of the work that `view` requests; returns true if update() should be called
    // again at once. `training`: limits the time that all studies together take while training
    // runs; null if training pauses.
    virtual bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) = 0;
};

// A study that produces one value.
template <class Result>
class StudyOf : public Study {
public:
    const Result& newest() const { return newest_; }  // newest result; Result{} before the first

protected:
    Result newest_{};
};

// Returns the network's parameters at `step`, the present one or that of a keyframe, with the edits
// applied. Without a `step`: at the present step. Absent if no keyframe has that step.
std::optional<std::vector<float>> edited_parameters(const Trainer& trainer,
                                                    std::optional<std::int64_t> step,
                                                    const NetworkEdits& edits);

// Measures how visibly the render changes from one keyframe to the next. Films can adapt their
// speed to these changes (film/pace.h). Keeps a small render of each keyframe, so that none is
// rendered again when other keyframes are removed.
class ChangeStudy : public StudyOf<std::shared_ptr<const std::vector<float>>> {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    void measure(const std::vector<Keyframe>& keyframes);

    // Small render of each keyframe as 8-bit screen values, by step; empty if the keyframe could
    // not be read.
    std::map<std::int64_t, std::vector<std::uint8_t>> drawn_;
    std::vector<std::int64_t> measured_;  // steps of the keyframes whose changes are in newest_
};

// Makes the thumbnails of the timelapse: of keyframes evenly spread over log(1 + step) of the run,
// of the bookmarks, and of requested keyframes. Many are kept for reuse, because a time limit
// changes the run's end again and again. While the run trains, also renders the present step every
// 0.4 seconds, coarsely, so that the timelapse hardly shows an old render as the newest one.
class KeyframeThumbnails : public StudyOf<std::shared_ptr<const std::vector<Thumbnail>>> {
public:
    static constexpr int kPlaces = 16;
    // Longer side of a usual thumbnail (kSide) and of one requested large (kLargeSide), in pixels.
    static constexpr int kSide = 96, kLargeSide = 320;

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int drawn() const { return draws_; }  // number of keyframes rendered so far

private:
    // The values on which the thumbnails depend: step of the newest keyframe, total steps of the
    // run, number of its events, steps of the keyframes requested large.
    using Known = std::tuple<std::int64_t, std::int64_t, std::size_t, std::vector<std::int64_t>>;
    bool draw_live(Trainer& trainer, ShareOfTime* training);
    std::shared_ptr<const Image> draw(Trainer& trainer, std::int64_t step, int side);
    void publish();

    static constexpr std::size_t kKept = 8 * kPlaces;
    // Most and fewest pixels of a live thumbnail, which shows the present step of training.
    static constexpr double kMostLive = 9216, kLeastLive = 256;

    int draws_ = 0;
    // Thumbnails by step and longer side in pixels; null: the keyframe no longer exists.
    std::map<std::pair<std::int64_t, int>, std::shared_ptr<const Image>> drawn_;
    std::vector<std::int64_t> steps_;  // steps whose thumbnails are shown
    Known known_{-1, -1, 0, {}};       // values for which all thumbnails have been made
    // Thumbnails of the present step made while training runs, by place on the timelapse. They
    // stand in for keyframes that have no thumbnail yet.
    std::map<int, Thumbnail> live_;
    double live_pixels_ = kMostLive;
    std::chrono::steady_clock::time_point live_at_{};
};

// Returns the steps of the keyframes to show, ascending. There are `places` places, evenly spread
// over log(1 + step) of the run; each shows the newest keyframe at or before it.
std::vector<std::int64_t> thumbnail_steps(const std::vector<Keyframe>& keyframes,
                                          std::int64_t total_steps, int places);

// While training pauses, compares the render of the present step with the picture as it was opened,
// if the opened picture is larger than the training picture. For a network that enlarges the
// picture (window encoding), runs the half-size self-test instead (enlarge/enlargement.h).
class OriginalStudy : public StudyOf<std::optional<OriginalPsnr>> {
public:
    // `picture`: the picture as it was opened; null if only the training target is known.
    explicit OriginalStudy(std::shared_ptr<const Image> picture) : picture_(std::move(picture)) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    std::unique_ptr<Measure> new_measure(Trainer& trainer) const;

    std::shared_ptr<const Image> picture_;
    std::unique_ptr<Measure> measure_;
    std::int64_t step_ = -1;  // the step that is being or was measured
};

// Renders one pixel at up to 64 keyframes spread over the run, and keeps its colours.
class PixelStudy : public StudyOf<std::shared_ptr<const PixelHistory>> {
public:
    // Most keyframes at which a pixel is rendered, evenly spread over log(1 + step) of the run.
    static constexpr int kPlaces = 64;
    static constexpr std::size_t kPixelsKept = 256;  // the most recently requested pixels are kept

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int drawn() const { return drawn_; }  // number of renders of a pixel at a keyframe so far

private:
    struct Pixel {
        Point point;
        // Channel values by step; empty: that keyframe no longer exists.
        std::map<std::int64_t, std::vector<float>> values;
    };
    Pixel& pixel_at(const Point& point);
    void draw(Trainer& trainer, Pixel& pixel, std::int64_t step);
    void publish(const Pixel& pixel, const std::vector<std::int64_t>& steps, int channels);

    std::list<Pixel> pixels_;                // most recently requested first
    std::vector<std::int64_t> shown_steps_;  // steps that were requested when newest_ was made
    std::int64_t newest_keyframe_ = -1;
    int drawn_ = 0;
};

// Explains one pixel (ViewRequest::microscope). The forward pass is bit-identical to the plain
// reference kernels. A separate CPU backend computes the gradient of the next step's batch, unless
// that takes more than a fraction of a second. `state`: before that step. `knows_moments`: true if
// `state` has the optimizer's moments. Precondition: no window encoding. Throws Error.
Microscope microscope_of(const Config& config, const std::shared_ptr<const Dataset>& dataset,
                         const State& state, bool knows_moments, const MicroscopeView& view);

// Explains the requested pixel, at the present step or at a keyframe. During training, explains the
// present step at most every 0.4 seconds.
class MicroscopeStudy : public StudyOf<std::shared_ptr<const Microscope>> {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    std::optional<MicroscopeView> view_;
    std::int64_t step_ = -1;  // the step explained last, with the schedule in schedule_
    Schedule schedule_;
    std::chrono::steady_clock::time_point explained_at_{};
};

// Measures the PSNR of the whole render while training pauses: first at the present step, then at
// the keyframe in view, then for some seconds at the other keyframes. The trainer records the
// results. Does not measure mosaics.
class PsnrStudy : public Study {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int measurements() const { return measurements_; }  // measurements made so far

private:
    std::optional<std::int64_t> next_step(const Trainer& trainer, const ViewRequest& view) const;
    bool begin(const Trainer& trainer, std::int64_t step);

    std::unique_ptr<DrawnPsnr> measure_;
    std::int64_t step_ = -1, now_ = -1;  // step being measured; the trainer's step at that time
    // Parameters of the step being measured; empty: the present ones, which the backend has.
    std::vector<float> parameters_;
    // Seconds spent on measuring keyframes since training paused.
    double seconds_ = 0;
    int measurements_ = 0;
};

// Makes two small renders of the whole picture: at the keyframe to export and at the present step.
class ThenAndNowStudy : public StudyOf<std::shared_ptr<const ThenAndNow>> {
public:
    // Largest size of each render in pixels: 1.5 times its place in the export sheet's preview,
    // which is 244 x 190 layout units.
    static constexpr PixelSize kMost{366, 285};

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

    NetworkEdits edits_;  // edits of the network, applied to both renders
    Drawing then_, now_;
};

// Renders small pictures of all hidden neurons' activations over the picture, or a large one of the
// chosen neuron. Makes a coarse set of pictures at once, then a fine set. While the network trains,
// makes a coarse set every 0.4 seconds.
class NeuronStudy : public StudyOf<std::shared_ptr<const NeuronPictures>> {
public:
    static constexpr int kLongestSmall = 96, kLongestLarge = 320;  // longer side in pixels

    NeuronStudy();
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    struct Subject {  // region, step, neurons and edits that a set of neuron pictures shows
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

    // The network whose neurons are rendered.
    std::shared_ptr<const NeuronForward> forward_;
    std::int64_t forward_step_ = -1;
    NetworkEdits forward_edits_;
    std::vector<int> loudest_;
    // The rendering in progress, its subject and detail (detail_); drawn_: detail of the last
    // finished set of pictures.
    std::optional<NeuronDrawing> drawing_;
    Subject subject_;
    Detail detail_ = Detail::none, drawn_ = Detail::none;
    // During training: multiplications allowed for a coarse set of pictures, seconds spent on the
    // current set, and the time at which the last set was finished.
    double live_work_, live_seconds_ = 0;
    std::chrono::steady_clock::time_point live_at_{};
};

// Finds the network that enlarges the picture. Returns null if none was requested or its training
// failed.
using FindEnlargement = std::function<std::shared_ptr<Enlargement>()>;

// Renders the pixels of an exported picture by the chosen method, for its file and its preview.
struct ExportSource {
    // Renders a rectangle of the exported picture. A pixel's bits do not depend on the rectangle.
    // Throws Error.
    std::function<Image(const PixelRect&)> draw;
    int rows_each = 1;  // number of whole rows to render at once
    int channels = 1;
};

// Returns a source that renders with the run's own network and these parameters. The trainer must
// outlive the source.
ExportSource network_source(Trainer& trainer, PixelSize size,
                            std::shared_ptr<const std::vector<float>> parameters);
// Returns a source that enlarges the picture with an enlarging network. Precondition: that network
// has finished training.
ExportSource enlarging_source(std::shared_ptr<Enlargement> enlargement, PixelSize size);
// Returns a source that interpolates. `picture`: the picture as it was opened; null if only the
// training target is known. Sizes beyond the picture's size interpolate that picture; smaller sizes
// interpolate the training target.
ExportSource interpolated_source(const Trainer& trainer, std::shared_ptr<const Image> picture,
                                 PixelSize size, Filter filter);

}  // namespace redraw
