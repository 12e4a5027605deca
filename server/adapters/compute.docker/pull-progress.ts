import type { PullProgress } from '#server/ports/image-pull.ts'

/** One line of the engine's response to a pull. */
export interface PullLine {
  id?: string
  status?: string
  progressDetail?: { current?: number; total?: number }
}

interface Layer {
  done: number
  /** Unknown until the download begins. */
  total?: number
  fetched: boolean
  unpacked: number
}

const announcedPattern = /^(Pulling fs layer|Waiting)/
const downloadingPattern = /^Downloading/
const fetchedPattern = /^(Verifying Checksum|Download complete|Extracting|Pull complete)/
/** Layers already present: not downloaded, and the engine does not report their size. */
const alreadyPresentPattern = /^Already exists/

/** Sums up the progress of all layers of a pull; the figures never decrease. */
export class PullProgressSum {
  readonly #report: (progress: PullProgress) => void
  readonly #layers = new Map<string, Layer>()
  #percent = 0

  constructor(report: (progress: PullProgress) => void) {
    this.#report = report
  }

  /** Reports when bytes were downloaded or unpacked; ignores lines about retries and waiting. */
  take({ id, status = '', progressDetail }: PullLine): void {
    if (!id) return
    if (alreadyPresentPattern.test(status)) return void this.#layers.delete(id)
    const known = this.#layers.get(id)
    const speaksOfLayer = announcedPattern.test(status) || downloadingPattern.test(status) || fetchedPattern.test(status)
    if (!known && !speaksOfLayer) return
    const layer = known ?? { done: 0, fetched: false, unpacked: 0 }
    this.#layers.set(id, layer)
    const before = layer.done + layer.unpacked + Number(layer.fetched)
    updateLayer(layer, status, progressDetail ?? {})
    if (layer.done + layer.unpacked + Number(layer.fetched) > before) this.#tell()
  }

  #tell(): void {
    const layers = [...this.#layers.values()]
    const known = layers.filter((layer) => layer.total !== undefined || layer.fetched)
    const total = sumLayers(known, ({ total = 0 }) => total)
    const done = sumLayers(layers, (layer) => layer.done)
    // Guess an unknown layer as large as the largest so far: a slow bar is better than one that runs ahead and then stalls.
    const guessed = Math.max(0, ...known.map(({ total = 0 }) => total)) * (layers.length - known.length)
    const share = total + guessed > 0 ? done / (total + guessed) : 0
    this.#percent = Math.max(this.#percent, Math.min(99, Math.floor(share * 100)))
    this.#report({
      percent: this.#percent,
      done_bytes: done,
      total_bytes: known.length === layers.length ? total : null,
      unpacked_bytes: sumLayers(layers, (layer) => layer.unpacked),
    })
  }
}

function updateLayer(layer: Layer, status: string, { current = 0, total = 0 }: { current?: number; total?: number }): void {
  if (total > 0) layer.total = Math.max(total, layer.total ?? 0)
  if (downloadingPattern.test(status)) layer.done = Math.max(layer.done, current)
  if (!fetchedPattern.test(status)) return
  layer.fetched = true
  layer.done = layer.total ?? layer.done
  if (status.startsWith('Extracting')) layer.unpacked = Math.max(layer.unpacked, current)
  if (status.startsWith('Pull complete')) layer.unpacked = layer.done
}

const sumLayers = (layers: readonly Layer[], of: (layer: Layer) => number) => layers.reduce((all, layer) => all + of(layer), 0)
