from .forms import AsClassMethod, AsStatic, AsLambda, AsProperty, NoDecorator, Cached

NODE_CLASS_MAPPINGS = {
    "FormClassMethod": AsClassMethod,
    "FormStatic": AsStatic,
    "FormLambda": AsLambda,
    "FormProperty": AsProperty,
    "FormNone": NoDecorator,
    "FormCached": Cached,
}
