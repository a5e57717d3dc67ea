# Installing, and what `find_package(fairshare)` finds. Rooms add themselves to the export `fairshare`.
include(CMakePackageConfigHelpers)

set(fairshare_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fairshare)

install(EXPORT fairshare NAMESPACE fairshare:: FILE fairshareTargets.cmake
  DESTINATION ${fairshare_config_dir})
configure_package_config_file(cmake/fairshareConfig.cmake.in
  ${PROJECT_BINARY_DIR}/fairshareConfig.cmake INSTALL_DESTINATION ${fairshare_config_dir})
# Before 1.0 a minor version may break a promise.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fairshareConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fairshareConfig.cmake
  ${PROJECT_BINARY_DIR}/fairshareConfigVersion.cmake DESTINATION ${fairshare_config_dir})

get_property(fairshare_public_headers GLOBAL PROPERTY fairshare_public_headers)
list(JOIN fairshare_public_headers "\n" fairshare_public_headers)
file(WRITE ${PROJECT_BINARY_DIR}/public_headers.txt "${fairshare_public_headers}\n")  # for site/api.py

if(PROJECT_IS_TOP_LEVEL)
  install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
foreach(command fairshare_cli fairshare_prove)
  if(TARGET ${command})
    install(TARGETS ${command})
  endif()
endforeach()
