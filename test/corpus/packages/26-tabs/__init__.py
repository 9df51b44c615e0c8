class Tabbed:
	CATEGORY = "tabs"
	FUNCTION = "run"
	RETURN_TYPES = ("IMAGE",)

	@classmethod
	def INPUT_TYPES(s):
		return {
			"required":
			{
				"image":	("IMAGE",),
			},
		}

	def run(self, image):
		if image is None:
			return (None,)
		return (image,)

if True:
	NODE_CLASS_MAPPINGS = {"Tabbed": Tabbed}
	NODE_DISPLAY_NAME_MAPPINGS = {"Tabbed": "\tTabbed\t".strip()}
else:
	NODE_CLASS_MAPPINGS = {}
