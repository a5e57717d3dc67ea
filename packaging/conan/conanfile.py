"""The C++ libraries for Conan 2, by `conan create packaging/conan` in a checkout. Not run by this project's tests."""

import pathlib

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Fairshare(ConanFile):
    name = "fairshare"
    version = "0.1.0"
    license = "Apache-2.0"
    description = "Fair division by weights, minimums and maximums, exactly; and checks of what a scheduler divided"
    package_type = "static-library"
    settings = "os", "compiler", "build_type", "arch"
    requires = "highway/[>=1.0.3]", "gmp/[>=6.2]", "boost/[>=1.74]"
    generators = "CMakeDeps"

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "cmake/*", "include/*", "packaging/*",
                        "model/*", "reference/*", "exact/*", "properties/*", "schedulers/*"):
            copy(self, pattern, ROOT, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({"FAIRSHARE_CLI": False, "FAIRSHARE_TESTS": False})
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):  # the project's own CMake files are used
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append("lib/cmake/fairshare")
