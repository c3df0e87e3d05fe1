"""Benchmarks printed as ratios: each `bench_*.py` has a `main()` that prints its figures."""
