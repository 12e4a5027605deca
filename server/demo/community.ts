import { readFileSync } from 'node:fs'
import {
  buildArithmeticFiles,
  buildGpuLoadFiles,
  buildShapeFiles,
  buildToneFiles,
  type DemoFile,
} from '#server/demo/demo-files.ts'

interface DemoEntry {
  id: string
  name: string
  summary: string
  tags: readonly string[]
  licence: string
  /** `community/<readme>.md` next to this file. */
  readme: string
  original?: true
}

interface DemoImage extends DemoEntry {
  /** Newest last; each runs the base image with that id. Published unless stated otherwise. */
  versions: readonly DemoVersion[]
}

interface DemoVersion {
  version: string
  base: string
  /** Fen per hour. */
  price_fen?: number
  state?: { name: 'pending' } | { name: 'refused'; reason: string }
}

interface DemoDataset extends DemoEntry {
  slug: string
  type_id: string
  version: string
  files: () => Promise<DemoFile[]>
}

export const readDemoReadme = ({ readme }: DemoEntry): string =>
  readFileSync(new URL(`./community/${readme}.md`, import.meta.url), 'utf8')

/** Recipes for the base images. They add nothing to their base image, and their texts say so. */
export const demoCommunityImages: readonly DemoImage[] = [
  {
    id: 'community-paddle-kunlun',
    name: '昆仑芯 飞桨入门',
    summary: '在昆仑芯 P800 上验证飞桨 3.0 环境，跑通一个最小的训练循环。',
    tags: ['昆仑芯', '入门'],
    licence: 'Apache-2.0',
    readme: 'paddle-kunlun',
    versions: [{ version: '1.0', base: 'image-paddle-30' }],
  },
  {
    id: 'community-mindspore-start',
    name: 'MindSpore 快速上手',
    summary: '第一次在昇腾上使用 MindSpore：验证安装，完成一个训练步。',
    tags: ['昇腾', '入门'],
    licence: 'Apache-2.0',
    readme: 'mindspore-start',
    versions: [{ version: '1.0', base: 'image-mindspore-25' }],
  },
  {
    id: 'community-ascend-pytorch',
    name: '昇腾 PyTorch 迁移指南',
    summary: '用 torch_npu 把已有的 PyTorch 训练代码搬到昇腾 910B，多数脚本只改设备名。',
    tags: ['昇腾', '训练'],
    licence: 'BSD-3-Clause',
    readme: 'ascend-pytorch',
    original: true,
    versions: [{ version: '1.0', base: 'image-pytorch-npu-24' }],
  },
  {
    id: 'community-cuda-build',
    name: 'CUDA 编译环境',
    summary: '只有 CUDA 12.4 工具链与 Miniconda 的干净环境，用来编译自己的算子和扩展。',
    tags: ['编译', 'CUDA'],
    licence: 'NVIDIA CUDA EULA',
    readme: 'cuda-build',
    versions: [
      { version: '1.0', base: 'image-cuda-124' },
      {
        version: '1.1',
        base: 'image-cuda-124',
        state: { name: 'refused', reason: '说明没有写出 1.1 与 1.0 的差别，请补充后再次提交' },
      },
    ],
  },
  {
    id: 'community-tensorflow-tensorboard',
    name: 'TensorFlow 与 TensorBoard',
    summary: '用 Keras 训练并在浏览器里看曲线，日志写在数据盘，关机也不丢。',
    tags: ['训练', '入门'],
    licence: 'Apache-2.0',
    readme: 'tensorflow-tensorboard',
    versions: [{ version: '1.0', base: 'image-tensorflow-218' }],
  },
  {
    id: 'community-vllm-serving',
    name: 'vLLM 推理服务',
    summary: '把开源语言模型变成 OpenAI 兼容的接口，端口 6006，附多卡与量化参数。',
    tags: ['大模型', '推理'],
    licence: 'NVIDIA CUDA EULA',
    readme: 'vllm-serving',
    original: true,
    versions: [{ version: '1.0', base: 'image-cuda-124' }],
  },
  {
    id: 'community-eval-recipes',
    name: '大模型评测流程',
    summary: '用同一套题目比较几个语言模型，得到可以复现的成绩表。',
    tags: ['大模型', '评测'],
    licence: 'MIT',
    readme: 'eval-recipes',
    versions: [{ version: '1.0', base: 'image-pytorch-26', price_fen: 5 }],
  },
  {
    id: 'community-llm-lora',
    name: '大模型 LoRA 微调',
    summary: '单张 24 GB 显卡微调 7B 语言模型：安装、最小训练脚本、显存不够时怎么办。',
    tags: ['大模型', '微调', '训练'],
    licence: 'BSD-3-Clause',
    readme: 'llm-lora',
    original: true,
    versions: [
      { version: '1.0', base: 'image-pytorch-26' },
      { version: '1.1', base: 'image-pytorch-26', state: { name: 'pending' } },
    ],
  },
  {
    id: 'community-pytorch-jupyter',
    name: 'PyTorch JupyterLab 工作台',
    summary: '交互式实验与教学：PyTorch、CUDA 已配好，装上 JupyterLab 后从实例页面直接打开。',
    tags: ['JupyterLab', '入门', '训练'],
    licence: 'BSD-3-Clause',
    readme: 'pytorch-jupyter',
    versions: [
      { version: '1.0', base: 'image-pytorch-23' },
      { version: '2.0', base: 'image-pytorch-26' },
    ],
  },
]

/** Small data sets created by the platform, as their texts say; `demo-files.ts` generates the files. */
export const demoDatasets: readonly DemoDataset[] = [
  {
    id: 'data-set-gpu-load',
    slug: 'gpu-load',
    name: 'GPU 训练负载曲线',
    summary: '模拟的一小时训练：每 5 秒一行的利用率、显存、温度与功耗，用来练习时间序列。',
    type_id: 'tabular',
    tags: ['时间序列', '教学'],
    licence: 'CC0 1.0',
    readme: 'gpu-load',
    version: '1.0',
    files: buildGpuLoadFiles,
  },
  {
    id: 'data-set-tones',
    slug: 'tones',
    name: '纯音与噪声',
    summary: '12 段半秒的声音，四种波形、三个音高，用来练习频谱与声音分类。',
    type_id: 'audio',
    tags: ['分类', '教学'],
    licence: 'CC0 1.0',
    readme: 'tones',
    version: '1.0',
    files: buildToneFiles,
  },
  {
    id: 'data-set-arithmetic-zh',
    slug: 'arithmetic-zh',
    name: '中文四则运算应用题',
    summary: '500 道由模板生成的中文应用题与分步解答，答案可以逐题核对，用来试跑评测流程。',
    type_id: 'text',
    tags: ['大模型', '评测', '数学'],
    licence: 'CC0 1.0',
    readme: 'arithmetic-zh',
    version: '1.0',
    files: buildArithmeticFiles,
  },
  {
    id: 'data-set-shapes',
    slug: 'shapes',
    name: '几何图形',
    summary: '18 张 64 × 64 的圆形、方形与三角形，带标签表，几秒钟就能跑通一次图像分类。',
    type_id: 'image',
    tags: ['分类', '教学'],
    licence: 'CC0 1.0',
    readme: 'shapes',
    version: '1.0',
    files: buildShapeFiles,
  },
]

/** A private image of the demo creator, made from the base image with that id and shared with the first demo account. */
export const demoSharedImage = { id: 'image-demo-shared', base: 'image-pytorch-26', name: '微调环境', version: 'v1' }
