ROOT = "deep"
