# CMake toolchain: Windows 10 or newer, x86-64, by Debian's g++-mingw-w64-x86-64-posix ("posix" has std::thread, by
# winpthreads). The preset `windows` and scripts/windows use it; the libraries come from scripts/windows-libraries.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_SYSTEM_VERSION 10)
set(triple x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${triple}-gcc-posix)
set(CMAKE_CXX_COMPILER ${triple}-g++-posix)
set(CMAKE_RC_COMPILER ${triple}-windres)

# Windows 10's interfaces; off_t of 64 bits; the C99 printf family, whose %zu and %lld the engine's libraries use.
set(CMAKE_C_FLAGS_INIT "-D_WIN32_WINNT=0x0A00 -D__USE_MINGW_ANSI_STDIO=1 -D_FILE_OFFSET_BITS=64")
# GCC 12 for Windows believes that a call of an inline function reaches the copy of its own file, and keeps values in
# registers that this copy leaves alone. The linker may choose a copy that does not: numbers were printed as garbage.
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fno-ipa-ra")
# One program without DLLs of the compiler: libgcc, libstdc++ and winpthreads are linked statically.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -static-libgcc -static-libstdc++")

set(libraries ${CMAKE_CURRENT_LIST_DIR}/../build/windows/prefix)
set(CMAKE_FIND_ROOT_PATH ${libraries} /usr/${triple})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/lib/pkgconfig)  # nothing of this machine
set(PKG_CONFIG_ARGN --static)
