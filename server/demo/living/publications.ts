import { readdirSync, readFileSync } from 'node:fs'
import type { StoryTime } from '#server/demo/living/calendar.ts'

/** What somebody publishes of an image of their own. `folder` holds its README and the files that lie in it. */
export interface ImagePublication {
  name: string
  author: string
  folder: string
  summary: string
  tags: readonly string[]
  licence: string
  version: string
  price?: string
  at: StoryTime
  /** Left out: still waiting for review. */
  approved?: StoryTime
  refused?: { at: StoryTime; reason: string }
  /** People who starred it, by number: the first so many of the cast. */
  stars: number
}

export interface DatasetPublication extends Omit<ImagePublication, 'price' | 'refused'> {
  slug: string
  type_id: string
}

export const readmeFile = 'README.md'
const contents = new URL('./', import.meta.url)
/** The files of a folder below `images/` or `data-sets/`, by name. */
export const readPublicationFiles = (kind: 'images' | 'data-sets', folder: string): Record<string, string> => {
  const root = new URL(`${kind}/${folder}/`, contents)
  return Object.fromEntries(
    readdirSync(root)
      .sort()
      .map((name) => [name, readFileSync(new URL(name, root), 'utf8')]),
  )
}

const apache = 'Apache-2.0'
export const imagePublications: readonly ImagePublication[] = [
  {
    name: 'LoRA 微调工作台',
    author: '苏晴',
    folder: 'llm-lora',
    summary: '一张 24 GB 显卡就能微调 7B 语言模型，脚本、依赖版本和样例数据都已备好。',
    tags: ['大模型', '微调', '训练'],
    licence: apache,
    version: '1.2',
    at: '3 10:00',
    approved: '3 15:20',
    stars: 27,
  },
  {
    name: 'vLLM 推理服务',
    author: '何川',
    folder: 'vllm-serving',
    summary: 'OpenAI 兼容的推理接口，单卡到八卡用同一个脚本，附并发压测。',
    tags: ['大模型', '推理'],
    licence: apache,
    version: '0.6.4',
    at: '3 11:30',
    approved: '3 15:30',
    stars: 22,
  },
  {
    name: 'Jupyter 教学环境',
    author: '程诺',
    folder: 'jupyter-class',
    summary: '上课用的 JupyterLab，第一节练习课与评分脚本已经备好。',
    tags: ['JupyterLab', '入门', '教学'],
    licence: 'CC BY 4.0',
    version: '2.0',
    at: '4 9:30',
    approved: '4 14:10',
    stars: 19,
  },
  {
    name: '昇腾 PyTorch 迁移',
    author: '孟雪',
    folder: 'ascend-pytorch',
    summary: '把 PyTorch 训练代码搬到昇腾 910B，检查脚本指出每一处要改的调用。',
    tags: ['昇腾', '训练'],
    licence: 'BSD-3-Clause',
    version: '1.0',
    at: '4 10:20',
    approved: '4 14:20',
    stars: 12,
  },
  {
    name: 'MindSpore 起步',
    author: '老魏调参中',
    folder: 'mindspore-start',
    summary: '第一次在昇腾上用 MindSpore：从验证安装到训练一个分类器。',
    tags: ['昇腾', '入门'],
    licence: apache,
    version: '1.0',
    at: '5 10:40',
    approved: '5 15:10',
    stars: 7,
  },
  {
    name: 'CUDA 算子编译',
    author: '罗阳',
    folder: 'cuda-build',
    summary: '配好 ccache 与 CMake 预设的 CUDA 12.4 编译环境，附样例算子。',
    tags: ['编译', 'CUDA'],
    licence: 'MIT',
    version: '12.4',
    at: '5 11:00',
    approved: '5 15:20',
    stars: 5,
  },
  {
    name: '昆仑芯飞桨',
    author: '吴桐',
    folder: 'paddle-kunlun',
    summary: '在昆仑芯 P800 上训练与导出飞桨 OCR，含票据样例配置。',
    tags: ['昆仑芯', 'OCR'],
    licence: apache,
    version: '3.0',
    at: '6 9:50',
    approved: '6 14:30',
    stars: 4,
  },
  {
    name: 'Keras 与 TensorBoard',
    author: '唐果',
    folder: 'keras-tensorboard',
    summary: '图像与时间序列两套课程作业模板，训练时在浏览器里看曲线。',
    tags: ['入门', '训练'],
    licence: apache,
    version: '2.18',
    at: '6 10:15',
    approved: '6 14:40',
    stars: 9,
  },
  {
    name: '大模型评测',
    author: '陈砚',
    folder: 'llm-eval',
    summary: '用同一套题目比较几个语言模型，成绩可以复现。',
    tags: ['大模型', '评测'],
    licence: 'MIT',
    version: '1.1',
    price: '0.05',
    at: '6 11:00',
    approved: '6 14:50',
    stars: 15,
  },
  {
    name: '分子动力学',
    author: '赵一鸣',
    folder: 'molecular-dynamics',
    summary: '准备体系、分段模拟、算自由能，作业按显卡数排好。',
    tags: ['科学计算'],
    licence: 'LGPL-2.1',
    version: '2025.4',
    at: '7 9:40',
    approved: '7 14:30',
    stars: 8,
  },
  {
    name: '语音识别流水线',
    author: '白露',
    folder: 'speech-pipeline',
    summary: '从音频到文字的训练流水线，还在完善说明。',
    tags: ['语音'],
    licence: 'MIT',
    version: '0.1',
    at: '29 16:30',
    stars: 0,
  },
]
