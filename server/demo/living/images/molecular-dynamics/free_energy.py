import glob

print(sorted(glob.glob("/workspace/md/*.xvg")))
