#include "app/portal/portal_message.h"

#include "ui/actions/pasted_path.h"

#include <string_view>

namespace redraw {
namespace {

void add_text(sd_bus_message* m, const char* name, const std::string& value) {
    if (!value.empty()) sd_bus_message_append(m, "{sv}", name, "s", value.c_str());
}

// Adds the folder to open as zero-terminated bytes, because a path need not be UTF-8.
void add_folder(sd_bus_message* m, const std::filesystem::path& folder) {
    if (folder.empty()) return;
    const std::string bytes = folder.string();
    sd_bus_message_open_container(m, 'e', "sv");
    sd_bus_message_append(m, "s", "current_folder");
    sd_bus_message_open_container(m, 'v', "ay");
    sd_bus_message_append_array(m, 'y', bytes.c_str(), bytes.size() + 1);
    sd_bus_message_close_container(m);
    sd_bus_message_close_container(m);
}

// Adds filters by media type and extension, which only shorten the dialog's list of files: Redraw
// recognises pictures by their content.
void add_filters(sd_bus_message* m) {
    constexpr unsigned kPattern = 0, kMime = 1;
    sd_bus_message_append(m, "{sv}", "filters", "a(sa(us))", 2,                    //
                          "Pictures and runs", 16,                                 //
                          kMime, "image/png", kMime, "image/jpeg",                 //
                          kMime, "image/webp", kMime, "image/gif",                 //
                          kMime, "image/bmp", kMime, "image/x-tga",                //
                          kMime, "image/tiff", kMime, "image/avif",                //
                          kMime, "image/heic", kMime, "image/heif",                //
                          kMime, "image/jxl", kMime, "image/vnd.adobe.photoshop",  //
                          kMime, "image/x-portable-anymap",                        //
                          kPattern, "*.tga", kPattern, "*.csv",                    //
                          kPattern, "*.redraw",                                    //
                          "All files", 1, kPattern, "*");
}

}  // namespace

PortalMessage make_portal_call(sd_bus* bus, const ui::FileQuestion& question,
                               const std::string& parent_window) {
    using Kind = ui::FileQuestion::Kind;
    sd_bus_message* m = nullptr;
    const char* method = question.kind == Kind::save ? "SaveFile" : "OpenFile";
    if (sd_bus_message_new_method_call(bus, &m, kPortalName, kPortalPath, kFileChooser, method) < 0)
        return nullptr;
    PortalMessage message(m);
    sd_bus_message_append(m, "ss", parent_window.c_str(), question.title.c_str());
    sd_bus_message_open_container(m, 'a', "{sv}");
    // The token may be constant, because this connection makes only one request.
    add_text(m, "handle_token", "redraw");
    add_text(m, "accept_label", question.act);
    sd_bus_message_append(m, "{sv}", "modal", "b", 1);
    if (question.kind == Kind::folder) sd_bus_message_append(m, "{sv}", "directory", "b", 1);
    if (question.kind == Kind::save) add_text(m, "current_name", question.name);
    if (question.kind == Kind::open) add_filters(m);
    add_folder(m, question.folder);
    if (sd_bus_message_close_container(m) < 0) return nullptr;
    return message;
}

std::optional<std::filesystem::path> chosen_path(sd_bus_message* response) {
    if (sd_bus_message_enter_container(response, 'a', "{sv}") < 0) return std::nullopt;
    while (sd_bus_message_enter_container(response, 'e', "sv") > 0) {
        const char *key = nullptr, *uri = nullptr;
        if (sd_bus_message_read(response, "s", &key) < 0) return std::nullopt;
        if (std::string_view(key) == "uris") {
            if (sd_bus_message_enter_container(response, 'v', "as") < 0 ||
                sd_bus_message_enter_container(response, 'a', "s") < 0 ||
                sd_bus_message_read(response, "s", &uri) <= 0)
                return std::nullopt;
            return ui::pasted_path(uri, {});
        }
        if (sd_bus_message_skip(response, "v") < 0) return std::nullopt;
        sd_bus_message_exit_container(response);
    }
    return std::nullopt;
}

}  // namespace redraw
