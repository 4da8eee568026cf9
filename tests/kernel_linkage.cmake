# Fails when a file compiled for one instruction set leaves a weak symbol behind: an inline function or
# template that another file may have too. The linker keeps one copy for all processors, and the copy
# with AVX-512 in it would crash the others.
foreach(object ${OBJECTS})
  if(object MATCHES "kernels_(avx|amx|emulated)")
    execute_process(COMMAND ${NM} -C ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]* [WVu] [^\n]*(redraw|std)::[^\n]*" weak "${symbols}")
    foreach(symbol ${weak})
      message(SEND_ERROR "${object}: ${symbol}")
    endforeach()
  endif()
endforeach()
