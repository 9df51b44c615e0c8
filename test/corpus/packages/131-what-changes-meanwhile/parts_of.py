LABEL = " of parts"
