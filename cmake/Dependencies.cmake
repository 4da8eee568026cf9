# Finds the libraries that the build needs, by CMake's modules or by pkg-config. Some are optional.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
set(library_suffixes ${CMAKE_FIND_LIBRARY_SUFFIXES})
if(REDRAW_BUNDLE)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)  # links the next libraries statically, see cmake/Bundle.cmake
endif()
find_package(PNG REQUIRED)
find_package(JPEG REQUIRED)
find_package(GIF REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
pkg_check_modules(WEBP REQUIRED IMPORTED_TARGET libwebp)
pkg_check_modules(LIBZSTD REQUIRED IMPORTED_TARGET libzstd)
if(REDRAW_STUDIO)
  pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)
  add_library(imgui ALIAS PkgConfig::IMGUI)
endif()
set(CMAKE_FIND_LIBRARY_SUFFIXES ${library_suffixes})
pkg_check_modules(LIBEXIF REQUIRED IMPORTED_TARGET libexif)
find_package(fmt REQUIRED)
set(fmt $<IF:$<BOOL:${REDRAW_BUNDLE}>,fmt::fmt-header-only,fmt::fmt>)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
pkg_check_modules(LCMS REQUIRED IMPORTED_TARGET lcms2)
add_library(WebP::WebP ALIAS PkgConfig::WEBP)
add_library(EXIF::EXIF ALIAS PkgConfig::LIBEXIF)
add_library(LCMS::LCMS ALIAS PkgConfig::LCMS)
add_library(ZSTD::ZSTD ALIAS PkgConfig::LIBZSTD)

# For the captions of films: stb_truetype, which draws letters, and the font, which is embedded in the programs.
find_file(REDRAW_STB stb/stb_truetype.h REQUIRED)
find_file(REDRAW_STB_IMAGE stb/stb_image.h REQUIRED)  # unpacks BMP, TGA, PNM and PSD
find_file(REDRAW_CAPTION_FONT Inter-SemiBold.otf REQUIRED
  PATHS /usr/share/fonts/opentype/inter /usr/share/fonts/inter /usr/share/fonts/OTF /usr/local/share/fonts)

# KISS FFT, for the spectrum of a picture: only its C++ header is used.
find_path(REDRAW_KISSFFT kissfft/kissfft.hh REQUIRED)

# Without libav, films can only be written as GIF and PNG frames.
if(REDRAW_VIDEO)
  pkg_check_modules(LIBAV IMPORTED_TARGET libavformat>=59 libavcodec>=59 libswscale libavutil)
endif()

if(REDRAW_TESTS)
  find_package(doctest REQUIRED)
endif()
# Headers for the OpenGL backend (Debian: libgl-dev), which loads libEGL at run time.
find_path(REDRAW_OPENGL GL/glcorearb.h)
if(NOT REDRAW_OPENGL)
  message(STATUS "Without GL/glcorearb.h (libgl-dev) there is no OpenGL backend")
endif()
include(Glad)
if(REDRAW_STUDIO)
  find_package(OpenGL REQUIRED)
  find_package(glfw3 3.3 REQUIRED)
  if(NOT WIN32)
    find_package(X11 REQUIRED)
  endif()
  # sd-bus, to open the desktop's file dialog. Without it, the studio has only its own file browser.
  pkg_check_modules(SYSTEMD IMPORTED_TARGET libsystemd>=240)
  if(NOT SYSTEMD_FOUND)
    message(STATUS "Without libsystemd the studio uses its own file browser only")
  endif()
endif()
