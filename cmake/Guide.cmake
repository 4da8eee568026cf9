# The guide as HTML, for Help > Guide. python3-markdown makes it from docs/ in guide/ beside bin/, where the studio
# looks; it is also installed. Without python3-markdown, the guide's Markdown text is installed and opened instead.
if(NOT REDRAW_STUDIO)
  return()
endif()
set(guide_folder ${CMAKE_BINARY_DIR}/guide)
set(installed_guide ${CMAKE_INSTALL_DATADIR}/doc/redraw/guide)
find_program(REDRAW_MARKDOWN_PYTHON python3 HINTS /usr/bin NO_CMAKE_PATH)
if(REDRAW_MARKDOWN_PYTHON)
  execute_process(COMMAND ${REDRAW_MARKDOWN_PYTHON} -c "import markdown" RESULT_VARIABLE no_markdown OUTPUT_QUIET ERROR_QUIET)
endif()
if(REDRAW_MARKDOWN_PYTHON AND no_markdown EQUAL 0)
  file(GLOB guide_pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/*.md ${CMAKE_SOURCE_DIR}/docs/images/*)
  add_custom_command(OUTPUT ${guide_folder}/guide.html
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${guide_folder}  # also removes pages that no longer exist
    COMMAND ${REDRAW_MARKDOWN_PYTHON} -B ${CMAKE_SOURCE_DIR}/cmake/guide.py ${CMAKE_SOURCE_DIR}/docs ${guide_folder}
    DEPENDS ${guide_pages} ${CMAKE_SOURCE_DIR}/cmake/guide.py VERBATIM)
  add_custom_target(guide DEPENDS ${guide_folder}/guide.html)
  add_dependencies(redraw-studio guide)
  install(DIRECTORY ${guide_folder}/ DESTINATION ${installed_guide})
else()
  message(STATUS "Help > Guide opens the guide's text: python3-markdown, which makes HTML of it, is not here")
  install(FILES ${CMAKE_SOURCE_DIR}/docs/guide.md DESTINATION ${installed_guide})
endif()
