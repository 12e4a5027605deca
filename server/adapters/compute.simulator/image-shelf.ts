import { isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import { DriverUnavailable, ImageNotFound } from '#server/ports/compute.ts'
import { inSteps } from './in-steps.ts'
import { SavedImages } from './saved-images.ts'
import type { Settings } from './simulator-driver.ts'
import type { Failure } from './state.ts'

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
    const { faults, images } = this.#settings
    const saved = this.saved.find(image)
    const known = saved ? !saved.removed : isImageReference(image) && (images === undefined || images.includes(image))
    if (!known || faults.pull_error === 'ImageNotFound')
      return { reason: 'ImageNotFound', message: `镜像 ${image} 不存在或已下线。` }
    if (faults.pull_error) return { reason: faults.pull_error, message: `拉取镜像 ${image} 失败。` }
    return undefined
  }

  async fetch(image: string, onProgress: (percent: number) => void, signal: AbortSignal): Promise<void> {
    const failure = this.failureOf(image)
    if (failure?.reason === 'ImageNotFound') throw new ImageNotFound(`no image ${image}`)
    if (failure) throw new DriverUnavailable(`pull of ${image} failed`)
    const takes_ms = this.has(image) ? 0 : this.#settings.delays.pulling_ms
    await inSteps(this.#settings.clock, takes_ms, onProgress, signal)
    this.#fetched.add(image)
    onProgress(100)
  }
}
