# Debian packages of what is installed, by `cpack -G DEB` in a build of the preset `release`:
#   fairshare           the command, its man page, and completions for bash and zsh
#   fairshare-prove     `fairshare prove`, apart since it needs Z3
#   libfairshare0       libfairshare.so.0, the C functions
#   libfairshare-dev    headers, static libraries, pkg-config and CMake files; the Go module and the Java file
#   python3-fairshare   `import fairshare`
# Each is a component of the installation; files that name no component are in `dev`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fairshare)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The fairshare maintainers <maintainers@example.org>")  # the project has no address yet
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each has its own
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL command prove library dev python)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
  WORLD_EXECUTE)

# fairshare_package(component name section summary text)
macro(fairshare_package component name section summary text)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${text}")
  # Debian asks for both in the folder of each package.
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
    COMPONENT ${component})
  install(FILES ${PROJECT_BINARY_DIR}/packages/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
    COMPONENT ${component})
endmacro()

set(what "fairshare decides, in exact arithmetic, whether a scheduler that divides
by weights, minimums and maximums did so fairly.")
fairshare_package(command fairshare utils "judge, solve and fuzz fair division by weights"
  "${what}
This is the command: it judges what Hadoop's and YARN's FairSchedulers,
YTsaurus, Kubernetes and others hand out, and fuzzes schedulers.")
fairshare_package(prove fairshare-prove utils "prove the theorems about fair division with Z3"
  "${what}
This is what \"fairshare prove\" starts.")
fairshare_package(library libfairshare0 libs "C functions for fair division by weights"
  "${what}
This is the shared object.")
fairshare_package(dev libfairshare-dev libdevel "fair division by weights from C, C++, Go and Java"
  "${what}
These are headers and static libraries for C and C++, a Go module in
/usr/share/fairshare/go, and a file for Java in /usr/share/fairshare/java.")
fairshare_package(python python3-fairshare python "fair division by weights, from Python"
  "${what}
This is the Python package.")

set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS "fairshare-prove, jq")
set(CPACK_DEBIAN_PROVE_PACKAGE_DEPENDS "fairshare (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "libfairshare0 (= ${PROJECT_VERSION}), libgmp-dev, libfmt-dev, libyaml-dev, libpugixml-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "golang-go, libjna-java")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "libfairshare0 (= ${PROJECT_VERSION}), python3 (>= 3.10)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-numpy)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-hypothesis, python3-pytest")
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/triggers)

# The changelog of Debian's packages: which version this is, and where the changes are listed.
file(WRITE ${PROJECT_BINARY_DIR}/packages/changelog "fairshare (${PROJECT_VERSION}) unstable; urgency=medium

  * See CHANGELOG.md in /usr/share/doc/libfairshare-dev.

 -- ${CPACK_PACKAGE_CONTACT}  Sun, 22 Nov 2026 00:00:00 +0000
")
execute_process(COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/packages/changelog)
include(CPack)
