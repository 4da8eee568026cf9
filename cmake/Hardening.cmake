# What guards every program against its own mistakes: hardening in what people run, sanitizers (REDRAW_SANITIZE) in
# what tests run. All targets get it, the tests too. tests/cli/test_hardening.py reads it back from the programs.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C CXX)

# Bounds of the library's containers, checked in every build. The kernels hold no containers.
add_compile_definitions(_GLIBCXX_ASSERTIONS)

if(REDRAW_SANITIZE)
  set(guards -fsanitize=${REDRAW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:${guards}>")
  add_link_options(-fsanitize=${REDRAW_SANITIZE})
  return()
endif()

# Every compiler that knows C++20 knows these.
set(guards -fstack-protector-strong -fstack-clash-protection)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND guards -fcf-protection)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  list(APPEND guards -mbranch-protection=standard)
endif()
list(JOIN guards "," guards_of_host)  # nvcc hands them to the host compiler

# The C library's checked copies need an optimised build. Level 3 also knows sizes that are computed; GCC has it
# from version 12. First -U: some distributions' compilers define a level of their own. Not for nvcc, whose front
# end does not know what level 3 is made of.
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
