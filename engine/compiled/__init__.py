"""Hot loops compiled by numba: what a kernel is, how it is compiled, and where the result is kept."""
