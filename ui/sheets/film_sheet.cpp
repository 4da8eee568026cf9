#include "engine/film/caption.h"
#include "engine/film/dive.h"
#include "engine/film/race_film.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/dive.h"
#include "ui/actions/neuron_layout.h"
#include "ui/actions/reference.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {

namespace {

constexpr float kFilmRows = 424, kFilmPreview = 320, kPreviewHeight = 240;  // units
constexpr double kLook = 0.11, kMovingLook = 0.05;  // seconds between two preview frames

// Returns the latest timelapse thumbnail that is not newer than a step.
Texture drawing_at(const Ui& ui, std::int64_t step) {
    Texture best;
    if (!ui.status.thumbnails) return best;
    const auto& drawn = *ui.status.thumbnails;
    for (std::size_t i = 0; i < std::min(drawn.size(), ui.view.thumbnails.size()); ++i)
        if (ui.view.thumbnails[i].there() && (!best.there() || drawn[i].step <= step))
            best = ui.view.thumbnails[i];
    return best;
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
    return caption_text(ui.epoch_of(step), psnr_at(ui.status, step));
}

// Plays a preview of the film from the timelapse's thumbnails, which costs almost nothing. The
// preview's area does not depend on the choices. `race`: the film compares several runs and has no
// preview.
void draw_film_preview(Ui& ui, const FilmSpec& spec, bool race) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect area = box(at.x, at.y, ImGui::GetContentRegionAvail().x, ui.px(kPreviewHeight));
    fill(area, ui.palette.well, ui.px(5));
    ImGui::InvisibleButton("film preview", area.size());
    name_control(ui, "film preview");
    tooltip(ui,
            "The film as it would play, in the timelapse's small drawings. Every frame of the film "
            "is drawn anew at its own size.");
    if (race)  // the other runs of a race have no thumbnails in this window
        return draw_centred(ui, ui.fonts.body, area, ui.palette.muted,
                            "A race is drawn as it is written");

    const FilmMoment moment =
        film_moment(ui, ui.view.time - ui.state.sheets.export_film.played_since);
    const Rect frame = area.fitted(spec.size.width, spec.size.height);
    const Grid plane = ui.target_grid();
    const double zoom = spec.dive ? dive_zoom(moment.part, spec.dive->deepest) : 1;
    const Rect seen =
        spec.dive
            ? seen_of(plane, dive_grid(plane, spec.dive->to.value_or(Point{}), zoom, spec.size))
            : Rect{0, 0, 1, 1};
    draw_part(drawing_at(ui, spec.dive ? ui.status.step : moment.step), frame, seen);
    if (spec.dive || spec.beside) {
        const float middle = std::floor((frame.x0 + frame.x1) / 2);
        draw_part(ui.view.picture.there() ? ui.view.picture : ui.view.target,
                  {frame.x0, frame.y0, middle, frame.y1},
                  {seen.x0, seen.y0, (seen.x0 + seen.x1) / 2, seen.y1});
        fill({middle - ui.hair(), frame.y0, middle, frame.y1}, IM_COL32(230, 230, 230, 255));
    }
    if (spec.caption)
        picture_chip(ui, {frame.x0 + ui.px(6), frame.y1 - ui.px(30)},
                     caption_of(ui, spec, moment.step, zoom));
    ui.requests.redraw_after(spec.dive ? kMovingLook : kLook);
}

template <class T>
void field(Ui& ui, const char* id, T& value, double low, double high, const char* unit) {
    std::string taken;
    if (text_field(ui, id, shown_number(double(value)), ui.px(72), taken))
        if (const auto parsed = parse_number(taken))
            value = static_cast<T>(std::clamp(*parsed, low, high));
    ImGui::SameLine(0, ui.px(8));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    read_out(ui, unit, ui.fonts.small, {at.x, at.y + ui.px(6)}, ui.palette.muted, unit, "");
    ImGui::NewLine();
}

void draw_format(Ui& ui, FilmSheet& sheet) {
    sheet_row(
        ui, "Kind",
        "A GIF plays everywhere, with 255 colours; MP4 and WebM keep fine gradations; PNG "
        "frames keep all for a video program. Default MP4 where it can be written, else GIF.");
    if (film_problem(sheet.format)) sheet.format = FilmFormat::gif;
    std::array formats{
        Chip<FilmFormat>{FilmFormat::mp4, "MP4", "H.264: for phones, players and messages."},
        Chip<FilmFormat>{FilmFormat::gif, "GIF", "Plays everywhere, forever, with 255 colours."},
        Chip<FilmFormat>{FilmFormat::webm, "WebM", "VP9: for the web."},
        Chip<FilmFormat>{FilmFormat::frames, "PNG frames",
                         "A folder of pictures for a video program."}};
    for (Chip<FilmFormat>& chip : formats)
        if (const auto problem = film_problem(chip.value)) {
            chip.help = "Not here: " + *problem + ".";
            chip.enabled = false;
        }
    choose_chip(ui, sheet.format, formats);
}

// Restarts the preview from the film's beginning if the user changed a choice.
void play_anew(Ui& ui, FilmSheet& sheet, bool chosen) {
    if (chosen) sheet.played_since = ui.view.time;
}

void draw_end(Ui& ui, FilmSheet& sheet) {
    const auto kept = kept_step(ui);
    if (sheet.last) sheet.last = kept;  // follows the bookmark, which may have changed
    sheet_row(ui, "Ends",
              "With the drawing as it is now, or with the moment that is kept (K), by which a dive "
              "is drawn then, too; a race goes to its end. Default the kept moment where there is "
              "one.");
    const bool race = sheet.subject == FilmSubject::race;
    bool at_kept = sheet.last.has_value() && !race;
    const Chip<bool> ends[] = {{false, "Now"},
                               {true, "With the kept moment", {}, kept.has_value() && !race}};
    if (!choose_chip(ui, at_kept, ends)) return;
    sheet.last = at_kept ? kept : std::nullopt;
    play_anew(ui, sheet, true);
}

void draw_subject(Ui& ui, FilmSheet& sheet) {
    sheet_row(
        ui, "Shows",
        "The learning: every frame drawn by the network of its moment. Before and after: the same, "
        "with the picture left of the middle. A dive: from the whole down to a detail 64 times as "
        "large, left of the middle the picture, right of it the network. The race: all drawings "
        "beside each other after equally many seconds, and their curves. Default the learning.");
    const bool others = !ui.status.companions.empty();
    if (!others && sheet.subject == FilmSubject::race) sheet.subject = FilmSubject::learning;
    const Chip<FilmSubject> subjects[] = {
        {FilmSubject::learning, "The learning", "The network's drawing alone."},
        {FilmSubject::before_after, "Before and after",
         "Left of the middle the picture, right of it the network that learns it."},
        {FilmSubject::dive, "A dive", "Into where you dived last, else where most is going on."},
        {FilmSubject::race, is_race(ui.status) || !others ? "The race" : "Both runs",
         others ? "Side by side, after equally many seconds of training each."
                : "While networks race, or a run is compared with (File > Race…).",
         others}};
    play_anew(ui, sheet, choose_chip(ui, sheet.subject, subjects));
    draw_end(ui, sheet);
    const bool race = sheet.subject == FilmSubject::race;
    sheet_row(ui, "Way",
              "Once: from the beginning to the end. There and back: to the end and back to the "
              "beginning in the same time, for a loop without a jump; a race goes once. Default "
              "once.");
    const Chip<bool> ways[] = {{false, "Once", {}, !race}, {true, "There and back", {}, !race}};
    play_anew(ui, sheet,
              choose_chip(ui, sheet.there_and_back, sheet.there_and_back && !race, ways));
}

// Draws the choice of the film's pace. A dive has a fixed pace; a race does not offer "By change",
// because its time axis is in seconds.
void draw_pace(Ui& ui, FilmSheet& sheet) {
    sheet_row(ui, "Pace",
              "How time passes: equal steps, ever larger steps (log), or so that each frame "
              "changes the drawing about as much. As the timelapse plays; default by change.");
    const bool race = sheet.subject == FilmSubject::race, dive = sheet.subject == FilmSubject::dive;
    const Chip<Pace> paces[] = {
        {Pace::change, "By change", "Every frame brings about as much that is new.",
         !race && !dive},
        {Pace::log, "Log steps", "The start slowly, the long end quickly.", !dive},
        {Pace::steps, "Even steps", "Every step takes equally long.", !dive}};
    const Pace shown = race && sheet.pace == Pace::change ? Pace::log : sheet.pace;
    if (choose_chip(ui, sheet.pace, shown, paces)) set_pace(ui, sheet.pace);
}

// Describes the film in one line. `racing`: the number of runs in a race; 0 for any other film.
std::string film_summary(const Ui& ui, const FilmSpec& spec, std::size_t racing) {
    const PixelSize size = racing > 0 ? race_film_size(spec, racing) : film_size(spec);
    const auto frames = std::max<long>(1, std::lround(spec.seconds * spec.frames_per_second));
    std::string text = fmt::format("{} frames of {}", frames, pixels_of(size));
    const double pixels = double(frames) * double(std::max<std::size_t>(1, racing)) *
                          spec.size.width * spec.size.height;
    if (const double seconds = seconds_to_draw(pixels, ui.status); seconds > 0)
        text += ", takes about " + duration(seconds);
    return text + ".";
}

void draw_film_rows(Ui& ui, FilmSheet& sheet) {
    draw_subject(ui, sheet);
    draw_format(ui, sheet);
    const FilmSheet plain;
    sheet_row(ui, "Size",
              fmt::format("The longer side, 16 to 4,096 pixels, of a race each drawing's. Default "
                          "{}. Larger takes longer.",
                          plain.longer_side));
    field(ui, "##size", sheet.longer_side, 16, 4096,
          sheet.subject == FilmSubject::race ? "pixels, longer side of each drawing"
                                             : "pixels, longer side");
    sheet_row(ui, "Speed",
              fmt::format("Frames a second, 1 to 120 (50 in a GIF). Default {}.",
                          plain.frames_per_second));
    field(ui, "##speed", sheet.frames_per_second, 1, 120, "frames a second");
    sheet_row(ui, "Length",
              fmt::format("How long the film is, 0.5 to 600 seconds. Default {}.", plain.seconds));
    field(ui, "##length", sheet.seconds, 0.5, 600, "seconds");
    sheet_row(
        ui, "Hold",
        fmt::format("How long the first and the last drawing stay, 0 to 60 seconds, a quarter of "
                    "the film each at most. Default {}.",
                    plain.hold));
    field(ui, "##hold", sheet.hold, 0, 60, "seconds, first and last drawing");
    draw_pace(ui, sheet);
    sheet_row(ui, "Caption",
              "Writes epoch and PSNR, or of a dive how large it is, into a corner of every frame. "
              "Off by default.");
    const char* caption = sheet.subject == FilmSubject::dive   ? "How large it is"
                          : sheet.subject == FilmSubject::race ? "Epoch of each"
                                                               : "Epoch and PSNR";
    if (toggle_chip(ui, "caption", caption, sheet.caption)) sheet.caption = !sheet.caption;
    draw_target_rows(ui, "The extension is added to it; for frames it is a folder.", sheet.name,
                     Dialog::film_folder);
}

// Returns the complete film to write, including the original picture or the dive's target position.
FilmSpec film_spec(Ui& ui, const FilmSheet& sheet) {
    FilmSpec spec = plan_film(sheet, *ui.status.target, export_folder(ui));
    if (sheet.subject == FilmSubject::before_after)
        spec.beside = ui.status.picture ? ui.status.picture : ui.status.target;
    if (spec.dive) spec.dive->to = place_of_dive(ui);
    return spec;
}

}  // namespace

void prepare_film_sheet(Ui& ui) {
    FilmSheet& sheet = ui.state.sheets.export_film;
    sheet.name = export_name(ui) + "-film";
    sheet.pace = ui.state.preferences.timelapse_pace;  // same pace as the timelapse
    sheet.last = kept_step(ui);
    sheet.played_since = ui.view.time;
}

void draw_film_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Export film",
                     kFilmRows + SheetColumns::kBetween + kFilmPreview + kSheetEdges, ui.has_run()))
        return;
    FilmSheet& sheet = ui.state.sheets.export_film;
    const bool race = sheet.subject == FilmSubject::race;
    FilmSpec spec;
    {
        SheetColumns columns(ui, kFilmRows, kFilmPreview);
        draw_film_rows(ui, sheet);
        spec = film_spec(ui, sheet);
        columns.next();
        draw_film_preview(ui, spec, race);
        const SheetRoom kept(note_height(ui, 3));
        note(ui, film_summary(ui, spec, race ? 1 + ui.status.companions.size() : 0),
             ui.palette.muted);
        if (const std::string edits = edits_text(edits_now(ui)); !edits.empty() && !race)
            note(ui, "The film shows the network with " + edits + ".", ui.palette.accent_text);
    }
    const bool named = !sheet.name.empty() && sheet.name.find('/') == std::string::npos;
    {
        const SheetRoom kept(note_height(ui, 1));
        if (!named) note(ui, "The film needs a name without a slash.", ui.palette.error);
    }
    if (draw_export_foot(ui, {spec.path}, sheet.replaced, named))
        ui.requests.ask(command::ExportFilm{spec, edits_now(ui), race});
    end_sheet(ui);
}

}  // namespace redraw::ui
