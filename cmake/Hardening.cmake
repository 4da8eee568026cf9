# Compiler options that guard against programming errors: hardening in the programs for users, or sanitizers
# (REDRAW_SANITIZE) for tests. Tests get the same options. tests/cli/test_hardening.py checks the hardened programs.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C CXX)

# Checks the bounds of the C++ library's containers in every build. The kernels use no containers.
add_compile_definitions(_GLIBCXX_ASSERTIONS)

if(WIN32)  # the guards below are ELF's or glibc's
  add_link_options(LINKER:--dynamicbase,--nxcompat,--high-entropy-va)
  return()
endif()

if(REDRAW_SANITIZE)
  set(guards -fsanitize=${REDRAW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:${guards}>")
  add_link_options(-fsanitize=${REDRAW_SANITIZE})
  return()
endif()

# Options that GCC and clang share.
set(guards -fstack-protector-strong -fstack-clash-protection)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND guards -fcf-protection)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  list(APPEND guards -mbranch-protection=standard)
endif()
list(JOIN guards "," guards_of_host)  # nvcc passes them to the host compiler

# _FORTIFY_SOURCE, the C library's checks of buffer sizes, needs an optimised build. Level 3 also checks sizes computed
# at run time; GCC supports it from version 12. -U comes first, because some distributions' compilers define a level.
# nvcc gets no level: its front end lacks the built-in functions of level 3.
set(fortify 3)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  set(fortify 2)
endif()
set(fortified $<AND:$<COMPILE_LANGUAGE:C,CXX>,$<CONFIG:Release,RelWithDebInfo,MinSizeRel>>)

add_compile_options(
  "$<$<COMPILE_LANGUAGE:C,CXX>:${guards}>"
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${guards_of_host}>
  "$<${fortified}:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=${fortify}>")
add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
