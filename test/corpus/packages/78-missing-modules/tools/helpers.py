HELP = "none"
