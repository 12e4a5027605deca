import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { parseImageReference } from './names.ts'
import { findRegistryAuth } from './registry-auth.ts'

interface PushLine {
  id?: string
  status?: string
  progressDetail?: { current?: number; total?: number }
  error?: string
}

const notFound = 404
const arrivedPattern = /^(?:Layer already exists|Pushed|Mounted from)/

/** Brings an image to a registry under the name `located`; layers that are there already are not sent again. */
export async function pushImage(
  engine: DockerEngine,
  image: string,
  located: string,
  onProgress: (percent: number) => void,
): Promise<void> {
  const { repo, tag } = parseImageReference(located)
  const authconfig = findRegistryAuth(engine.registry_auths, located)
  const sum = new PushProgressSum(onProgress)
  await engine.call((docker) => docker.getImage(image).tag({ repo, tag }))
  try {
    await engine.longCall(async (docker, abortSignal) => {
      // The engine wants the header of a login even where none is needed.
      const answer = await docker.getImage(repo).push({ tag, abortSignal, authconfig: authconfig ?? {} })
      const cutter = new LineCutter()
      for await (const chunk of answer as AsyncIterable<Buffer>) for (const line of cutter.push(chunk)) sum.take(line)
      for (const line of cutter.end()) sum.take(line)
    })
  } finally {
    await ignoreStatuses(
      [notFound],
      engine.call((docker) => docker.getImage(`${repo}:${tag}`).remove()),
    )
  }
}

/** Sums up the progress of all layers of a push; the figures never decrease. */
class PushProgressSum {
  readonly #report: (percent: number) => void
  readonly #layers = new Map<string, { done: number; total: number }>()
  #percent = 0

  constructor(report: (percent: number) => void) {
    this.#report = report
  }

  /** Throws DriverUnavailable for an error in the response body, whose status already reported success. */
  take(line: string): void {
    if (!line.startsWith('{')) return
    const { id, status = '', progressDetail: { current = 0, total = 0 } = {}, error } = JSON.parse(line) as PushLine
    if (error) throw new DriverUnavailable(`the registry did not take the image: ${error}`)
    if (!id) return
    const known = this.#layers.get(id) ?? { done: 0, total: 0 }
    const whole = Math.max(total, known.total)
    const done = arrivedPattern.test(status) ? whole : Math.min(whole, Math.max(current, known.done))
    this.#layers.set(id, { done, total: whole })
    const layers = [...this.#layers.values()]
    const [all, sent] = [layers.reduce((sum, layer) => sum + layer.total, 0), layers.reduce((sum, layer) => sum + layer.done, 0)]
    const percent = all > 0 ? Math.min(99, Math.floor((100 * sent) / all)) : 0
    if (percent <= this.#percent) return
    this.#percent = percent
    this.#report(percent)
  }
}
