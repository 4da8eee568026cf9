// Paths of the files and folders that the studio uses.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// The preferences file. Empty if there is no home folder; preferences are then not saved.
std::filesystem::path settings_file();
// The command-line program `redraw` beside this executable; if there is none, the one in PATH.
std::filesystem::path command_line_program();
std::filesystem::path home_folder();
// The file that a pasted picture is written to. Throws Error without a home folder.
std::filesystem::path pasted_picture();
// The file that a copied render is written to. Throws Error without a home folder.
std::filesystem::path copied_drawing();
std::filesystem::path pictures_folder();  // the home folder if there is no pictures folder

// Opens the user guide: the HTML page, installed or in the build folder, otherwise its text.
// Returns an error message, or empty.
std::string open_guide();

}  // namespace redraw
