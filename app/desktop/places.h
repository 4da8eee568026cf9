// Finds files and folders that the studio uses.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// The preferences file. Empty without a home folder; preferences are then not saved.
std::filesystem::path settings_file();
// The sample picture that comes with Redraw, installed or in the source tree; empty if it is
// missing.
std::filesystem::path sample_picture();
// The `redraw` program beside this executable, or else the one in PATH.
std::filesystem::path command_line_program();
std::filesystem::path home_folder();
// The file that holds a pasted picture. Throws Error without a home folder.
std::filesystem::path pasted_picture();
// The file that holds the drawing copied last. Throws Error without a home folder.
std::filesystem::path copied_drawing();
std::filesystem::path pictures_folder();  // the home folder if there is none

// Opens a file or a folder in the desktop's program for it, by xdg-open, without waiting. Returns
// an error message, or empty.
std::string open_outside(const std::filesystem::path& path);
// Opens the installed or built guide, or else its text in the source tree. Returns an error
// message, or empty.
std::string open_guide();

}  // namespace redraw
