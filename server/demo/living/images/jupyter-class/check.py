import json, pathlib

for path in sorted(pathlib.Path("/workspace/notebooks").glob("*.ipynb")):
    cells = json.loads(path.read_text())["cells"]
    done = sum(bool(cell.get("outputs")) for cell in cells if cell["cell_type"] == "code")
    print(path.name, f"{done} 格已运行")
