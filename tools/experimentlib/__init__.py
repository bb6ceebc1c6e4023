"""The experiments of the papers, repeated; see tools/experiments."""
