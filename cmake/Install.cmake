# Installs the sample picture, the licence and the files that a desktop needs about the programs. To make a package:
#     cpack --config build/release/CPackConfig.cmake
set(assets ${CMAKE_SOURCE_DIR}/assets)
install(FILES ${assets}/sample.png DESTINATION ${CMAKE_INSTALL_DATADIR}/redraw)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/redraw RENAME copyright)
if(WIN32)  # has no packages, fonts like the window's or folders for what a desktop needs
  get_filename_component(fonts ${REDRAW_CAPTION_FONT} DIRECTORY)
  install(FILES ${fonts}/Inter-Regular.otf ${fonts}/Inter-SemiBold.otf DESTINATION ${CMAKE_INSTALL_DATADIR}/redraw/fonts)
  return()
endif()
if(REDRAW_STUDIO)
  install(FILES ${assets}/redraw-studio.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${assets}/io.github.redraw.Redraw.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
  install(FILES ${assets}/icon.svg DESTINATION ${icons}/scalable/apps RENAME redraw-studio.svg)
  install(FILES ${assets}/icon.png DESTINATION ${icons}/256x256/apps RENAME redraw-studio.png)
endif()
install(FILES ${assets}/redraw.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES ${assets}/redraw.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
# Licences of code and of the font that become a part of the programs, by the name of Debian's package.
foreach(package fonts-inter libcli11-dev libimgui-dev libkissfft-dev libstb-dev nlohmann-json3-dev python3-glad)
  file(REAL_PATH /usr/share/doc/${package}/copyright licence)
  if(EXISTS ${licence})
    install(FILES ${licence} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/redraw/licences RENAME ${package})
  endif()
endforeach()
if(CMAKE_CUDA_COMPILER)
  file(WRITE ${CMAKE_BINARY_DIR}/licence_of_cuda "redraw_cuda.so contains NVIDIA's CUDA runtime, under the CUDA Toolkit's End User \
License Agreement, which lets it be\npassed on as a part of a program. cuBLAS and the driver are the machine's.\n")
  install(FILES ${CMAKE_BINARY_DIR}/licence_of_cuda DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/redraw/licences RENAME cuda)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "Redraw contributors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "\
Drop a picture; watch a small neural network learn to redraw it; scrub back through its learning; export the drawing
at any size. A desktop studio (redraw-studio) and a command line (redraw) share one engine and one kind of file.")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
cmake_host_system_information(RESULT host QUERY DISTRIB_ID DISTRIB_VERSION_ID)  # such as debian;12, or debian; for unstable
string(REPLACE ";" "" CPACK_DEBIAN_PACKAGE_RELEASE "${host}")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
if(REDRAW_STUDIO)
  # Packages that dpkg-shlibdeps does not find, because no program links them: OpenGL, which is loaded, and the font.
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1, libgl1-mesa-dri, fonts-inter")
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "xdg-desktop-portal, libegl1")
endif()
include(CPack)
