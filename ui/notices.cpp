// What went wrong or well, in a sentence at the top of the centre. Errors stay until resolved or
// dismissed; good news goes by itself. An export under way shows here too.
#include "ui/format.h"
#include "ui/widgets.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr double kNoticeSeconds = 7;

enum class Tone { good, error, hint };

// One strip; true when it was dismissed.
bool strip(Ui& ui, const char* id, Rect& area, Tone tone, const std::string& text, bool closable,
           const char* act = nullptr, double progress = -1) {
    const Palette& p = ui.palette;
    ImFont* font = ui.view.fonts.body;
    const float pad = ui.px(14), wrap = area.width() - ui.px(act ? 170 : 80);
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, FLT_MAX, wrap, text.c_str());
    const float height = std::max(ui.px(38), size.y + ui.px(20));
    const float width = std::min(area.width(), size.x + ui.px(act ? 170 : closable ? 90 : 46));
    const float x = std::floor((area.x0 + area.x1 - width) / 2);
    ImGui::SetNextWindowPos({x, area.y0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, p.panel);
    ImGui::PushStyleColor(ImGuiCol_Border, tone == Tone::error ? p.error : p.line);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0f, ui.px(1)));
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor(2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mark{x + ui.px(20), area.y0 + height / 2};
    if (tone == Tone::error) {  // a sign, not only a colour
        list.AddCircleFilled(mark, ui.px(8), p.error);
        draw_text(ui, ui.view.fonts.strong,
                  {mark.x - text_size(ui.view.fonts.strong, "!").x / 2,
                   mark.y - ui.view.fonts.strong->FontSize / 2},
                  p.panel, "!");
    } else if (tone == Tone::good) {
        list.AddCircle(mark, ui.px(8), p.muted, 0, ui.px(1.5f));
        const ImVec2 tick[3] = {{mark.x - ui.px(4), mark.y},
                                {mark.x - ui.px(1), mark.y + ui.px(3)},
                                {mark.x + ui.px(4), mark.y - ui.px(3)}};
        list.AddPolyline(tick, 3, p.muted, 0, ui.px(1.5f));
    } else {
        list.AddCircleFilled(mark, ui.px(4), p.accent);
    }
    list.AddText(font, font->FontSize, {x + ui.px(38), area.y0 + (height - size.y) / 2}, p.text,
                 text.c_str(), nullptr, wrap);
    if (progress >= 0) {
        const float y = area.y0 + height - ui.px(3);
        list.AddRectFilled({x, y},
                           {x + width * float(std::clamp(progress, 0.0, 1.0)), y + ui.px(3)},
                           p.accent, ui.px(2));
    }
    bool dismissed = false;
    if (act) {
        ImGui::SetCursorScreenPos({x + width - ui.px(92), area.y0 + (height - ui.px(26)) / 2});
        dismissed = button(ui, "act", act, ButtonLook::plain, {ui.px(80), ui.px(26)});
    } else if (closable) {
        ImGui::SetCursorScreenPos(
            {x + width - pad - ui.px(22), area.y0 + (height - ui.px(24)) / 2});
        dismissed =
            button(ui, "dismiss", "", ButtonLook::bare, {ui.px(24), ui.px(24)}, Icon::close);
    }
    ImGui::End();
    area.y0 += height + ui.px(8);
    return dismissed;
}

}  // namespace

void draw_notices(Ui& ui, const Rect& main) {
    UiState& s = ui.state;
    Rect area{main.x0 + ui.px(40), main.y0 + ui.px(ui.has_run() ? 58 : 10), main.x1 - ui.px(40),
              main.y1};
    if (const auto& job = ui.status.job) {
        const std::string left =
            job->progress > 0.02 ? ", " + duration(job->seconds_left) + " left" : "";
        if (strip(ui, "job", area, Tone::hint,
                  "Writing " + job->what + print(": %.0f %%", job->progress * 100) + left, false,
                  "Cancel", job->progress))
            ui.requests.cancel_job = true;
    }
    if (!ui.status.error.empty() && strip(ui, "error", area, Tone::error, ui.status.error, true))
        ui.requests.dismiss_error = true;
    if (!s.settings.problem.empty() &&
        strip(ui, "problem", area, Tone::error, s.settings.problem, true))
        s.settings.problem.clear();
    if (!s.message.empty() && strip(ui, "message", area, Tone::hint, s.message, true))
        s.message.clear();
    if (ui.view.sample && ui.has_run() && ui.status.error.empty() && !s.hint_dismissed &&
        strip(ui, "hint", area, Tone::hint, "Drop a picture anywhere", true))
        s.hint_dismissed = true;

    if (ui.status.notice != s.said) {
        s.said = ui.status.notice;
        s.said_at = ui.view.time;
        s.notice_hidden = false;
    }
    const double left = s.said_at + kNoticeSeconds - ui.view.time;
    if (s.said.empty() || s.notice_hidden || left <= 0) return;
    ui.requests.redraw_after(left);
    if (strip(ui, "notice", area, Tone::good, s.said, true)) s.notice_hidden = true;
}

}  // namespace redraw
