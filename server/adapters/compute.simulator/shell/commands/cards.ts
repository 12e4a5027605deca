import { type GpuModel, gpuModel, type Vendor } from '#server/adapters/compute.simulator/gpu-models.ts'
import type { Machine } from '#server/adapters/compute.simulator/shell/shell.ts'
import type { UsageSample } from '#server/ports/compute.ts'

export interface Card {
  slot: number
  name: string
  model: GpuModel
  sample: UsageSample['gpus'][number]
}

export const vendorOf = (machine: Machine): Vendor => gpuModel(machine.spec.gpu_model).vendor

/** The instance's cards with their load at this moment. */
export const cardsOf = (machine: Machine): Card[] =>
  machine.sample().gpus.map((sample, slot) => ({
    slot,
    name: machine.spec.gpu_model,
    model: gpuModel(machine.spec.gpu_model),
    sample,
  }))

/** Lines in a box: `+---+`, each text between bars, cut or filled to `width` columns. */
export function box(width: number, groups: readonly (readonly string[])[]): string {
  const rule = `+${'-'.repeat(width)}+`
  const rows = groups.flatMap((lines) => [...lines.map((line) => `|${line.slice(0, width).padEnd(width)}|`), rule])
  return `${[rule, ...rows].join('\n')}\n`
}
