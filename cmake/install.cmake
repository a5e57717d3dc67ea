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
set(requires_reference "fairshare-model libhwy")
set(requires_exact "fairshare-model gmp")
set(requires_properties fairshare-exact)
set(requires_schedulers fairshare-exact)
get_property(rooms GLOBAL PROPERTY fairshare_rooms)
foreach(room IN LISTS rooms)
  set(requires ${requires_${room}})
  get_target_property(type fairshare_${room} TYPE)
  set(libs "")
  if(NOT type STREQUAL INTERFACE_LIBRARY)
    set(libs " -lfairshare_${room}")
  endif()
  configure_file(cmake/fairshare.pc.in fairshare-${room}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/fairshare-${room}.pc DESTINATION ${pkgconfig_folder})
endforeach()

if(TARGET fairshare_c)
  set(room c)
  set(requires "")
  set(libs " -lfairshare")
  configure_file(cmake/fairshare.pc.in fairshare-c.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/fairshare-c.pc DESTINATION ${pkgconfig_folder})
endif()

get_property(headers GLOBAL PROPERTY fairshare_public_headers)
list(JOIN headers "\n" headers)
file(WRITE ${PROJECT_BINARY_DIR}/public_headers.txt "${headers}\n")  # for site/api.py

install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
foreach(command fairshare_cli fairshare_prove)
  if(TARGET ${command})
    install(TARGETS ${command})
  endif()
endforeach()
