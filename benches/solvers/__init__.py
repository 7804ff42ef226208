"""What `hindsight.py` needs: the problems with their objectives, and the weights of a model file."""
