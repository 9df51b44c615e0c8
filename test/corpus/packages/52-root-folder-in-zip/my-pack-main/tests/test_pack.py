NODE_CLASS_MAPPINGS = {"NotReal": object}
