import { createHash } from 'node:crypto'
import { isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import { ImageNotFound, PullFailed } from '#server/ports/driver-errors.ts'
import { image_is_there, type PullProgress } from '#server/ports/image-pull.ts'
import { SavedImages } from './saved-images.ts'
import type { Settings } from './settings.ts'
import type { Failure } from './state.ts'
import { inSteps } from './wait-in-steps.ts'

/** Which images can be had, and which are here already so that a creation need not wait for them. */
export class ImageShelf {
  readonly saved: SavedImages
  readonly #settings: Settings
  readonly #fetched = new Set<string>()

  constructor(settings: Settings) {
    this.#settings = settings
    this.saved = new SavedImages(settings.dir)
  }

  has(image: string): boolean {
    const saved = this.saved.find(image)
    return saved ? !saved.removed : this.#fetched.has(image)
  }

  /** How a pull of `image` would fail now, if it would. */
  failureOf(image: string): Failure | undefined {
    const error = this.#errorOf(image)
    if (!error) return undefined
    if (error instanceof ImageNotFound) return { reason: 'ImageNotFound', message: `镜像 ${image} 不存在或已下线。` }
    return { reason: 'ImagePullFailed', message: `拉取镜像 ${image} 失败。${error.user_message}` }
  }

  async fetch(image: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<void> {
    const error = this.#errorOf(image)
    if (error) throw error
    if (this.has(image)) return onProgress(image_is_there)
    const total_bytes = sizeOf(image)
    const at = (percent: number): PullProgress => {
      const done_bytes = Math.round((total_bytes * percent) / 100)
      return { percent, done_bytes, total_bytes, unpacked_bytes: done_bytes }
    }
    const tell = (percent: number) => onProgress(at(percent))
    await inSteps(this.#settings.clock, this.#settings.delays.pulling_ms, tell, signal)
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

/** What an image of that name would weigh, between 2 and 10 GiB: always the same. */
const sizeOf = (image: string): number => {
  const drawn = createHash('sha256').update(image).digest().readUInt16BE()
  return 2 * 2 ** 30 + Math.round((drawn / 0xffff) * 8 * 2 ** 30)
}
