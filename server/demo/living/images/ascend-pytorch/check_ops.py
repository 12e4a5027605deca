import pathlib, re, sys

for path in pathlib.Path(sys.argv[1]).rglob("*.py"):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if re.search(r"\.cuda\(|nccl|torch\.cuda", line):
            print(f"{path}:{number} {line.strip()}")
