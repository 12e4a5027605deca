import { createRandom } from '#server/demo/demo-files.ts'
import type { StoryTime } from '#server/demo/living/calendar.ts'
import { regionIds, type StoryRegion } from '#server/demo/living/rentals.ts'
import type { Scene } from '#server/demo/living/stage.ts'
import { seedStorage } from '#server/demo/seed-storage.ts'
import type { DemoStorageFile } from '#server/demo/storage.ts'

interface Tensor {
  name: string
  shape: readonly number[]
}
type NumberType = 'F32' | 'BF16'
const bytesPerNumber = { F32: 4, BF16: 2 }
const countNumbers = ({ shape }: Tensor) => shape.reduce((all, side) => all * side, 1)

/** The head of a safetensors file, after which the numbers of all tensors follow. */
function buildSafetensorsHead(tensors: readonly Tensor[], dtype: NumberType): { head: Buffer; bytes: number } {
  let bytes = 0
  const entries = tensors.map((tensor) => {
    const begun = bytes
    bytes += countNumbers(tensor) * bytesPerNumber[dtype]
    return [tensor.name, { dtype, shape: tensor.shape, data_offsets: [begun, bytes] }] as const
  })
  const text = JSON.stringify(Object.fromEntries(entries))
  const padded = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(padded.length))
  return { head: Buffer.concat([length, padded]), bytes }
}

/** The classifier of train.py. */
function buildClassifier(): Buffer {
  const tensors = [
    { name: '1.weight', shape: [256, 784] },
    { name: '1.bias', shape: [256] },
    { name: '3.weight', shape: [10, 256] },
    { name: '3.bias', shape: [10] },
  ]
  const { head, bytes } = buildSafetensorsHead(tensors, 'F32')
  const next = createRandom(7)
  const weights = Float32Array.from({ length: bytes / bytesPerNumber.F32 }, () => (next() - 0.5) / 14)
  return Buffer.concat([head, Buffer.from(weights.buffer)])
}

/** Inputs and outputs of the linear layers of Qwen2.5-7B. */
const linears = {
  'self_attn.q_proj': [3584, 3584],
  'self_attn.k_proj': [3584, 512],
  'self_attn.v_proj': [3584, 512],
  'self_attn.o_proj': [3584, 3584],
  'mlp.gate_proj': [3584, 18_944],
  'mlp.up_proj': [3584, 18_944],
  'mlp.down_proj': [18_944, 3584],
} as const
const [layers, rank] = [28, 16]

/** A LoRA adapter of which every number is zero, so that it takes no disk. */
function buildAdapter(): Pick<DemoStorageFile, 'content' | 'zeros'> {
  const tensors = Array.from({ length: layers }, (_, layer) =>
    Object.entries(linears).flatMap(([name, [inputs, outputs]]) => {
      const place = `base_model.model.model.layers.${layer}.${name}`
      return [
        { name: `${place}.lora_A.weight`, shape: [rank, inputs] },
        { name: `${place}.lora_B.weight`, shape: [outputs, rank] },
      ]
    }),
  )
  const { head, bytes } = buildSafetensorsHead(tensors.flat(), 'BF16')
  return { content: head, zeros: bytes }
}

/** A NumPy array that was laid out and not filled yet. */
function buildEmptyArray(rows: number, width: number): Pick<DemoStorageFile, 'content' | 'zeros'> {
  const about = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, ${width}), }`
  const head = Buffer.from(`\x93NUMPY\x01\x00v\x00${about.padEnd(117)}\n`, 'latin1')
  return { content: head, zeros: rows * width * bytesPerNumber.F32 }
}

const side = 320
/** A disc in noise, of which less is left with every step. */
async function drawStep(share: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const next = createRandom(9)
  const pixels = Buffer.alloc(side * side * 3)
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [(at % side) / side - 0.5, Math.floor(at / side) / side - 0.5]
    const inside = Math.hypot(x, y) < 0.32
    const clean = inside ? [236, 148 + 120 * y, 92] : [44, 78 + 60 * y, 128 - 60 * y]
    for (let c = 0; c < 3; c += 1) pixels[at * 3 + c] = clean[c]! * share + next() * 255 * (1 - share)
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

const adapterConfig = {
  ...{ peft_type: 'LORA', task_type: 'CAUSAL_LM', base_model_name_or_path: 'Qwen/Qwen2.5-7B' },
  ...{ r: rank, lora_alpha: 2 * rank, target_modules: Object.keys(linears).map((name) => name.split('.')[1]) },
}
const trainLog = Array.from({ length: 5 }, (_, i) => `epoch ${i + 1}: loss ${(0.31 / (i + 1) ** 0.9).toFixed(4)}\n`).join('')

type MadeFile = Pick<DemoStorageFile, 'content' | 'zeros'>
type StoryFile = [at: StoryTime, region: StoryRegion, path: string, make: () => MadeFile | Promise<MadeFile>]

/** What the demo account kept of its work, where and while it ran that work. */
const storyFiles: readonly StoryFile[] = [
  ['9 18:06', 'north', '项目/手写数字识别/train.log', () => ({ content: trainLog })],
  ['9 18:07', 'north', '项目/手写数字识别/model.safetensors', () => ({ content: buildClassifier() })],
  ...[0, 250, 500, 750, 1000].map(
    (step, nth): StoryFile => [
      `13 ${16 + nth}:25`,
      'north',
      `项目/扩散模型/去噪过程/step-${String(step).padStart(4, '0')}.png`,
      async () => ({ content: await drawStep(step / 1000) }),
    ],
  ),
  ['19 17:20', 'north', '项目/语音合成/mels.npy', () => buildEmptyArray(64_000, 80)],
  ['22 10:40', 'east', '项目/检索增强/vectors.npy', () => buildEmptyArray(12_000, 768)],
  ['27 2:15', 'north', '项目/Qwen 微调/checkpoint-200/adapter_model.safetensors', buildAdapter],
  [
    '27 2:16',
    'north',
    '项目/Qwen 微调/checkpoint-200/adapter_config.json',
    () => ({ content: JSON.stringify(adapterConfig, null, 2) }),
  ],
]

export const buildFileScenes = (): Scene[] => [
  { at: '8 11:10', play: ({ deps }) => seedStorage(deps) },
  ...storyFiles.map(
    ([at, region, path, make]): Scene => ({
      at,
      play: async ({ deps }) => seedStorage(deps, [{ path, ...(await make()) }], regionIds[region]),
    }),
  ),
]
