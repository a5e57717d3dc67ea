# The C++ libraries of this checkout for vcpkg: vcpkg install fairshare --overlay-ports=packaging/vcpkg Not run by
# this project's tests.
get_filename_component(SOURCE_PATH ${CMAKE_CURRENT_LIST_DIR}/../.. REALPATH)
vcpkg_cmake_configure(SOURCE_PATH ${SOURCE_PATH} OPTIONS -DFAIRSHARE_CLI=OFF -DFAIRSHARE_TESTS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME fairshare CONFIG_PATH lib/cmake/fairshare)
file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug/include ${CURRENT_PACKAGES_DIR}/debug/share)
vcpkg_install_copyright(FILE_LIST ${SOURCE_PATH}/LICENSE)
