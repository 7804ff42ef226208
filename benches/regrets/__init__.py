"""Parts of the benchmark `regret.py`: the data sets."""
