from .const import get_category, get_name
from .nodes import Router, Switch

PREFIX = "pfx"
SEP = "."

NODE_CLASS_MAPPINGS = {
    PREFIX + SEP + "Router": Router,
    "%s.%s" % (PREFIX, "Switch"): Switch,
    Router.NAME: Router,
}
NODE_DISPLAY_NAME_MAPPINGS = {
    SEP.join([PREFIX, "Router"]): get_name("Router"),
    "{}.{}".format(PREFIX, "Switch"): get_name("Switch"),
}
