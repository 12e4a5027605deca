import mindspore as ms
from mindspore import nn

ms.set_device("Ascend")
net = nn.SequentialCell(nn.Flatten(), nn.Dense(784, 128), nn.ReLU(), nn.Dense(128, 10))
trainer = nn.Adam(net.trainable_params(), 1e-3)
print(net, trainer)
