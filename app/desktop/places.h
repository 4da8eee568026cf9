// Files and folders the studio finds by itself.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// Empty when there is no home: the settings are then not kept.
std::filesystem::path settings_file();
// The drawing that comes with Redraw, installed or in the source tree; empty if it is missing.
std::filesystem::path sample_picture();
// redraw, beside the executable; else as the path has it.
std::filesystem::path command_line_program();
std::filesystem::path home_folder();
// The file that a pasted picture is opened from. Throws Error without a home.
std::filesystem::path pasted_picture();
// The file of the drawing that was copied last. The same.
std::filesystem::path copied_drawing();
std::filesystem::path pictures_folder();  // the home folder when there is none

// Opens a file or a folder in the program that the desktop has for it: by xdg-open, for which
// nobody waits. Where there is none, what to say; else empty.
std::string open_outside(const std::filesystem::path& path);
// Opens the guide, as installed or as built, else its text in the source tree. The same.
std::string open_guide();

}  // namespace redraw
