#include "engine/features/film/film.h"

#include "engine/arithmetic.h"
#include "engine/data/dataset.h"
#include "engine/drawing/caption.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/keyframe_mix.h"
#include "engine/error.h"
#include "engine/features/film/film_layout.h"
#include "engine/features/film/race_frame.h"
#include "engine/features/film/reel.h"
#include "engine/image/encode.h"
#include "engine/image/resample.h"
#include "engine/module/loaded_module.h"
#include "engine/system/atomic_file.h"
#include "engine/system/muted_stderr.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <map>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

constexpr int kMostSamples = 16;
constexpr double kSurveyShare = 0.05;  // share of the progress for rendering samples

// Names a moment: "epoch 0.8", or "tile 5" after the run's own network.
std::string name_of(std::int64_t step, std::span<const std::int64_t> steps,
                    std::int64_t steps_per_epoch, const FilmSpec& spec) {
    if (!spec.is_tile(step)) return epoch_name(double(step) / double(steps_per_epoch));
    return fmt::format("tile {}", std::ranges::count_if(steps, [&](std::int64_t other) {
                           return spec.is_tile(other) && other <= step;
                       }));
}

// Returns a caption of each keyframe with a wide PSNR, to measure the widths of captions.
std::vector<std::string> widest_captions(std::span<const Keyframe> keyframes,
                                         std::int64_t steps_per_epoch, const FilmSpec& spec) {
    constexpr float kWidest = 88.8f;
    if (spec.neurons > 0) return {caption_text(spec.neurons, spec.neurons)};
    std::vector<std::string> captions;
    for (const Keyframe& keyframe : keyframes)
        captions.push_back(caption_text(epoch_name(double(keyframe.step) / double(steps_per_epoch)),
                                        kWidest, spec.learned));
    return captions;
}

constexpr int kFrameChannels = 3;  // channels of a frame that shows more than the render

Image rows_of(const Image& image, int first, int rows) {
    const auto from = image.values.begin() + (image.row(first) - image.values.data());
    return {image.width, rows, image.channels,
            std::vector<float>(from, from + std::ptrdiff_t(rows) * image.width * image.channels)};
}

std::vector<Keyframe> filmed_keyframes(std::vector<Keyframe> keyframes, const FilmSpec& spec) {
    if (spec.last)
        std::erase_if(keyframes,
                      [&](const Keyframe& keyframe) { return keyframe.step > *spec.last; });
    if (keyframes.empty()) throw Error("Cannot make a film: the run has no keyframes yet");
    return keyframes;
}

// Renders a timelapse.
struct Timelapse final : ReelJob {
    Backend& backend;
    Grid picture, sample_grid = change_grid(picture);
    Grid shown_grid = seen_grid();
    std::shared_ptr<const Image> target;
    std::vector<std::int64_t> steps{};
    std::int64_t steps_per_epoch;
    ReadKeyframe read_keyframe;
    KeyframeMixer mixer{};

    // Before the film, renders each keyframe small to measure the visible changes, and each mix of
    // two halfway to see whether it may be shown.
    std::size_t surveyed = 0;
    std::vector<std::uint8_t> surveyed_levels{};  // 8-bit levels of the last keyframe's render
    std::vector<Image> samples{};
    std::vector<float> changes{};
    std::vector<bool> mixes{};

    // State while the film is written.
    std::vector<double> places{};     // each keyframe's position in the film
    std::vector<float> parameters{};  // of the network that is rendered
    int most_samples = 1;             // across and down a pixel (draw_on())
    FilmLayout layout;
    int channels;             // number of channels of a frame
    Image inset{}, before{};  // the picture, scaled to the inset and to the render
    Image kept{};             // the rows of the present render so far
    FilmCaption caption;
    std::vector<MeasuredPsnr> curve{};
    std::map<std::int64_t, float> psnr{};  // PSNR in dB, by step
    std::unique_ptr<DrawnPsnr> measure{};  // PSNR measurement of the frame just begun

    Timelapse(Backend& drawn_by, const Grid& drawn, std::shared_ptr<const Image> learned,
              const std::vector<Keyframe>& keyframes, const std::vector<MeasuredPsnr>& measured,
              std::int64_t steps_each, ReadFilmed read, const FilmSpec& given)
        : ReelJob(given),
          backend(drawn_by),
          picture(drawn),
          target(std::move(learned)),
          steps_per_epoch(std::max<std::int64_t>(1, steps_each)),
          read_keyframe(
              [read = std::move(read)](std::int64_t step) { return std::optional(read(step)); }),
          layout(spec),
          channels(layout.plain() ? target->channels : kFrameChannels),
          caption(widest_captions(keyframes, steps_per_epoch, spec)) {
        for (const Keyframe& keyframe : keyframes) steps.push_back(keyframe.step);
        changes.resize(steps.size());
        mixes.resize(steps.size());
        if (spec.caption) caption.require_room(spec.size);
        open(layout.frame, channels);
        for (const MeasuredPsnr& known : measured) {
            if (known.whole) psnr[known.step] = known.psnr;
            if (!std::isnan(known.psnr) && known.step <= steps.back()) curve.push_back(known);
        }
        if (spec.inset) {
            const Grid small = resized(picture, layout.inset.width(), layout.inset.height());
            inset = picture_on(*spec.inset, picture, small, small.width, target->channels);
        }
        if (spec.wipe > 0)
            before =
                picture_on(*spec.wiped, picture, shown_grid, spec.size.width, target->channels);
        // The untrained network gets no PSNR, and neither does a render with mosaic tiles.
        for (const std::int64_t step : steps)
            if (step == 0 || spec.is_tile(step))
                psnr[step] = std::numeric_limits<float>::quiet_NaN();
    }

    // Returns the grid of a render: the seen part of the picture.
    Grid seen_grid() const {
        const double across = picture.right - picture.left, down = picture.bottom - picture.top;
        return {picture.left + across * spec.seen_from.x,
                picture.top + down * spec.seen_from.y,
                picture.left + across * spec.seen_to.x,
                picture.top + down * spec.seen_to.y,
                spec.size.width,
                spec.size.height};
    }

    // Returns the parameters of a keyframe, mixed with a share of the next one's.
    std::vector<float> parameters_of(const MixedKeyframe& shown) {
        const std::size_t next = std::min(shown.keyframe + 1, steps.size() - 1);
        return mixer(steps[shown.keyframe], steps[next], shown.share, read_keyframe).value();
    }

    Image small_render(const MixedKeyframe& shown) {
        return backend.render(sample_grid, whole(sample_grid), parameters_of(shown))->on_host();
    }

    void prepare() override {
        Image drawing = small_render({surveyed});
        std::vector<std::uint8_t> levels = levels_of(drawing);
        if (surveyed > 0) {
            changes[surveyed] = visible_change(surveyed_levels, levels);
            const MixedKeyframe halfway{surveyed - 1, 0.5f};
            mixes[surveyed - 1] =
                spec.neurons == 0 && changes[surveyed] > 0 && !spec.is_tile(steps[surveyed]) &&
                lies_between(surveyed_levels, levels_of(small_render(halfway)), levels);
        }
        surveyed_levels = std::move(levels);
        if (spec.beside) put_picture_left(*spec.beside, picture, sample_grid, drawing);
        ++surveyed;
        const std::size_t every = divide_up(steps.size(), std::size_t(kMostSamples));
        if (surveyed % every == 0 || surveyed == steps.size())
            samples.push_back(std::move(drawing));
        if (surveyed < steps.size()) return;
        if (spec.caption) samples.push_back(caption.sample(target->channels));
        for (Image& sample : samples) sample = in_channels(sample, channels);
        if (!layout.plain()) samples.push_back(colours_of(1));
        use_samples(samples);
        samples.clear();
        if (spec.pace == Pace::change) {
            const auto noise =
                std::ptrdiff_t(leading_noise(steps, changes, curve, flat_psnr(*target)));
            steps.erase(steps.begin(), steps.begin() + noise);
            changes.erase(changes.begin(), changes.begin() + noise);
            mixes.erase(mixes.begin(), mixes.begin() + noise);
        }
        places = keyframe_places(steps, spec.pace, changes);
    }

    void measure_part(std::int64_t step) {
        if (!measure) {
            measure = std::make_unique<DrawnPsnr>(*target, picture);
            parameters = mixer(step, step, 0, read_keyframe).value();
        }
        if (!measure->advance(backend, parameters)) return;
        psnr[step] = float(measure->psnr());
        measure.reset();
    }

    // Renders some rows of the present network. If the film ends with a wipe, keeps the newest
    // render, so that the wipe need not render it again.
    Image rendered_rows(int first, int rows) {
        if (spec.wipe > 0 && first == 0 && wiped() == 0)
            kept = make_image(spec.size.width, 0, target->channels);
        if (kept.height >= first + rows) return rows_of(kept, first, rows);
        Image part = draw_on(backend, picture, shown_grid, {0, first, spec.size.width, rows},
                             parameters, most_samples);
        if (spec.wipe > 0) {
            kept.values.insert(kept.values.end(), part.values.begin(), part.values.end());
            kept.height += rows;
        }
        return part;
    }

    // Renders some rows of the present network, and puts over them what the film shows: the picture
    // (left half, wipe or inset) and the caption, which names the last keyframe passed.
    Image drawing_rows(std::size_t keyframe, int first, int rows) {
        const auto [width, height] = spec.size;
        Image part = rendered_rows(first, rows);
        if (spec.beside)
            put_picture_left(*spec.beside, picture, rows_of_grid(shown_grid, first, rows), part);
        const int line = std::max(1, width / 400);
        if (const double share = wiped(); share > 0)
            put_left(rows_of(before, first, rows), int(std::lround(share * width)), part, line);
        if (spec.inset) {
            const int x = layout.inset.x0 - layout.drawing.x0,
                      y = layout.inset.y0 - layout.drawing.y0;
            const FrameRows at_hand{part, first};
            const Box edge{x - line, y - line, std::min(width, x + inset.width + line),
                           y + inset.height + line};
            paint(at_hand, at_hand.of(edge), gray(kLine), [](int, int) { return 1; });
            const Box seen = at_hand.of({x, y, x + inset.width, y + inset.height});
            for (int at = seen.y0; at < seen.y1; ++at)
                std::copy_n(inset.row(at - y), inset.width * inset.channels, at_hand.pixel(x, at));
        }
        if (spec.caption)
            caption.draw(spec.neurons > 0
                             ? caption_text(steps[keyframe], spec.neurons)
                             : caption_text(name_of(steps[keyframe], steps, steps_per_epoch, spec),
                                            psnr.at(steps[keyframe]), spec.learned),
                         part, first, height);
        return part;
    }

    bool draw_part() override {
        const auto shown = [&](double part) { return mixed_keyframe_at(places, part, mixes); };
        const MixedKeyframe mix = shown(way());
        const std::size_t keyframe = mix.keyframe;
        const int first = next_row();
        if (spec.caption && spec.neurons == 0 && !psnr.contains(steps[keyframe])) {
            measure_part(steps[keyframe]);
            return false;
        }
        if (first == 0) {
            parameters = parameters_of(mix);
            // Averaging all samples takes long, with a mosaic seconds a frame. What passes in a
            // thirtieth of a second is drawn as the window draws it.
            most_samples = spec.own_step || mix.share > 0 ? 2 : kMostSamplesPerSide;
        }
        const Box& box = layout.drawing;
        const int rows = std::min(rows_per_part(backend, picture, spec.size), rows_left());
        if (layout.plain()) return write_rows(drawing_rows(keyframe, first, rows), shown);
        Image band = make_image(layout.frame.width, rows, channels, kGround);
        const FrameRows at_hand{band, first};
        if (const Box seen = at_hand.of(box); seen.height() > 0) {
            const Image part =
                in_channels(drawing_rows(keyframe, seen.y0 - box.y0, seen.height()), channels);
            for (int y = 0; y < part.height; ++y)
                std::copy_n(part.row(y), part.width * channels, at_hand.pixel(box.x0, seen.y0 + y));
        }
        if (spec.curve) draw_learning_curve(at_hand, layout, curve, steps[keyframe]);
        return write_rows(band, shown);
    }

    double progress() const override {
        const double share = double(surveyed) / double(steps.size());
        return kSurveyShare * share + (1 - kSurveyShare) * ReelJob::progress();
    }
};

constexpr ModuleName kVideo{"redraw_av.so", "REDRAW_AV_MODULE", "redraw_av_module", "video"};

bool is_video(FilmFormat format) {
    return format == FilmFormat::mp4 || format == FilmFormat::webm;
}

std::unique_ptr<FilmWriter> open_video_writer(const FilmSpec& spec, FilmFormat format) {
    static const LoadedModule<VideoModule> loaded = load_module<VideoModule>(kVideo);
    const auto refuse = [&](const std::string& problem) {
        refuse_to_write(spec.path, problem + "; a .gif and a folder of PNG frames can be written");
    };
    if (loaded.module == nullptr) refuse(loaded.reason);
    if (const auto problem = loaded.module->problem(format)) refuse(*problem);
    const MutedStderr muted;
    return loaded.module->open_writer(spec, format);
}

}  // namespace

void check_film(const FilmSpec& spec) {
    constexpr int kMostFramesPerSecond = 120;
    constexpr double kMostSeconds = 600;
    if (spec.frames_per_second < 1 || spec.frames_per_second > kMostFramesPerSecond)
        throw Error(fmt::format("Cannot make a film: frames per second must be 1 to 120, not {}",
                                spec.frames_per_second));
    if (!(spec.seconds > 0 && spec.seconds <= kMostSeconds))
        throw Error("Cannot make a film: its length must be above 0 and at most 600 seconds");
    if (!(spec.wipe >= 0 && spec.wipe <= kMostSeconds && (spec.wipe == 0 || spec.wiped)))
        throw Error("Cannot make a film: a wipe needs a picture and lasts at most 600 seconds");
    if (!(spec.hold >= 0)) throw Error("Cannot make a film: the pause must not be negative");
    REDRAW_CHECK(spec.size.width > 0 && spec.size.height > 0, "film size");
}

std::unique_ptr<Job> timelapse_film(Backend& backend, const Grid& picture,
                                    std::shared_ptr<const Image> target,
                                    std::vector<Keyframe> keyframes,
                                    const std::vector<MeasuredPsnr>& measured,
                                    std::int64_t steps_per_epoch, ReadFilmed read,
                                    const FilmSpec& spec) {
    return std::make_unique<Timelapse>(backend, picture, std::move(target),
                                       filmed_keyframes(std::move(keyframes), spec), measured,
                                       steps_per_epoch, std::move(read), spec);
}

std::optional<FilmFormat> film_format_of(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    if (const auto format = from_name<FilmFormat>(extension)) return format;
    std::error_code ignored;
    if (extension.empty() || std::filesystem::is_directory(path, ignored))
        return FilmFormat::frames;
    return std::nullopt;
}

std::optional<std::string> film_problem(FilmFormat format) {
    const std::string reason = is_video(format) ? why_not_installed(kVideo) : "";
    return reason.empty() ? std::nullopt : std::optional(reason);
}

std::unique_ptr<FilmWriter> open_film_writer(const FilmSpec& spec, int channels) {
    const std::optional<FilmFormat> format = film_format_of(spec.path);
    if (!format)
        refuse_to_write(spec.path, "a film is a .gif, .mp4, .webm or a folder of PNG frames");
    if (is_video(*format)) return open_video_writer(spec, *format);
    if (*format == FilmFormat::gif) return open_gif_writer(spec, channels);
    return open_frames_writer(spec);
}

}  // namespace redraw
