"""Parts of the speed benchmark `run.py`: machine (build, run, measure), files, programs, peers, report."""
