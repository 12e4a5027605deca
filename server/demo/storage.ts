/** A small archive for trying out extraction: three text files in a folder. */
const samplesZip =
  'UEsDBBQAAAgIAAAAAACap34JHgAAACIAAAARAAAA5qC35L6LL2xhYmVscy5jc3bLzE1MT9XJSUxKzeEyMDAw1CupKNExBzGNwEwjLgBQSwMEFA' +
  'AACAgAAAAAACIzsOYSAAAAFgAAAA8AAADmoLfkvosvMDAwMS50eHRTUFBWVlbmUlBQUACTIEKZCwBQSwMEFAAACAgAAAAAAPkTPSUTAAAAGAAA' +
  'AA8AAADmoLfkvosvMDAwMi50eHRTUFBWVuZSUFBQAJHKEEJZmQsAUEsBAhQDFAAACAgAAAAAAJqnfgkeAAAAIgAAABEAAAAAAAAAAAAAAAAAAA' +
  'AAAOagt+S+iy9sYWJlbHMuY3N2UEsBAhQDFAAACAgAAAAAACIzsOYSAAAAFgAAAA8AAAAAAAAAAAAAAAAATQAAAOagt+S+iy8wMDAxLnR4dFBL' +
  'AQIUAxQAAAgIAAAAAAD5Ez0lEwAAABgAAAAPAAAAAAAAAAAAAAAAAIwAAADmoLfkvosvMDAwMi50eHRQSwUGAAAAAAMAAwC5AAAAzAAAAAAA'

const trainPy = `import torch
from safetensors.torch import save_file
from torch import nn
from torchvision import datasets, transforms

data = datasets.MNIST("/root/data", train=True, download=True, transform=transforms.ToTensor())
loader = torch.utils.data.DataLoader(data, batch_size=256, shuffle=True, num_workers=4)
model = nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10)).cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

for epoch in range(5):
    for images, labels in loader:
        loss = nn.functional.cross_entropy(model(images.cuda()), labels.cuda())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"epoch {epoch + 1}: loss {loss.item():.4f}")
save_file(model.state_dict(), "/storage/项目/手写数字识别/model.safetensors")
`

const readme = `# 手写数字识别

同地域的实例里，这个文件夹在 \`/storage/项目/手写数字识别\`：

\`\`\`bash
cd /storage/项目/手写数字识别
pip install -r requirements.txt
python train.py
\`\`\`

训练好的权重写回这里，关机或释放实例后仍然保留。
`

export interface DemoStorageFile {
  path: string
  content: string | Buffer
  /** How many zeros follow. */
  zeros?: number
}

/** Files of the first demo account in the first region. */
export const demoStorageFiles: readonly DemoStorageFile[] = [
  { path: '项目/手写数字识别/README.md', content: readme },
  { path: '项目/手写数字识别/train.py', content: trainPy },
  { path: '项目/手写数字识别/requirements.txt', content: 'torch>=2.6\ntorchvision>=0.21\nsafetensors>=0.4\n' },
  {
    path: '数据/标注规则.csv',
    content: '类别,编号,说明\n行人,0,站立或行走的人\n骑行者,1,骑自行车或电动车的人\n车辆,2,四轮机动车\n',
  },
  { path: '数据/样例.zip', content: Buffer.from(samplesZip, 'base64') },
]
