import pathlib
import torch
from torch import nn

root = pathlib.Path("/workspace/asr")
clips = [path for path in sorted(root.glob("clips/*.pt")) if path.with_suffix(".txt").exists()]
words = sorted({letter for path in clips for letter in path.with_suffix(".txt").read_text().strip()})
rnn, head = nn.LSTM(80, 256, num_layers=3, batch_first=True).cuda(), nn.Linear(256, len(words) + 1).cuda()
optimizer = torch.optim.AdamW([*rnn.parameters(), *head.parameters()], lr=3e-4)

for epoch in range(20):
    for path in clips:
        target = torch.tensor([words.index(letter) + 1 for letter in path.with_suffix(".txt").read_text().strip()])
        scores = head(rnn(torch.load(path).cuda()[None])[0]).log_softmax(-1).transpose(0, 1)
        loss = nn.functional.ctc_loss(scores, target[None], [len(scores)], [len(target)])
        optimizer.zero_grad(); loss.backward(); optimizer.step()
    torch.save({"words": words, "rnn": rnn.state_dict(), "head": head.state_dict()}, root / f"epoch-{epoch:02}.pt")
