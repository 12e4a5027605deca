import type { z } from 'zod'
import type { Vendor } from '#contract/products.ts'

interface DemoModel {
  gpu_model: string
  vendor: z.infer<typeof Vendor>
  vram_gb: number
  /** TFLOPS from the vendor's data sheet, dense. */
  fp32: number
  fp16: number
  cpu: number
  memory_gb: number
  net_mbps: number
  /** List price per card and hour, in fen. */
  origin_fen: number
}

/** Resources per card of each model. */
export const demoModels: readonly DemoModel[] = [
  {
    gpu_model: 'RTX 4090',
    vendor: 'nvidia',
    vram_gb: 24,
    fp32: 82.6,
    fp16: 165.2,
    cpu: 14,
    memory_gb: 60,
    net_mbps: 100,
    origin_fen: 228,
  },
  {
    gpu_model: 'L40S',
    vendor: 'nvidia',
    vram_gb: 48,
    fp32: 91.6,
    fp16: 362,
    cpu: 20,
    memory_gb: 110,
    net_mbps: 200,
    origin_fen: 428,
  },
  {
    gpu_model: 'A100 80GB',
    vendor: 'nvidia',
    vram_gb: 80,
    fp32: 19.5,
    fp16: 312,
    cpu: 14,
    memory_gb: 120,
    net_mbps: 200,
    origin_fen: 688,
  },
  {
    gpu_model: 'A800 80GB',
    vendor: 'nvidia',
    vram_gb: 80,
    fp32: 19.5,
    fp16: 312,
    cpu: 14,
    memory_gb: 120,
    net_mbps: 200,
    origin_fen: 628,
  },
  {
    gpu_model: 'H800 80GB',
    vendor: 'nvidia',
    vram_gb: 80,
    fp32: 67,
    fp16: 989,
    cpu: 22,
    memory_gb: 240,
    net_mbps: 400,
    origin_fen: 1488,
  },
  {
    gpu_model: 'Ascend 910B',
    vendor: 'ascend',
    vram_gb: 64,
    fp32: 94,
    fp16: 376,
    cpu: 22,
    memory_gb: 180,
    net_mbps: 200,
    origin_fen: 588,
  },
  {
    gpu_model: 'Kunlun P800',
    vendor: 'kunlun',
    vram_gb: 96,
    fp32: 43,
    fp16: 345,
    cpu: 22,
    memory_gb: 180,
    net_mbps: 200,
    origin_fen: 498,
  },
]

/** Charged price in percent of the list price, by hour, day and week. */
export const demoDiscount = { hour: 100, day: 95, week: 88 } as const

const images = [
  {
    id: 'image-pytorch-26',
    name: 'PyTorch',
    framework: 'PyTorch',
    version: '2.6',
    python: '3.12',
    runtime: 'CUDA 12.4',
    vendor: 'nvidia',
    size_gb: 9.8,
  },
  {
    id: 'image-pytorch-23',
    name: 'PyTorch',
    framework: 'PyTorch',
    version: '2.3',
    python: '3.11',
    runtime: 'CUDA 12.1',
    vendor: 'nvidia',
    size_gb: 9.1,
  },
  {
    id: 'image-pytorch-21',
    name: 'PyTorch',
    framework: 'PyTorch',
    version: '2.1',
    python: '3.10',
    runtime: 'CUDA 11.8',
    vendor: 'nvidia',
    size_gb: 8.6,
  },
  {
    id: 'image-tensorflow-218',
    name: 'TensorFlow',
    framework: 'TensorFlow',
    version: '2.18',
    python: '3.11',
    runtime: 'CUDA 12.3',
    vendor: 'nvidia',
    size_gb: 8.4,
  },
  {
    id: 'image-tensorflow-215',
    name: 'TensorFlow',
    framework: 'TensorFlow',
    version: '2.15',
    python: '3.10',
    runtime: 'CUDA 12.2',
    vendor: 'nvidia',
    size_gb: 7.8,
  },
  {
    id: 'image-jax-05',
    name: 'JAX',
    framework: 'JAX',
    version: '0.5',
    python: '3.12',
    runtime: 'CUDA 12.4',
    vendor: 'nvidia',
    size_gb: 6.9,
  },
  {
    id: 'image-paddle-gpu-30',
    name: 'PaddlePaddle',
    framework: 'PaddlePaddle',
    version: '3.0',
    python: '3.10',
    runtime: 'CUDA 11.8',
    vendor: 'nvidia',
    size_gb: 7.5,
  },
  {
    id: 'image-cuda-124',
    name: 'CUDA',
    framework: 'Miniconda',
    version: '12.4',
    python: '3.12',
    runtime: 'CUDA 12.4',
    vendor: 'nvidia',
    size_gb: 4.6,
  },
  {
    id: 'image-cuda-118',
    name: 'CUDA',
    framework: 'Miniconda',
    version: '11.8',
    python: '3.10',
    runtime: 'CUDA 11.8',
    vendor: 'nvidia',
    size_gb: 4.1,
  },
  {
    id: 'image-mindspore-25',
    name: 'MindSpore',
    framework: 'MindSpore',
    version: '2.5',
    python: '3.11',
    runtime: 'CANN 8.0',
    vendor: 'ascend',
    size_gb: 7.9,
  },
  {
    id: 'image-pytorch-npu-24',
    name: 'PyTorch NPU',
    framework: 'PyTorch',
    version: '2.4',
    python: '3.11',
    runtime: 'CANN 8.0',
    vendor: 'ascend',
    size_gb: 8.8,
  },
  {
    id: 'image-paddle-30',
    name: 'PaddlePaddle',
    framework: 'PaddlePaddle',
    version: '3.0',
    python: '3.10',
    runtime: 'XPU 5.0',
    vendor: 'kunlun',
    size_gb: 7.2,
  },
] as const

export const demoImages = images.map((image) => ({
  ...image,
  reference: `zhisuan/${image.id.replace('image-', '')}:${image.version}`,
}))

export const demoImagesByReference: Readonly<Record<string, (typeof demoImages)[number]>> = Object.fromEntries(
  demoImages.map((image) => [image.reference, image]),
)
