#include "engine/run/film.h"

#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/run/drawing.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace redraw {
namespace {

constexpr int kSampleSide = 64;
constexpr int kMostSamples = 16;
constexpr double kSurveyShare = 0.05;  // of the progress

// One keyframe on the screen.
struct Shot {
    std::size_t keyframe = 0;
    int frames = 0;
};

void check_spec(const FilmSpec& spec, std::size_t keyframes) {
    constexpr int kMostFramesPerSecond = 120;
    constexpr double kMostSeconds = 600;
    if (keyframes == 0) throw Error("Cannot make a film: the run has no keyframes yet");
    if (spec.frames_per_second < 1 || spec.frames_per_second > kMostFramesPerSecond) {
        throw Error("Cannot make a film: it shows 1 to 120 frames a second, not " +
                    std::to_string(spec.frames_per_second));
    }
    if (!(spec.seconds > 0 && spec.seconds <= kMostSeconds)) {
        throw Error("Cannot make a film: it lasts above 0 and up to 600 seconds");
    }
    REDRAW_CHECK(spec.size.width > 0 && spec.size.height > 0, "film size");
}

// How much two drawings of the same size differ to the eye: the root of the mean squared difference
// of what a screen can show.
float visible_change(const Image& before, const Image& after) {
    double sum = 0;
    for (std::size_t i = 0; i < after.values.size(); ++i) {
        const int difference = quantise(after.values[i], 255) - quantise(before.values[i], 255);
        sum += difference * difference;
    }
    return static_cast<float>(std::sqrt(sum / double(after.values.size())));
}

// The first and the last drawing are held, a second at most, so that a loop can be read.
std::vector<Shot> plan_shots(std::span<const std::int64_t> steps, const FilmSpec& spec,
                             std::span<const float> changes) {
    const int fps = spec.frames_per_second;
    const int frames = std::max(1, static_cast<int>(std::lround(spec.seconds * fps)));
    const int hold_first = std::min(fps / 2, frames / 8);
    const int hold_last = std::min(fps, frames / 4);
    std::vector<Shot> shots;
    for (const std::size_t keyframe :
         pick_keyframes(steps, frames - hold_first - hold_last, spec.pace, changes)) {
        if (shots.empty() || shots.back().keyframe != keyframe) shots.push_back({keyframe, 0});
        ++shots.back().frames;
    }
    shots.front().frames += hold_first;
    shots.back().frames += hold_last;
    return shots;
}

}  // namespace

struct FilmExport::Impl {
    Backend& backend;
    Grid picture, sample_grid;
    int channels;
    std::vector<std::int64_t> steps;
    ReadParameters read_parameters;
    FilmSpec spec;
    std::unique_ptr<FilmWriter> writer;

    // First, small drawings: of every keyframe to measure the change, else of a few.
    std::vector<std::size_t> survey;
    std::size_t surveyed = 0;
    Image sample;
    std::vector<Image> samples;
    std::vector<float> changes;

    // Then the film.
    std::vector<Shot> shots;
    std::size_t shot = 0;
    std::vector<float> parameters;
    Image frame;
    int next_row = 0;

    void draw_sample() {
        const std::size_t keyframe = survey[surveyed];
        Image drawing =
            backend.render(sample_grid, whole(sample_grid), read_parameters(steps[keyframe]))
                ->on_host();
        if (surveyed > 0) changes[keyframe] = visible_change(sample, drawing);
        sample = std::move(drawing);
        ++surveyed;
        const std::size_t every = (survey.size() + kMostSamples - 1) / kMostSamples;
        if (surveyed % every == 0 || surveyed == survey.size()) samples.push_back(sample);
        if (surveyed < survey.size()) return;
        writer->prepare(samples);
        samples.clear();
        shots = plan_shots(steps, spec, changes);
        frame = make_image(spec.size.width, spec.size.height, channels);
    }

    bool draw_frame_rows() {
        const Shot& now = shots[shot];
        if (next_row == 0) parameters = read_parameters(steps[now.keyframe]);
        const PixelSize size = spec.size;
        const int rows = std::min(rows_per_part(picture, size), size.height - next_row);
        const Image part = draw_rows(backend, picture, size, next_row, rows, parameters);
        std::copy(part.values.begin(), part.values.end(), frame.row(next_row));
        next_row += rows;
        if (next_row < size.height) return false;
        writer->write_frame(frame, double(now.frames) / spec.frames_per_second);
        next_row = 0;
        if (++shot < shots.size()) return false;
        writer->finish();
        return true;
    }
};

FilmExport::FilmExport(Backend& backend, const Grid& picture, int channels,
                       std::vector<std::int64_t> steps, ReadParameters read_parameters,
                       const FilmSpec& spec) {
    check_spec(spec, steps.size());
    const int sample_side = std::min(kSampleSide, std::max(spec.size.width, spec.size.height));
    const PixelSize sample_size = with_longer_side(spec.size, sample_side);
    std::vector<std::size_t> survey(steps.size());
    for (std::size_t i = 0; i < survey.size(); ++i) survey[i] = i;
    if (spec.pace != Pace::change) {
        survey = pick_keyframes(steps, kMostSamples, spec.pace);
        survey.erase(std::unique(survey.begin(), survey.end()), survey.end());
    }
    const std::size_t keyframes = steps.size();
    impl_ = std::make_unique<Impl>(Impl{
        .backend = backend,
        .picture = picture,
        .sample_grid = resized(picture, sample_size.width, sample_size.height),
        .channels = channels,
        .steps = std::move(steps),
        .read_parameters = std::move(read_parameters),
        .spec = spec,
        .writer = open_film_writer(spec, channels),
        .survey = std::move(survey),
        .sample = {},
        .samples = {},
        .changes = std::vector<float>(keyframes),
        .shots = {},
        .parameters = {},
        .frame = {},
    });
}

FilmExport::~FilmExport() = default;

bool FilmExport::advance() {
    if (impl_->surveyed < impl_->survey.size()) {
        impl_->draw_sample();
        return false;
    }
    REDRAW_CHECK(impl_->shot < impl_->shots.size(), "the film is done");
    return impl_->draw_frame_rows();
}

double FilmExport::progress() const {
    const Impl& film = *impl_;
    const double survey = double(film.surveyed) / double(film.survey.size());
    if (film.shots.empty()) return kSurveyShare * survey;
    const double shots = double(film.shot) + double(film.next_row) / film.spec.size.height;
    return kSurveyShare + (1 - kSurveyShare) * shots / double(film.shots.size());
}

}  // namespace redraw
