import { type GpuModel, type GpuVendor, getGpuModel } from '#server/adapters/compute.simulator/gpu-models.ts'
import type { ShellMachine } from '#server/adapters/compute.simulator/shell/shell.ts'
import type { SimulatedCardUse } from '#server/adapters/compute.simulator/usage.ts'

export interface SimulatedCard {
  slot: number
  name: string
  model: GpuModel
  sample: SimulatedCardUse
}

export const getGpuVendor = (machine: ShellMachine): GpuVendor => getGpuModel(machine.spec.gpu_model).vendor

/** Lists the instance's cards with their current load. */
export const listSimulatedCards = (machine: ShellMachine): SimulatedCard[] =>
  machine.sample().gpus.map((sample, slot) => ({
    slot,
    name: machine.spec.gpu_model,
    model: getGpuModel(machine.spec.gpu_model),
    sample,
  }))

/** Draws a box: `+---+`, each line between bars, cut or padded to `width` columns. */
export function formatBox(width: number, groups: readonly (readonly string[])[]): string {
  const rule = `+${'-'.repeat(width)}+`
  const rows = groups.flatMap((lines) => [...lines.map((line) => `|${line.slice(0, width).padEnd(width)}|`), rule])
  return `${[rule, ...rows].join('\n')}\n`
}
