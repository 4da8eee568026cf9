# Films by libav, a module of its own that is loaded when an MP4 or a WebM is written: linked into the programs,
# libav's many libraries would be loaded at every start. Without libav everything else is built as ever.
file(GLOB av_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/engine/run/av/*.cpp)
get_target_property(engine_sources redraw_engine SOURCES)
list(REMOVE_ITEM engine_sources ${av_sources})
set_target_properties(redraw_engine PROPERTIES SOURCES "${engine_sources}")
if(NOT LIBAV_FOUND)
  return()
endif()
add_library(redraw_av MODULE ${av_sources})
target_link_libraries(redraw_av PRIVATE redraw_engine redraw_warnings PkgConfig::LIBAV)
set(exports ${CMAKE_SOURCE_DIR}/engine/run/av/exports.map)
set_target_properties(redraw_av PROPERTIES
  PREFIX ""
  CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON
  LINK_DEPENDS ${exports}
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
target_link_options(redraw_av PRIVATE -Wl,--version-script=${exports} -Wl,--exclude-libs,ALL -Wl,--as-needed)
install(TARGETS redraw_av LIBRARY DESTINATION ${CMAKE_INSTALL_BINDIR})
