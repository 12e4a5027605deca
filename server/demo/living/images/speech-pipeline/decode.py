import pathlib
import jiwer
import torch
from torch import nn

root = pathlib.Path("/workspace/asr")
kept = torch.load(sorted(root.glob("epoch-*.pt"))[-1], map_location="cpu")
rnn, head = nn.LSTM(80, 256, num_layers=3, batch_first=True), nn.Linear(256, len(kept["words"]) + 1)
rnn.load_state_dict(kept["rnn"]); head.load_state_dict(kept["head"])

said, heard = [], []
for path in sorted(root.glob("clips/*.pt")):
    if not path.with_suffix(".txt").exists():
        continue
    best = head(rnn(torch.load(path, map_location="cpu")[None])[0]).argmax(-1)[0].unique_consecutive()
    heard.append("".join(kept["words"][at - 1] for at in best.tolist() if at > 0))
    said.append(path.with_suffix(".txt").read_text().strip())
print(f"{jiwer.cer(said, heard):.3f}")
