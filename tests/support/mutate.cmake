# mutate(SOURCE RIGHT WRONG OUTPUT): copies a source with one mistake. Fails unless the text occurs exactly once: a mutant
# that changes nothing proves nothing.
function(mutate source right wrong output)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} text)
  string(FIND "${text}" "${right}" first)
  string(FIND "${text}" "${right}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(SEND_ERROR "\"${right}\" is not in ${source} exactly once")
  endif()
  string(REPLACE "${right}" "${wrong}" text "${text}")
  file(CONFIGURE OUTPUT ${output} CONTENT "${text}" @ONLY)
endfunction()
