import { createHash } from 'node:crypto'
import type { HostGpu } from '#server/ports/compute-host.ts'

/** Computes a stable simulated card id in NVIDIA's format, for hosts without that card. */
function computeVirtualUuid(host: string, slot: number): string {
  const hex = createHash('sha256').update(`${host}/${slot}`).digest('hex')
  return `GPU-${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** Builds the simulated cards of a host, model by model, in slot order. */
export const buildVirtualGpus = (host: string, models: readonly { model: string; count: number }[]): HostGpu[] =>
  models
    .flatMap(({ model, count }) => Array.from({ length: count }, () => model))
    .map((model, slot) => ({ uuid: computeVirtualUuid(host, slot), model }))
