from ..settings import ROOT as root

image_root = root + "/image"
