export type GpuVendor = 'nvidia' | 'ascend' | 'kunlun'

export interface GpuModel {
  vendor: GpuVendor
  /** MiB. */
  vram_mb: number
  /** W. */
  idle_w: number
  full_w: number
}

const knownModels: readonly [pattern: RegExp, model: GpuModel][] = [
  [/910C/i, { vendor: 'ascend', vram_mb: 131_072, idle_w: 95, full_w: 600 }],
  [/910/i, { vendor: 'ascend', vram_mb: 65_536, idle_w: 90, full_w: 400 }],
  [/ascend|昇腾|310/i, { vendor: 'ascend', vram_mb: 24_576, idle_w: 15, full_w: 72 }],
  [/kunlun|昆仑|P800|R200|R300|RG800/i, { vendor: 'kunlun', vram_mb: 98_304, idle_w: 85, full_w: 400 }],
  [/H20(?!0)/i, { vendor: 'nvidia', vram_mb: 97_871, idle_w: 75, full_w: 400 }],
  [/H200|B200/i, { vendor: 'nvidia', vram_mb: 143_771, idle_w: 80, full_w: 700 }],
  [/H[18]00/i, { vendor: 'nvidia', vram_mb: 81_559, idle_w: 70, full_w: 700 }],
  [/A[18]00.*40/i, { vendor: 'nvidia', vram_mb: 40_960, idle_w: 50, full_w: 400 }],
  [/A[18]00/i, { vendor: 'nvidia', vram_mb: 81_920, idle_w: 55, full_w: 400 }],
  [/L40|A40|A6000|6000/i, { vendor: 'nvidia', vram_mb: 46_068, idle_w: 30, full_w: 300 }],
  [/5090/i, { vendor: 'nvidia', vram_mb: 32_607, idle_w: 25, full_w: 575 }],
  [/V100/i, { vendor: 'nvidia', vram_mb: 32_768, idle_w: 40, full_w: 300 }],
  [/T4/i, { vendor: 'nvidia', vram_mb: 15_360, idle_w: 10, full_w: 70 }],
]

/** Returns the simulated model for a card name; unknown names become an NVIDIA card with 24 GiB. */
export function getGpuModel(name: string): GpuModel {
  const found = knownModels.find(([pattern]) => pattern.test(name))
  return found?.[1] ?? { vendor: 'nvidia', vram_mb: 24_564, idle_w: 20, full_w: 450 }
}
