value = "modules/public"
_secret = "modules/secret"
