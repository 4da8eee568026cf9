// The sheets that export a film, and share a short clip.
#include "engine/drawing/caption.h"
#include "engine/drawing/dive.h"
#include "engine/features/film/film_layout.h"
#include "engine/features/film/race_film.h"
#include "engine/features/studies/keyframe_thumbnails.h"
#include "ui/actions/comparison.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/differences.h"
#include "ui/actions/dive.h"
#include "ui/actions/sharing.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/share_sheet.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {

namespace {

constexpr float kPreviewHeight = 320;               // layout units
constexpr double kLook = 0.11, kMovingLook = 0.05;  // seconds between preview frames; a dive's

// The sizes offered for films; the user can choose several. `side`: the longer side in pixels. If
// `side` is 0, `shape` gives the frame; without a shape, the user types the longer side.
struct FilmSizeChoice {
    const char* name;
    int side = 0;
    FilmShape shape = FilmShape::own;
};
constexpr FilmSizeChoice kFilmSizes[] = {{"512", 512},
                                         {"1024", 1024},
                                         {"1080p", 0, FilmShape::hd},
                                         {"9:16", 0, FilmShape::tall},
                                         {"Other"}};
constexpr std::size_t kOther = std::size(kFilmSizes) - 1;

// Returns the latest timelapse thumbnail that is not newer than a training step, else the first.
Texture drawing_at(const Ui& ui, std::int64_t step) {
    if (!ui.status.result<Thumbnails>()) return {};
    Thumbnail best;
    for (const Thumbnail& drawn : *ui.status.result<Thumbnails>())
        if (!best.image || drawn.step <= step) best = drawn;
    return ui.texture(best.image);
}

// Returns the texture coordinates (0 to 1) of the area `seen`, in a texture that covers the area
// `plane`.
Rect seen_of(const Grid& plane, const Grid& seen) {
    const auto x = [&](double at) { return float((at - plane.left) / (plane.right - plane.left)); };
    const auto y = [&](double at) { return float((at - plane.top) / (plane.bottom - plane.top)); };
    return {x(seen.left), y(seen.top), x(seen.right), y(seen.bottom)};
}

void draw_part(const Texture& texture, const Rect& place, const Rect& seen) {
    if (texture.there())
        ImGui::GetWindowDrawList()->AddImage(texture.id, place.min(), place.max(), seen.min(),
                                             seen.max());
}

std::string caption_of(const Ui& ui, const FilmSpec& spec, std::int64_t step, double zoom) {
    if (spec.dive) return fmt::format("{:.{}f}×", zoom, zoom < 10 ? 1 : 0);
    return caption_text(step_name(ui.status, step), psnr_at(ui.status, step), spec.learned);
}

// Plays a preview of the film from the timelapse's thumbnails, which costs almost nothing. The
// preview's area does not depend on the choices. Races and sums of neurons have no preview, because
// the timelapse has no thumbnails of them.
void draw_film_preview(Ui& ui, const FilmSheet& sheet, const FilmSpec& spec) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect area = box(at.x, at.y, ImGui::GetContentRegionAvail().x, ui.px(kPreviewHeight));
    fill(area, ui.palette.well, ui.px(5));
    ImGui::InvisibleButton("film preview", area.size());
    name_control(ui, "film preview");
    tooltip(ui,
            "The film as it will play, in small drawings. The film itself is drawn at full size.");
    if (sheet.race() || spec.neurons > 0)  // no thumbnails exist
        return draw_centred(ui, ui.fonts.body, area, ui.palette.muted, "No preview of this film");

    const FilmMoment moment =
        film_moment(ui, ui.view.time - sheet.played_since, sheet, sheet.there_and_back, sheet.last);
    const FilmLayout layout(spec);
    const Rect whole = area.fitted(layout.frame.width, layout.frame.height);
    const auto placed = [&](const Box& part) {
        const float scale = whole.width() / float(layout.frame.width);
        return Rect{whole.x0 + scale * float(part.x0), whole.y0 + scale * float(part.y0),
                    whole.x0 + scale * float(part.x1), whole.y0 + scale * float(part.y1)};
    };
    fill(whole, IM_COL32(18, 18, 18, 255));
    const Rect frame = placed(layout.drawing);
    const Texture& original = ui.view.picture.there() ? ui.view.picture : ui.view.target;
    const Grid plane = ui.target_grid();
    const double zoom = spec.dive ? dive_zoom(moment.part, spec.dive->deepest) : 1;
    const Rect seen =
        spec.dive
            ? seen_of(plane, dive_grid(plane, spec.dive->to.value_or(Point{}), zoom, spec.size))
            : Rect{float(spec.seen_from.x), float(spec.seen_from.y), float(spec.seen_to.x),
                   float(spec.seen_to.y)};
    draw_part(drawing_at(ui, spec.dive ? ui.status.step : moment.step), frame, seen);
    if (spec.dive || spec.beside) {
        const float middle = std::floor((frame.x0 + frame.x1) / 2);
        draw_part(original, {frame.x0, frame.y0, middle, frame.y1},
                  {seen.x0, seen.y0, (seen.x0 + seen.x1) / 2, seen.y1});
        fill({middle - ui.hair(), frame.y0, middle, frame.y1}, IM_COL32(230, 230, 230, 255));
    }
    if (spec.inset) draw_part(original, placed(layout.inset), {0, 0, 1, 1});
    if (spec.curve)
        draw_centred(ui, ui.fonts.small, placed(layout.curve), ui.palette.accent, "Learning curve");
    if (spec.caption)
        picture_chip(ui, {frame.x0 + ui.px(6), frame.y1 - ui.px(30)},
                     caption_of(ui, spec, moment.step, zoom));
    ui.requests.redraw_after(spec.dive ? kMovingLook : kLook);
}

// Draws a number field with its unit behind it. Returns true if the user typed a number.
template <class T>
bool field(Ui& ui, const char* id, T& value, double low, double high, const char* unit) {
    const bool typed = number_field(ui, id, value, low, high);
    ImGui::SameLine(0, ui.px(8));
    row_text(ui, unit, ui.fonts.small, ui.palette.muted, unit, "");
    return typed;
}

void draw_format(Ui& ui, FilmSheet& sheet) {
    sheet_row(ui, "Format", "The file format. Default: MP4, or GIF where MP4 cannot be written.");
    if (film_problem(sheet.format)) sheet.format = FilmFormat::gif;
    const auto chip = [](FilmFormat format, const char* name, const char* help) {
        const auto problem = film_problem(format);
        return Chip<FilmFormat>{format, name, problem ? "Not available: " + *problem + "." : help,
                                !problem};
    };
    choose_chip(
        ui, sheet.format,
        {chip(FilmFormat::mp4, "MP4", "H.264: for phones, players and messages."),
         chip(FilmFormat::gif, "GIF", "Plays everywhere, forever, with 255 colours."),
         chip(FilmFormat::webm, "WebM", "VP9: for the web."),
         chip(FilmFormat::frames, "PNG frames", "A folder of pictures for a video program.")});
}

// Draws the choice of the film's last drawing. Returns true if it was changed.
bool draw_end(Ui& ui, FilmSheet& sheet) {
    const auto shown = ui.state.timelapse.at_step, kept = kept_step(ui);
    if (sheet.last != shown && sheet.last != kept) sheet.last = shown;  // not offered any more
    sheet_row(ui, "End at",
              "Where the film ends: at the latest moment, the one on screen, or the newest "
              "bookmark (K). A dive shows that moment. Default: what is on screen.");
    using End = std::optional<std::int64_t>;
    std::vector<Chip<End>> ends{{std::nullopt, "Latest"}};
    if (shown) ends.push_back({shown, "Shown moment", {}, !sheet.race()});
    if (kept && kept != shown) ends.push_back({kept, "Bookmark", {}, !sheet.race()});
    return choose_chip(ui, sheet.last, sheet.race() ? End() : sheet.last, ends);
}

Chip<FilmSubject> chip_of_race(const Ui& ui) {
    const bool others = !ui.status.compared_runs.empty();
    return {FilmSubject::race, is_race(ui.status) || !others ? "The race" : "Both runs",
            others ? "Side by side, after the same training time."
                   : "Needs a race (File > Race…) or a compared run.",
            others};
}

// Draws the choices of the film's content, of its last drawing, and of playing it backwards, too. A
// change restarts the preview.
void draw_subject(Ui& ui, FilmSheet& sheet) {
    if (ui.status.compared_runs.empty() && sheet.race()) sheet.subject = FilmSubject::learning;
    bool changed = chip_row(
        ui, "Content", "What the film shows. Default: the learning.", sheet.subject,
        {{FilmSubject::learning, "The learning", "The drawing from its first step to its end."},
         {FilmSubject::before_after, "Before and after",
          "The picture in the left half, the drawing in the right."},
         {FilmSubject::dive, "A dive", "Into where you dived last, or the most detailed place."}});
    next_line_of_row(ui);
    changed |=
        choose_chip(ui, sheet.subject,
                    {{FilmSubject::neurons, "Neurons added up", "The drawing, neuron by neuron."},
                     chip_of_race(ui)});
    changed |= draw_end(ui, sheet);
    sheet_row(ui, "Loop",
              "Forward plays to the end. Boomerang plays to the end and back in the same time. "
              "Default: forward.");
    const bool loops = !sheet.race();
    const Chip<bool> ways[] = {{false, "Forward", {}, loops}, {true, "Boomerang", {}, loops}};
    changed |= choose_chip(ui, sheet.there_and_back, sheet.there_and_back && loops, ways);
    if (changed) sheet.played_since = ui.view.time;
}

// Draws the choice of the film's pace. A dive has a fixed pace. A race does not offer "Smooth",
// because its time axis is in seconds.
void draw_pace(Ui& ui, FilmSheet& sheet) {
    const bool sum = sheet.subject == FilmSubject::neurons;
    sheet_row(ui, "Pace",
              fmt::format(
                  "Smooth: each frame changes the drawing by about as much. Slow start: the "
                  "first {0}s slowly, the long end quickly. The timelapse plays at the same pace. "
                  "Default: smooth.",
                  sum ? "neuron" : "step"));
    const bool dive = sheet.dive();
    const Chip<Pace> paces[] = {{Pace::change, "Smooth", {}, !sheet.race() && !dive},
                                {Pace::log, "Slow start", {}, !dive}};
    const Pace shown = sheet.race() && sheet.pace == Pace::change ? Pace::log : sheet.pace;
    if (choose_chip(ui, sheet.pace, shown, paces)) set_pace(ui, sheet.pace);
}

// Describes the films in one line. `racing`: the number of runs in a race; 0 for any other film.
std::string film_summary(const Ui& ui, std::span<const FilmSpec> films, std::size_t racing) {
    std::string text;
    double pixels = 0;
    const auto frames =
        std::max<long>(1, std::lround(films[0].seconds * films[0].frames_per_second));
    for (const FilmSpec& spec : films) {
        text += (text.empty() ? "" : ", ") +
                pixels_of(racing > 0 ? race_film_size(spec, racing) : film_size(spec));
        pixels += double(frames) * double(std::max<std::size_t>(1, racing)) * spec.size.width *
                  spec.size.height;
    }
    text = fmt::format("{} frames of {}", frames, text);
    if (const double seconds = seconds_to_draw(pixels, ui.status); seconds > 0)
        text += ", takes about " + about_time(seconds);
    return text + ".";
}

// Draws the choice of the film's sizes.
void draw_sizes(Ui& ui, FilmSheet& sheet) {
    sheet_row(
        ui, "Size",
        "The longer side in pixels, or the frame of a screen: 1080p is 1,920 × 1,080, 9:16 is "
        "1,080 × 1,920. Choose several to get a film of each. In a race, the size of each "
        "drawing. Default: 512.");
    for (std::size_t i = 0; i < std::size(kFilmSizes); ++i) {
        if (i > 0) ImGui::SameLine(0, ui.px(6));
        bool& chosen = sheet.sizes[i];
        if (toggle_chip(ui, kFilmSizes[i].name, kFilmSizes[i].name, chosen)) chosen = !chosen;
    }
    if (!sheet.sizes[kOther]) return;
    ImGui::SameLine(0, ui.px(6));
    field(ui, "##size", sheet.longer_side, 16, 4096, "px");
}

// Draws the choice of what is shown beside the drawing. A race film always has learning curves.
void draw_extras(Ui& ui, FilmSheet& sheet) {
    sheet_row(ui, "Overlay",
              "Epoch and PSNR: in a corner of every frame; in a dive, the magnification; of "
              "neurons, their number. Picture: the original, small in the upper right corner. "
              "Curve: the learning curve below the drawing. Default: none.");
    const bool sum = sheet.subject == FilmSubject::neurons;
    const bool plain = !sheet.race() && !sheet.dive();
    const auto chip = [&](const char* id, const char* label, bool& on, bool possible) {
        if (toggle_chip(ui, id, label, on && possible, {}, possible)) on = !on;
        ImGui::SameLine(0, ui.px(6));
    };
    chip("caption",
         sheet.dive()   ? "Magnification"
         : sheet.race() ? "Epoch of each"
         : sum          ? "Number of neurons"
                        : "Epoch and PSNR",
         sheet.caption, true);
    chip("inset", "Picture", sheet.inset, plain);
    chip("curve", "Curve", sheet.curve, plain && !sum);
    ImGui::NewLine();
}

void draw_film_rows(Ui& ui, FilmSheet& sheet) {
    draw_subject(ui, sheet);
    draw_format(ui, sheet);
    const FilmSheet plain;
    draw_sizes(ui, sheet);
    sheet_row(ui, "Frame rate",
              fmt::format("Frames a second, 1 to 120 (50 in a GIF). Default: {}.",
                          plain.frames_per_second));
    field(ui, "##speed", sheet.frames_per_second, 1, 120, "frames a second");
    sheet_row(ui, "Length",
              fmt::format("The film's length, 0.5 to 600 seconds. Default: {}.", plain.seconds));
    field(ui, "##length", sheet.seconds, 0.5, 600, "seconds");
    sheet_row(ui, "Pause",
              fmt::format("How long the film holds its first and last drawing, 0 to 60 s, each at "
                          "most a quarter of the film. Default: {}.",
                          plain.hold));
    field(ui, "##hold", sheet.hold, 0, 60, "seconds at each end");
    draw_pace(ui, sheet);
    draw_extras(ui, sheet);
    draw_target_rows(
        ui, "The extension is added to the name. PNG frames go into a folder of this name.",
        sheet.name);
}

// Returns a film for each chosen size, complete with the picture or the dive's target position.
std::vector<FilmSpec> film_specs(Ui& ui, const FilmSheet& sheet) {
    FilmSpec usual = plan_film(sheet, *ui.status.target, export_folder(ui));
    const auto& picture = ui.status.picture ? ui.status.picture : ui.status.target;
    const bool plain = !sheet.race() && !sheet.dive();
    if (sheet.subject == FilmSubject::before_after) usual.beside = picture;
    if (usual.dive) usual.dive->to = place_of_dive(ui);
    if (plain && sheet.inset) usual.inset = picture;
    const bool sum = sheet.subject == FilmSubject::neurons;
    if (sum) usual.neurons = ui.status.config.network.layers.back();
    usual.curve = plain && !sum && sheet.curve;
    const bool several = std::ranges::count(sheet.sizes, true) > 1;
    const PixelSize learned = ui.target_size();
    if (learns_smaller(ui.status)) usual.learned = learned;
    std::vector<FilmSpec> films;
    for (std::size_t i = 0; i < std::size(kFilmSizes); ++i) {
        if (!sheet.sizes[i]) continue;
        const FilmSizeChoice& size = kFilmSizes[i];
        FilmSpec& film = films.emplace_back(usual);
        if (size.side > 0) film.size = with_longer_side(learned, size.side);
        if (size.shape != FilmShape::own) set_shape(film, size.shape, learned);
        if (!plain) film.frame = {};
        if (!several) continue;
        std::string name = i == kOther ? std::to_string(sheet.longer_side) : size.name;
        std::ranges::replace(name, ':', 'x');
        const auto extension = film.path.extension();
        film.path.replace_extension();
        film.path += "-" + name + extension.string();
    }
    return films;
}

}  // namespace

void prepare_film_sheet(Ui& ui) {
    FilmSheet& sheet = ui.state.of<FilmSheet>();
    sheet.name = export_name(ui) + "-film";
    sheet.pace = ui.state.preferences.timelapse_pace;  // same pace as the timelapse
    sheet.last = ui.state.timelapse.at_step;           // the checkpoint on the screen
    sheet.played_since = ui.view.time;
}

void draw_film_sheet(Ui& ui) {
    if (!begin_share(ui)) return;
    FilmSheet& sheet = ui.state.of<FilmSheet>();
    const bool race = sheet.race();
    const NetworkEdits& changed = sheet.subject == FilmSubject::neurons
                                      ? ui.state.settings.history.present().network
                                      : ui.edits();
    std::vector<FilmSpec> films;
    {
        SheetColumns columns(ui, kShareRows, kSharePreview);
        draw_film_rows(ui, sheet);
        ui.state.timelapse.length = sheet;  // the timelapse plays like the film
        films = film_specs(ui, sheet);
        columns.next();
        draw_film_preview(ui, sheet,
                          films.empty() ? plan_film(sheet, *ui.status.target, {}) : films[0]);
        const SheetRoom kept(note_height(ui, 4));
        std::size_t racing = 0;
        if (race) racing = 1 + ui.status.compared_runs.size();
        if (!films.empty()) note(ui, film_summary(ui, films, racing));
        if (const std::string edits = edits_text(changed); !edits.empty() && !race)
            note(ui, "The film shows the network with " + edits + ".", ui.palette.accent_text);
    }
    const char* problem = films.empty()               ? "Choose at least one size."
                          : !is_file_name(sheet.name) ? "Type a name without a slash."
                                                      : "";
    draw_problem(ui, 1, problem);
    if (draw_export_foot(ui, sheet.name, paths_of(films), !*problem))
        for (const FilmSpec& film : films) {
            command::ExportFilm asked{.spec = film, .edits = changed, .race = race};
            if (race) asked.names = racer_names(ui.status);
            ui.requests.ask(asked);
        }
    end_sheet(ui);
}

void prepare_clip_sheet(Ui& ui) {
    ui.state.of<ClipSheet>().clip = plan_clip(ui);
}

void draw_clip_sheet(Ui& ui) {
    if (!begin_share(ui)) return;
    {
        SheetColumns columns(ui, kShareRows, kSharePreview);
        if (chip_row(ui, "Shape",
                     "The shape of the clip; remembered for the next one. Where edges would take a "
                     "third of it, it shows the part of the picture with the most detail.",
                     ui.state.preferences.clip_shape,
                     {{FilmShape::own, "Original shape",
                       "The picture's own shape, 1,080 pixels on the longer side."},
                      {FilmShape::square, "1:1", "1,080 × 1,080, for posts."},
                      {FilmShape::tall, "9:16", "1,080 × 1,920, for phones."}}))
            prepare_clip_sheet(ui);
        note(ui,
             "Four seconds of learning, then the picture wipes over the drawing and back. Saved "
             "in " +
                 export_folder(ui).string() + ", and copied so that you can paste it.");
        if (const std::string edits = edits_text(ui.edits()); !edits.empty())
            note(ui, "The clip shows the network with " + edits + ".", ui.palette.accent_text);
        columns.next();
        const FilmSpec& clip = ui.state.of<ClipSheet>().clip;
        FilmSheet learning = ui.state.of<FilmSheet>();
        learning.subject = FilmSubject::learning;
        learning.there_and_back = false;
        learning.seconds = clip.seconds;
        learning.hold = clip.hold;
        learning.last = clip.last;
        draw_film_preview(ui, learning, clip);
    }
    if (draw_sheet_foot(ui, "Share clip", true)) {
        ui.requests.ask(command::ExportFilm{.spec = ui.state.of<ClipSheet>().clip,
                                            .edits = ui.edits(),
                                            .unused_name = true,
                                            .origin = Origin::shared});
        close_dialog(ui);
    }
    end_sheet(ui);
}

}  // namespace redraw::ui
