import type { VendorName } from '#contract/vendors.ts'
import type { CardUse } from '#server/ports/compute.ts'
import type { HostGpu } from '#server/ports/compute-host.ts'

/** A card as its host's tool tells of it. */
export interface CardReading extends HostGpu, CardUse {
  vendor: VendorName
  /** Number of its device file, where cards are given by device files. */
  device?: number
}

/** What is asked on a host about the cards of one vendor, and how the answer is read. */
export interface AcceleratorProfile {
  vendor: VendorName
  /** Programs of the vendor; the first that the host has is asked. */
  tools: readonly string[]
  /** Shell commands in which `$tool` is that program. Each answers on its own: one that fails leaves the others. */
  questions: readonly string[]
  /** Reads the answers, in the order of the questions. Lines that it does not know count as not said. */
  read(answers: readonly string[], host: string): CardReading[]
}

/** Parses a number that a tool prints; null for whatever a card does not report, such as `[N/A]`. */
export function parseFigure(text: string | undefined): number | null {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : null
}
