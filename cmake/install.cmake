# What `find_package(fairshare)` and pkg-config find: a CMake file and a .pc file for each library (targets.cmake).
include(CMakePackageConfigHelpers)

set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/fairshare)
configure_package_config_file(cmake/fairshareConfig.cmake.in ${PROJECT_BINARY_DIR}/fairshareConfig.cmake
  INSTALL_DESTINATION ${cmake_folder})
# Before 1.0 a minor version may break a promise.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fairshareConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fairshareConfig.cmake ${PROJECT_BINARY_DIR}/fairshareConfigVersion.cmake
  DESTINATION ${cmake_folder})

set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix /${pkgconfig_folder} /)
set(requires_model "")
set(requires_reference fairshare-model)
set(requires_exact "fairshare-model gmp")
set(requires_properties fairshare-exact)
set(requires_schedulers fairshare-exact)
get_property(rooms GLOBAL PROPERTY fairshare_rooms)
foreach(room IN LISTS rooms)
  set(requires ${requires_${room}})
  get_target_property(type fairshare_${room} TYPE)
  set(libs "")
  if(NOT type STREQUAL INTERFACE_LIBRARY)
    set(libs "-L\${libdir} -lfairshare_${room}")
  endif()
  configure_file(cmake/fairshare.pc.in fairshare-${room}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/fairshare-${room}.pc DESTINATION ${pkgconfig_folder})
endforeach()

# The C functions: the shared object, or one archive of everything with the system libraries that it needs.
if(TARGET fairshare_c)
  set(requires "")
  set(room c)
  set(libs "-L\${libdir} -lfairshare")
  configure_file(cmake/fairshare.pc.in fairshare-c.pc @ONLY)
  set(room c-static)
  set(libs "\${libdir}/libfairshare.a -lgmp -lfmt -lyaml -lpugixml -lstdc++ -lm")
  configure_file(cmake/fairshare.pc.in fairshare-c-static.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/fairshare-c.pc ${PROJECT_BINARY_DIR}/fairshare-c-static.pc
    DESTINATION ${pkgconfig_folder})
endif()

get_property(headers GLOBAL PROPERTY fairshare_public_headers)
list(JOIN headers "\n" headers)
file(WRITE ${PROJECT_BINARY_DIR}/public_headers.txt "${headers}\n")  # for site/api.py

if(TARGET fairshare_c)
  # For other languages, unchanged: the Go module, the Java file, and the Python package, which finds the shared object.
  install(FILES bindings/go/go.mod bindings/go/fairshare.go DESTINATION ${CMAKE_INSTALL_DATADIR}/fairshare/go)
  install(DIRECTORY bindings/go/fairsharetest DESTINATION ${CMAKE_INSTALL_DATADIR}/fairshare/go
    PATTERN *_test.go EXCLUDE)
  install(FILES bindings/java/Fairshare.java DESTINATION ${CMAKE_INSTALL_DATADIR}/fairshare/java)
  set(python_folder lib/python3/dist-packages CACHE STRING "Where Python looks for packages")
  install(DIRECTORY bindings/python/fairshare DESTINATION ${python_folder} COMPONENT python
    FILES_MATCHING PATTERN *.py PATTERN py.typed PATTERN __pycache__ EXCLUDE)
  # With this, pip knows the package, and pytest its plugin, as pyproject.toml says.
  set(distribution ${PROJECT_BINARY_DIR}/fairshare-${PROJECT_VERSION}.dist-info)
  file(WRITE ${distribution}/METADATA "Metadata-Version: 2.1\nName: fairshare\nVersion: ${PROJECT_VERSION}\n")
  file(WRITE ${distribution}/entry_points.txt "[pytest11]\nfairshare = fairshare.pytest_plugin\n")
  install(DIRECTORY ${distribution} DESTINATION ${python_folder} COMPONENT python)
endif()

install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT command)
foreach(command IN ITEMS fairshare_cli fairshare_prove)
  if(TARGET ${command})
    string(REPLACE fairshare_cli command component ${command})
    string(REPLACE fairshare_prove prove component ${component})
    install(TARGETS ${command} COMPONENT ${component})
    install(FILES $<TARGET_PROPERTY:${command},MANUAL> DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  endif()
endforeach()
if(TARGET fairshare_cli)
  install(FILES ${PROJECT_BINARY_DIR}/manual/fairshare.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME fairshare COMPONENT command)
  set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions CACHE STRING "Where zsh looks for completions")
  install(FILES ${PROJECT_BINARY_DIR}/manual/fairshare.zsh DESTINATION ${zsh_folder} RENAME _fairshare COMPONENT command)
endif()
