import { createHash } from 'node:crypto'
import { isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import { ImageNotFound, PullFailed } from '#server/ports/driver-errors.ts'
import { finishedPull, type PullProgress } from '#server/ports/image-pull.ts'
import { SavedImages } from './saved-images.ts'
import type { SimulatorSettings } from './settings.ts'
import type { SimulatedFailure } from './state.ts'
import { waitInSteps } from './wait-in-steps.ts'

const gib = 2 ** 30

/** Available images, and images already present, whose creations need no pull. */
export class SimulatedImageStore {
  readonly saved: SavedImages
  readonly #settings: SimulatorSettings
  readonly #fetched = new Set<string>()

  constructor(settings: SimulatorSettings) {
    this.#settings = settings
    this.saved = new SavedImages(settings.dir)
  }

  has(image: string): boolean {
    const saved = this.saved.find(image)
    return saved ? !saved.removed : this.#fetched.has(image)
  }

  /** Returns the failure that a pull of `image` would have now; undefined if it would succeed. */
  failureOf(image: string): SimulatedFailure | undefined {
    const error = this.#errorOf(image)
    if (!error) return undefined
    if (error instanceof ImageNotFound) return { reason: 'ImageNotFound', message: `镜像 ${image} 不存在或已下线。` }
    return { reason: 'ImagePullFailed', message: `拉取镜像 ${image} 失败。${error.user_message}` }
  }

  /** Returns the size of a catalogue image in bytes. */
  sizeOf(image: string): number {
    const known = this.#settings.catalogue[image]
    return known ? Math.round(known.size_gb * gib) : computeImageSize(image)
  }

  async fetch(image: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<void> {
    const error = this.#errorOf(image)
    if (error) throw error
    if (this.has(image)) return onProgress(finishedPull)
    const totalBytes = this.sizeOf(image)
    const at = (percent: number): PullProgress => {
      const doneBytes = Math.round((totalBytes * percent) / 100)
      return { percent, done_bytes: doneBytes, total_bytes: totalBytes, unpacked_bytes: doneBytes }
    }
    const tell = (percent: number) => onProgress(at(percent))
    await waitInSteps(this.#settings.clock, this.#settings.delays.pulling_ms, tell, signal)
    this.#fetched.add(image)
    tell(100)
  }

  #errorOf(image: string): ImageNotFound | PullFailed | undefined {
    const { faults, images } = this.#settings
    const saved = this.saved.find(image)
    const known = saved ? !saved.removed : isImageReference(image) && (images === undefined || images.includes(image))
    if (!known || faults.pull_error === 'ImageNotFound') return new ImageNotFound(`no image ${image}`)
    return faults.pull_error && new PullFailed(faults.pull_error, `simulated failure of the pull of ${image}`)
  }
}

/** Computes a fixed simulated size for an image name, between 2 and 10 GiB. */
const computeImageSize = (image: string): number => {
  const drawn = createHash('sha256').update(image).digest().readUInt16BE()
  return 2 * gib + Math.round((drawn / 0xffff) * 8 * gib)
}
