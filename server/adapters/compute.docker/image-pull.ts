import { isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import { DriverUnavailable, ImageNotFound, InvalidSpec } from '#server/ports/compute.ts'
import { type Engine, tolerating } from './engine.ts'
import type { ImageCommand } from './entry-command.ts'

export interface ImageFacts extends ImageCommand {
  env: string[]
}

interface PullLine {
  id?: string
  error?: string
  progressDetail?: { current?: number; total?: number }
}

const not_found = 404
const unknown_image = /not found|manifest unknown|denied|does not exist|name unknown|unauthorized|no such image/i

/** What the image brings along; undefined when this engine does not have it. */
export async function findImage(engine: Engine, image: string): Promise<ImageFacts | undefined> {
  const info = await tolerating(
    [not_found],
    engine.call((docker) => docker.getImage(image).inspect()),
  )
  return info && { Entrypoint: info.Config.Entrypoint, Cmd: info.Config.Cmd, env: info.Config.Env ?? [] }
}

/** Makes `image` present. `onProgress` hears whole percents that only grow, and 100 at the end. */
export async function fetchImage(
  engine: Engine,
  image: string,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (!isImageReference(image)) throw new InvalidSpec('image reference is malformed')
  if (!(await findImage(engine, image))) await pull(engine, image, onProgress, signal)
  onProgress(100)
}

async function pull(
  engine: Engine,
  image: string,
  onProgress: (percent: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const progress = new PullProgress(onProgress)
  await engine.longCall(async (docker, abortSignal) => {
    const tagged = /[:@][^/]+$/.test(image) ? image : `${image}:latest` // without a tag, Docker pulls every tag there is
    const source = (await docker.pull(tagged, { abortSignal })) as AsyncIterable<Buffer>
    const cutter = new LineCutter()
    for await (const chunk of source) for (const line of cutter.push(chunk)) progress.take(line)
    for (const line of cutter.end()) progress.take(line)
  }, signal)
  if (!(await findImage(engine, image))) throw new DriverUnavailable(`pull of ${image} ended without the image`)
}

class PullProgress {
  readonly #report: (percent: number) => void
  readonly #layers = new Map<string, { current: number; total: number }>()
  #reported = 0

  constructor(report: (percent: number) => void) {
    this.#report = report
  }

  take(line: string): void {
    if (!line.startsWith('{')) return
    const { id, error, progressDetail } = JSON.parse(line) as PullLine
    if (error) throw unknown_image.test(error) ? new ImageNotFound(error) : new DriverUnavailable(error)
    if (!id || !progressDetail?.total) return
    this.#layers.set(id, { current: progressDetail.current ?? 0, total: progressDetail.total })
    const layers = [...this.#layers.values()]
    const share = layers.reduce((sum, { current }) => sum + current, 0) / layers.reduce((sum, { total }) => sum + total, 0)
    const percent = Math.min(99, Math.floor(share * 100))
    if (percent <= this.#reported) return
    this.#reported = percent
    this.#report(percent)
  }
}
