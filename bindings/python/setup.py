"""The wheel is of a platform, for the shared object in it, but of every Python: there is no extension module."""

from setuptools import setup
from wheel.bdist_wheel import bdist_wheel


class OfAPlatform(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(cmdclass={"bdist_wheel": OfAPlatform})
