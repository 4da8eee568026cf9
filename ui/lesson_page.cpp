#include "engine/session/status.h"
#include "engine/text/words.h"
#include "ui/actions/action_controls.h"
#include "ui/actions/comparison.h"
#include "ui/actions/lesson.h"
#include "ui/actions/shortcuts.h"
#include "ui/centre/centre.h"
#include "ui/panels.h"

namespace redraw::ui {
namespace {

constexpr float kEdge = 24, kRun = 26, kFoot = 58;  // sizes in layout units

void paragraph(Ui& ui, const char* name, ImFont* font, ImU32 ink, const std::string& text,
               const std::string& explained) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = draw_wrapped(font, at, width, ink, text);
    read_out(ui, name, box(at.x, at.y, width, height), explained);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, height + ui.px(4)});
}

std::string number_of(const LessonState& now) {
    if (!now.number) return "LESSON " + now.lesson->name;
    return fmt::format("LESSON {} OF {}", *now.number + 1, lessons().size());
}

void draw_head(Ui& ui, const LessonState& now) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    read_out(ui, "lesson number", ui.fonts.caption, at, ui.palette.muted,
             shortened(ui.fonts.caption, number_of(now), right - at.x - ui.px(40)),
             "Help > Lessons lists them all.");
    if (close_button(ui, "close lesson", {right - ui.px(24), at.y - ui.px(6)},
                     "Leaves the lesson (Esc). Its runs are kept."))
        leave_lesson(ui);
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(20)});
}

// Returns the height of the button of a guess.
float guess_height(ImFont* font, const std::string& text, float width) {
    return wrapped_size(font, text, width - 2.6f * font->FontSize).y + 1.1f * font->FontSize;
}

// Draws the button of a guess, with the digit of its key. Returns true if it was pressed.
bool guess_button(Ui& ui, ImFont* font, std::size_t at, const std::string& text, bool chosen,
                  float width) {
    const Palette& p = ui.palette;
    const float indent = 2 * font->FontSize, room = width - 2.6f * font->FontSize;
    const float height = wrapped_size(font, text, room).y;
    ImGui::PushID(int(at));
    const bool pressed = ImGui::InvisibleButton("guess", {width, guess_height(font, text, width)});
    ImGui::PopID();
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const Rect place{a.x, a.y, b.x, b.y};
    fill(place, ImGui::IsItemHovered() ? p.field_hovered : p.field, ui.px(6));
    frame(place, chosen ? p.accent : p.line, ui.px(6), ui.px(chosen ? 2 : 1));
    const float y = place.top_of(height);
    draw_text(ui, font, {a.x + 0.8f * font->FontSize, y}, p.accent_text, std::to_string(at + 1));
    draw_wrapped(font, {a.x + indent, y}, room, p.text, text);
    focus_ring(ui, text);
    tooltip(ui,
            fmt::format("Your guess (key {}). The race that answers it starts at once.", at + 1));
    return pressed;
}

void draw_question(Ui& ui, const LessonState& now) {
    const Lesson& lesson = *now.lesson;
    paragraph(ui, "stake", ui.fonts.page, ui.palette.muted, lesson.stake, "What is at stake.");
    paragraph(ui, "question", ui.fonts.page, ui.palette.text, lesson.question,
              "Guess first: the digit of a guess chooses it, too.");
    for (std::size_t i = 0; i < lesson.guesses.size(); ++i)
        if (guess_button(ui, ui.fonts.page, i, lesson.guesses[i].text, now.guess == i,
                         ImGui::GetContentRegionAvail().x)) {
            make_guess(ui, i);
            break;
        }
}

void draw_run(Ui& ui, std::size_t at, const LessonRun& run, double psnr, bool alone) {
    const Fonts& fonts = ui.fonts;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImU32 ink = at == 0 ? ui.palette.accent_text : compared_colour(ui, at - 1);
    const std::string value = std::isnan(psnr) ? "–" : decibels(psnr);
    const float right = from.x + width - text_size(fonts.number, value).x;
    float x = from.x;
    const float y = from.y + ui.px(2);
    if (!alone) {
        draw_text(ui, fonts.number, {x, y}, ink, letter_of(at));
        x += ui.px(26);
    }
    draw_text(ui, fonts.page, {x, y}, ui.palette.text,
              shortened(fonts.page, run.label, right - x - ui.px(8)));
    draw_text(ui, fonts.number, {right, y}, ink, value);
    read_out(ui, run.label, box(from.x, from.y, width, ui.px(kRun)), kDecibels);
    ImGui::SetCursorScreenPos(from);
    ImGui::Dummy({width, ui.px(kRun)});
}

std::string verdict(const LessonState& now) {
    const auto text = [&](std::size_t guess) {
        std::string said = now.lesson->guesses[guess].text;
        if (said.ends_with('.')) said.pop_back();
        return "“" + said + "”";
    };
    const std::string guessed = "You guessed " + text(*now.guess);
    if (!now.result) return guessed + ".";
    if (now.right == now.guess) return guessed + ". Right.";
    if (now.right) return guessed + ". It was " + text(*now.right) + ".";
    return guessed + ". On this picture no guess is right.";
}

void draw_answer(Ui& ui, const LessonState& now) {
    const Lesson& lesson = *now.lesson;
    const Palette& p = ui.palette;
    paragraph(ui, "question", ui.fonts.page, p.muted, lesson.question, "What was asked.");
    const std::vector<Racer> racers = racers_of(ui.status);
    const bool between = now.result && asks_between_pixels(lesson);
    const auto decides = between ? &RunMeasures::between : &RunMeasures::psnr;
    for (std::size_t i = 0; i < lesson.runs.size(); ++i) {
        const LessonRun& run = lesson.runs[i];
        const double psnr = now.result          ? now.result->at(run.name).*decides
                            : i < racers.size() ? double(racers[i].psnr)
                                                : RunMeasures::kUnknown;
        draw_run(ui, i, run, psnr, lesson.runs.size() == 1);
    }
    if (const std::string at = between ? "between the pixels" : at_learned_size(ui.status);
        !at.empty())
        paragraph(ui, "learned size", ui.fonts.page, p.muted, "Measured " + at + ".", kDecibels);
    ImGui::Dummy({1, ui.px(2)});
    if (now.result)
        paragraph(ui, "result", ui.fonts.page, p.text, now.said,
                  "Every number is measured on these runs.");
    paragraph(ui, "verdict", ui.fonts.page, p.accent_text, verdict(now), "Your guess.");
    if (!now.result) return;
    paragraph(ui, "why", ui.fonts.page, p.text, lesson.why, "Why that is so.");
    paragraph(ui, "to try", ui.fonts.page, p.muted, lesson.try_it.text,
              "Try it yourself shows the setting.");
}

void draw_foot(Ui& ui, const LessonState& now, const Rect& foot) {
    const float y = foot.y0 + ui.px(8), height = ui.px(36), gap = ui.px(8);
    float x = foot.x0 + ui.px(kEdge);
    const auto place = [&](float width) {
        const Rect rect = box(x, y, ui.px(width), height);
        x = rect.x1 + gap;
        return rect;
    };
    const std::string next = next_lesson_label(now);
    const float wide = text_size(ui.fonts.strong, next).x / ui.view.scale + 28;
    if (button_at(ui, "next lesson", next, ButtonStyle::accent, place(std::max(82.0f, wide)),
                  {.help = "The next lesson (Enter)."}))
        open_next_lesson(ui);
    if (!now.lesson->try_it.control.empty() &&
        button_at(ui, "try it", "Try it yourself", ButtonStyle::plain, place(120),
                  {.enabled = ui.can_train(),
                   .help = ui.help("Shows the setting that matters, to change it.")}))
        try_it_yourself(ui);
    [[maybe_unused]] const auto also = [&](Action action, const char* id, const char* label,
                                           float width) {
        if (can_perform(ui, action) && x + ui.px(width) <= foot.x1)  // the button fits the page
            action_button_at(ui, action, id, label, ButtonStyle::bare, place(width));
    };
    also(Action::race_film, "lesson film", "Race film", 84);
    also(Action::race_page, "lesson page", "Page", 54);
}

void draw_lesson(Ui& ui, const Rect& area) {
    const LessonState now = ui.state.of<LessonState>();  // pressing a button may change it
    const float foot = now.result ? ui.px(kFoot) : 0;
    begin_area("lesson", {area.x0, area.y0, area.x1, area.y1 - foot}, ui.palette.panel,
               {ui.px(kEdge), ui.px(18)});
    draw_head(ui, now);
    paragraph(ui, "lesson title", ui.fonts.number, ui.palette.text, now.lesson->title,
              now.lesson->stake);
    if (now.result || is_under_way(ui))
        draw_answer(ui, now);
    else
        draw_question(ui, now);
    fill({area.x1 - ui.hair(), area.y0, area.x1, area.y1}, ui.palette.line);
    ImGui::End();
    if (foot == 0) return;
    const Rect below{area.x0, area.y1 - foot, area.x1 - ui.hair(), area.y1};
    begin_area("lesson foot", below, ui.palette.panel, {0, 0}, ImGuiWindowFlags_NoScrollbar);
    draw_foot(ui, now, below);
    ImGui::End();
}

constexpr float kStagePad = 32, kGap = 14;  // layout units, on a stage

// Returns the largest font in which texts of this height fit.
template <class HeightIn>
ImFont* font_for(const Ui& ui, float room, const HeightIn& height_in) {
    for (ImFont* font : {ui.fonts.stage, ui.fonts.page})
        if (height_in(font) <= room) return font;
    return ui.fonts.menu;
}

// Draws what is at stake, the question and its guesses in `area`, in the middle of its height.
void present_question(Ui& ui, const LessonState& now, const Rect& area) {
    const Lesson& lesson = *now.lesson;
    const float gap = ui.px(kGap), width = area.width(), head = ui.px(24);
    ImFont* small = ui.fonts.page;
    const float stake = wrapped_size(small, lesson.stake, width).y + gap;
    const auto height_in = [&](ImFont* font) {
        float height = head + stake + wrapped_size(font, lesson.question, width).y + gap;
        height += gap + small->FontSize;  // the hint
        for (const Guess& guess : lesson.guesses)
            height += gap + guess_height(font, guess.text, width);
        return height;
    };
    ImFont* font = font_for(ui, area.height(), height_in);
    float y = std::max(area.y0, area.top_of(height_in(font)));
    read_out(ui, "lesson number", ui.fonts.caption, {area.x0, y}, ui.palette.muted, number_of(now),
             lesson.title);
    y += head;
    draw_wrapped(small, {area.x0, y}, width, ui.palette.muted, lesson.stake);
    read_out(ui, "stake", box(area.x0, y, width, stake - gap), "What is at stake.");
    y += stake;
    const float tall = draw_wrapped(font, {area.x0, y}, width, ui.palette.text, lesson.question);
    read_out(ui, "question", box(area.x0, y, width, tall),
             "Guess first: the digit of a guess chooses it, too.");
    y += tall + gap;
    for (std::size_t i = 0; i < lesson.guesses.size(); ++i) {
        y += gap;
        ImGui::SetCursorScreenPos({area.x0, y});
        if (guess_button(ui, font, i, lesson.guesses[i].text, false, width)) make_guess(ui, i);
        y += guess_height(font, lesson.guesses[i].text, width);
    }
    read_out(ui, "how to guess", small, {area.x0, y + gap}, ui.palette.muted,
             "Press the digit of your guess.", "A click on a guess does the same.");
}

// Draws the drawings, and below them what was measured, whether the guess was right, and why.
void present_answer(Ui& ui, const LessonState& now, const Rect& window) {
    const Palette& p = ui.palette;
    const float pad = ui.px(kStagePad), width = window.width() - 2 * pad, gap = ui.px(kGap) / 2;
    std::string guessed = verdict(now);
    if (now.number == lessons().size() - 1) guessed += " " + score(now) + ".";
    const auto height_in = [&](ImFont* font) {
        return wrapped_size(font, now.said, width).y + wrapped_size(font, guessed, width).y +
               wrapped_size(font, now.lesson->why, width).y + 2 * gap;
    };
    ImFont* font = font_for(ui, 0.42f * window.height(), height_in);
    const float foot = window.y1 - ui.px(kFoot);
    float y = foot - height_in(font);
    draw_racers(ui, {window.x0 + pad, window.y0, window.x1 - pad, y - ui.px(kGap)});
    const auto text = [&](const char* name, ImU32 ink, const std::string& said,
                          const char* explained) {
        const float tall = draw_wrapped(font, {window.x0 + pad, y}, width, ink, said);
        read_out(ui, name, box(window.x0 + pad, y, width, tall), explained);
        y += tall + gap;
    };
    text("result", p.text, now.said, "Every number is measured on these runs.");
    text("verdict", p.accent_text, guessed, "Your guess.");
    text("why", p.muted, now.lesson->why, "Why that is so.");
    draw_foot(ui, now, {window.x0 + ui.px(kStagePad - kEdge), foot, window.x1 - pad, window.y1});
}

bool covers_drawing(const Ui& ui) {
    const LessonState& now = ui.state.of<LessonState>();
    return !now.result && !is_under_way(ui);
}

}  // namespace

Rect present_lesson(Ui& ui, const Rect& window) {
    const LessonState now = ui.state.of<LessonState>();  // pressing a button may change it
    const float pad = ui.px(kStagePad);
    const Rect notices{window.x0 + pad, window.y1 - ui.px(44), window.x1 - pad, window.y1};
    if (covers_drawing(ui)) {
        const float middle = window.x0 + std::floor(0.46f * window.width());
        draw_panes(ui, {window.x0 + pad, window.y0 + pad, middle, window.y1 - pad});
        present_question(ui, now, {middle + pad, window.y0 + pad, window.x1 - pad, notices.y0});
    } else if (now.result) {
        present_answer(ui, now, window);
    } else {
        ImFont* font = ui.fonts.stage;
        const std::string& question = now.lesson->question;
        const float y = window.y0 + ui.px(kGap), width = window.width() - 2 * pad;
        const float tall =
            draw_wrapped(font, {window.x0 + pad, y}, width, ui.palette.text, question);
        read_out(ui, "question", box(window.x0 + pad, y, width, tall), verdict(now));
        return draw_podium(ui, {window.x0, y + tall, window.x1, window.y1});
    }
    return notices;
}

const SidePage kLessonPage{draw_lesson, lesson_key, present_lesson, covers_drawing};

float draw_lesson_strip(Ui& ui, const Rect& side) {
    const LessonState& now = ui.state.of<LessonState>();
    if (!now.lesson) return 0;
    const float pad = ui.px(20), width = side.width() - 2 * pad;
    ImFont* font = ui.fonts.menu;
    const std::string& text = now.lesson->try_it.text;
    const float height = wrapped_size(font, text, width).y + ui.px(76);
    begin_area("lesson strip", {side.x0, side.y0, side.x1, side.y0 + height}, ui.palette.panel,
               {pad, ui.px(14)}, ImGuiWindowFlags_NoScrollbar);
    paragraph(ui, "to try", font, ui.palette.text, text, now.lesson->title);
    const ImVec2 size{(width - ui.px(8)) / 2, ui.px(30)};
    const bool back = button(ui, "back to lesson", "Back to the lesson", ButtonStyle::plain, size,
                             {.help = "Shows the lesson again (Esc)."});
    ImGui::SameLine(0, ui.px(8));
    const bool next =
        button(ui, "next lesson", "Next", ButtonStyle::plain, size, {.help = "The next lesson."});
    fill({side.x0, side.y0 + height - ui.hair(), side.x1, side.y0 + height}, ui.palette.line);
    fill({side.x1 - ui.hair(), side.y0, side.x1, side.y0 + height}, ui.palette.line);
    ImGui::End();
    if (back) go_back_in_lesson(ui);
    if (next) open_next_lesson(ui);
    return height;
}

}  // namespace redraw::ui
