import type { DeviceRequest } from 'dockerode'
import type { VendorName } from '#contract/vendors.ts'
import type { CardUse } from '#server/ports/compute.ts'
import type { HostGpu } from '#server/ports/compute-host.ts'

/** A card as its host's tool tells of it. */
export interface CardReading extends HostGpu, CardUse {
  vendor: VendorName
  /** Number of its device file, where cards are given by device files. */
  device?: number
}

/** What a container is made with so that it sees its cards, and no other. */
export interface ContainerCards {
  /** The vendor's runtime, which passes the cards that `visible` names. */
  runtime?: string
  visible?: string
  device_requests?: DeviceRequest[]
  /** Device files. */
  devices?: readonly string[]
  /** Files and folders of the host that are mounted read-only on the same path. */
  files?: readonly string[]
}

/** What an engine has for cards: its runtimes, and which files of the driver its host has. */
export interface CardSupport {
  runtimes: readonly string[]
  files: readonly string[]
}

/** How an exporter names what it tells Prometheus of a card. */
interface CardMetrics {
  /** Label with the card: its UUID, or the number of its device file. */
  card_label: string
  use_percent: string
  vram_mb: string
  temperature_c: string
  power_w: string
  health?: string
}

/** All that differs between vendors: how a host is asked about its cards, how they are given to a container and measured. */
export interface AcceleratorProfile {
  vendor: VendorName
  /** Programs of the vendor; the first that the host has is asked. */
  tools: readonly string[]
  /** Shell commands in which `$tool` is that program. Each answers on its own: one that fails leaves the others. */
  questions: readonly string[]
  /** Reads the answers, in the order of the questions. Lines that it does not know count as not said. */
  read(answers: readonly string[], host: string): CardReading[]
  /** Files of the driver that a container needs where no runtime brings them. */
  driver_files: readonly string[]
  /** The variable in which an image asks the vendor's runtime for cards; `always`: also set where no image asks. */
  request?: { name: string; none: string; always: boolean }
  grant(cards: readonly CardReading[], support: CardSupport): ContainerCards
  /** Command that lists the cards that a container sees. */
  check: readonly string[]
  sees(listed: string, cards: readonly CardReading[]): boolean
  /** Names under which Kubernetes counts whole cards. */
  kubernetes_resources: RegExp
  /** Absent where the vendor publishes no names. */
  metrics?: CardMetrics
}

/** Parses a number that a tool prints; null for whatever a card does not report, such as `[N/A]`. */
export function parseFigure(text: string | undefined): number | null {
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : null
}
