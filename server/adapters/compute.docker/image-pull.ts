import { isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import { DriverUnavailable, ImageNotFound, InvalidSpec, PullFailed, type PullFault } from '#server/ports/driver-errors.ts'
import { image_is_there, type PullProgress } from '#server/ports/image-pull.ts'
import { type Engine, tolerating } from './engine.ts'
import { statusOf, wordsOf } from './engine-errors.ts'
import type { ImageCommand } from './entry-command.ts'
import { type PullLine, PullSum } from './pull-progress.ts'
import { authFor } from './registry-auth.ts'

export interface ImageFacts extends ImageCommand {
  env: string[]
}

interface Line extends PullLine {
  error?: string
}

const not_found = 404

/** What the image brings along; undefined when this engine does not have it. */
export async function findImage(engine: Engine, image: string): Promise<ImageFacts | undefined> {
  const info = await tolerating(
    [not_found],
    engine.call((docker) => docker.getImage(image).inspect()),
  )
  return info && { Entrypoint: info.Config.Entrypoint, Cmd: info.Config.Cmd, env: info.Config.Env ?? [] }
}

/** Makes `image` present, as whom its registry knows us. */
export async function fetchImage(
  engine: Engine,
  image: string,
  onProgress: (progress: PullProgress) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (!isImageReference(image)) throw new InvalidSpec('image reference is malformed')
  if (await findImage(engine, image)) return onProgress(image_is_there)
  let last = image_is_there
  const sum = new PullSum((progress) => {
    last = progress
    onProgress(progress)
  })
  await pull(engine, image, sum, signal)
  onProgress({ ...last, percent: 100 })
}

async function pull(engine: Engine, image: string, sum: PullSum, signal: AbortSignal | undefined): Promise<void> {
  const tagged = /[:@][^/]+$/.test(image) ? image : `${image}:latest` // without a tag, Docker pulls every tag there is
  const auth = authFor(engine.registry_auths, image)
  const take = (line: string) => {
    if (!line.startsWith('{')) return
    const said = JSON.parse(line) as Line
    if (said.error) throw pullError(said.error)
    sum.take(said)
  }
  await engine
    .longCall(async (docker, abortSignal) => {
      const source = (await docker.pull(tagged, { abortSignal, ...(auth && { authconfig: auth }) })) as AsyncIterable<Buffer>
      const cutter = new LineCutter()
      for await (const chunk of source) for (const line of cutter.push(chunk)) take(line)
      for (const line of cutter.end()) take(line)
    }, signal)
    .catch((error: unknown) => {
      throw statusOf(error) === undefined ? error : pullError(wordsOf(error)) // refused before it began
    })
  if (!(await findImage(engine, image))) throw new DriverUnavailable(`pull of ${image} ended without the image`)
}

/** Of a registry that nobody answers for, the words may hold any others: the first that fits is it. */
const faults: readonly [pattern: RegExp, fault: PullFault | 'not_found'][] = [
  [/no space left on device|disk quota exceeded/i, 'disk_full'],
  [/toomanyrequests|too many requests|rate limit/i, 'limited'],
  [/unauthorized|authentication required|no basic auth credentials|denied|forbidden|insufficient_scope/i, 'not_allowed'],
  [/unexpected EOF|verification failed|digest mismatch|invalid checksum|unexpected commit digest/i, 'broken'],
  [
    /dial tcp|lookup |no such host|i\/o timeout|connection re(?:fused|set)|deadline exceeded|Client\.Timeout|TLS|x509|EOF|unavailable|bad gateway|gateway time-?out|internal server error/i,
    'unreachable',
  ],
  [/not found|manifest unknown|name unknown|no such image|image not known|does not exist/i, 'not_found'],
]

/** What the words of a pull that failed mean. */
function pullError(words: string): ImageNotFound | PullFailed {
  const fault = faults.find(([pattern]) => pattern.test(words))?.[1] ?? 'other'
  return fault === 'not_found' ? new ImageNotFound(words) : new PullFailed(fault, words)
}
