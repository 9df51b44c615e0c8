raise RuntimeError("is not loaded")
