KERNELS = ("3x3", "5x5")
