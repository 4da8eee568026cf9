#include "app/library/read_fonts.h"

#include "engine/system/process.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>

namespace redraw {
namespace {

using Bytes = std::vector<char>;

Bytes read_font(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    Bytes bytes{std::istreambuf_iterator<char>(file), {}};
    const auto starts = [&](const std::array<char, 4>& magic) {
        return bytes.size() > 1024 && std::equal(magic.begin(), magic.end(), bytes.begin());
    };
    if (!starts({'O', 'T', 'T', 'O'}) && !starts({'t', 't', 'c', 'f'}) &&
        !starts({'t', 'r', 'u', 'e'}) && !starts({0, 1, 0, 0}))
        bytes.clear();
    return bytes;
}

Bytes first_font(std::initializer_list<const char*> names) {
    // Looks first beside the program, where the bundle for any Linux (scripts/bundle) has fonts.
    static const std::string bundled =
        (program_path().parent_path() / "../share/redraw/fonts/").string();
    for (const char* folder :
         {bundled.c_str(), "/usr/share/fonts/opentype/inter/", "/usr/share/fonts/truetype/inter/",
          "/usr/share/fonts/inter/", "/usr/local/share/fonts/", "/usr/share/fonts/truetype/dejavu/",
          "/usr/share/fonts/dejavu/", "/usr/share/fonts/TTF/", "/usr/share/fonts/truetype/noto/",
          "/usr/share/fonts/opentype/noto/", "/usr/share/fonts/truetype/droid/",
          "/usr/share/fonts/truetype/liberation/", "/usr/share/fonts/truetype/liberation2/",
          "/usr/share/fonts/liberation-sans/", "/usr/share/fonts/truetype/freefont/",
          "/usr/share/fonts/truetype/ubuntu/", "/usr/share/fonts/opentype/cantarell/",
          "C:/Windows/Fonts/"})
        for (const char* name : names)
            if (Bytes bytes = read_font(std::string(folder) + name); !bytes.empty()) return bytes;
    return {};
}

}  // namespace

ui::FontFiles read_fonts(bool extra) {
    ui::FontFiles files{
        first_font({"Inter-Regular.otf", "Inter-Regular.ttf", "DejaVuSans.ttf",
                    "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "FreeSans.ttf",
                    "Ubuntu-R.ttf", "Cantarell-VF.otf", "segoeui.ttf"}),
        first_font({"Inter-SemiBold.otf", "Inter-SemiBold.ttf", "DejaVuSans-Bold.ttf",
                    "NotoSans-Bold.ttf", "LiberationSans-Bold.ttf", "FreeSansBold.ttf",
                    "Ubuntu-B.ttf", "Cantarell-VF.otf", "seguisb.ttf"}),
        {},
        {}};
    if (!extra) return files;
    files.wide = first_font({"DejaVuSans.ttf", "segoeui.ttf"});
    files.eastern = first_font({"DroidSansFallbackFull.ttf", "DroidSansFallback.ttf",
                                "NotoSansCJK-Regular.ttc", "NotoSans-Regular.ttf", "msyh.ttc"});
    return files;
}

}  // namespace redraw
