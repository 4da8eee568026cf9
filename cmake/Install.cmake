# Installs the sample picture, the licence and the files that a desktop needs about the programs. To make a package:
#     cpack --config build/release/CPackConfig.cmake
set(assets ${CMAKE_SOURCE_DIR}/assets)
install(FILES ${assets}/sample.png DESTINATION ${CMAKE_INSTALL_DATADIR}/redraw)
if(REDRAW_STUDIO)
  install(FILES ${assets}/redraw-studio.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES ${assets}/io.github.redraw.Redraw.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
  install(FILES ${assets}/icon.svg DESTINATION ${icons}/scalable/apps RENAME redraw-studio.svg)
  install(FILES ${assets}/icon.png DESTINATION ${icons}/256x256/apps RENAME redraw-studio.png)
endif()
install(FILES ${assets}/redraw.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES ${assets}/redraw.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/redraw RENAME copyright)

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
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
if(REDRAW_STUDIO)
  # Packages that dpkg-shlibdeps does not find, because no program links them, such as the window's font.
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri, fonts-inter")
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "xdg-desktop-portal, libegl1")
endif()
include(CPack)
