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

interface DemoImage {
  id: string
  name: string
  framework: string
  version: string
  python: string
  runtime: string
  vendor: z.infer<typeof Vendor>
  size_gb: number
}

type Release = [id: string, version: string, python: string, runtime: string, sizeGb: number]

/** Lists releases of one image, the newest first. */
const listReleases = (of: Pick<DemoImage, 'name' | 'framework' | 'vendor'>, releases: readonly Release[]): DemoImage[] =>
  releases.map(([id, version, python, runtime, sizeGb]) => ({
    ...of,
    id: `image-${id}`,
    version,
    python,
    runtime,
    size_gb: sizeGb,
  }))

const images: readonly DemoImage[] = [
  ...listReleases({ name: 'PyTorch', framework: 'PyTorch', vendor: 'nvidia' }, [
    ['pytorch-26', '2.6', '3.12', 'CUDA 12.4', 9.8],
    ['pytorch-25', '2.5', '3.12', 'CUDA 12.4', 9.6],
    ['pytorch-24', '2.4', '3.11', 'CUDA 12.1', 9.4],
    ['pytorch-23', '2.3', '3.11', 'CUDA 12.1', 9.1],
    ['pytorch-21', '2.1', '3.10', 'CUDA 11.8', 8.6],
    ['pytorch-20', '2.0', '3.10', 'CUDA 11.8', 8.3],
    ['pytorch-113', '1.13', '3.10', 'CUDA 11.7', 7.4],
  ]),
  ...listReleases({ name: 'TensorFlow', framework: 'TensorFlow', vendor: 'nvidia' }, [
    ['tensorflow-218', '2.18', '3.11', 'CUDA 12.3', 8.4],
    ['tensorflow-215', '2.15', '3.10', 'CUDA 12.2', 7.8],
    ['tensorflow-212', '2.12', '3.10', 'CUDA 11.8', 7.2],
  ]),
  ...listReleases({ name: 'JAX', framework: 'JAX', vendor: 'nvidia' }, [
    ['jax-05', '0.5', '3.12', 'CUDA 12.4', 6.9],
    ['jax-04', '0.4', '3.11', 'CUDA 12.1', 6.5],
  ]),
  ...listReleases({ name: 'PaddlePaddle', framework: 'PaddlePaddle', vendor: 'nvidia' }, [
    ['paddle-gpu-30', '3.0', '3.10', 'CUDA 11.8', 7.5],
    ['paddle-gpu-26', '2.6', '3.10', 'CUDA 11.8', 7.1],
  ]),
  ...listReleases({ name: 'CUDA', framework: 'Miniconda', vendor: 'nvidia' }, [
    ['cuda-128', '12.8', '3.12', 'CUDA 12.8', 4.9],
    ['cuda-124', '12.4', '3.12', 'CUDA 12.4', 4.6],
    ['cuda-121', '12.1', '3.11', 'CUDA 12.1', 4.4],
    ['cuda-118', '11.8', '3.10', 'CUDA 11.8', 4.1],
  ]),
  ...listReleases({ name: 'MindSpore', framework: 'MindSpore', vendor: 'ascend' }, [
    ['mindspore-25', '2.5', '3.11', 'CANN 8.0', 7.9],
    ['mindspore-23', '2.3', '3.10', 'CANN 7.0', 7.3],
  ]),
  ...listReleases({ name: 'PyTorch NPU', framework: 'PyTorch', vendor: 'ascend' }, [
    ['pytorch-npu-24', '2.4', '3.11', 'CANN 8.0', 8.8],
    ['pytorch-npu-21', '2.1', '3.10', 'CANN 7.0', 8.1],
  ]),
  ...listReleases({ name: 'PaddlePaddle', framework: 'PaddlePaddle', vendor: 'kunlun' }, [
    ['paddle-30', '3.0', '3.10', 'XPU 5.0', 7.2],
    ['paddle-26', '2.6', '3.10', 'XPU 4.0', 6.8],
  ]),
]

export const demoImages = images.map((image) => ({
  ...image,
  reference: `zhisuan/${image.id.replace('image-', '')}:${image.version}`,
}))

export const demoImagesByReference: Readonly<Record<string, (typeof demoImages)[number]>> = Object.fromEntries(
  demoImages.map((image) => [image.reference, image]),
)
