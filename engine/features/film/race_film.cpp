#include "engine/features/film/race_film.h"

#include "engine/data/dataset.h"
#include "engine/drawing/caption.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/features/film/race_frame.h"
#include "engine/features/film/reel.h"
#include "engine/image/image_writer.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr int kColours = 3;
constexpr double kBandPixels = 1 << 18;
constexpr std::int64_t kMostPixels = 1 << 26;  // per frame, because renders are kept in memory

std::string caption_of(const FilmedRun& run, const Keyframe& keyframe) {
    return epoch_name(double(keyframe.step) /
                      double(std::max<std::int64_t>(1, run.steps_per_epoch)));
}

// Renders a race film. Each run's render is kept until its next keyframe is shown.
struct RaceJob final : ReelJob {
    struct Run {
        FilmedRun filmed;
        std::vector<double> times{};  // training seconds of the keyframes
        FilmCaption caption;
        std::vector<std::uint8_t> levels{};  // the newest render, as bytes
        std::size_t drawn = SIZE_MAX;        // keyframe of the finished render
        int next_row = 0;                    // next row of the render in progress
        std::vector<float> parameters{};

        std::size_t at(double seconds) const {
            const auto after = std::ranges::upper_bound(times, seconds);
            return after == times.begin() ? 0 : std::size_t(after - times.begin()) - 1;
        }
    };
    std::vector<Run> runs{};
    std::vector<RaceCurve> curves{};
    std::vector<std::string> names{};
    std::optional<double> finish_line;
    RaceLayout layout;
    std::optional<RaceClock> clock{};

    RaceJob(std::vector<FilmedRun> filmed, std::optional<double> line, const FilmSpec& given)
        : ReelJob(given), finish_line(line), layout(spec.size, filmed.size()) {
        REDRAW_CHECK(filmed.size() >= 2 && filmed.size() <= 1 + kMostRivals, "two to four runs");
        if (spec.pace == Pace::change)
            throw Error("Cannot make a film: a race can have the pace steps or log, not change");
        if (std::int64_t(layout.frame.width) * layout.frame.height > kMostPixels)
            throw Error(fmt::format(
                "Cannot make a film: its frames would have {} pixels; at most 64 million "
                "are possible",
                dimensions(layout.frame.width, layout.frame.height)));
        double last = 0, first = 0;
        for (std::size_t i = 0; i < filmed.size(); ++i) {
            FilmedRun& run = filmed[i];
            if (run.keyframes.empty())
                throw Error("Cannot make a film: " + letter_of(i) + " has no keyframes yet");
            std::vector<std::string> captions;
            std::vector<double> times;
            for (const Keyframe& keyframe : run.keyframes) {
                captions.push_back(caption_of(run, keyframe));
                const double at = seconds_of(keyframe, run.metrics);
                times.push_back(
                    std::max(times.empty() ? 0.0 : times.back(), std::isfinite(at) ? at : 0.0));
            }
            curves.emplace_back(run.measured);
            const std::vector<double>& seconds = curves.back().seconds;
            last = std::max({last, times.back(), seconds.empty() ? 0.0 : seconds.back()});
            if (!seconds.empty() && seconds.front() > 0)
                first = first > 0 ? std::min(first, seconds.front()) : seconds.front();
            names.push_back(run.name);
            FilmCaption caption(captions);
            if (spec.caption) caption.require_room(spec.size);
            runs.push_back(
                {.filmed = std::move(run), .times = std::move(times), .caption = caption});
        }
        clock.emplace(last, first, spec.pace);
        open(layout.frame, kColours);
    }

    RaceMoment moment_at(double seconds) const {
        RaceMoment moment{seconds, {}};
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const RaceCurve& curve = curves[i];
            const std::size_t until = curve.until(seconds);
            Racer racer{.seconds = seconds, .goes_on = until < curve.seconds.size()};
            if (until > 0) racer.psnr = curve.psnr[until - 1];
            const auto finished =
                finish_line ? reached_at(runs[i].filmed.measured, *finish_line) : std::nullopt;
            if (finished && *finished <= seconds) racer.finished = finished;
            moment.racers.push_back(racer);
        }
        return moment;
    }

    void prepare() override {
        std::vector<Image> samples{colours_of(runs.size())};
        for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0})
            for (const Run& run : runs) {
                const Grid small = change_grid(run.filmed.picture);
                const Keyframe& keyframe = run.filmed.keyframes[run.at(clock->seconds_at(part))];
                samples.push_back(in_channels(
                    run.filmed.backend()
                        .render(small, whole(small), run.filmed.read_parameters(keyframe.step))
                        ->on_host(),
                    kColours));
            }
        use_samples(samples);
    }

    // Renders the next rows of a run's next keyframe.
    void draw_part(Run& run, std::size_t keyframe) {
        const FilmedRun& filmed = run.filmed;
        if (run.next_row == 0)
            run.parameters = filmed.read_parameters(filmed.keyframes[keyframe].step);
        const int rows = std::min(rows_per_part(filmed.backend(), filmed.picture, spec.size),
                                  spec.size.height - run.next_row);
        Image part = in_channels(draw_rows(filmed.backend(), filmed.picture, spec.size,
                                           run.next_row, rows, run.parameters),
                                 kColours);
        if (spec.caption)
            run.caption.draw(caption_of(filmed, filmed.keyframes[keyframe]), part, run.next_row,
                             spec.size.height);
        const std::vector<std::uint8_t> levels = levels_of(part);
        run.levels.resize(std::size_t(spec.size.width) * std::size_t(spec.size.height) * kColours);
        std::ranges::copy(
            levels, run.levels.begin() + std::ptrdiff_t(run.next_row) * spec.size.width * kColours);
        run.next_row += rows;
        if (run.next_row < spec.size.height) return;
        run.next_row = 0;
        run.drawn = keyframe;
    }

    // Renders the next rows of the first run that lacks the render for this time; true if none
    // lacks it.
    bool are_drawn(double seconds) {
        for (Run& run : runs) {
            const std::size_t wanted = run.at(seconds);
            if (run.drawn == wanted) continue;
            draw_part(run, wanted);
            return false;
        }
        return true;
    }

    void put_drawing(const FrameRows& rows, const Run& run, const Box& place) const {
        const Box at_hand = rows.of(place);
        for (int y = at_hand.y0; y < at_hand.y1; ++y) {
            const std::uint8_t* from = run.levels.data() + std::size_t(y - place.y0) *
                                                               std::size_t(place.width()) *
                                                               kColours;
            std::transform(from, from + place.width() * kColours, rows.pixel(place.x0, y),
                           [](std::uint8_t level) { return float(level) / 255; });
        }
    }

    bool draw_band(double seconds) {
        const PixelSize size = layout.frame;
        const int height = std::clamp(int(kBandPixels / size.width), 1, rows_left());
        Image band = make_image(size.width, height, kColours, kGround);
        const FrameRows rows{band, next_row()};
        const RaceMoment moment = moment_at(seconds);
        for (std::size_t i = 0; i < runs.size(); ++i)
            put_drawing(rows, runs[i], layout.drawings[i]);
        draw_race(rows, layout, names, moment);
        draw_race_curves(rows, layout, *clock, curves, finish_line, moment);
        return write_rows(band);
    }

    bool draw_part() override {
        const double seconds = clock->seconds_at(way());
        return are_drawn(seconds) && draw_band(seconds);
    }
};

}  // namespace

FilmedRun filmed(const RunFile& run, std::function<Backend&()> backend, ReadFilmed read) {
    const PixelSize size = run.target_size();
    return {.name = title(run.config().preset),
            .backend = std::move(backend),
            .picture = picture_grid(size.width, size.height),
            .keyframes = run.keyframes(),
            .metrics = run.metrics(),
            .measured = run.measured(),
            .steps_per_epoch = steps_per_epoch(run.config(), size),
            .read_parameters = std::move(read)};
}

std::unique_ptr<Job> race_film(std::vector<FilmedRun> runs, std::optional<double> finish_line,
                               const FilmSpec& spec) {
    return std::make_unique<RaceJob>(std::move(runs), finish_line, spec);
}

PixelSize race_film_size(const FilmSpec& spec, std::size_t runs) {
    FilmSpec whole = spec;
    whole.size = RaceLayout(spec.size, runs).frame;
    return film_size(whole);
}

}  // namespace redraw
