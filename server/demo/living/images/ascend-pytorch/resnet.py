import torch
import torch_npu
from torchvision.models import resnet50
from torch_npu.contrib import transfer_to_npu

model = resnet50().npu()
optimizer = torch.optim.AdamW(model.parameters())
for step in range(100):
    loss = model(torch.randn(32, 3, 224, 224).npu()).square().mean()
    optimizer.zero_grad(); loss.backward(); optimizer.step()
    print(step, loss.item())
