import json, pathlib, sys

for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.json")):
    result = json.loads(path.read_text())
    print(path.parent.name, {task: round(score.get("acc,none", 0), 3) for task, score in result["results"].items()})
