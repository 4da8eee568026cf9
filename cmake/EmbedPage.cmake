# Writes a C++ header with the files of exported web pages as strings, so that they can be edited as files.
# Run at build time: cmake -DFOLDER=engine/export/page -DOUTPUT=.../engine/export/page_files.h -P EmbedPage.cmake
set(text "// Made of engine/export/page/ by cmake/EmbedPage.cmake.\n#pragma once\n\nnamespace redraw::page_files {\n\n")
foreach(name page.html pane.html style.css decode.js network.js enlarge.js still.js view.js controls.js)
  file(READ ${FOLDER}/${name} content)
  string(REPLACE "." "_" symbol ${name})
  string(APPEND text "inline constexpr char ${symbol}[] = R\"page(${content})page\";\n\n")
endforeach()
file(WRITE ${OUTPUT} "${text}}  // namespace redraw::page_files\n")
