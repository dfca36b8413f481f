# SPDX-License-Identifier: MIT
"""The parts of tools/mutate.py, which tests the tests by changing the library."""
